package dev.hocket.flow.flink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;

/** The jobs of a cluster in this JVM. */
record EmbeddedJobs(MiniCluster cluster) implements Jobs {
  @Override
  public JobID submit(JobGraph job) throws InterruptedException, ExecutionException {
    return cluster.submitJob(job).get().getJobID();
  }

  @Override
  public CompletableFuture<JobResult> result(JobID id) {
    return cluster.requestJobResult(id);
  }

  @Override
  public CompletableFuture<JobStatus> status(JobID id) {
    return cluster.getJobStatus(id);
  }

  @Override
  public CompletableFuture<?> cancel(JobID id) {
    return cluster.cancelJob(id);
  }

  @Override
  public CompletableFuture<Long> packets(JobID id, ClassLoader loader) {
    return cluster
        .getExecutionGraph(id)
        .thenApply(graph -> reported(graph.getAccumulatorsSerialized(), loader));
  }

  private static long reported(
      Map<String, SerializedValue<OptionalFailure<Object>>> reports, ClassLoader loader) {
    SerializedValue<OptionalFailure<Object>> report = reports.get(ResultOperator.PACKETS);
    try {
      return report == null ? 0 : (Long) report.deserializeValue(loader).getUnchecked();
    } catch (IOException | ClassNotFoundException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public CompletableFuture<String> stop(JobID id, Path folder) {
    return cluster.stopWithSavepoint(
        id, folder.toAbsolutePath().toUri().toString(), false, SavepointFormatType.CANONICAL);
  }

  @Override
  public String address() throws InterruptedException, ExecutionException {
    return cluster.getRestAddress().get().toString();
  }

  @Override
  public boolean isElsewhere() {
    return false;
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
