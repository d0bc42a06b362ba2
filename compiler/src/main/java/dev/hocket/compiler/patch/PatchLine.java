package dev.hocket.compiler.patch;

/**
 * A line of a file that changes.
 *
 * @param sign {@code +} if it is added, {@code -} if it is removed, a space if it stays
 * @param number its number, from 1, in the new text, or in the old one if it is removed
 * @param text the line without its end
 */
public record PatchLine(char sign, int number, String text) {}
