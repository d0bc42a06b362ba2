/**
 * The state of a channel: {@code Queues}, with the operations {@code Send} and {@code Receive}. A
 * {@code PendingLimit} bounds the asynchronous sends of a channel that has a {@code Limit}.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.channels;
