// Where to find what. The classes of this package share the state of blocks and threads, which
// would have to become public between packages. Code that needs less of it is in the packages
// below, which do not know this one: they get values, or call an interface of their own.
//
//   platform    what the JVM and the JDK offer, or lack
//   loops       the event loops of AWT, JavaFX and Android
//   recording   what JDK Flight Recorder learns
//   pool        the size of a pool, its permits, the length of its queue; Reaper
//   exit        what keeps the JVM alive, and the report when it exits
//
// This package:
//
//   What programs call     Target, Targets, Block, Body, Tag, Place, Drain, Blocking, Wait,
//                          Ends, UncaughtHandler, DeadlockException
//   Kinds of targets       Worker with WorkerThread; VirtualWorker; EventLoop with LoopDriver
//   A block's life         Life (its state), Listeners, Listener, Failures
//   Tags                   TagScope (one run of a method), TagWait
//   Waits                  Parking (how a thread waits), Waits (for blocks), Waiter, Deadlocks,
//                          Context (what is known of a thread)
//   Suspended handlers     Coroutine with Result, Activations and Frame; Awaited, Suspension,
//                          SuspendedBlocks, Stalled; Resumer, ResumableBody
//   Parallel regions       Region, ThreadBudget; SpinHistory (which waits spin before they park)
//   For the recording      Recorder (all that the rest calls), Unfinished; Span with Spans and
//                          TraceParent (the parts of requests); RunTimes (for tuning)
//   For the end            JvmLife (of the JVM), Leftovers (of a target)

/**
 * The basis of Hocket: a piece of sequential code (a {@link dev.hocket.core.Block}) states where it
 * may run, a {@link dev.hocket.core.Target} runs it there, and a recording shows what happened.
 *
 * <p>Guarantees for every front end:
 *
 * <ol>
 *   <li>A block for a target that the current thread belongs to runs in place.
 *   <li>A block never disappears: it completes, fails, is cancelled or is rejected, and the JVM
 *       stays alive while blocks are queued, running or suspended.
 *   <li>A failure is thrown, as the original object, to the code that waits for the block; if no
 *       code waits, it goes to the target's uncaught handler.
 *   <li>Waiting never starves, neither for a block nor, through {@link dev.hocket.core.Blocking},
 *       for anything else: pools replace threads that wait, loops run their own blocks, and a
 *       virtual thread leaves its carrier. A blocking call is refused on a loop, and so is a wait
 *       in a pool that has too many waits already, before it begins. A wait for blocks that could
 *       not end throws {@link dev.hocket.core.DeadlockException}; reports name the reason of a
 *       block's wait.
 *   <li>Every wait reacts to interrupts, all or nothing: the wait has ended or it throws, and an
 *       interrupt that it does not throw stays set.
 *   <li>The encounter of a block happens-before the block; the block happens-before the end of
 *       every wait for it.
 * </ol>
 *
 * <p>Only code that Hocket compiled calls {@link dev.hocket.core.Coroutine}, {@link
 * dev.hocket.core.Frame}, {@link dev.hocket.core.ResumableBody}, {@link dev.hocket.core.Resumer}
 * and the methods that take a coroutine.
 */
package dev.hocket.core;
