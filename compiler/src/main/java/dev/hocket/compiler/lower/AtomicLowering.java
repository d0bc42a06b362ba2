package dev.hocket.compiler.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.atomic.AtomicForm;
import dev.hocket.compiler.check.atomic.AtomicReader;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.parse.Directive;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Translates {@code atomic}: surrounds the statement with a short lock of the object that holds the
 * variable. User code that may take long runs before the lock is taken.
 */
final class AtomicLowering {
  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Library library;
  private final Naming naming;
  private final Tokens tokens;
  private final Edits edits;
  private final Expressions expressions;

  AtomicLowering(Context context) {
    this.checked = context.checked();
    this.unit = context.unit();
    this.library = context.library();
    this.naming = context.naming();
    this.tokens = context.tokens();
    this.edits = context.edits();
    this.expressions = new Expressions(context);
  }

  void lower(InPlaceRegion region, Directive.Atomic directive) {
    AtomicForm form =
        AtomicReader.read(unit.trees(), region.path(), directive.access()).orElseThrow();
    Optional<String> holder = holder(form.variable());
    if (holder.isEmpty()) {
      return;
    }
    String name = naming.ofTeam("holder", region);
    String enter =
        "final java.lang.Object %1$s = %2$s; %3$senter(%1$s); try { "
            .formatted(name, holder.get(), library.call("Atomic"));
    String exit = " } finally { " + library.call("Atomic") + "exit(" + name + "); } }";
    if (form.value() == null) {
      edits.open(region.start(), region.end(), Snippet.of("{ " + enter));
      edits.close(region.end(), region.start(), exit);
    } else {
      lowerAround(region, form.value(), enter, exit);
    }
  }

  /** Computes the value where it stands, and moves the rest of the statement behind it. */
  private void lowerAround(InPlaceRegion region, ExpressionTree value, String enter, String exit) {
    int start = unit.start(value);
    int end = unit.end(value);
    String name = naming.ofTeam("value", region);
    String before = expressions.text(region.start(), start);
    String behind = expressions.text(end, region.end());
    TypeMirror type = unit.trees().getTypeMirror(TreePath.getPath(unit.tree(), value));
    String declared = "{ final " + TypeNames.of(type).orElse("var") + " " + name + " = ";
    edits.cover(tokens.between(region.start(), start), Snippet.of(declared));
    String moved = "; " + enter + before + " " + name + " " + behind + exit;
    edits.cover(tokens.between(end, region.end()), Snippet.of(moved));
  }

  /** The object that holds a variable; empty if only this thread sees it. */
  private Optional<String> holder(TreePath variable) {
    Element element = unit.trees().getElement(variable);
    return switch (variable.getLeaf()) {
      case ArrayAccessTree access -> Optional.of(text(access.getExpression()));
      case MemberSelectTree select when !isStatic(element) ->
          Optional.of(text(select.getExpression()).replaceFirst("\\bsuper$", "this"));
      case IdentifierTree name when element.getEnclosingElement() instanceof TypeElement owner ->
          Optional.of(isStatic(element) ? classOf(element) : self(variable, owner));
      case IdentifierTree name -> box((VariableElement) element, unit.start(name));
      default -> Optional.of(classOf(element));
    };
  }

  private Optional<String> box(VariableElement element, int offset) {
    Local local = checked.variables().resolve(element, checked.regions().innermost(offset));
    return local.isBoxed() ? Optional.of(naming.declared(local)) : Optional.empty();
  }

  private static boolean isStatic(Element element) {
    return element.getModifiers().contains(Modifier.STATIC);
  }

  private String classOf(Element field) {
    TypeMirror owner = unit.types().erasure(field.getEnclosingElement().asType());
    return TypeNames.of(owner).orElse("java.lang.Object") + ".class";
  }

  /** The object around a place that has a field. */
  private String self(TreePath place, TypeElement owner) {
    boolean innermost = true;
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree tree) {
        TypeMirror type = unit.types().erasure(unit.trees().getElement(path).asType());
        if (unit.types().isSubtype(type, unit.types().erasure(owner.asType()))) {
          return innermost ? "this" : tree.getSimpleName() + ".this";
        }
        innermost = false;
      }
    }
    return "this";
  }

  private String text(ExpressionTree expression) {
    return expressions.text(unit.start(expression), unit.end(expression));
  }
}
