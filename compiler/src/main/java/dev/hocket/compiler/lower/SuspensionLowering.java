package dev.hocket.compiler.lower;

import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.Suspensions;
import javax.lang.model.type.TypeKind;

/** Marks methods that can be suspended, and calls of such methods, for the class-file pass. */
final class SuspensionLowering {
  private final AttributedUnit unit;
  private final Suspensions suspensions;
  private final Naming naming;
  private final Edits edits;

  SuspensionLowering(CheckedUnit checked, Naming naming, Edits edits) {
    this.unit = checked.unit();
    this.suspensions = checked.suspensions();
    this.naming = naming;
    this.edits = edits;
  }

  void lower() {
    suspensions
        .methods()
        .forEach((method, async) ->
            edits.insert(
                unit.start(method),
                "@" + Naming.RUNTIME + "Resumable" + (async ? " " : "(async = false) ")));
    suspensions.awaited().forEach(call -> mark(call, "awaited"));
    suspensions.waited().forEach(call -> mark(call, "waited"));
  }

  private void mark(TreePath call, String name) {
    String mark = naming.resumed() + name + "(";
    if (unit.trees().getTypeMirror(call).getKind() != TypeKind.VOID) {
      enclose(call.getLeaf(), mark, ")");
      return;
    }
    TreePath statement = call.getParentPath();
    if (statement.getLeaf() instanceof LambdaExpressionTree) {
      enclose(call.getLeaf(), "{ ", "; " + mark + "); }");
    } else if (isInLoopHead(statement)) {
      enclose(call.getLeaf(), "", ", " + mark + ")");
    } else {
      enclose(statement.getLeaf(), "{ ", " " + mark + "); }");
    }
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
