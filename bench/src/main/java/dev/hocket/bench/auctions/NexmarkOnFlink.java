package dev.hocket.bench.auctions;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.flink.FlinkCluster;
import dev.hocket.flow.flink.FlinkFlow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Order;
import java.io.Serializable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Compares queries on the events of an auction site as flows on Apache Flink, the same written by
 * hand in its DataStream API, and the same flows on the local engine. Nothing is saved meanwhile.
 */
public final class NexmarkOnFlink {
  private static final long ITEMS = 4_000_000;
  private static final int QUICK_PART = 400;
  private static final int MOST_ROUNDS = 5;
  static final int SLOTS = 8;
  static final List<Integer> ALL = List.of(1, 2, 4, 8);
  private static final String SUM = "sum";
  private static final Library LIBRARY = Library.of(FlinkQueries.class);

  private NexmarkOnFlink() {}

  /** Makes the code of a query, with state of its own, in the task that runs it. */
  private interface Maker extends Serializable {
    LongUnaryOperator make();
  }

  /**
   * A query.
   *
   * @param degrees the numbers of subtasks to try
   * @param isKeyed whether a person selects the subtask, which has state for each person
   */
  private record Query(String name, List<Integer> degrees, boolean isKeyed, Maker maker) {}

  private static List<Query> queries() {
    List<Integer> one = List.of(1);
    return List.of(
        new Query("q0", ALL, false, () -> FlinkQueries::q0),
        new Query("q1", ALL, false, () -> FlinkQueries::q1),
        new Query("q2", ALL, false, () -> FlinkQueries::q2),
        new Query("q3", ALL, true, () -> new FlinkQueries.Offers()::q3),
        new Query("q4", one, false, () -> new FlinkQueries.Prices()::q4),
        new Query("q5", one, false, () -> new FlinkQueries.Bids()::q5),
        new Query("q8", one, false, () -> new FlinkQueries.Registered()::q8));
  }

  /** A way to run a program, which returns the sum of its results. */
  interface Way {
    long run(long items) throws Exception;
  }

  public static void run(Settings settings) throws Exception {
    run(settings, settings.isQuick() ? ALL.subList(0, 2) : ALL);
  }

  /** Measures with some numbers of subtasks, the queries of each in turn. */
  public static void run(Settings settings, List<Integer> degrees) throws Exception {
    long items = settings.isQuick() ? ITEMS / QUICK_PART : ITEMS;
    int rounds = settings.isQuick() ? 1 : settings.withAtMost(MOST_ROUNDS).rounds();
    MiniCluster own = cluster();
    try (FlinkCluster cluster = FlinkCluster.embedded(SLOTS)) {
      for (int degree : degrees) {
        for (Query query : queries()) {
          if (query.degrees().contains(degree)) {
            String title = query.name() + " in " + degree + " subtasks, per event";
            race(title, ways(query, degree, cluster, own), items, inALoop(query, items))
                .run(settings.isQuick() ? 0 : 1, rounds, settings.seed());
          }
        }
      }
    } finally {
      own.close();
    }
  }

  private static Map<String, Way> ways(
      Query query, int degree, FlinkCluster cluster, MiniCluster own) {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("a flow on Flink", items -> onFlink(cluster, flow(query, degree, items)));
    if (degree > 1) {
      // As a program by hand does, unless it puts packets back in order.
      ways.put(
          "the flow on Flink in any order",
          items -> onFlink(cluster, flow(query, degree, items).order(Order.FREE)));
    }
    ways.put("the DataStream API by hand", items -> byHand(own, query, degree, items));
    ways.put("the flow on the local engine", items -> (long) flow(query, degree, items).run());
    return ways;
  }

  /** Compares ways to handle some items, whose results must have a sum. */
  static Race race(String title, Map<String, Way> ways, long items, long expected) {
    Race race = new Race(title);
    ways.forEach((name, way) ->
        race.with(
            name,
            () -> {
              long begin = System.nanoTime();
              long sum = way.run(items);
              double nanos = System.nanoTime() - begin;
              if (sum != expected) {
                throw new AssertionError(title + ", " + name + ": " + sum + ", not " + expected);
              }
              return nanos / items;
            }));
    return race;
  }

