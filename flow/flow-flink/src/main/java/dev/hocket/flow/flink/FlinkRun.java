package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.walk.Thrown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.dispatcher.UnavailableDispatcherOperationException;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.util.ExceptionUtils;

/** One run of a job. Any thread may call its methods. */
public final class FlinkRun {
  /** How long tasks may take to begin, also after a failure, before a savepoint is given up. */
  private static final Duration START_GRACE = Duration.ofMinutes(1);

  private static final Set<JobStatus> BEGINNING =
      EnumSet.of(JobStatus.INITIALIZING, JobStatus.CREATED, JobStatus.RESTARTING);

  private static final Duration RETRY = Duration.ofMillis(50);

  private final Jobs cluster;
  private final JobID id;
  private final Program program;

  FlinkRun(Jobs cluster, JobID id, Program program) {
    this.cluster = cluster;
    this.id = id;
    this.program = program;
  }

  /**
   * Waits for the result.
   *
   * @return the result; what a function has thrown is thrown as it is, if the job has not continued
   *     after it
   * @throws CancellationException if the job was cancelled or stopped; if the calling thread is
   *     interrupted, it cancels the job, and its interrupt status is set
   */
  public Object await() {
    try {
      JobResult result = cluster.result(id).get();
      JobStatus status = result.getJobStatus().orElse(null);
      // A job that a savepoint has stopped is finished, too, but not its last task.
      if (status == JobStatus.FINISHED && !cluster.isElsewhere() && program.hasResult()) {
        return program.result();
      }
      if (status == JobStatus.FINISHED
          && result.getAccumulatorResults().containsKey(ResultOperator.RESULT)) {
        return sent(result);
      }
      if (status == JobStatus.FAILED) {
        throw failure(result);
      }
      throw new CancellationException(
          "flow " + program.bound.graph().name() + " was stopped before its end");
    } catch (InterruptedException e) {
      cancel();
      Thread.currentThread().interrupt();
      throw (CancellationException)
          new CancellationException("interrupted, and the job is cancelled").initCause(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the job is lost: " + e.getCause(), e.getCause());
    } finally {
      program.close();
    }
  }

  /**
   * Returns the address of what the cluster tells about the job: a page for people, if the cluster
   * has Flink's module for it, else text for programs.
   *
   * @return an address
   */
  public String address() {
    try {
      return cluster.address() + (cluster.isElsewhere() ? "/#/job/running/" : "/jobs/") + id;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the cluster has no address: " + e.getMessage(), e);
    }
  }

  /**
   * Returns how far the job has come. Tasks report every ten seconds, and at their end.
   *
   * @return the number of packets whose values have been made, those before a savepoint included
   */
  public long packets() {
    return cluster.packets(id, program.loader()).join();
  }

  /** Returns whether the job is over, for tests. */
  boolean hasEnded() {
    return cluster.status(id).thenApply(JobStatus::isGloballyTerminalState).join();
  }

  /** The result that the last task has sent with its end. */
  private Object sent(JobResult result) {
    try {
      Object sent =
          result
              .getAccumulatorResults()
              .get(ResultOperator.RESULT)
              .deserializeValue(program.loader())
              .getUnchecked();
      return Decoder.read((byte[]) ((List<?>) sent).getFirst(), program.loader());
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the result cannot be read: " + e, e);
    }
  }

  /** What has failed the job: the exception of a function, or one of Flink's. */
  private RuntimeException failure(JobResult result) {
    Throwable ofFlink =
        result
            .getSerializedThrowable()
            .map(failed -> failed.deserializeError(program.loader()))
            .orElse(null);
    for (Throwable t = ofFlink; t != null; t = t.getCause()) {
      Throwable thrown = cluster.isElsewhere() ? reported(t) : program.original(t);
      if (thrown != null) {
        return Thrown.sneak(thrown);
      }
    }
    return new IllegalStateException("the job has failed: " + ofFlink, ofFlink);
  }

  private static Throwable reported(Throwable thrown) {
    return thrown instanceof Program.Reported report
        ? report.getCause()
        : thrown instanceof FlowException mistake ? mistake : null;
  }

  /** Stops the job, and drops the packets in flight. */
  public void cancel() {
    cluster.cancel(id);
  }

  /** Stops the job, and waits until the cluster has heard of it. */
  void cancelled() {
    cluster.cancel(id).join();
  }

  /**
   * Stops the job with a savepoint, from which another run continues: {@link FlinkFlow#from}.
   *
   * @param folder where the savepoint is made, in a folder of its own
   * @return the address of the savepoint
   * @throws IllegalStateException if none can be made, since the job saves nothing for example
   */
  public String stop(Path folder) {
    if (!program.saves) {
      throw new IllegalStateException(
          "flow "
              + program.bound.graph().name()
              + " saves nothing (at most once), so it cannot be stopped with a savepoint; cancel it");
    }
    long end = System.nanoTime() + START_GRACE.toNanos();
    while (true) {
      try {
        return cluster.stop(id, folder).get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the job was stopped", e);
      } catch (ExecutionException e) {
        if (!isStarting(e) || System.nanoTime() - end > 0) {
          throw new IllegalStateException(
              "the job cannot be stopped with a savepoint: " + e.getCause(), e.getCause());
        }
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  /** Returns whether no savepoint was made because the job or its tasks have not begun yet. */
  private boolean isStarting(Throwable failure) {
    return BEGINNING.contains(cluster.status(id).join())
        || ExceptionUtils.findSerializedThrowable(
                failure, CheckpointException.class, program.loader())
            .map(CheckpointException::getCheckpointFailureReason)
            .filter(reason -> reason == CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING)
            .isPresent()
        || ExceptionUtils.findSerializedThrowable(
                failure, UnavailableDispatcherOperationException.class, program.loader())
            .isPresent();
  }
}
