package dev.hocket.compiler.parse;

/**
 * A word in a directive.
 *
 * @param text the text of the word
 * @param offset the offset in the source file
 */
public record Name(String text, int offset) {}
