// Where to find what. One package, because all of it works on the state of blocks and threads,
// which
// would have to become public between packages.
//
//   What programs call     Target, Targets, Block, Body, Tag, Place, Drain, Blocking, Wait,
//                          UncaughtHandler, DeadlockException
//   Kinds of targets       Worker with WorkerThread, Permits, PoolSize, QueueLength, Reaper and
//                          DefaultSize; VirtualWorker with VirtualThreads; EventLoop with
// LoopDriver,
//                          SwingLoop, FxLoop, AndroidLoop and Optionals
//   A block's life         Life (its state), Listeners, Listener, Failures, StackRoom; Keeper,
//                          LiveThreads and ExitReport (the end of the JVM)
//   Waits                  Parking (how a thread waits), Waits (for blocks), Waiter, Context (what
// is
//                          known of a thread), Deadlocks
//   Suspended handlers     Coroutine with Result, Activations and Frame; Awaited, Suspension,
//                          SuspendedBlocks, Stalled; Resumer, ResumableBody, Overrides
//   Parallel regions       Region, ThreadBudget; SpinHistory (which waits spin before they park)
//   Recordings             Recorder (all that the rest calls), BlockEvent, BlockFields,
//                          UnfinishedBlockEvent, Unfinished, RegionEvent, FlightEvents,
// FlightHooks,
//                          DispatchRecorder, ProcessorTime

/**
 * The substrate of Hocket: a piece of sequential code (a {@link dev.hocket.core.Block}) says where
 * it may run, a {@link dev.hocket.core.Target} runs it there, and a recording shows what happened.
 *
 * <p>What every front end can rely on:
 *
 * <ol>
 *   <li>A block for a target that the current thread belongs to runs in place.
 *   <li>A block never disappears: it completes, fails, is cancelled or is rejected, and the JVM
 *       stays alive while blocks are queued, running or suspended.
 *   <li>A failure surfaces where the block is waited for, as the original object; with no one to
 *       wait, at the target's uncaught handler.
 *   <li>Waiting never starves, for a block or, through {@link dev.hocket.core.Blocking}, for
 *       anything else: pools replace threads that wait, loops run their own blocks, and a virtual
 *       thread leaves its carrier. A call that no partner ends is refused on a loop, and so is one
 *       wait too many of a pool, before anything has happened. A wait for blocks that could not end
 *       throws {@link dev.hocket.core.DeadlockException}; reports name what a block waits for.
 *   <li>Interrupts are honoured at every wait, all or nothing: the wait has ended or it throws, and
 *       an interrupt that it does not throw stays set.
 *   <li>The encounter of a block happens-before the block; the block happens-before the end of
 *       every wait for it.
 * </ol>
 *
 * <p>Only code that Hocket compiled calls {@link dev.hocket.core.Coroutine}, {@link
 * dev.hocket.core.Frame}, {@link dev.hocket.core.ResumableBody}, {@link dev.hocket.core.Resumer}
 * and the methods that take a coroutine.
 */
package dev.hocket.core;
