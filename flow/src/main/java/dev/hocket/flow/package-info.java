/**
 * Implicit dataflow (paper 3): a sequential algorithm that calls functions with state becomes a
 * graph, which runs in parallel with the results of the sequential program.
 *
 * <p>How it is built, in the order in which an algorithm passes through it:
 *
 * <ol>
 *   <li>What programs see: {@link dev.hocket.flow.Flow} and its {@link dev.hocket.flow.Run}; the
 *       settings {@link dev.hocket.flow.Sections}, {@link dev.hocket.flow.Arcs}, {@link
 *       dev.hocket.flow.Order}, {@link dev.hocket.flow.Results} and {@link
 *       dev.hocket.flow.Failures}; {@link dev.hocket.flow.Function} and its companions for
 *       functions; {@link dev.hocket.flow.Definition} for algorithms in Java.
 *   <li>The graph is a plain value: {@link dev.hocket.flow.Graph}, {@link dev.hocket.flow.Node},
 *       {@link dev.hocket.flow.Region}, {@link dev.hocket.flow.Argument}. {@code GraphCheck}
 *       refuses what cannot run; {@code Interpreter} defines what a graph means.
 *   <li>{@link dev.hocket.flow.Library} finds functions ({@code PackageScan}, {@code ClassFiles},
 *       {@code LinkedFunction}). {@code StateAnalysis}, with the classes whose names begin with
 *       {@code State}, {@code MethodState} and {@code SafeCalls}, refuses functions that leak their
 *       state.
 *   <li>{@code Mapping} gives each call a section. {@code Sharing}, {@code Mutability} and {@code
 *       Types} find the calls that must share one.
 *   <li>{@code Lowering} turns graph and mapping into {@code Section}s of {@code Step}s and {@code
 *       Arc}s: {@code Elements} and {@code Draft} plan the steps, {@code Control} is the rest of
 *       branches and loops between sections, {@code Sources} connects sources with the {@code
 *       Admission}.
 *   <li>{@code Generation} makes a class of each section: {@code Layout}, {@code Kinds} and {@code
 *       Slots} decide on methods, types and places of values; {@code SectionWriter} and the other
 *       writers write instructions through {@code MethodCode}; {@code Invocations} links the
 *       functions.
 *   <li>At run time a packet is a {@code Frame}: the {@code Admission} begins it, sections hand it
 *       on, the {@code Collector} ends it, and {@link dev.hocket.flow.Run} counts both ends.
 *   <li>{@code Picture} and {@code PictureWriter} draw graphs.
 * </ol>
 *
 * <p>Null where a method does not allow it is a {@link java.lang.NullPointerException} at once.
 */
package dev.hocket.flow;
