/**
 * The engine that runs sections on threads. A {@code Section} takes its {@code Step}s in turn on
 * one thread at a time; {@code Arc}s bring packets. A packet in flight is a {@code Token}: the
 * {@code Admission} begins it, from {@code Drawing}s and {@code Supplies}, sections hand it on, the
 * {@code Collector} ends it, and the {@code Execution} counts both ends, stops the run and fails
 * it. {@code Control} implements branches and loops that cross sections, {@code Gate} limits the
 * packets in a part of the graph. The engine does not interpret graphs: it uses positions and calls
 * for messages, settings, and the code behind {@code SectionCode}.
 */
package dev.hocket.flow.engine;
