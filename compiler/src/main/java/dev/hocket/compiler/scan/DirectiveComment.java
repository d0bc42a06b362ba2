package dev.hocket.compiler.scan;

/**
 * A comment that is a directive, {@code //#omp …}, or that nearly is one.
 *
 * @param start where its {@code //} stands
 * @param text what follows {@code //#omp}; of a near miss, what follows the mistyped word
 * @param textStart where {@code text} stands
 * @param comment the whole comment
 * @param nearMiss whether it only looks like a directive
 * @param behindStatement whether a statement or declaration ends before it on its line
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
    int next,
    boolean nextIsBrace) {}
