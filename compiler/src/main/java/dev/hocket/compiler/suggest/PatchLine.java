package dev.hocket.compiler.suggest;

/**
 * A line of a file that changes.
 *
 * @param sign {@code +} if it is new, {@code -} if it goes, a space if it stays
 * @param number its number, from 1, in the new text, or in the old one if it goes
 * @param text the line without its end
 */
public record PatchLine(char sign, int number, String text) {}
