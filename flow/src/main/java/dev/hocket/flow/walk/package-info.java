/**
 * Ways through a graph, for all who read it: {@code Site} lists its calls, copy by copy, {@code
 * References} the values that a node names, and {@code Thrown} says in messages where a failure
 * happened.
 */
package dev.hocket.flow.walk;
