package dev.hocket.bench.flows;

import dev.hocket.bench.processes.Foreign;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import java.util.ArrayList;
import java.util.List;

/** Measures the cost of sending an item through three functions, in one section and in three. */
public final class Pipelines {
  /** Capacity of the arcs, rings, channels and buffers between functions. */
  public static final int CAPACITY = 1024;

  private static final int ITEMS = 2_000_000;
  private static final int MOST_ROUNDS = 15;
  private static final int MOST_WARM_UP_ROUNDS = 5;

  /** The work of each function in rounds: none, and about 100 ns. */
  private static final int[] MIXED = {0, 60};

  private static final Sections APART =
      Sections.of(List.of(List.of("numbers", "first"), List.of("second"), List.of("third")));

  private final Settings settings;
  private final long items;

  private Pipelines(Settings settings) {
    this.settings = settings.withAtMost(MOST_ROUNDS);
    items = settings.isQuick() ? ITEMS / 100 : ITEMS;
  }

  public static void run(Settings settings) throws Exception {
    new Pipelines(settings).all();
    FlowKeys.run(settings);
    FlowStart.run(settings);
  }

  private void all() throws Exception {
    List<PipelinePeer> together =
        List.of(new FlowPipeline(Sections.single(), Waiting.BLOCKING), new LoopPipeline());
    List<PipelinePeer> apart = new ArrayList<>();
    apart.add(new FlowPipeline(APART, Waiting.BLOCKING));
    apart.add(new FlowPipeline(APART, Waiting.SPINNING));
    apart.add(new RingPipeline());
    apart.add(new PekkoPipeline());
    apart.add(new CoreAsyncPipeline());
    CoreAsyncFlow.find().ifPresent(apart::add);
    try {
      for (int rounds : MIXED) {
        race("one section", together, rounds);
      }
      for (int rounds : MIXED) {
        race("three sections", apart, rounds);
      }
      besideLoops();
    } finally {
      for (PipelinePeer peer : apart) {
        peer.close();
      }
    }
  }

  /** Compares the ways whose threads wait in turn, on processors that other programs keep busy. */
  private void besideLoops() throws Exception {
    List<PipelinePeer> waiting =
        List.of(new FlowPipeline(APART, Waiting.BLOCKING), new RingPipeline());
    try (Foreign _ = new Foreign(Runtime.getRuntime().availableProcessors())) {
      for (int rounds : MIXED) {
        race("three sections beside a busy loop for each core", waiting, rounds);
      }
    }
  }

  private void race(String sections, List<PipelinePeer> peers, int rounds) throws Exception {
    Race race =
        new Race(
            "three functions of %s, %s, per item"
                .formatted(rounds == 0 ? "no work" : rounds + " steps", sections));
    for (PipelinePeer peer : peers) {
      long count = items * peer.share() / 100;
      long expected = new LoopPipeline().run(count, rounds);
      race.with(peer.name(), () -> nanosPerItem(peer, count, rounds, expected));
    }
    int warmUp = Math.min(settings.warmUpRounds(), MOST_WARM_UP_ROUNDS);
    race.run(warmUp, settings.rounds(), settings.seed());
  }

  private static double nanosPerItem(PipelinePeer peer, long count, int rounds, long expected)
      throws Exception {
    long start = System.nanoTime();
    long sum = peer.run(count, rounds);
    long nanos = System.nanoTime() - start;
    if (sum != expected) {
      throw new AssertionError(peer.name() + ": " + sum + " instead of " + expected);
    }
    return (double) nanos / count;
  }
}
