package dev.hocket.compiler.scan;

import java.util.List;

/**
 * A comment that is a directive, {@code //#omp …} or {@code // #omp …}, or that nearly is one.
 *
 * @param start where its {@code //} stands
 * @param text what follows {@code #omp}; of a near miss, what follows the mistyped word
 * @param textStart where {@code text} stands
 * @param comment the whole comment
 * @param nearMiss whether it only looks like a directive
 * @param behindStatement whether a statement or declaration ends before it on its line
 * @param below the texts of the line comments on the lines directly after it, without their {@code
 *     //}: a formatter may have broken the directive there
 * @param next where the next token of Java stands
 * @param nextIsBrace whether that token is a closing brace
 */
public record DirectiveComment(
    int start,
    String text,
    int textStart,
    String comment,
    boolean nearMiss,
    boolean behindStatement,
    List<String> below,
    int next,
    boolean nextIsBrace) {

  /** Whether a formatter wrote it with a space: {@code // #omp}. */
  public boolean isSpaced() {
    return comment.startsWith("// ");
  }

  /** The same directive with some of the comments below it on its line. */
  public DirectiveComment joined(int comments) {
    String text = this.text + String.join("", below.subList(0, comments));
    return new DirectiveComment(
        start, text, textStart, comment, nearMiss, behindStatement, List.of(), next, nextIsBrace);
  }
}
