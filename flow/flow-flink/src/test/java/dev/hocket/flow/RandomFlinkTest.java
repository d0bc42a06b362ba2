package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.RandomGraphs.Failing;
import dev.hocket.flow.flink.FlinkCluster;
import dev.hocket.flow.flink.FlinkFlow;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that random algorithms give the results of the sequential program as jobs of Flink, too.
 */
// The state of these functions is in lambda expressions, so the jobs save nothing.
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class RandomFlinkTest {
  private static final int GRAPHS =
      Integer.getInteger("hocket.graphs", Boolean.getBoolean("hocket.long") ? 1_000 : 25);

  private static FlinkCluster cluster;

  @BeforeAll
  static void start() {
    cluster = FlinkCluster.embedded(4);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Object run(Flow flow) {
    return cluster.start(FlinkFlow.of(flow).atMostOnce()).await();
  }

  /** Returns the seeds of algorithms that a cluster accepts: they share no mutable value. */
  private static long next(long seed) {
    long accepted = seed;
    while (!RandomFlowsTest.made(accepted, true).graph().environment().isEmpty()) {
      accepted++;
    }
    return accepted;
  }

  @Test
  void keptOrder_equalsTheProgramStateIncluded() {
    long seed = RandomFlowsTest.SEED;
    for (int i = 0; i < GRAPHS; i++, seed++) {
      seed = next(seed);
      Object expected = RandomFlowsTest.made(seed, true).interpret();
      Flow made = RandomFlowsTest.made(seed, true);
      Flow flow = RandomFlowsTest.configured(made, RandomFlowsTest.random(~seed));
      assertEquals(expected, run(flow), "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void freeOrder_equalsTheProgramPacketByPacket() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = RandomFlowsTest.SEED + i;
      Object expected = RandomFlowsTest.made(seed, false).interpret();
      Flow made = RandomFlowsTest.made(seed, false);
      Flow flow = RandomFlowsTest.configured(made, RandomFlowsTest.random(~seed)).order(Order.FREE);
      assertEquals(
          RandomFlowsTest.counted(expected),
          RandomFlowsTest.counted(run(flow)),
          "-Dhocket.seed=" + seed);
    }
  }

  @Test
  void packetsThatFail_areAbsentAndDoNotAffectOthers() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = RandomFlowsTest.SEED + i;
      RandomGraphs graphs =
          new RandomGraphs(RandomFlowsTest.random(seed), false, Failing.FOR_GOOD, -1);
      if (graphs.packets() == 0) {
        continue;
      }
      Flow flow =
          RandomFlowsTest.configured(graphs.flow(), RandomFlowsTest.random(~seed))
              .failures(Failures.skip(failure -> {}));
      assertEquals(
          RandomFlowsTest.thoseThatDoNotFail(seed, graphs.packets()),
          run(flow),
          "-Dhocket.seed=" + seed);
    }
  }
}
