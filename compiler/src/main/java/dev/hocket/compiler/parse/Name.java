package dev.hocket.compiler.parse;

/**
 * A word of a directive.
 *
 * @param text the word
 * @param offset where it stands in the source file
 */
public record Name(String text, int offset) {}
