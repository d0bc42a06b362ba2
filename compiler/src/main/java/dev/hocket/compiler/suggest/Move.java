package dev.hocket.compiler.suggest;

import com.sun.source.util.TreePath;

/**
 * One way to run code on a worker.
 *
 * @param edit the change of the source
 * @param moved the statement or expression that the worker runs
 * @param from the statement that it was part of
 */
record Move(Edit edit, TreePath moved, TreePath from) {}
