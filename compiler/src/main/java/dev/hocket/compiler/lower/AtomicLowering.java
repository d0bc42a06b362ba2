package dev.hocket.compiler.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.atomic.AtomicForm;
import dev.hocket.compiler.check.atomic.AtomicReader;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Translates {@code atomic}: surrounds the statement with a short lock of the object that holds the
 * variable, or of the array's element. User code that may take long is moved before the lock.
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
    String name = naming.ofTeam("holder", region);
    if (form.variable().getLeaf() instanceof ArrayAccessTree access) {
      lowerElement(region, form, access, name);
      return;
    }
    holder(form.variable())
        .ifPresent(holder -> {
          String declared = "final java.lang.Object " + name + " = " + holder + "; ";
          lower(region, form, declared, name, new Renaming(List.of(), ""));
        });
  }

  /**
   * Evaluates array and index only once, so that the locked element is the accessed one even if
   * another thread changes the variables of the index.
   */
  private void lowerElement(
      InPlaceRegion region, AtomicForm form, ArrayAccessTree access, String array) {
    ExpressionTree expression = access.getExpression();
    String index = naming.ofTeam("element", region);
    TypeMirror type = unit.trees().getTypeMirror(new TreePath(form.variable(), expression));
    String declared =
        "final %s %s = %s; final int %s = %s; "
            .formatted(
                TypeNames.of(type).orElse("var"),
                array,
                text(expression),
                index,
                expressions.index(form.variable(), access));
    List<Tree> same = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        return tree.toString().equals(access.toString()) && same.add(tree)
            ? null
            : super.visitArrayAccess(tree, null);
      }
    }.scan(region.statement(), null);
    Renaming renaming = new Renaming(same, array + "[" + index + "]");
    lower(region, form, declared, array + ", " + index, renaming);
  }

  /** The places of the variable in the statement, in order, and the text that replaces each. */
  private record Renaming(List<Tree> places, String name) {}

  private void lower(
      InPlaceRegion region, AtomicForm form, String declared, String lock, Renaming renaming) {
    String atomic = library.call("Atomic");
    String enter = declared + atomic + "enter(" + lock + "); try { ";
    String exit = " } finally { " + atomic + "exit(" + lock + "); } }";
    if (form.value() != null) {
      lowerAround(region, form.value(), enter, exit, renaming);
      return;
    }
    edits.open(region.start(), region.end(), Snippet.of("{ " + enter));
    for (Tree place : renaming.places()) {
      List<Token> access = tokens.between(unit.start(place), unit.end(place));
      edits.cover(access, Snippet.of(renaming.name()));
    }
    edits.close(region.end(), region.start(), exit);
  }

  /** The user's text with the variable replaced by its new name. */
  private String renamed(int start, int end, Renaming renaming) {
    StringBuilder text = new StringBuilder();
    int at = start;
    for (Tree place : renaming.places()) {
      if (at <= unit.start(place) && unit.end(place) <= end) {
        text.append(expressions.text(at, unit.start(place))).append(" " + renaming.name() + " ");
        at = unit.end(place);
      }
    }
    return text.append(expressions.text(at, end)).toString();
  }

  /** Computes the value at its place, and moves the rest of the statement after it. */
  private void lowerAround(
      InPlaceRegion region, ExpressionTree value, String enter, String exit, Renaming renaming) {
    int start = unit.start(value);
    int end = unit.end(value);
    String name = naming.ofTeam("value", region);
    String before = renamed(region.start(), start, renaming);
    String behind = renamed(end, region.end(), renaming);
    TypeMirror type = unit.trees().getTypeMirror(unit.path(value));
    String declared = "{ final " + TypeNames.of(type).orElse("var") + " " + name + " = ";
    edits.cover(tokens.between(region.start(), start), Snippet.of(declared));
    String moved = "; " + enter + before + " " + name + " " + behind + exit;
    edits.cover(tokens.between(end, region.end()), Snippet.of(moved));
  }

  /** The object that holds a variable; empty if only this thread can access the variable. */
  private Optional<String> holder(TreePath variable) {
    Element element = unit.trees().getElement(variable);
    return switch (variable.getLeaf()) {
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

  /** The innermost {@code this} around a place that has a field. */
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
