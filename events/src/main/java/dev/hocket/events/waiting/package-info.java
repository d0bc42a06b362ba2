/**
 * How synchronisations wait, and how one ends its wait.
 *
 * <p>{@code Port} is a lock; a {@code WaitQueue} holds the waiters there. A {@code Synchronization}
 * is one that waits: its state word decides, by one compare-and-set, to which branch it commits. A
 * {@code Waiter} is a branch in a queue, of which the first is the {@code Synchronization} itself.
 * The thread that claims one notifies it by {@code Wakes}, when it holds no lock any more. A
 * waiting thread spins first where that pays ({@code AdaptiveSpin}), then it parks in core ({@code
 * ParkingWait}). {@code Registry} and {@code Trace} find the waiters, and where they began to wait,
 * for dumps.
 *
 * <p>What waits for what is not known here: operations, channels and actions are above.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.waiting;
