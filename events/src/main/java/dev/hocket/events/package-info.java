/**
 * First-class events: communications that compose, synchronous ({@link dev.hocket.events.Event}) as
 * in Concurrent ML, and asynchronous ({@link dev.hocket.events.AsyncEvent}) as in paper 4,
 * "Composable Asynchronous Events".
 *
 * <p>How it is built, from the bottom up. Each of these packages is below the next ones, and none
 * is exported; their own descriptions have more detail:
 *
 * <ol>
 *   <li>{@code threads} makes threads.
 *   <li>{@code waiting}: ports, which are locks; the waiters in their queues; and the state word of
 *       a synchronisation, by which it commits to a branch.
 *   <li>{@code steps}: the handling of a branch's value after the commit.
 *   <li>{@code choice}: operations, and the protocol that commits to exactly one of several. The
 *       head of {@code Choice} describes it.
 *   <li>{@code channels}, {@code variables} and {@code timers}: the operations, with the state that
 *       they work on.
 * </ol>
 *
 * <p>This package has the classes that programs use. An {@link dev.hocket.events.Event} is one of a
 * few forms: {@code Primitive}, which is an operation, or a combinator of {@code SyncEvents}.
 * {@code BranchCollector} runs the guards of an event and turns it into a flat list of branches,
 * the input of {@code choice}. {@link dev.hocket.events.AsyncEvent} has combinators of its own,
 * {@code AsyncEvents}. A {@link dev.hocket.events.Channel} or {@link dev.hocket.events.IVar} makes
 * events of the operations of its state. {@link dev.hocket.events.Mailbox}, {@link
 * dev.hocket.events.Multicast}, {@link dev.hocket.events.Rpc} and {@link dev.hocket.events.Scope}
 * are built on these classes alone.
 *
 * <p>Guarantees for every program: a synchronisation commits to exactly one branch, or throws
 * without any effect; if a branch is ready, it does not wait; branches of one synchronisation never
 * meet each other; a channel serves all in the order of arrival; branches that are not chosen leave
 * nothing behind. None of this holds for a channel in whose operation a {@code StackOverflowError}
 * was thrown: its lock may never be released.
 *
 * <p>These rules hold for all methods, unless their documentation states otherwise:
 *
 * <ul>
 *   <li><em>Threads</em>: any thread may call a method, a platform thread, a virtual one or that of
 *       an event loop, and several at the same time.
 *   <li><em>Waiting</em>: a method waits only if it declares {@link
 *       java.lang.InterruptedException}. A thread of a {@link dev.hocket.core.Worker} passes its
 *       permit on when it parks, so the other blocks of its target run meanwhile; if 4,000 threads
 *       of the worker already wait, it throws an {@link java.lang.IllegalStateException} instead.
 *       The thread of an event loop never waits: instead, it throws an {@code
 *       IllegalStateException}. When these are thrown guards have run, but nothing was sent,
 *       received or left anywhere. The exception is an action that begins to wait after the commit
 *       and is no {@link dev.hocket.events.WaitingAction}.
 *   <li><em>Errors</em>: a null argument that is not allowed causes a {@link
 *       java.lang.NullPointerException} at once. Exceptions about the end of a channel or missing
 *       room name the channel, and the branch of a choice.
 *   <li><em>Cost</em>: constant time for each branch, amortized, and logarithmic in the number of
 *       waits for a time. Writing a variable, ending a channel and sending to a multicast take time
 *       in proportion to the waiters that are woken; making and carrying out a nested event uses
 *       stack in proportion to its depth.
 * </ul>
 */
package dev.hocket.events;
