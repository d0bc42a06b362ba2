package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Region;
import java.util.ArrayList;
import java.util.List;

/** Finds the pieces of a file, except those that javac adds. */
final class Pieces extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final Tokens tokens;
  private final List<Piece> found = new ArrayList<>();

  private Pieces(AttributedUnit unit, Tokens tokens) {
    this.unit = unit;
    this.tokens = tokens;
  }

  static List<Piece> of(CheckedUnit checked, Tokens tokens) {
    Pieces pieces = new Pieces(checked.unit(), tokens);
    pieces.scan(new TreePath(checked.unit().tree()), null);
    for (Region block : checked.regions().functions()) {
      int directive = block.offset();
      pieces.add(Piece.Kind.BLOCK, "", directive, block.start(), block.end());
    }
    return List.copyOf(pieces.found);
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    boolean constructor = method.getReturnType() == null;
    String name = constructor ? className() : method.getName().toString();
    Piece.Kind kind = constructor ? Piece.Kind.CONSTRUCTOR : Piece.Kind.METHOD;
    if (method.getBody() != null) {
      add(kind, name, method, method.getModifiers());
    }
    return super.visitMethod(method, unused);
  }

  private String className() {
    return ((ClassTree) getCurrentPath().getParentPath().getLeaf()).getSimpleName().toString();
  }

  @Override
  public Void visitClass(ClassTree type, Void unused) {
    add(Piece.Kind.CLASS, type.getSimpleName().toString(), type, type.getModifiers());
    return super.visitClass(type, unused);
  }

  @Override
  public Void visitLambdaExpression(LambdaExpressionTree lambda, Void unused) {
    int start = unit.start(lambda);
    add(Piece.Kind.LAMBDA, "", start, start, unit.end(lambda));
    return super.visitLambdaExpression(lambda, unused);
  }

  @Override
  public Void visitBlock(BlockTree block, Void unused) {
    if (block.isStatic()) {
      int start = unit.start(block);
      add(Piece.Kind.INITIALIZER, "", start, start, unit.end(block));
    }
    return super.visitBlock(block, unused);
  }

  private void add(Piece.Kind kind, String name, Tree tree, ModifiersTree modifiers) {
    int start = unit.start(tree);
    int end = unit.end(tree);
    if (start >= 0 && end > start) {
      add(kind, name, name(name, start, end, unit.end(modifiers)), start, end);
    }
  }

  /**
   * The offset of the first token with a name after the annotations. At worst, the token is an
   * equal name of a type beside it.
   */
  private int name(String name, int start, int end, int modifiersEnd) {
    int from = Math.max(start, modifiersEnd);
    for (int i = tokens.lastBefore(from) + 1; tokens.has(i) && tokens.get(i).end() <= end; i++) {
      if (tokens.text(i).equals(name)) {
        return tokens.get(i).start();
      }
    }
    return start;
  }

  private void add(Piece.Kind kind, String name, int offset, int start, int end) {
    found.add(new Piece(kind, name, offset, start, end));
  }
}
