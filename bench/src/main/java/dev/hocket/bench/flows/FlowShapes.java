package dev.hocket.bench.flows;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares automatic sections with the best sections that a search finds, on flows of many shapes.
 */
public final class FlowShapes {
  private static final Library STAGES = Library.of(ShapeStages.class);

  /** Rounds of {@link PipelineStages#mix} that take about a microsecond. */
  private static final int MICRO = 600;

  private static final int MOST_ROUNDS = 5;
  private static final double SECONDS = 3;
  private static final long TRIAL_ITEMS = 2_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** The prefix of a section's line in a text picture; the names of its functions follow. */
  private static final String SECTION = "section ";

  private final Settings settings;

  private FlowShapes(Settings settings) {
    this.settings = settings.withAtMost(MOST_ROUNDS);
  }

  /** The functions of a flow. */
  private interface Body {
    Definition.Value of(Definition f, Definition.Value number, long items);
  }

  /**
   * A flow of a shape.
   *
   * @param copied the same flow with hand-written copies of its stateless functions; null if it has
   *     no copies
   */
  private record Shape(String name, Body body, Body copied) {
    Shape(String name, Body body) {
      this(name, body, null);
    }

    Flow flow(Body chosen, long items) {
      return Flow.define(name, STAGES, f -> chosen.of(f, f.call("numbers", items), items));
    }
  }

  private static Body chain(int... steps) {
    return (f, number, items) -> {
      Definition.Value value = number;
      for (int each : steps) {
        value = f.call("keeps", value, each);
      }
      return f.call("adds", value);
    };
  }

  private static List<Shape> shapes() {
    int copies = Runtime.getRuntime().availableProcessors();
    return List.of(
        new Shape("three trivial functions", chain(0, 0, 0)),
        new Shape("two of 2 µs", chain(2 * MICRO, 2 * MICRO)),
        new Shape("four of 1 µs", chain(MICRO, MICRO, MICRO, MICRO)),
        new Shape("one of 4 µs, two trivial", chain(4 * MICRO, 10, 10)),
        new Shape("cheap and costly in turn", chain(50, 2 * MICRO, 50, 2 * MICRO)),
        new Shape(
            "one of 5 µs without state",
            (f, number, items) -> f.call("adds", f.call("mixes", number, 5 * MICRO)),
            (f, number, items) ->
                f.call("adds", f.balance(copies, number, one -> f.call("mixes", one, 5 * MICRO)))),
        new Shape(
            "one that computes, one that waits",
            (f, number, items) ->
                f.call("adds", f.call("waits", f.call("keeps", number, 200 * MICRO), 200_000L))),
        new Shape(
            "one that waits, two trivial",
            (f, number, items) ->
                f.call("adds", f.call("keeps", f.call("waits", number, 100_000L), 10))),
        new Shape(
            "each hundredth packet costs 100 µs",
            (f, number, items) ->
                f.call(
                    "adds",
                    f.call(
                        "keeps",
                        f.call("varies", number, number, 0L, items, 100, 100 * MICRO),
                        MICRO))),
        new Shape(
            "trivial, from the middle on 2 µs each",
            (f, number, items) ->
                f.call(
                    "adds",
                    f.call(
                        "varies",
                        f.call("varies", number, number, items / 2, items, 1, 2 * MICRO),
                        number,
                        items / 2,
                        items,
                        1,
                        2 * MICRO))),
        new Shape(
            "the costly pair changes in the middle",
            (f, number, items) -> {
              Definition.Value value = number;
              for (int i = 0; i < 4; i++) {
                long from = i < 2 ? 0 : items / 2;
                value = f.call("varies", value, number, from, from + items / 2, 1, 2 * MICRO);
              }
              return f.call("adds", value);
            }),
        new Shape(
            "16 elements of 1 µs",
            (f, number, items) ->
                f.call(
                    "adds-all",
                    f.map(f.call("spread", number, 16), one -> f.call("mixes", one, MICRO))),
            (f, number, items) ->
                f.call(
                    "adds-all",
                    f.map(
                        f.call("spread", number, 16),
                        one -> f.balance(copies, one, copy -> f.call("mixes", copy, MICRO))))),
        new Shape("500 of 1 µs", chain(filled(500, MICRO))));
  }

  private static int[] filled(int count, int value) {
    int[] all = new int[count];
    Arrays.fill(all, value);
    return all;
  }

  public static void run(Settings settings) throws Exception {
    new FlowShapes(settings).all();
  }

