package dev.hocket.flow.flink;

import dev.hocket.flow.walk.Thrown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.ExceptionUtils;

/** One run of a job. Any thread may call its methods. */
public final class FlinkRun {
  /** How long tasks may take to begin, also after a failure, before a savepoint is given up. */
  private static final Duration START_GRACE = Duration.ofMinutes(1);

  private static final Duration RETRY = Duration.ofMillis(50);

  private final MiniCluster cluster;
  private final JobID id;
  private final Program program;

  FlinkRun(MiniCluster cluster, JobID id, Program program) {
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
      JobResult result = cluster.requestJobResult(id).get();
      JobStatus status = result.getJobStatus().orElse(null);
      if (status == JobStatus.FINISHED && program.hasResult()) {
        return program.result();
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

  /** Returns whether the job is over, for tests. */
  boolean hasEnded() {
    return cluster.getJobStatus(id).thenApply(JobStatus::isGloballyTerminalState).join();
  }

  /** What has failed the job: the exception of a function, or one of Flink's. */
  private RuntimeException failure(JobResult result) {
    Throwable ofFlink =
        result
            .getSerializedThrowable()
            .map(failed -> failed.deserializeError(program.loader()))
            .orElse(null);
    for (Throwable t = ofFlink; t != null; t = t.getCause()) {
      Throwable thrown = program.original(t);
      if (thrown != null) {
        return Thrown.sneak(thrown);
      }
    }
    return new IllegalStateException("the job has failed: " + ofFlink, ofFlink);
  }

  /** Stops the job, and drops the packets in flight. */
  public void cancel() {
    cluster.cancelJob(id);
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
        return cluster
            .stopWithSavepoint(
                id,
                folder.toAbsolutePath().toUri().toString(),
                false,
                SavepointFormatType.CANONICAL)
            .get();
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

  /** Returns whether no savepoint was made because tasks have not begun yet. */
  private static boolean isStarting(Throwable failure) {
    return ExceptionUtils.findThrowable(failure, CheckpointException.class)
        .map(CheckpointException::getCheckpointFailureReason)
        .filter(reason -> reason == CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING)
        .isPresent();
  }
}
