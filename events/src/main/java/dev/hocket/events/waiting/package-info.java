/**
 * The waits of synchronisations, and the ways in which they end.
 *
 * <p>{@code Port} is a lock; a {@code WaitQueue} holds the waiters there. A {@code Synchronization}
 * waits: its state word decides, by one compare-and-set, to which branch it commits. A {@code
 * Waiter} is a branch in a queue, of which the first is the {@code Synchronization} itself. The
 * thread that claims one notifies it by {@code Wakes}, when it no longer holds a lock. A waiting
 * thread spins first where that succeeds ({@code AdaptiveSpin}), then it parks in core ({@code
 * ParkingWait}). {@code Registry} and {@code Trace} find the waiters, and the places where they
 * began to wait, for dumps.
 *
 * <p>This package does not know the reasons of waits: operations, channels and actions are above
 * it.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.waiting;
