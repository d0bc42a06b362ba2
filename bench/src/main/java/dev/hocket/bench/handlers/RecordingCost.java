package dev.hocket.bench.handlers;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.core.Place;
import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.Channel;
import dev.hocket.events.Events;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;

/**
 * The cost that a recording adds to a block and to a message, and that requests add to a recording.
 * All runs on one thread, one after the other, so that only recording makes a difference, and
 * scheduling does not.
 */
public final class RecordingCost {
  private static final int ROUNDS = 200_000;

  private RecordingCost() {}

  public static void run(Settings settings) throws Exception {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    new Race("one block in place, recording on and off")
        .with("recording on", () -> recorded(() -> blocks(target), "Block"))
        .with("recording off", () -> blocks(target))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    new Race("one block in place, of a request that a recording follows")
        .with("requests on", () -> recorded(() -> blocksOfARequest(target), "Block", "Process"))
        .with("blocks only", () -> recorded(() -> blocks(target), "Block"))
        .with("recording off", () -> blocks(target))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    new Race("one message through a buffer, recording on and off")
        .with("requests on", () -> recorded(RecordingCost::messages, "Process"))
        .with("of no request", () -> recorded(RecordingCost::messagesOfNoRequest, "Process"))
        .with("recording off", RecordingCost::messagesOfNoRequest)
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    for (String what : List.of("block", "message")) {
      new Race("one " + what + ", no recording: with the recorder and in a JVM that has none")
          .with("jdk.jfr there, off", () -> inAnotherJvm(what, "java.base,jdk.jfr"))
          .with("jdk.jfr missing", () -> inAnotherJvm(what, "java.base"))
          .run(1, settings.rounds() / 2, settings.seed());
    }
  }

  /** Prints the cost of a block or a message, measured in a separate JVM. */
  public static void main(String[] args) throws Exception {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    boolean isBlock = args[0].equals("block");
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 30; i++) {
      best = Math.min(best, isBlock ? blocks(target) : messagesOfNoRequest());
    }
    System.out.println(best);
  }

  private static double inAnotherJvm(String what, String modules) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules=" + modules,
                "-cp",
                System.getProperty("java.class.path"),
                RecordingCost.class.getName(),
                what)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader()) {
      return Double.parseDouble(out.readLine());
    }
  }

  private static double recorded(Callable<Double> measured, String... types) throws Exception {
    try (Recording recording = new Recording()) {
      for (String type : types) {
        recording.enable("dev.hocket." + type).withThreshold(Duration.ZERO);
      }
      recording.setMaxSize(50_000_000);
      recording.start();
      return measured.call();
    }
  }

  private static double blocksOfARequest(Target target) {
    Span request = Span.request("all blocks", null);
    double nanos = blocks(target);
    request.close();
    return nanos;
  }

  private static double blocks(Target target) {
    long[] ran = new long[1];
    long start = System.nanoTime();
    for (int i = 0; i < ROUNDS; i++) {
      target.call(Place.HERE, "RecordingCost.java:1", () -> ran[0]++);
    }
    long nanos = System.nanoTime() - start;
    if (ran[0] != ROUNDS) {
      throw new AssertionError("ran " + ran[0] + " blocks of " + ROUNDS);
    }
    return (double) nanos / ROUNDS;
  }

  /** A process that works for a request sends messages to itself; each begins a part. */
  private static double messages() throws InterruptedException {
    Channel<Integer> channel = Channel.buffered("own", 1);
    Span request = Span.request("first message", null);
    channel.send(0);
    request.close();
    return ofAProcess(channel);
  }

  private static double messagesOfNoRequest() throws InterruptedException {
    Channel<Integer> channel = Channel.buffered("own", 1);
    channel.send(0);
    return ofAProcess(channel);
  }

  private static double ofAProcess(Channel<Integer> channel) throws InterruptedException {
    long[] nanos = new long[1];
    Thread process =
        Events.spawn(() -> {
          int last = channel.recv();
          long start = System.nanoTime();
          for (int i = 0; i < ROUNDS; i++) {
            channel.send(last + 1);
            last = channel.recv();
          }
          nanos[0] = System.nanoTime() - start;
          if (last != ROUNDS) {
            throw new AssertionError("received " + last + " messages of " + ROUNDS);
          }
        });
    process.join();
    return (double) nanos[0] / ROUNDS;
  }
}
