package dev.hocket.compiler.check.place;

import com.sun.source.tree.Tree;

/**
 * Code whose tasks a handler awaits, see {@link TaskScopes}.
 *
 * @param number its number in the file
 * @param tree the statement, method or lambda
 * @param region the {@code taskgroup} or block of a target; null for a method or lambda
 * @param start the offset where the code begins
 * @param end the offset where it ends
 * @param label the offset of a directive that awaits the tasks
 */
public record TaskScope(int number, Tree tree, Region region, int start, int end, int label) {}
