package dev.hocket.compiler.lower;

import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.suspension.Suspensions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Marks methods that can be suspended, and calls of them, for the class-file pass. */
final class SuspensionLowering {
  private final AttributedUnit unit;
  private final Suspensions suspensions;
  private final Library library;
  private final Edits edits;
  private final ResourceLowering resources;
  private final Map<Element, String> boxes;

  SuspensionLowering(Context context) {
    this.unit = context.unit();
    this.suspensions = context.checked().suspensions();
    this.library = context.library();
    this.edits = context.edits();
    this.resources = new ResourceLowering(context);
    this.boxes = boxes(unit.types());
  }

  void lower() {
    suspensions
        .methods()
        .forEach((method, reason) -> edits.insert(unit.start(method), annotation(reason)));
    mark(suspensions.awaited(), "awaited");
    mark(suspensions.waited(), "waited");
    resources.lower();
  }

  private void mark(Set<TreePath> calls, String name) {
    for (TreePath call : calls) {
      if (Suspensions.isResource(call)) {
        resources.mark(call, library.call(Library.RESUMED) + name + "();");
      } else {
        mark(call, name);
      }
    }
  }

  private String annotation(Suspensions.Reason reason) {
    String elements =
        switch (reason) {
          case ASYNC -> "";
          case AWAITS -> "(async = false)";
          case FORWARDS -> "(async = false, forwards = true)";
        };
    return "@" + library.type("Resumable") + elements + " ";
  }

  private void mark(TreePath call, String name) {
    TypeMirror result = unit.trees().getTypeMirror(call);
    if (result.getKind() != TypeKind.VOID) {
      String kind = returnsOwnParameter(call) ? "Reference" : kind(result);
      enclose(call.getLeaf(), library.call(Library.RESUMED) + "awaited" + kind + "(", ")");
      return;
    }
    String mark = library.call(Library.RESUMED) + name + "(";
    TreePath statement = call.getParentPath();
    if (statement.getLeaf() instanceof LambdaExpressionTree) {
      enclose(call.getLeaf(), "{ ", "; " + mark + "); }");
    } else if (isInLoopHead(statement)) {
      enclose(call.getLeaf(), "", ", " + mark + ")");
    } else {
      enclose(statement.getLeaf(), "{ ", " " + mark + "); }");
    }
  }

  /** The kind of a result in the name of the method that marks its call. */
  private String kind(TypeMirror result) {
    return result.getKind().isPrimitive()
        ? word(result.getKind())
        : boxes.getOrDefault(unit.types().asElement(result), "Reference");
  }

  private static Map<Element, String> boxes(Types types) {
    return Arrays.stream(TypeKind.values())
        .filter(TypeKind::isPrimitive)
        .collect(
            Collectors.toMap(
                kind -> types.boxedClass(types.getPrimitiveType(kind)),
                kind -> "Boxed" + word(kind)));
  }

  /** A primitive type's name in the name of a method: {@code Int}. */
  private static String word(TypeKind primitive) {
    String name = primitive.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a method returns a type {@code T} that it declares itself. Then the context of the call
   * determines T.
   */
  private boolean returnsOwnParameter(TreePath call) {
    ExecutableElement method = (ExecutableElement) unit.trees().getElement(call);
    return method.getTypeParameters().stream()
        .anyMatch(parameter -> unit.types().isSameType(parameter.asType(), method.getReturnType()));
  }

  private static boolean isInLoopHead(TreePath statement) {
    return statement.getParentPath().getLeaf() instanceof ForLoopTree loop
        && loop.getStatement() != statement.getLeaf();
  }

  private void enclose(Tree tree, String opening, String closing) {
    int start = unit.start(tree);
    int end = unit.end(tree);
    edits.open(start, end, Snippet.of(opening));
    edits.close(end, start, closing);
  }
}
