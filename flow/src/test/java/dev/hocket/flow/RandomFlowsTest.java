package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random algorithms, under random mappings and arcs, do what the program says. */
class RandomFlowsTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  private static final int LIMIT_SECONDS = 20;
  private static final int GRAPHS = Integer.getInteger("hocket.graphs", 150);

  @Test
  void keptOrder_equalsTheProgramStateIncluded() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, true).result(Results.ALL).interpret();
      Flow flow = configured(made(seed, true), new Random(~seed));
      assertEquals(expected, run(flow, seed), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void freeOrder_equalsTheProgramPacketByPacket() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, false).result(Results.ALL).interpret();
      Flow flow = configured(made(seed, false), new Random(~seed)).order(Order.FREE);
      assertEquals(counted(expected), counted(run(flow, seed)), "-Dhocket.seed=" + seed);
    }
  }

  private static Flow made(long seed, boolean stateful) {
    return new RandomGraphs(new Random(seed), stateful).flow();
  }

  private static Object run(Flow flow, long seed) {
    Run run = flow.start();
    try {
      return run.completion().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("-Dhocket.seed=" + seed + ": " + run.statistics(), e);
    }
  }

  /** Random sections, of which some calls get patterns of their own. */
  private static Flow configured(Flow flow, Random random) {
    Arcs arcs =
        Arcs.defaults()
            .batch(1 + random.nextInt(100))
            .capacity(random.nextBoolean() ? 256 : 1 + random.nextInt(4))
            .waiting(Waiting.values()[random.nextInt(3)]);
    return flow.result(Results.ALL)
        .sections(sections(flow, random))
        .inFlight(random.nextBoolean() ? 256 : 1 + random.nextInt(5))
        .arcs(arcs);
  }

  private static Sections sections(Flow flow, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> {
        return Sections.single();
      }
      case 1 -> {
        return Sections.perFunction();
      }
      default -> {
        int count = 1 + random.nextInt(4);
        Map<Integer, List<String>> patterns = new HashMap<>();
        for (Site site : Site.of(flow.graph().body(), "")) {
          boolean free = !flow.graph().environment().isEmpty();
          if (site.node() instanceof Node.Call && !free) {
            patterns
                .computeIfAbsent(random.nextInt(count), any -> new ArrayList<>())
                .add(site.id());
          }
        }
        return Sections.of(List.copyOf(patterns.values())).restPerFunction();
      }
    }
  }

  private static Map<Object, Long> counted(Object values) {
    List<?> all = values instanceof List<?> list ? list : List.of(values);
    return all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
