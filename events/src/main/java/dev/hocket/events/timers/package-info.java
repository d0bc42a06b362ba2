/**
 * Waiting for a time: {@code Timers} has a {@code TimerHeap} for each clock and one thread, {@code
 * Timeout} is the operation that is ready at a time, {@code Time} the clocks.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.timers;
