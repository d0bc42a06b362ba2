package dev.hocket.directives.region;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The early end of a region and its work-sharing constructs, by an exception or by {@code cancel}.
 * All threads of the team read it; each thread keeps its own exception itself.
 */
public final class Outcome {
  private static final long NOWHERE = Long.MAX_VALUE;

  /**
   * The early end of a construct.
   *
   * @param failedAt the first iteration of the first failed chunk, or NOWHERE
   * @param isCancelled whether the iterations that have not begun are cancelled
   */
  private record End(long failedAt, boolean isCancelled) {
    End and(End other) {
      return new End(Math.min(failedAt, other.failedAt), isCancelled || other.isCancelled);
    }
  }

  private static final End NONE = new End(NOWHERE, false);

  /** The early ends by number of construct; null if no construct has ended early. */
  private volatile Map<Long, End> constructs;

  private volatile boolean isCancelled;
  private volatile Throwable failure;
  private int failedThread;

  /** Whether the threads must leave the region at the next place where they check. */
  public boolean isEarly() {
    return failure != null || isCancelled;
  }

  public boolean hasFailed() {
    return failure != null;
  }

  public void cancel() {
    isCancelled = true;
  }

  public boolean isCancelled() {
    return isCancelled;
  }

  /** Records the exception with which a thread's code has ended. */
  public synchronized void fail(int thread, Throwable thrown) {
    if (failure == null) {
      failedThread = thread;
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }

  /** The exception that the region throws after its end, or null. */
  public Throwable failure() {
    return failure;
  }

  /** Whether a thread other than the encountering one has failed. */
  public boolean hasFailedElsewhere() {
    return failedThread != 0;
  }

  public void failConstruct(long construct, long firstIteration) {
    end(construct, new End(firstIteration, false));
  }

  public void cancelConstruct(long construct) {
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

  public boolean hasConstructFailed(long construct) {
    return of(construct).failedAt != NOWHERE;
  }

  /** Whether the chunk that begins at this iteration comes after a failed one. */
  public boolean hasConstructFailedBefore(long construct, long firstIteration) {
    return of(construct).failedAt < firstIteration;
  }

  public boolean isConstructCancelled(long construct) {
    return of(construct).isCancelled;
  }

  /** Whether no thread may begin further iterations of a loop without order. */
  public boolean isConstructEarly(long construct) {
    return of(construct) != NONE;
  }
}
