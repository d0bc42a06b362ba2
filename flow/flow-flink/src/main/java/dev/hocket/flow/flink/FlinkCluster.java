package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;

/**
 * A cluster in this JVM, for tests, for trying a job out, and for jobs that one machine can do. It
 * takes some seconds to start. Any thread may call its methods.
 */
public final class FlinkCluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final MiniCluster cluster;
  private final Path folder;

  private FlinkCluster(MiniCluster cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  /**
   * Starts a cluster, which only programs on this machine can reach.
   *
   * @param slots the number of subtasks that may run at a time of each function, for all jobs
   *     together
   * @return a cluster, which keeps checkpoints in a temporary folder until it is closed
   */
  public static FlinkCluster embedded(int slots) {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestOptions.ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    configuration.set(JobManagerOptions.ADDRESS, LOOPBACK);
    configuration.set(TaskManagerOptions.HOST, LOOPBACK);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .setRpcServiceSharing(RpcServiceSharing.SHARED)
                .build());
    try {
      Path folder = Files.createTempDirectory("hocket-flink");
      cluster.start();
      return new FlinkCluster(cluster, folder);
    } catch (Exception e) {
      throw new IllegalStateException("the cluster cannot start: " + e.getMessage(), e);
    }
  }

  /**
   * Starts a job.
   *
   * @param job the job
   * @return the run, which continues in the background
   * @throws FlowException if something in the flow has no counterpart on a cluster
   */
  public FlinkRun start(FlinkFlow job) {
    return start(job.program(), job.settings());
  }

  FlinkRun start(Program program, FlinkFlow.Settings settings) {
    try {
      JobGraph job = Job.of(program, settings, folder.toUri().toString());
      JobID id = cluster.submitJob(job).get().getJobID();
      return new FlinkRun(cluster, id, program);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the job was submitted", e);
    } catch (FlowException e) {
      program.close();
      throw e;
    } catch (ExecutionException e) {
      program.close();
      throw new IllegalStateException("the job cannot start: " + e.getCause(), e.getCause());
    }
  }

  /** Flink's own object, for tests. */
  MiniCluster ofFlink() {
    return cluster;
  }

  /**
   * Returns the address of the cluster's page, if Flink's module for it is on the class path.
   *
   * @return an address on this machine
   */
  public String address() {
    try {
      return cluster.getRestAddress().get().toString();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the cluster has no address: " + e.getMessage(), e);
    }
  }

  /** Stops the cluster with its jobs, and deletes its checkpoints. */
  @Override
  public void close() {
    try {
      cluster.close();
    } catch (Exception e) {
      throw new IllegalStateException("the cluster does not stop: " + e.getMessage(), e);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
