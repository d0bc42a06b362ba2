package dev.hocket.bench.auctions;

import dev.hocket.bench.auctions.FlinkWords.Cell;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.flink.FlinkCluster;
import dev.hocket.flow.flink.FlinkFlow;
import dev.hocket.flow.flink.FlinkRun;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Compares, on Apache Flink, flows with programs that are written by hand in its DataStream API: a
 * word count over a text of some size, and how long it takes to save a state of some size, to
 * continue with it, and to recover from a failure.
 */
public final class FlinkState {
  /** The bytes of the text; at full size the measurement takes half an hour. */
  private static final long TEXT = Long.getLong("hocket.bytes", 1_000_000_000);

  private static final long MEGABYTE = 1_000_000;

  /** The largest state, in megabytes. */
  private static final long LARGEST = Long.getLong("hocket.state", 1_000);

  private static final int QUICK_PART = 10_000;
  private static final int MOST_ROUNDS = 3;
  private static final int SUBTASKS = 2;
  private static final Library LIBRARY = Library.of(FlinkQueries.class, FlinkWords.class);

  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration LOOK = Duration.ofMillis(10);

  private static final Talk TALK = new Talk();

  private FlinkState() {}

  /** A promise, which lets tasks use what the measurement waits for. */
  @Retention(RetentionPolicy.RUNTIME)
  private @interface Immutable {}

  /** What the measurement and the tasks say to each other. */
  @Immutable
  private static final class Talk {
    private volatile CountDownLatch first = new CountDownLatch(0);
    private volatile CountDownLatch all = new CountDownLatch(0);
    private volatile boolean isToFail;

    /** Expects that each cell is touched for the first time since it was made or read. */
    void expect(int cells) {
      first = new CountDownLatch(1);
      all = new CountDownLatch(cells);
    }

    void touched() {
      first.countDown();
      all.countDown();
    }
  }

  /** Notes that a task touches a cell for the first time since the cell was made or read. */
  static void touched() {
    TALK.touched();
  }

  /** Fails, once, if the measurement wants a failure. */
  static void fail() {
    if (TALK.isToFail) {
      TALK.isToFail = false;
      throw new IllegalStateException("on purpose");
    }
  }

  public static void run(Settings settings) throws Exception {
    try (FlinkCluster cluster = FlinkCluster.embedded(NexmarkOnFlink.SLOTS)) {
      MiniCluster own = NexmarkOnFlink.cluster();
      try {
        words(settings, cluster, own);
        states(settings, cluster, own);
      } finally {
        own.close();
      }
    }
  }

  // --- the word count

  private static void words(Settings settings, FlinkCluster cluster, MiniCluster own)
      throws Exception {
    long words = (settings.isQuick() ? TEXT / QUICK_PART : TEXT) / FlinkWords.BYTES;
    long expected = inALoop(words);
    for (int degree : settings.isQuick() ? List.of(2) : NexmarkOnFlink.ALL) {
      Map<String, NexmarkOnFlink.Way> ways = new LinkedHashMap<>();
      ways.put(
          "a flow on Flink",
          items -> (long) cluster.start(FlinkFlow.of(counted(degree, items)).atMostOnce()).await());
      ways.put("the DataStream API by hand", items -> counted(own, degree, items));
      ways.put("the flow on the local engine", items -> (long) counted(degree, items).run());
      String title =
          "word count over "
              + words * FlinkWords.BYTES
              + " bytes in "
              + degree
              + " subtasks, per word";
      NexmarkOnFlink.race(title, ways, words, expected)
          .run(settings.isQuick() ? 0 : 1, rounds(settings), settings.seed());
    }
  }

  private static int rounds(Settings settings) {
    return settings.isQuick() ? 1 : settings.withAtMost(MOST_ROUNDS).rounds();
  }

  private static long inALoop(long words) {
    Map<String, Long> counts = new HashMap<>();
    long sum = 0;
    for (long i = 0; i < words; i++) {
      sum += counts.merge(FlinkWords.word(i), 1L, Long::sum);
    }
    return sum;
  }

