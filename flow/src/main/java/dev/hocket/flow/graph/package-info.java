/**
 * The graph of an algorithm, a plain value that any engine may run: a {@link
 * dev.hocket.flow.graph.Graph} of {@link dev.hocket.flow.graph.Node}s in {@link
 * dev.hocket.flow.graph.Region}s, whose inputs are {@link dev.hocket.flow.graph.Argument}s. {@code
 * dev.hocket.flow.graph.Region}s, whose inputs are {@link dev.hocket.flow.graph.Argument}s. {@code
 * dev.hocket.flow.graph.FlowException} with its {@link dev.hocket.flow.graph.Position}. It uses no
 * other package of this module.
 */
package dev.hocket.flow.graph;
