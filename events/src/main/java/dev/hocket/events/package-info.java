/**
 * First-class events: communications that compose, synchronous ({@link dev.hocket.events.Event}) as
 * in Concurrent ML, and asynchronous ({@link dev.hocket.events.AsyncEvent}) as in paper 4,
 * "Composable Asynchronous Events".
 *
 * <p>How it is built, from the bottom up:
 *
 * <ol>
 *   <li>{@code Port}: a lock; {@code WaitQueue}: who waits there. A {@link
 *       dev.hocket.events.Channel} is a port with two queues, an {@link dev.hocket.events.IVar} one
 *       with one. {@code Exchange} is the part of a channel behind its methods.
 *   <li>{@code Sync}: one synchronisation that waits; its state word decides, by one
 *       compare-and-set, to which branch it commits. {@code Waiter}: a branch in a queue, of which
 *       the first is the {@code Sync} itself.
 *   <li>{@code BaseEvent}: one way to communicate, tried and waited for under its port's lock.
 *   <li>{@code Forcing} runs the guards of an event and makes a flat list of branches of it, {@code
 *       Forced}; {@code Choice} commits to exactly one of them. Its head is the protocol. {@code
 *       Meeting} is a step of it, in which two choices meet beside the queues of a channel.
 *   <li>{@code Then} is what happens to the value of a branch; {@code After} does it on another
 *       thread, once there is anything to do.
 *   <li>On top, in terms of what programs see: {@link dev.hocket.events.Mailbox}, {@link
 *       dev.hocket.events.Multicast}, {@link dev.hocket.events.Rpc}, {@link
 *       dev.hocket.events.Scope}.
 * </ol>
 *
 * <p>What every program can rely on: a synchronisation commits to exactly one branch, or throws
 * with nothing done; if a branch is ready, it does not wait; branches of one synchronisation never
 * meet each other; a channel serves all in the order of arrival; what lost leaves nothing behind.
 * Nothing of that holds for a channel in whose operation a {@code StackOverflowError} was thrown:
 * who comes next may find it locked for good.
 */
package dev.hocket.events;
