package dev.hocket.compiler.check.toolkit;

import com.sun.source.util.TreePath;

/**
 * A use in a block's code that is allowed only on the event thread.
 *
 * @param path the call or the name
 * @param role the role of the object that it uses
 * @param live whether it uses data that the event thread may change meanwhile
 * @param text the use as messages print it: {@code JLabel.setText}
 * @param where file and line in the method that contains the use; empty if the block does
 */
record Use(TreePath path, Role role, boolean live, String text, String where) {}