  private static Flow counted(int degree, long words) {
    return Flow.define(
        "words",
        LIBRARY,
        f -> {
          Definition.Value word = f.call("words", words);
          return f.call("sum", f.byKey(degree, word, w -> w, w -> f.call("count", w)));
        });
  }

  private static long counted(MiniCluster cluster, int degree, long words) throws Exception {
    StreamExecutionEnvironment environment = environment();
    environment
        .fromSequence(0, words - 1)
        .map(FlinkWords::word)
        .returns(Types.STRING)
        .keyBy(word -> word, Types.STRING)
        .map(new Counting())
        .returns(Types.LONG)
        .setParallelism(degree)
        .map(new NexmarkOnFlink.Adding())
        .returns(Types.LONG)
        .sinkTo(new DiscardingSink<>());
    return NexmarkOnFlink.sum(cluster, environment);
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    environment.getConfig().enableObjectReuse();
    return environment;
  }

  /** Counts words in a field, as nothing is saved. */
  private static final class Counting extends RichMapFunction<String, Long> {
    private static final long serialVersionUID = 1L;

    private transient Map<String, Long> counts;

    @Override
    public void open(OpenContext context) {
      counts = new HashMap<>();
    }

    @Override
    public Long map(String word) {
      return counts.merge(word, 1L, Long::sum);
    }
  }

  // --- states

  /** A program that has a state of some cells, in one of two ways. */
  private interface Job {
    /** Starts the program, from a savepoint unless that is null; its files are in a folder. */
    void start(int cells, String savepoint, Path folder) throws Exception;

    /** Waits until its cluster knows that all tasks run; before, it makes no savepoint. */
    void awaitRunning() throws Exception;

    /** Stops it; returns the savepoint. */
    String stop(Path folder) throws Exception;

    void cancel() throws Exception;
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void states(Settings settings, FlinkCluster cluster, MiniCluster own)
      throws Exception {
    long largest = settings.isQuick() ? 1 : LARGEST;
    for (long megabytes = 1; megabytes <= largest; megabytes *= 10) {
      int cells = Math.toIntExact(megabytes * MEGABYTE / Cell.BYTES);
      String state = "a state of " + megabytes + " MB in " + SUBTASKS + " subtasks";
      Race race =
          new Race(
              "to stop with a savepoint, " + state,
              "to the first packet from there, " + state,
              "from a failure to the first packet, " + state);
      race.withAll("a flow on Flink", () -> figures(new OfFlow(cluster), cells));
      race.withAll("the DataStream API by hand", () -> figures(new ByHand(own), cells));
      race.run(settings.isQuick() ? 0 : 1, rounds(settings), settings.seed());
    }
  }

  /**
   * Measures how long it takes to stop with a savepoint, to continue from there, and to continue
   * after a failure of a task.
   */
  private static double[] figures(Job job, int cells) throws Exception {
    Path folder = Files.createTempDirectory("hocket-state");
    try {
      TALK.expect(cells);
      job.start(cells, null, folder);
      TALK.all.await();
      job.awaitRunning();
      long begin = System.nanoTime();
      String savepoint = job.stop(folder);
      double stopping = System.nanoTime() - begin;
      double continuing = toFirstPacket(cells, () -> job.start(cells, savepoint, folder));
      TALK.all.await();
      double recovering = toFirstPacket(cells, () -> TALK.isToFail = true);
      job.cancel();
      return new double[] {stopping, continuing, recovering};
    } finally {
      delete(folder);
    }
  }

