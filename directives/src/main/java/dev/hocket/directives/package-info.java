/**
 * The run-time library behind the {@code //#omp} directives. {@link dev.hocket.directives.Omp},
 * with {@link dev.hocket.directives.OmpLock} and {@link dev.hocket.directives.Schedule}, is for
 * programmers; only code that Hocket compiled uses the other public classes.
 *
 * <p>The half that leaves the event loop is {@link dev.hocket.directives.TargetBlocks}. The half
 * that uses every core is {@link dev.hocket.directives.Teams}: a region asks core's budget for
 * threads ({@link dev.hocket.core.Region}), hires them ({@code TeamThreads}, {@code TeamThread}),
 * makes a {@code Team} of a {@code Member} for each, and runs its code on all. Constructs inside
 * find the calling thread's member; their shared state is a {@code Share}, and each thread has its
 * own {@link dev.hocket.directives.WorkShare}. Tasks ({@link dev.hocket.directives.Tasks}) run
 * where a member waits: a {@code Task} waits in the {@code TaskDeque} of the thread that has
 * created it, and the team's {@code TaskPool} knows the deques and when all tasks have ended.
 *
 * <p>The package {@code region} below, which is not exported, has state of a region that does not
 * need to know its team.
 */
package dev.hocket.directives;
