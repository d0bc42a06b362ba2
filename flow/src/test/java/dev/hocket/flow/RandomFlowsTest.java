package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.RandomGraphs.Failing;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that random algorithms, under random mappings and arcs, give the results of the sequential
 * program.
 */
class RandomFlowsTest {
  static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  static final int LIMIT_MINUTES = 10;
  private static final int GRAPHS =
      Integer.getInteger("hocket.graphs", Boolean.getBoolean("hocket.long") ? 3_000 : 60);

  @Test
  void keptOrder_equalsTheProgramStateIncluded() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, true).interpret();
      Flow flow = configured(made(seed, true), random(~seed));
      assertEquals(expected, run(flow, seed), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void freeOrder_equalsTheProgramPacketByPacket() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, false).interpret();
      Flow flow = configured(made(seed, false), random(~seed)).order(Order.FREE);
      assertEquals(counted(expected), counted(run(flow, seed)), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void freeOrder_keepsTheOrderOfEachKeyBehindCopiesByKey() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = complete(RandomGraphs.ordered(random(seed))).interpret();
      Flow flow = configured(RandomGraphs.ordered(random(seed)), random(~seed)).order(Order.FREE);
      assertEquals(counted(expected), counted(run(flow, seed)), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void callsThatFailOnce_areRepeatedAndChangeNothing() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, true).interpret();
      Flow failing = new RandomGraphs(random(seed), true, Failing.ONCE, -1).flow();
      Flow flow = configured(failing, random(~seed)).failures(Failures.retry(1));
      assertEquals(expected, run(flow, seed), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void packetsThatFail_areAbsentAndDoNotAffectOthers() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      RandomGraphs graphs = new RandomGraphs(random(seed), false, Failing.FOR_GOOD, -1);
      if (graphs.packets() == 0) {
        continue;
      }
      Flow flow = configured(graphs.flow(), random(~seed)).failures(Failures.skip(f -> {}));
      assertEquals(
          thoseThatDoNotFail(seed, graphs.packets()), run(flow, seed), "-Dhocket.seed=" + seed);
    }
  }

  /** Runs each packet in a flow of its own; returns the values of those that do not fail. */
  static List<Object> thoseThatDoNotFail(long seed, int packets) {
    List<Object> results = new ArrayList<>();
    for (int packet = 0; packet < packets; packet++) {
      Flow alone = new RandomGraphs(random(seed), false, Failing.FOR_GOOD, packet).flow();
      try {
        results.add(alone.interpret());
      } catch (IllegalStateException failure) {
        // This one is absent.
      }
    }
    return results;
  }

  static Flow made(long seed, boolean stateful) {
    return complete(new RandomGraphs(random(seed), stateful).flow());
  }

  /** Random numbers that differ from the start even for successive seeds. */
  static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  /** Makes a flow return the values of all packets; without a source, its result. */
  private static Flow complete(Flow flow) {
    return flow.graph().hasSource() ? flow.result(Results.ALL) : flow;
  }

  private static Object run(Flow flow, long seed) {
    Run run = flow.start();
    try {
      return run.completion().toCompletableFuture().get(LIMIT_MINUTES, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError("-Dhocket.seed=" + seed + ": " + run.statistics(), e);
    }
  }

  /** Random sections, of which some calls get patterns of their own. */
  static Flow configured(Flow flow, Random random) {
    Arcs arcs =
        Arcs.defaults()
            .batch(1 + random.nextInt(100))
            .inside(random.nextBoolean() ? 1 : 1 + random.nextInt(5))
            .capacity(random.nextBoolean() ? 256 : 1 + random.nextInt(4))
            .waiting(Waiting.values()[random.nextInt(3)]);
    for (Node.Call call : calls(flow)) {
      if (random.nextInt(8) == 0 && !call.arguments().isEmpty()) {
        arcs =
            arcs.arc(
                call.id() + ".0",
                Arcs.defaults().capacity(1 + random.nextInt(4)).inside(1 + random.nextInt(4)));
      }
    }
    return complete(flow)
        .sections(sections(flow, random))
        .inFlight(random.nextBoolean() ? 256 : 1 + random.nextInt(5))
        .arcs(arcs);
  }

  private static List<Node.Call> calls(Flow flow) {
    return Site.of(flow.graph().body(), "").stream()
        .map(Site::node)
        .filter(Node.Call.class::isInstance)
        .map(Node.Call.class::cast)
        .toList();
  }

  private static Sections sections(Flow flow, Random random) {
    switch (random.nextInt(5)) {
      case 0 -> {
        return Sections.single();
      }
      case 1 -> {
        return Sections.perFunction();
      }
      case 2 -> {
        return Sections.automatic();
      }
      default -> {
        int count = 1 + random.nextInt(4);
        Map<Integer, List<String>> patterns = new HashMap<>();
        for (Site site : Site.of(flow.graph().body(), "")) {
          // Calls that share a value are put together, whatever the patterns of the others.
          if (site.node() instanceof Node.Call call
              && call.arguments().stream().noneMatch(Argument.Env.class::isInstance)) {
            patterns
                .computeIfAbsent(random.nextInt(count), any -> new ArrayList<>())
                .add(site.id());
          }
        }
        return Sections.of(List.copyOf(patterns.values())).restPerFunction();
      }
    }
  }

  static Map<Object, Long> counted(Object values) {
    List<?> all = values instanceof List<?> list ? list : List.of(values);
    return all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