  private static double toFirstPacket(int cells, Action action) throws Exception {
    TALK.expect(cells);
    long begin = System.nanoTime();
    action.run();
    TALK.first.await();
    return System.nanoTime() - begin;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A flow. */
  private static final class OfFlow implements Job {
    private final FlinkCluster cluster;
    private FlinkRun run;

    OfFlow(FlinkCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void start(int cells, String savepoint, Path folder) {
      Flow flow =
          Flow.define(
                  "cells",
                  LIBRARY,
                  f -> {
                    Definition.Value numbers = f.call("numbers", Long.MAX_VALUE);
                    Definition.Value cell = f.call("cell", numbers, (long) cells);
                    return f.byKey(SUBTASKS, cell, c -> c, c -> f.call("touch", c));
                  })
              .result(Results.NONE);
      FlinkFlow job = FlinkFlow.of(flow).checkpoints(NEVER).restarts(1);
      run = cluster.start(savepoint == null ? job : job.from(savepoint));
    }

    @Override
    public void awaitRunning() {
      // To stop such a run waits for its tasks.
    }

    @Override
    public String stop(Path folder) {
      String savepoint = run.stop(folder);
      end();
      return savepoint;
    }

    @Override
    public void cancel() {
      run.cancel();
      end();
    }

    private void end() {
      try {
        run.await();
      } catch (CancellationException e) {
        // It has no result.
      }
    }
  }

  /** The same by hand, with Flink's state for each key, on the heap. */
  private static final class ByHand implements Job {
    private final MiniCluster cluster;
    private JobGraph job;

    ByHand(MiniCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void start(int cells, String savepoint, Path folder) throws Exception {
      StreamExecutionEnvironment environment = environment();
      environment.enableCheckpointing(NEVER.toMillis());
      Configuration configuration = new Configuration();
      configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
      configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
      environment.configure(configuration);
      DataStream<Long> cell =
          environment
              .fromSequence(0, Long.MAX_VALUE - 1)
              .uid("numbers")
              .map(number -> FlinkWords.cell(number, cells))
              .returns(Types.LONG);
      cell.keyBy(c -> c, Types.LONG)
          .map(new Touching(cells))
          .uid("cells")
          .returns(Types.LONG)
          .setParallelism(SUBTASKS)
          .sinkTo(new DiscardingSink<>())
          .setParallelism(1);
      job = environment.getStreamGraph().getJobGraph(FlinkState.class.getClassLoader());
      if (savepoint != null) {
        job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint));
      }
      cluster.submitJob(job).get();
    }

    @Override
    public void awaitRunning() throws Exception {
      while (!isRunning()) {
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }

    private boolean isRunning() throws Exception {
      for (AccessExecutionVertex task :
          cluster.getExecutionGraph(job.getJobID()).get().getAllExecutionVertices()) {
        if (task.getExecutionState() != ExecutionState.RUNNING) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String stop(Path folder) throws Exception {
      String savepoint =
          cluster
              .stopWithSavepoint(
                  job.getJobID(), folder.toUri().toString(), false, SavepointFormatType.NATIVE)
              .get();
      cluster.requestJobResult(job.getJobID()).get();
      return savepoint;
    }

    @Override
    public void cancel() throws Exception {
      cluster.cancelJob(job.getJobID()).get();
      cluster.requestJobResult(job.getJobID()).get();
    }
  }

  /** Changes cells. */
  private static final class Touching extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final int cells;
    private transient BitSet touched;
    private transient ValueState<byte[]> content;
    private transient ValueState<Long> count;

    Touching(int cells) {
      this.cells = cells;
    }

    @Override
    public void open(OpenContext context) {
      touched = new BitSet(cells);
      content =
          getRuntimeContext()
              .getState(
                  new ValueStateDescriptor<>(
                      "content", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public Long map(Long cell) throws Exception {
      fail();
      byte[] bytes = content.value() == null ? new byte[Cell.BYTES] : content.value();
      long touches = (count.value() == null ? 0 : count.value()) + 1;
      bytes[(int) (touches % Cell.BYTES)]++;
      content.update(bytes);
      count.update(touches);
      if (!touched.get((int) (long) cell)) {
        touched.set((int) (long) cell);
        touched();
      }
      return touches;
    }
  }
}
