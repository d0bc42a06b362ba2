package dev.hocket.compiler.check.toolkit;

import com.sun.source.util.TreePath;

/**
 * Something in the code of a block that only the event thread may do.
 *
 * @param path the call or the name
 * @param role what it uses
 * @param live whether it uses what the event thread may change meanwhile
 * @param text how it reads: {@code JLabel.setText}
 * @param where the file and line if a method does it that the block calls; else empty
 */
record Use(TreePath path, Role role, boolean live, String text, String where) {}
