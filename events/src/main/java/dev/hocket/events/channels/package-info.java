/**
 * The state of a channel: {@code Queues} of waiters on top of a {@code Ring} of values, with the
 * operations {@code Send} and {@code Receive}. A {@code PendingLimit} bounds the asynchronous sends
 * of a channel that has a {@code Limit}. An {@code Ending} fails the waiters of a closed channel.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.channels;
