package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;

/** Goes through all names in some code: plain names, and members behind a dot. */
public abstract class Names extends TreePathScanner<Void, Void> {
  /** Receives each name. */
  public abstract void found(TreePath name);

  @Override
  public final Void visitIdentifier(IdentifierTree tree, Void unused) {
    found(getCurrentPath());
    return super.visitIdentifier(tree, unused);
  }

  @Override
  public final Void visitMemberSelect(MemberSelectTree tree, Void unused) {
    found(getCurrentPath());
    return super.visitMemberSelect(tree, unused);
  }
}
