package dev.hocket.bench.flows;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** Measures state for each of a thousand keys: copies by key in a flow, and a HashMap by hand. */
final class FlowKeys {
  private static final long ITEMS = 1_000_000;
  private static final int KEYS = 1_000;
  private static final int MOST_ROUNDS = 9;
  private static final int MOST_WARM_UP_ROUNDS = 3;

  /** The work of the function with state, in rounds: none, and about 1 µs. */
  private static final int[] MIXED = {0, 600};

  private static final Library LIBRARY =
      Library.of(PipelineStages.class, Account.class, Added.class);

  private FlowKeys() {}

  /** The state of a key. */
  static final class Account {
    private long total;

    @Function
    long account(long number, int rounds) {
      total += PipelineStages.mix(number, rounds);
      return total;
    }

    @Function
    static Object key(long number) {
      return (number * 0x9E3779B97F4A7C15L >>> 32) % KEYS;
    }
  }

  /** Adds up what the accounts return. */
  static final class Added {
    private long sum;

    @Function
    long added(long total) {
      sum += total;
      return sum;
    }
  }

  private interface Peer {
    long run(long items, int rounds) throws Exception;
  }

  static void run(Settings settings) throws Exception {
    long items = settings.isQuick() ? ITEMS / 100 : ITEMS;
    for (int rounds : MIXED) {
      Race race =
          new Race(
              "state for each of %,d keys, %s, per item"
                  .formatted(KEYS, rounds == 0 ? "no work" : rounds + " steps"));
      long expected = byHand(items, rounds);
      add(race, "flow, one section", FlowKeys::inOneSection, items, rounds, expected);
      add(race, "flow, two copies", FlowKeys::inTwoCopies, items, rounds, expected);
      add(race, "a HashMap by hand", FlowKeys::byHand, items, rounds, expected);
      add(race, "two threads with JCTools' rings", FlowKeys::byRings, items, rounds, expected);
      Settings few = settings.withAtMost(MOST_ROUNDS);
      int warmUp = Math.min(settings.warmUpRounds(), MOST_WARM_UP_ROUNDS);
      race.run(warmUp, few.rounds(), settings.seed());
    }
  }

  private static void add(
      Race race, String name, Peer peer, long items, int rounds, long expected) {
    race.with(
        name,
        () -> {
          long start = System.nanoTime();
          long sum = peer.run(items, rounds);
          long nanos = System.nanoTime() - start;
          if (sum != expected) {
            throw new AssertionError(name + ": " + sum + " instead of " + expected);
          }
          return (double) nanos / items;
        });
  }

  private static long inOneSection(long items, int rounds) {
    return inFlow(items, rounds, 1, Sections.single());
  }

  private static long inTwoCopies(long items, int rounds) {
    List<List<String>> sections =
        List.of(List.of("numbers", "key"), List.of("account/1"), List.of("account/2", "added"));
    return inFlow(items, rounds, 2, Sections.of(sections));
  }

  private static long inFlow(long items, int rounds, int copies, Sections sections) {
    Flow flow =
        Flow.define(
                "keys",
                LIBRARY,
                f ->
                    f.call(
                        "added",
                        f.byKey(
                            copies,
                            f.call("numbers", items),
                            number -> f.call("key", number),
                            number -> f.call("account", number, rounds))))
            .sections(sections)
            .inFlight(4 * Pipelines.CAPACITY);
    return (long) flow.run();
  }

  private static long byHand(long items, int rounds) {
    Map<Object, Account> accounts = new HashMap<>();
    long sum = 0;
    for (long n = 1; n <= items; n++) {
      sum += account(accounts, n, rounds);
    }
    return sum;
  }

  private static long account(Map<Object, Account> accounts, long number, int rounds) {
    return accounts
        .computeIfAbsent(Account.key(number), any -> new Account())
        .account(number, rounds);
  }

  /** One thread deals the numbers out to two, which have a map each. */
  private static long byRings(long items, int rounds) throws Exception {
    List<Queue<Long>> rings = new ArrayList<>();
    List<CompletableFuture<Long>> sums = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Queue<Long> ring = new SpscVarHandleArrayQueue<>(Pipelines.CAPACITY);
      CompletableFuture<Long> sum = new CompletableFuture<>();
      rings.add(ring);
      sums.add(sum);
      Thread.ofPlatform().start(() -> sum.complete(taken(ring, rounds)));
    }
    for (long n = 1; n <= items; n++) {
      RingPipeline.put(rings.get((Account.key(n).hashCode() & 1)), n);
    }
    for (Queue<Long> ring : rings) {
      RingPipeline.put(ring, 0L);
    }
    return sums.get(0).get() + sums.get(1).get();
  }

  private static long taken(Queue<Long> ring, int rounds) {
    Map<Object, Account> accounts = new HashMap<>();
    long sum = 0;
    for (long n = RingPipeline.take(ring); n != 0; n = RingPipeline.take(ring)) {
      sum += account(accounts, n, rounds);
    }
    return sum;
  }
}
