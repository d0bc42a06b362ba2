package dev.hocket.compiler.lower;

import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.suspension.Suspensions;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/** Marks methods that can be suspended, and calls of them, for the class-file pass. */
final class SuspensionLowering {
  private final AttributedUnit unit;
  private final Suspensions suspensions;
  private final Library library;
  private final Edits edits;
  private final ResourceLowering resources;

  SuspensionLowering(Context context) {
    this.unit = context.unit();
    this.suspensions = context.checked().suspensions();
    this.library = context.library();
    this.edits = context.edits();
    this.resources = new ResourceLowering(context);
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
    if (unit.trees().getTypeMirror(call).getKind() != TypeKind.VOID) {
      String reference = returnsOwnParameter(call) ? "awaitedReference(" : "awaited(";
      enclose(call.getLeaf(), library.call(Library.RESUMED) + reference, ")");
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
