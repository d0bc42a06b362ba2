package dev.hocket.flow.flink;

import dev.hocket.flow.Engine;
import dev.hocket.flow.Flow;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs all flows of a program on a cluster, for the command line. It takes its settings from system
 * properties:
 *
 * <ul>
 *   <li>{@code hocket.flink.at-most-once}: save nothing
 *   <li>{@code hocket.flink.checkpoints}: the seconds between two checkpoints
 *   <li>{@code hocket.flink.from}: the savepoint to continue from
 *   <li>{@code hocket.flink.out}: the folder for the values of all packets
 *   <li>{@code hocket.flink.savepoints}: the folder for the savepoint that Ctrl-C makes
 *   <li>{@code hocket.flink.cluster}: the cluster to use, as HOST:PORT, instead of one in this JVM
 *   <li>{@code hocket.flink.jar}: the program's classes, for that cluster
 * </ul>
 */
public final class FlinkEngine implements Engine {
  private static final String PROPERTIES = "hocket.flink.";
  private static final int PATIENCE_MILLIS = 10_000;

  /** The flows that have taken a savepoint or a folder, by its name. */
  private static final Map<String, String> TAKEN = new ConcurrentHashMap<>();

  // The program's own output is on the other stream.
  private final PrintStream out = System.err;

  /** Called by the service loader. */
  public FlinkEngine() {}

  @Override
  public String name() {
    return "flink";
  }

  private static String property(String name) {
    return System.getProperty(PROPERTIES + name);
  }

  private static FlinkFlow job(Flow flow) {
    FlinkFlow job = FlinkFlow.of(flow);
    if (property("checkpoints") != null) {
      job =
          job.checkpoints(
              Duration.ofMillis((long) (1e3 * Double.parseDouble(property("checkpoints")))));
    }
    if (property("at-most-once") != null) {
      job = job.atMostOnce();
    }
    if (property("from") != null) {
      job = job.from(property("from"));
    }
    return property("out") == null ? job : job.writeTo(Path.of(property("out")));
  }

  @Override
  public Object run(Flow flow) {
    FlinkFlow job = job(flow);
    Program program = job.program(property("cluster") != null);
    take(program, "from", "go on from");
    take(program, "out", "write to");
    try (FlinkCluster cluster = cluster(program)) {
      FlinkRun run = cluster.start(program, job.settings());
      String begun =
          "flow "
              + program.bound.graph().name()
              + ": a job of "
              + program.stages.size()
              + (program.stages.size() == 1 ? " stage" : " stages")
              + (property("cluster") == null ? " on a cluster in this JVM, " : " on a cluster, ")
              + run.address();
      try (Progress progress = new Progress(program.bound.graph().name(), run::packets, out)) {
        progress.start();
        return stoppable(run, program, begun);
      }
    } finally {
      program.close();
    }
  }

  private static FlinkCluster cluster(Program program) {
    String place = property("cluster");
    if (place == null) {
      return FlinkCluster.embedded(Job.slots(program));
    }
    int colon = place.lastIndexOf(':');
    try {
      String host = place.substring(0, colon);
      int port = Integer.parseInt(place.substring(colon + 1));
      checkAnswer(host, port);
      return FlinkCluster.session(host, port, List.of(Path.of(property("jar"))));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new FlowException(
          program.bound.graph().position(),
          place + " is no address of a cluster; give HOST:PORT of its page, as in 127.0.0.1:8081");
    } catch (IOException e) {
      throw new FlowException(
          program.bound.graph().position(),
          "no cluster answers at "
              + place
              + " ("
              + e.getMessage()
              + "); start its job manager, or give HOST:PORT of the page of one that runs");
    }
  }

  /** Fails at once where Flink's client would try again for a minute, and not say why. */
  private static void checkAnswer(String host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
    }
  }

  /** Refuses a second flow that would take what another one's run has left for its own. */
  private static void take(Program program, String name, String use) {
    if (property(name) == null) {
      return;
    }
    Graph graph = program.bound.graph();
    String former = TAKEN.putIfAbsent(name + " " + property(name), graph.name());
    if (former != null) {
      program.close();
      throw new FlowException(
          graph.position(),
          "flow "
              + graph.name()
              + " would "
              + use
              + " "
              + property(name)
              + ", which flow "
              + former
              + " does in this program; run each flow as a program of its own, or use FlinkFlow");
    }
  }

  /** Waits for a run that Ctrl-C stops. */
  private Object stoppable(FlinkRun run, Program program, String begun) {
    Runnable stop = () -> stop(run, program);
    Interruption.call(stop);
    // From this line on the user may stop the job.
    out.println(begun);
    try {
      return run.await();
    } catch (RuntimeException stopped) {
      while (Interruption.hasCome()) {
        // The JVM ends when the savepoints of all flows are made.
        LockSupport.park();
      }
      throw stopped;
    } finally {
      Interruption.forget(stop);
    }
  }

  private void stop(FlinkRun run, Program program) {
    String flow = "flow " + program.bound.graph().name() + ": ";
    Path folder = Path.of(property("savepoints") == null ? "savepoints" : property("savepoints"));
    try {
      if (program.saves) {
        out.println(flow + "stopping with a savepoint");
        out.println(flow + "saved; continue with --from " + run.stop(folder));
      } else {
        run.cancelled();
        out.println(flow + "cancelled; a job that saves nothing has no savepoint");
      }
    } catch (IllegalStateException | CompletionException e) {
      String where = property("cluster") == null ? "" : "; the job is still at " + run.address();
      out.println(flow + "no savepoint was made: " + e.getMessage() + where);
    }
  }
}
