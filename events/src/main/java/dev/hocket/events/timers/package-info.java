/**
 * Waiting for a time: {@code Timers} is a heap of deadlines with one thread, {@code Timeout} the
 * operation that is ready at one of them, {@code Time} the clocks.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.timers;
