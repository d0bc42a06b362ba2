/**
 * Turns a graph and its mapping into the engine's sections, steps and arcs. {@code Elements} finds
 * the dependencies of a region's nodes, {@code Draft} is a step in the making, {@code Lowering}
 * puts elements into steps and connects them, {@code Sources} connects the sources with the
 * admission.
 */
package dev.hocket.flow.lower;