  /** Starts a cluster of Flink's own, for programs that are written by hand. */
  static MiniCluster cluster() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
    cluster.start();
    return cluster;
  }

  private static long inALoop(Query query, long items) {
    LongUnaryOperator code = query.maker().make();
    long sum = 0;
    for (long number = 0; number < items; number++) {
      sum += code.applyAsLong(number);
    }
    return sum;
  }

  private static Flow flow(Query query, int degree, long items) {
    return Flow.define(
        query.name(),
        LIBRARY,
        f -> {
          Definition.Value numbers = f.call("numbers", items);
          Definition.Value rows;
          if (query.isKeyed()) {
            rows = f.byKey(degree, numbers, n -> f.call("person", n), n -> f.call(query.name(), n));
          } else if (degree > 1) {
            rows = f.balance(degree, numbers, n -> f.call(query.name(), n));
          } else {
            rows = f.call(query.name(), numbers);
          }
          return f.call(SUM, rows);
        });
  }

  private static long onFlink(FlinkCluster cluster, Flow flow) {
    return (long) cluster.start(FlinkFlow.of(flow).atMostOnce()).await();
  }

  private static long byHand(MiniCluster cluster, Query query, int degree, long items)
      throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    environment.getConfig().enableObjectReuse();
    DataStream<Long> numbers = environment.fromSequence(0, items - 1);
    DataStream<Long> spread =
        query.isKeyed()
            ? numbers.keyBy(FlinkQueries::person, Types.LONG)
            : degree > 1 ? numbers.rebalance() : numbers;
    spread
        .map(query.isKeyed() ? new OfPersons(query.maker()) : new Of(query.maker()))
        .returns(Types.LONG)
        .setParallelism(degree)
        .map(new Adding())
        .returns(Types.LONG)
        .sinkTo(new DiscardingSink<>());
    return sum(cluster, environment);
  }

  /** Runs a program that is written by hand and ends with {@link Adding}; returns its sum. */
  static long sum(MiniCluster cluster, StreamExecutionEnvironment environment) throws Exception {
    JobGraph job = environment.getStreamGraph().getJobGraph(NexmarkOnFlink.class.getClassLoader());
    cluster.submitJob(job).get();
    JobResult result = cluster.requestJobResult(job.getJobID()).get();
    if (result.getSerializedThrowable().isPresent()) {
      throw new IllegalStateException(result.getSerializedThrowable().get());
    }
    return (Long)
        result
            .getAccumulatorResults()
            .get(SUM)
            .deserializeValue(NexmarkOnFlink.class.getClassLoader())
            .getUnchecked();
  }

  /** Runs a query in each subtask. */
  private static final class Of extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final Maker maker;
    private transient LongUnaryOperator code;

    Of(Maker maker) {
      this.maker = maker;
    }

    @Override
    public void open(OpenContext context) {
      code = maker.make();
    }

    @Override
    public Long map(Long number) {
      return code.applyAsLong(number);
    }
  }

  /** Runs a query with state for each person. */
  private static final class OfPersons extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final Maker maker;
    private transient Map<Long, LongUnaryOperator> codes;

    OfPersons(Maker maker) {
      this.maker = maker;
    }

    @Override
    public void open(OpenContext context) {
      codes = new HashMap<>();
    }

    @Override
    public Long map(Long number) {
      return codes
          .computeIfAbsent(FlinkQueries.person(number), any -> maker.make())
          .applyAsLong(number);
    }
  }

  /** Adds all rows up. */
  static final class Adding extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final LongCounter sum = new LongCounter();

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator(SUM, sum);
    }

    @Override
    public Long map(Long row) {
      sum.add(row);
      return row;
    }
  }
}
