package dev.hocket.flow.flink;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Prints how far a job has come, again and again. */
final class Progress implements AutoCloseable {
  /** The tasks report as often. */
  private static final long SECONDS = 10;

  private final String name;
  private final LongSupplier packets;
  private final PrintStream out;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("hocket-progress").factory());

  private long former;
  private long formerNanos;

  Progress(String name, LongSupplier packets, PrintStream out) {
    this.name = name;
    this.packets = packets;
    this.out = out;
  }

  /** Begins to print. */
  void start() {
    formerNanos = System.nanoTime();
    timer.scheduleAtFixedRate(() -> print(System.nanoTime()), SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  /** Prints a line, if there is anything to tell. */
  void print(long nanos) {
    try {
      long now = packets.getAsLong();
      // After a failure the job goes on from an earlier packet.
      long more = Math.max(0, now - former);
      double seconds = (nanos - formerNanos) / 1e9;
      former = now;
      formerNanos = nanos;
      out.println(
          String.format(
              Locale.ROOT, "flow %s: %,d packets, %,.0f a second", name, now, more / seconds));
    } catch (CompletionException e) {
      // The cluster does not answer now; what the job says at its end is not lost.
      formerNanos = nanos;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
