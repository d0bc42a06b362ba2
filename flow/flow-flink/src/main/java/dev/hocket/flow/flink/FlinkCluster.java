package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;

/**
 * A cluster that runs jobs: one in this JVM, for tests, for trying a job out, and for jobs that one
 * machine can do, which takes some seconds to start; or a session cluster elsewhere. Any thread may
 * call its methods.
 */
public final class FlinkCluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int ATTEMPTS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Jobs jobs;

  /** The folder of checkpoints; null for that of the cluster. */
  private final Path folder;

  /** Deletes the folder if the JVM ends first; null if there is none. */
  private final Thread hook;

  private FlinkCluster(Jobs jobs, Path folder) {
    this.jobs = jobs;
    this.folder = folder;
    this.hook = folder == null ? null : new Thread(() -> deleteAtTheEnd(folder), "hocket-delete");
    if (hook != null) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /**
   * Connects to a session cluster, whose tasks are in other JVMs. All that functions use goes there
   * with each job: their classes in the jars, values of the surroundings in writing. State is saved
   * where the cluster's configuration says, and files are written where its machines find the
   * folder.
   *
   * @param host where the cluster's page is
   * @param port its port
   * @param jars the classes of the program, Hocket's with them
   * @return the cluster, which goes on when this object is closed
   */
  public static FlinkCluster session(String host, int port, List<Path> jars) {
    try {
      return new FlinkCluster(SessionJobs.to(host, port, jars), null);
    } catch (Exception e) {
      throw new IllegalStateException(
          "cannot connect to " + host + ":" + port + ": " + e.getMessage(), e);
    }
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
    // All is in one JVM, so what does not answer stands still with it, as a busy machine may.
    configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, PATIENCE);
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, PATIENCE);
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
      return new FlinkCluster(new EmbeddedJobs(cluster), folder);
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
    return start(job.program(jobs.isElsewhere()), job.settings());
  }

  FlinkRun start(Program program, FlinkFlow.Settings settings) {
    try {
      String checkpoints = folder == null ? null : folder.toUri().toString();
      JobID id = jobs.submit(Job.of(program, settings, checkpoints));
      return new FlinkRun(jobs, id, program);
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
    return ((EmbeddedJobs) jobs).cluster();
  }

  /**
   * Returns the address of the cluster's page, if Flink's module for it is on the class path.
   *
   * @return an address on this machine
   */
  public String address() {
    try {
      return jobs.address();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the cluster has no address: " + e.getMessage(), e);
    }
  }

  /**
   * Stops an embedded cluster with its jobs, and deletes its checkpoints; leaves a session cluster
   * with its jobs alone.
   */
  @Override
  public void close() {
    try {
      jobs.close();
    } catch (Exception e) {
      throw new IllegalStateException("the cluster does not stop: " + e.getMessage(), e);
    } finally {
      if (folder != null) {
        delete();
      }
    }
  }

  private void delete() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook runs already.
      return;
    }
    try {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the folder of a cluster that is still running, so new files may come meanwhile. */
  private static void deleteAtTheEnd(Path folder) {
    for (int attempt = 0; attempt < ATTEMPTS && Files.exists(folder); attempt++) {
      try {
        delete(folder);
      } catch (IOException | UncheckedIOException e) {
        // A checkpoint has written or deleted a file; the next attempt sees it.
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.deleteIfExists(file);
      }
    }
  }
}
