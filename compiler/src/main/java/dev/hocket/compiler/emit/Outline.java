package dev.hocket.compiler.emit;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of a source file without the bodies of its methods. Other files compile with it as with
 * the whole text, and javac has less to do.
 */
public final class Outline {
  private static final String NO_BODY = "{ throw null; }";

  private Outline() {}

  /** The text of a unit without bodies. Constructors keep theirs, which assign final fields. */
  public static String of(AttributedUnit unit) {
    return of(unit.tree(), unit.source().content(), unit.trees().getSourcePositions());
  }

  /**
   * The text of a file without bodies.
   *
   * @param unit its tree, which need not be attributed
   * @param content its text
   */
  public static String of(CompilationUnitTree unit, String content, SourcePositions positions) {
    List<BlockTree> bodies = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitMethod(MethodTree tree, Void unused) {
        boolean isConstructor = tree.getReturnType() == null;
        if (tree.getBody() == null || isConstructor) {
          return super.visitMethod(tree, unused);
        }
        bodies.add(tree.getBody());
        return null;
      }
    }.scan(unit, null);
    StringBuilder outline = new StringBuilder();
    int end = 0;
    for (BlockTree body : bodies) {
      outline.append(content, end, (int) positions.getStartPosition(unit, body));
      outline.append(NO_BODY);
      end = (int) positions.getEndPosition(unit, body);
    }
    return outline.append(content, end, content.length()).toString();
  }
}
