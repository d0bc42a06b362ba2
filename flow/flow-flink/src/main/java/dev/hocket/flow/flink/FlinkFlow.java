package dev.hocket.flow.flink;

import dev.hocket.flow.Flow;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.mapping.Bound;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * A flow as a job of Apache Flink: the same algorithm and functions, with the settings of the job.
 * Immutable; several runs may be active at a time. The result is that of the local engine.
 *
 * <p>The job saves the positions of the sources and the state of the functions again and again.
 * After a failure it continues from what it saved last, so that each packet counts once in the
 * state and in {@link #writeTo files}. What functions do outside happens at least once.
 *
 * <pre>{@code
 * FlinkFlow job = FlinkFlow.of(flow).checkpoints(Duration.ofSeconds(10)).writeTo(Path.of("words"));
 * try (FlinkCluster cluster = FlinkCluster.embedded(4)) {
 *   Object result = cluster.start(job).await();
 * }
 * }</pre>
 */
public final class FlinkFlow {
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final int RESTARTS = 3;

  private final Bound flow;
  private final Settings settings;

  /**
   * The settings of a job.
   *
   * @param interval the time between two checkpoints; null if nothing is saved
   * @param savepoint where the job continues; null to begin at the beginning
   * @param sink gets the values of all packets; null for none
   * @param restarts how often the job continues after a failure
   * @param pause how long it waits before it continues; null for none in this JVM, and for pauses
   *     that grow on a session cluster
   */
  record Settings(Duration interval, String savepoint, Path sink, int restarts, Duration pause) {
    Settings saving(Duration changed) {
      return new Settings(changed, savepoint, sink, restarts, pause);
    }

    Settings from(String changed) {
      return new Settings(interval, changed, sink, restarts, pause);
    }

    Settings to(Path changed) {
      return new Settings(interval, savepoint, changed, restarts, pause);
    }

    Settings restarting(int most, Duration changed) {
      return new Settings(interval, savepoint, sink, most, changed);
    }
  }

  private FlinkFlow(Bound flow, Settings settings) {
    this.flow = flow;
    this.settings = settings;
  }

  /**
   * Makes a job of a flow.
   *
   * @param flow the algorithm with its settings
   * @return a job that saves its state every ten seconds, and continues after three failures
   */
  public static FlinkFlow of(Flow flow) {
    return new FlinkFlow(Bound.of(flow), new Settings(INTERVAL, null, null, RESTARTS, null));
  }

  /**
   * Saves nothing: the first failure ends the job. Then sources need not be able to begin again,
   * and state may be anything.
   *
   * @return a changed job
   */
  public FlinkFlow atMostOnce() {
    return new FlinkFlow(flow, settings.saving(null).restarting(0, null));
  }

  /**
   * Chooses how often the job saves its state.
   *
   * @param interval the time between two checkpoints, at least 10 ms
   * @return a changed job
   */
  public FlinkFlow checkpoints(Duration interval) {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(interval + " between checkpoints; give 10 ms or more");
    }
    return new FlinkFlow(flow, settings.saving(interval));
  }

  /**
   * Chooses how often the job continues after a failure, before the failure ends it. On a session
   * cluster a lost machine is a failure, and so is each attempt to continue while its place is
   * vacant. There the job waits 2, 20 and 200 seconds before it continues, and then five minutes
   * each time; failures before ten minutes without one no longer count. On an embedded cluster it
   * does not wait, and all failures count.
   *
   * @param most the number of times
   * @return a changed job
   */
  public FlinkFlow restarts(int most) {
    return restarting(most, null);
  }

  /**
   * Chooses how often the job continues after a failure, and how long it waits before each time.
   * All failures of the job count.
   *
   * @param most the number of times
   * @param pause the wait; zero for none
   * @return a changed job
   */
  public FlinkFlow restarts(int most, Duration pause) {
    if (pause.isNegative()) {
      throw new IllegalArgumentException("a pause of " + pause + "; give 0 or more");
    }
    return restarting(most, pause);
  }

  private FlinkFlow restarting(int most, Duration pause) {
    if (most < 0) {
      throw new IllegalArgumentException(most + " restarts; give 0 or more");
    }
    return new FlinkFlow(flow, settings.restarting(most, pause));
  }

  /**
   * Continues from a savepoint, which {@link FlinkRun#stop} has made of the same algorithm.
   *
   * @param savepoint its address
   * @return a changed job
   */
  public FlinkFlow from(String savepoint) {
    return new FlinkFlow(flow, settings.from(Objects.requireNonNull(savepoint, "savepoint")));
  }

  /**
   * Writes the value of each packet as a line of text to files in a folder. A file is complete, and
   * loses the dot at the begin of its name, at the next checkpoint.
   *
   * @param folder the folder, which is made if it is missing; it must be empty, unless the job
   *     continues {@linkplain #from from} the savepoint of a job that has written there
   * @return a changed job
   */
  public FlinkFlow writeTo(Path folder) {
    return new FlinkFlow(flow, settings.to(Objects.requireNonNull(folder, "folder")));
  }

  /**
   * Runs the job on a cluster of its own in this JVM, and waits for the result.
   *
   * @return the result; an exception of a function is thrown as it is
   * @throws FlowException if something in the flow has no counterpart on a cluster
   */
  public Object run() {
    // What is refused is refused before a cluster starts.
    Program program = program(/* isElsewhere= */ false);
    try (FlinkCluster cluster = FlinkCluster.embedded(Job.slots(program))) {
      return cluster.start(program, settings).await();
    } finally {
      program.close();
    }
  }

  /**
   * Checks the job and makes its program.
   *
   * @param isElsewhere whether tasks run in other JVMs
   */
  Program program(boolean isElsewhere) {
    if (settings.savepoint() != null && settings.interval() == null) {
      throw new FlowException(
          flow.graph().position(),
          "a job that saves nothing (at most once) cannot continue from "
              + settings.savepoint()
              + "; leave out one of the two");
    }
    if (settings.savepoint() != null) {
      savepoint().checkExists();
    } else if (settings.sink() != null) {
      Savepoint.checkEmpty(settings.sink(), flow.graph().position());
    }
    return Program.make(flow, settings.interval() != null, isElsewhere);
  }

  private Savepoint savepoint() {
    return new Savepoint(settings.savepoint(), flow.graph().position());
  }

  Settings settings() {
    return settings;
  }
}
