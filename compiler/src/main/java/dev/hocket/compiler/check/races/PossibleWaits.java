package dev.hocket.compiler.check.races;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.ArrayType;

/**
 * Visits code in the order in which it runs, up to the first place where the thread may wait for
 * another thread or observe its progress: a call that is not quiet, a lock, a volatile field.
 * Bodies of lambdas and classes are skipped.
 */
class PossibleWaits extends TreePathScanner<Void, Void> {
  private final Trees trees;
  private final QuietCalls calls;
  private boolean stopped;

  PossibleWaits(Trees trees, QuietCalls calls) {
    this.trees = trees;
    this.calls = calls;
  }

  /** Whether some code contains such a place. */
  boolean areIn(TreePath code) {
    scan(code, null);
    return stopped;
  }

  /** Ends the search at the current place. */
  final void stop() {
    stopped = true;
  }

  final void goOn() {
    stopped = false;
  }

  final boolean isStopped() {
    return stopped;
  }

  @Override
  public Void scan(Tree tree, Void unused) {
    return stopped ? null : super.scan(tree, unused);
  }

  private void stopIf(boolean found) {
    stopped |= found;
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    super.visitMethodInvocation(tree, unused);
    stopIf(!calls.isQuiet((ExecutableElement) element()));
    return null;
  }

  @Override
  public Void visitNewClass(NewClassTree tree, Void unused) {
    super.visitNewClass(tree, unused);
    stopIf(tree.getClassBody() != null || !calls.isQuiet((ExecutableElement) element()));
    return null;
  }

  @Override
  public Void visitSynchronized(SynchronizedTree tree, Void unused) {
    scan(tree.getExpression(), unused);
    stop();
    return null;
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void unused) {
    stopIf(isVolatile(element()));
    return null;
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
    super.visitMemberSelect(tree, unused);
    stopIf(isVolatile(element()));
    return null;
  }

  private static boolean isVolatile(Element element) {
    return element != null
        && element.getKind() == ElementKind.FIELD
        && element.getModifiers().contains(Modifier.VOLATILE);
  }

  private Element element() {
    return trees.getElement(getCurrentPath());
  }

  /** Visits the update of a loop after its body. */
  @Override
  public Void visitForLoop(ForLoopTree tree, Void unused) {
    scan(tree.getInitializer(), unused);
    scan(tree.getCondition(), unused);
    scan(tree.getStatement(), unused);
    return scan(tree.getUpdate(), unused);
  }

  /** Visits the loop's iterator as a call, because the source does not show its code. */
  @Override
  public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
    scan(tree.getExpression(), unused);
    TreePath iterated = new TreePath(getCurrentPath(), tree.getExpression());
    stopIf(
        !(trees.getTypeMirror(iterated) instanceof ArrayType)
            && !calls.isEveryday(trees, iterated));
    return scan(tree.getStatement(), unused);
  }

  /** Visits {@code close()} of the resources as a call that the source does not show. */
  @Override
  public Void visitTry(TryTree tree, Void unused) {
    scan(tree.getResources(), unused);
    scan(tree.getBlock(), unused);
    stopIf(!tree.getResources().isEmpty());
    scan(tree.getCatches(), unused);
    return scan(tree.getFinallyBlock(), unused);
  }

  /** Visits a lambda as if the method that receives it called it at once. */
  @Override
  public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
    stopIf(!calls.isQuietCode(new TreePath(getCurrentPath(), tree.getBody())));
    return null;
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
    stopIf(!calls.isQuiet((ExecutableElement) element()));
    return null;
  }

  @Override
  public Void visitClass(ClassTree tree, Void unused) {
    return null;
  }
}
