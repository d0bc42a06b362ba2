package dev.hocket.flow.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;

/**
 * The jobs of a session cluster, which runs elsewhere and for longer than this JVM.
 *
 * @param jars the code of the jobs, which goes along with each
 */
record SessionJobs(RestClusterClient<String> client, List<Path> jars) implements Jobs {
  /** Connects to a cluster; its answer is awaited when the first job starts. */
  static SessionJobs to(String host, int port, List<Path> jars) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.ADDRESS, host);
    configuration.set(RestOptions.PORT, port);
    return new SessionJobs(
        new RestClusterClient<>(configuration, host + ":" + port), List.copyOf(jars));
  }

  @Override
  public JobID submit(JobGraph job) throws InterruptedException, ExecutionException {
    for (Path jar : jars) {
      job.addJar(new org.apache.flink.core.fs.Path(jar.toUri()));
    }
    return client.submitJob(job).get();
  }

  @Override
  public CompletableFuture<JobResult> result(JobID id) {
    return client.requestJobResult(id);
  }

  @Override
  public CompletableFuture<JobStatus> status(JobID id) {
    return client.getJobStatus(id);
  }

  @Override
  public CompletableFuture<?> cancel(JobID id) {
    return client.cancel(id);
  }

  @Override
  public CompletableFuture<Long> packets(JobID id, ClassLoader loader) {
    return client
        .getAccumulators(id, loader)
        .thenApply(reports -> (Long) reports.getOrDefault(ResultOperator.PACKETS, 0L));
  }

  @Override
  public CompletableFuture<String> stop(JobID id, Path folder) {
    return client.stopWithSavepoint(
        id, false, folder.toAbsolutePath().toUri().toString(), SavepointFormatType.CANONICAL);
  }

  @Override
  public String address() {
    return client.getWebInterfaceURL();
  }

  @Override
  public boolean isElsewhere() {
    return true;
  }

  @Override
  public void close() {
    client.close();
  }
}
