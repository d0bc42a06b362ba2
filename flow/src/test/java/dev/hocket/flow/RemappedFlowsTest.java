package dev.hocket.flow;

import static dev.hocket.flow.RandomFlowsTest.LIMIT_MINUTES;
import static dev.hocket.flow.RandomFlowsTest.SEED;
import static dev.hocket.flow.RandomFlowsTest.configured;
import static dev.hocket.flow.RandomFlowsTest.counted;
import static dev.hocket.flow.RandomFlowsTest.made;
import static dev.hocket.flow.RandomFlowsTest.random;
import static dev.hocket.flow.RandomFlowsTest.thoseThatDoNotFail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.RandomGraphs.Failing;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Remapping;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests that random algorithms whose sections change at random packets give the results of the
 * sequential program.
 */
class RemappedFlowsTest {
  private static final int GRAPHS =
      Integer.getInteger("hocket.graphs", Boolean.getBoolean("hocket.long") ? 500 : 10);
  private static final int MOST_PACKETS_APART = 20;

  private int changes;

  @Test
  void keptOrder_equalsTheProgramStateIncluded() {
    for (int i = 0; i < GRAPHS; i++) {
      long seed = SEED + i;
      Object expected = made(seed, true).interpret();
      assertEquals(
          expected,
          run(configured(made(seed, true), random(~seed)), seed),
          "-Dhocket.seed=" + seed);
    }
    assertTrue(changes > 0);
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

  /** Runs a flow that is re-mapped every few packets. */
  private Object run(Flow flow, long seed) {
    Random random = random(seed ^ 1);
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    long pause = random.nextInt(MOST_PACKETS_APART);
    Deployment deployed = deployment(assembly, flow, random, pause);
    run.start(deployed);
    while (deployed.admission().mayPause()) {
      pause += random.nextInt(MOST_PACKETS_APART);
      deployed = deployment(assembly, flow, random, pause);
      if (!Remapping.change(run, deployed, Long.MAX_VALUE)) {
        break;
      }
      changes++;
    }
    try {
      return run.done().get(LIMIT_MINUTES, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError("-Dhocket.seed=" + seed + ": " + run.statistics(), e);
    }
  }

  private static Deployment deployment(
      Assembly assembly, Flow flow, Random random, long pauseAfter) {
    Deployment next =
        random.nextBoolean() ? mapped(assembly, flow, random) : divided(assembly, flow, random);
    if (next.admission().mayPause()) {
      next.admission().pauseAfter(pauseAfter);
    }
    return next;
  }

  private static Deployment mapped(Assembly assembly, Flow flow, Random random) {
    return assembly.deployment(
        flow.graph(),
        Mapping.of(flow.graph(), sections(flow, random), assembly.mapping().groups()));
  }

  /** Gives some calls without state several copies. */
  private static Deployment divided(Assembly assembly, Flow flow, Random random) {
    List<Sharing.Group> groups = assembly.mapping().groups();
    Units units =
        Units.of(
            flow.graph(),
            assembly.bindings(),
            RemappedFlowsTest.class.getClassLoader(),
            groups,
            new PromptNodes.Found(Set.of(), Set.of(), Set.of(), Set.of()));
    List<Integer> sections = new ArrayList<>();
    Map<Integer, Integer> copies = new HashMap<>();
    for (int unit = 0; unit < units.count(); unit++) {
      sections.add(unit == 0 ? 0 : random.nextInt(4));
      if (units.copyable().contains(unit) && random.nextBoolean()) {
        copies.put(unit, 2 + random.nextInt(2));
      }
    }
    Division division = new Division(sections, 4, Set.of(), copies);
    Graph graph = units.divided(division);
    return assembly.deployment(graph, Mapping.of(graph, units, division, groups));
  }

  private static Sections sections(Flow flow, Random random) {
    if (random.nextInt(4) == 0) {
      return Sections.single();
    }
    Map<Integer, List<String>> patterns = new HashMap<>();
    for (Site site : Site.of(flow.graph().body(), "")) {
      if (site.node() instanceof Call call
          && call.arguments().stream().noneMatch(Argument.Env.class::isInstance)) {
        int section = call.implementation().source() ? 0 : random.nextInt(4);
        patterns.computeIfAbsent(section, any -> new ArrayList<>()).add(site.id());
      }
    }
    return Sections.of(List.copyOf(patterns.values())).restPerFunction();
  }
}