  private void all() throws Exception {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Shape shape : shapes()) {
      shares.put(shape.name(), race(shape));
    }
    System.out.printf("%n### automatic sections: items/s of those of the best found by hand%n%n");
    System.out.println("| shape | |");
    System.out.println("| --- | --- |");
    shares.forEach((name, share) -> System.out.printf("| %s | %.2f× |%n", name, share));
  }

  /** Returns the speed of automatic sections as a share of the best mapping's. */
  private double race(Shape shape) throws Exception {
    long items = items(shape);
    long expected = (long) shape.flow(shape.body(), items).sections(Sections.single()).run();
    String best = null;
    Flow bestFlow = null;
    double least = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, Flow> candidate : byHand(shape, items).entrySet()) {
      double nanos = nanos(candidate.getValue(), items, expected);
      if (nanos < least) {
        least = nanos;
        best = candidate.getKey();
        bestFlow = candidate.getValue();
      }
    }
    Flow hand = bestFlow;
    Flow automatic = shape.flow(shape.body(), items).sections(Sections.automatic());
    String name = "by hand: " + best;
    Map<String, Double> medians =
        new Race(shape.name() + ", per item")
            .with("automatic", () -> nanos(automatic, items, expected))
            .with(name, () -> nanos(hand, items, expected))
            .run(0, settings.rounds(), settings.seed());
    return medians.get(name) / medians.get("automatic");
  }

  /** The number of items that one section handles in {@code SECONDS} seconds. */
  private long items(Shape shape) {
    if (settings.isQuick()) {
      return 200;
    }
    Flow flow = shape.flow(shape.body(), TRIAL_ITEMS).sections(Sections.single());
    flow.run();
    long begin;
    long items = TRIAL_ITEMS;
    do {
      items *= 4;
      begin = System.nanoTime();
      shape.flow(shape.body(), items).sections(Sections.single()).run();
    } while (System.nanoTime() - begin < NANOS_PER_SECOND / 4);
    return (long) (items * SECONDS * NANOS_PER_SECOND / (System.nanoTime() - begin));
  }

  /** Mappings that a patient programmer would try: all ways to cut the flow into few sections. */
  private Map<String, Flow> byHand(Shape shape, long items) {
    int most = Runtime.getRuntime().availableProcessors() + 1;
    Map<String, Flow> all = new LinkedHashMap<>();
    Flow flow = shape.flow(shape.body(), items);
    List<String> calls = calls(flow);
    all.put("single", flow.sections(Sections.single()));
    if (calls.size() > 10) {
      int middle = calls.size() / 2;
      List<List<String>> halves =
          List.of(calls.subList(0, middle), calls.subList(middle, calls.size()));
      all.put("two halves", flow.sections(Sections.of(halves)));
      return all;
    }
    for (int cuts = 1; cuts < 1 << (calls.size() - 1); cuts++) {
      if (Integer.bitCount(cuts) < most) {
        List<List<String>> groups = groups(calls, cuts);
        all.put(groups.toString(), flow.sections(Sections.of(groups)));
      }
    }
    if (shape.copied() != null) {
      Flow copied = shape.flow(shape.copied(), items);
      List<List<String>> groups = new ArrayList<>();
      for (String call : calls(copied)) {
        boolean joins = !call.contains("/") && groups.size() == 1;
        (joins ? groups.getFirst() : added(groups)).add(call);
      }
      all.put("copies", copied.sections(Sections.of(groups)));
    }
    return all;
  }

  private static List<String> added(List<List<String>> groups) {
    groups.add(new ArrayList<>());
    return groups.getLast();
  }

  private static List<String> calls(Flow flow) {
    return flow.sections(Sections.perFunction())
        .explain()
        .lines()
        .filter(line -> line.startsWith(SECTION))
        .map(line -> line.substring(SECTION.length()))
        .toList();
  }

  private static List<List<String>> groups(List<String> calls, int cuts) {
    List<List<String>> groups = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      if (i == 0 || (cuts >> (i - 1) & 1) == 1) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(calls.get(i));
    }
    return groups;
  }

  private static double nanos(Flow flow, long items, long expected) {
    long begin = System.nanoTime();
    long sum = (long) flow.run();
    long nanos = System.nanoTime() - begin;
    if (sum != expected) {
      throw new AssertionError(flow.graph().name() + ": " + sum + " instead of " + expected);
    }
    return (double) nanos / items;
  }
}
