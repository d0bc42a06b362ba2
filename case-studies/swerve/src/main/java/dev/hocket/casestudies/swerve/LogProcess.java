package dev.hocket.casestudies.swerve;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import dev.hocket.events.Rpc;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * A process that writes the entries that it receives, and flushes them to the file when no further
 * entry is waiting. The two versions differ in how entries get to the process.
 */
public abstract class LogProcess implements Log {
  private static final int BATCH = 1000;

  /** The time between two reports of failures. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  protected final Channel<Entry> entries;
  private final Rpc<Void, Void> flush = new Rpc<>("flush of the log", none -> force());
  private final IVar<Void> ended = new IVar<>();
  private final LogFile file;
  private final Runnable exit;

  /** The time of the last report of a failure. */
  private Instant reported = Instant.MIN;

  /**
   * Starts the process.
   *
   * @param entries the channel from which it receives entries, until the channel is closed
   * @param exit the action that ends the server after a fatal entry
   */
  protected LogProcess(LogFile file, Channel<Entry> entries, Runnable exit) {
    this.entries = entries;
    this.file = file;
    this.exit = exit;
    spawn(this::run);
  }

  /** Writes the entries received before, then ends the server. */
  protected final Void end() throws InterruptedException {
    flush();
    exit.run();
    return null;
  }

  @Override
  public final void flush() throws InterruptedException {
    choose(flush.callEvt(null), ended.getEvt()).sync();
  }

  @Override
  public final void close() throws InterruptedException {
    entries.close();
    ended.get();
  }

  private void run() throws InterruptedException {
    Event<Void> next = prefer(entries.recvEvt().wrap(this::append), flush.entryEvt());
    try {
      while (true) {
        next.sync();
        for (int more = 0; more < BATCH && entries.recvPoll(this::append); more++) {}
        attempt(file::flush);
      }
    } catch (ChannelClosedException closed) {
      // All earlier entries have been received.
    }
    force();
    attempt(file::close);
    ended.put(null);
  }

  private Void append(Entry entry) {
    attempt(() -> file.append(entry));
    return null;
  }

  private Void force() {
    attempt(file::force);
    return null;
  }

  private interface Step {
    void run() throws IOException;
  }

  /**
   * Runs a step. If the log cannot be written, for example because the disk is full, the server
   * continues. Other failures are handled alike: without this process the server could neither log
   * nor end.
   */
  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      Instant now = Instant.now();
      if (now.minus(PAUSE).isAfter(reported)) {
        System.err.println("the log cannot be written, lines are lost: " + e);
        reported = now;
      }
    }
  }
}
