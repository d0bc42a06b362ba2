package dev.hocket.compiler.scan;

import java.util.List;

/**
 * A comment that is a directive, {@code //#omp …} or {@code // #omp …}, or a near miss of one.
 *
 * @param start the offset of its {@code //}
 * @param text the text after {@code #omp}, or after the misspelt word in a near miss
 * @param textStart the offset of {@code text}
 * @param comment the whole comment
 * @param nearMiss whether the comment only resembles a directive
 * @param behindStatement whether a statement or declaration ends before the comment on its line
 * @param below the texts of the line comments directly below, without their {@code //}: a formatter
 *     may have broken the directive there
 * @param next the offset of the next token of Java code
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

  /** Whether a formatter has put a space into it: {@code // #omp}. */
  public boolean isSpaced() {
    return comment.startsWith("// ");
  }

  /** A copy of the directive whose text continues with the first few comments below it. */
  public DirectiveComment joined(int comments) {
    String text = this.text + String.join("", below.subList(0, comments));
    return new DirectiveComment(
        start, text, textStart, comment, nearMiss, behindStatement, List.of(), next, nextIsBrace);
  }
}
