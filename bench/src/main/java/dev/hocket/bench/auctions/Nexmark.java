package dev.hocket.bench.auctions;

import com.sun.management.OperatingSystemMXBean;
import dev.hocket.bench.flows.Pipelines;
import dev.hocket.bench.flows.RingPipeline;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Sections;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * Compares queries on the events of an auction site as flows and by hand: in a loop, and on two
 * threads with one of JCTools' rings. The queries are those of Nexmark, in our own words.
 */
public final class Nexmark {
  private static final long ITEMS = 4_000_000;
  private static final int MOST_ROUNDS = 7;
  private static final int MOST_WARM_UP_ROUNDS = 2;
  private static final Library LIBRARY = Library.of(AuctionEvents.class, AuctionQueries.class);
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** What a thread sends after the last event. */
  private static final Object END = new Object();

  private Nexmark() {}

  /**
   * A query, as two parts that may run at the same time.
   *
   * @param calls the names of its functions
   * @param first makes the first part, with its own state; null is no row
   * @param second makes the second part, which gets no null
   */
  private record Query(
      String name,
      List<String> calls,
      Supplier<UnaryOperator<Object>> first,
      Supplier<UnaryOperator<Object>> second) {}

  private static List<Query> queries() {
    return List.of(
        new Query(
            "q0, pass events on",
            List.of("passes"),
            () -> AuctionQueries::passes,
            () -> row -> row),
        new Query(
            "q1, convert prices", List.of("euros"), () -> AuctionQueries::euros, () -> row -> row),
        new Query(
            "q2, choose bids", List.of("chosen"), () -> AuctionQueries::chosen, () -> row -> row),
        new Query(
            "q3, local offers",
            List.of("offered", "offers"),
            () -> AuctionQueries::offered,
            () -> new AuctionQueries.Sellers()::offers),
        new Query(
            "q4, mean prices of categories",
            List.of("sold", "means"),
            () -> new AuctionQueries.Hammer()::sold,
            () -> {
              AuctionQueries.Means means = new AuctionQueries.Means();
              return sold -> means.means(rows(sold));
            }),
        new Query(
            "q5, hot auctions",
            List.of("steps", "hottest"),
            () -> new AuctionQueries.Steps()::steps,
            () -> {
              AuctionQueries.Hottest hottest = new AuctionQueries.Hottest();
              return counted -> hottest.hottest(rows(counted));
            }),
        new Query(
            "q8, new sellers",
            List.of("no-bid", "newcomers"),
            () -> AuctionQueries::noBid,
            () -> new AuctionQueries.Newcomers()::newcomers));
  }

  /** The value of a first part, with the type that its second part takes. */
  @SuppressWarnings("unchecked")
  private static <T> T rows(Object value) {
    return (T) value;
  }

  private interface Way {
    long run(Query query, long items) throws Exception;
  }

  public static void run(Settings settings) throws Exception {
    long items = settings.isQuick() ? ITEMS / 400 : ITEMS;
    Settings few = settings.withAtMost(MOST_ROUNDS);
    for (Query query : queries()) {
      long expected = byHand(query, items);
      Race race = new Race(query.name() + ", per event", "its processor time, per event");
      add(race, "flow", Nexmark::inFlow, query, items, expected);
      add(race, "a loop by hand", Nexmark::byHand, query, items, expected);
      add(race, "two threads with JCTools' ring", Nexmark::byRing, query, items, expected);
      int warmUp = Math.min(settings.warmUpRounds(), MOST_WARM_UP_ROUNDS);
      race.run(warmUp, few.rounds(), settings.seed());
    }
  }

  private static void add(Race race, String name, Way way, Query query, long items, long expected) {
    race.withAll(
        name,
        () -> {
          long processor = SYSTEM.getProcessCpuTime();
          long begin = System.nanoTime();
          long rows = way.run(query, items);
          double nanos = System.nanoTime() - begin;
          double processorNanos = SYSTEM.getProcessCpuTime() - processor;
          if (rows != expected) {
            throw new AssertionError(query + ", " + name + ": " + rows + ", not " + expected);
          }
          return new double[] {nanos / items, processorNanos / items};
        });
  }

  private static long inFlow(Query query, long items) {
    Flow flow =
        Flow.define(
            query.name(),
            LIBRARY,
            f -> {
              Definition.Value value = f.call("events", items);
              for (String call : query.calls()) {
                value = f.call(call, value);
              }
              return f.call("rows", value);
            });
    return (long) flow.sections(Sections.automatic()).run();
  }

  private static long byHand(Query query, long items) {
    UnaryOperator<Object> first = query.first().get();
    UnaryOperator<Object> second = query.second().get();
    AuctionQueries.Rows rows = new AuctionQueries.Rows();
    long sum = 0;
    for (long number = 0; number < items; number++) {
      Object row = first.apply(AuctionEvents.event(number));
      sum = rows.rows(row == null ? null : second.apply(row));
    }
    return sum;
  }

  /** One thread makes the events and does the first part, another one does the rest. */
  private static long byRing(Query query, long items) throws Exception {
    Queue<Object> ring = new SpscVarHandleArrayQueue<>(Pipelines.CAPACITY);
    CompletableFuture<Long> sum = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> sum.complete(taken(query, ring)));
    UnaryOperator<Object> first = query.first().get();
    for (long number = 0; number < items; number++) {
      Object row = first.apply(AuctionEvents.event(number));
      if (row != null) {
        RingPipeline.put(ring, row);
      }
    }
    RingPipeline.put(ring, END);
    return sum.get();
  }

  private static long taken(Query query, Queue<Object> ring) {
    UnaryOperator<Object> second = query.second().get();
    AuctionQueries.Rows rows = new AuctionQueries.Rows();
    long sum = 0;
    for (Object row = RingPipeline.take(ring); row != END; row = RingPipeline.take(ring)) {
      sum = rows.rows(second.apply(row));
    }
    return sum;
  }
}
