/**
 * Implicit dataflow (paper 3): a sequential algorithm that calls functions with state becomes a
 * graph, which runs in parallel with the results of the sequential program.
 *
 * <p>Programs see {@link dev.hocket.flow.Flow} and its {@link dev.hocket.flow.Run}, {@link
 * dev.hocket.flow.Definition} for algorithms in Java, and the packages {@code graph}, {@code
 * settings}, {@code functions} and {@code windows}, which has functions of its own. The packages,
 * in the order in which an algorithm passes through them; each uses those above it:
 *
 * <ol>
 *   <li>{@code graph} and {@code walk}: the algorithm as a value, and ways through it.
 *   <li>{@code settings}: how it runs.
 *   <li>{@code state}, {@code functions} and {@code link}: its functions are found, checked and
 *       made callable.
 *   <li>{@code mapping}: each call gets a section.
 *   <li>{@code code}: the interfaces between the code of a section and an engine.
 *   <li>{@code engine}: sections on threads.
 *   <li>{@code lower}: graph and mapping become steps and arcs.
 *   <li>{@code generate}: the steps of a section become a class.
 *   <li>This package: {@code Assembly} connects all of them for a run. {@code Interpreter} defines
 *       the meaning of a graph, {@code Picture} and {@code Picture…} draw it, {@code Publication}
 *       passes its values to a subscriber.
 * </ol>
 *
 * <p>Null where a method does not allow it is a {@link java.lang.NullPointerException} at once.
 */
package dev.hocket.flow;
