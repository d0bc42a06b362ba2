/**
 * Traversals of a graph, for all packages that read it: {@code Site} lists its calls, copy by copy,
 * {@code References} the values that a node names, and {@code Thrown} adds to messages where a
 * failure happened.
 */
package dev.hocket.flow.walk;
