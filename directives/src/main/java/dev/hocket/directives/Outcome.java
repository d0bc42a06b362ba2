package dev.hocket.directives;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How a region and the work-sharing constructs in it end before their code does: by an exception or
 * by {@code cancel}. All threads of the team ask here; what each of them has thrown itself, it
 * knows.
 */
final class Outcome {
  private static final long NOWHERE = Long.MAX_VALUE;

  /**
   * The early end of a construct.
   *
   * @param failedAt the first iteration of the first chunk that has failed, or NOWHERE
   * @param isCancelled whether the iterations that have not begun are cancelled
   */
  private record End(long failedAt, boolean isCancelled) {
    End and(End other) {
      return new End(Math.min(failedAt, other.failedAt), isCancelled || other.isCancelled);
    }
  }

  private static final End NONE = new End(NOWHERE, false);

  /** By the number of the construct; null while all constructs end as they should. */
  private volatile Map<Long, End> constructs;

  private volatile boolean isCancelled;
  private volatile Throwable failure;
  private int failedThread;

  /** Whether the threads leave the region at the next place where they look. */
  boolean isEarly() {
    return failure != null || isCancelled;
  }

  boolean hasFailed() {
    return failure != null;
  }

  void cancel() {
    isCancelled = true;
  }

  boolean isCancelled() {
    return isCancelled;
  }

  /** Records the exception with which the code of a thread has ended. */
  synchronized void fail(int thread, Throwable thrown) {
    if (failure == null) {
      failedThread = thread;
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }

  /** The exception that the region throws after its end; or null. */
  Throwable failure() {
    return failure;
  }

  /** Whether it was not the thread that has encountered the region. */
  boolean hasFailedElsewhere() {
    return failedThread != 0;
  }

  void failConstruct(long construct, long firstIteration) {
    end(construct, new End(firstIteration, false));
  }

  void cancelConstruct(long construct) {
    end(construct, new End(NOWHERE, true));
  }

  private synchronized void end(long construct, End end) {
    Map<Long, End> all = constructs == null ? new ConcurrentHashMap<>() : constructs;
    all.merge(construct, end, End::and);
    constructs = all;
  }

  private End of(long construct) {
    Map<Long, End> all = constructs;
    return all == null ? NONE : all.getOrDefault(construct, NONE);
  }

  boolean hasConstructFailed(long construct) {
    return of(construct).failedAt != NOWHERE;
  }

  /** Whether the chunk that begins at this iteration comes after a failed one. */
  boolean hasConstructFailedBefore(long construct, long firstIteration) {
    return of(construct).failedAt < firstIteration;
  }

  boolean isConstructCancelled(long construct) {
    return of(construct).isCancelled;
  }

  /** Whether no thread begins further iterations of a loop without order. */
  boolean isConstructEarly(long construct) {
    return of(construct) != NONE;
  }
}
