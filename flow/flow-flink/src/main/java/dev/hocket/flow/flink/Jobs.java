package dev.hocket.flow.flink;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;

/** What a cluster does with jobs, wherever it is. */
interface Jobs {
  JobID submit(JobGraph job) throws InterruptedException, ExecutionException;

  /** Completes when the job has ended. */
  CompletableFuture<JobResult> result(JobID id);

  CompletableFuture<JobStatus> status(JobID id);

  CompletableFuture<?> cancel(JobID id);

  /**
   * The number of packets whose values have been made, as the tasks have reported it last.
   *
   * @param loader finds the classes of reports
   */
  CompletableFuture<Long> packets(JobID id, ClassLoader loader);

  /** Stops a job with a savepoint in a folder, and completes with its address. */
  CompletableFuture<String> stop(JobID id, Path folder);

  /** The address of the cluster's page. */
  String address() throws InterruptedException, ExecutionException;

  /** Whether tasks run in other JVMs than this. */
  boolean isElsewhere();

  void close() throws Exception;
}
