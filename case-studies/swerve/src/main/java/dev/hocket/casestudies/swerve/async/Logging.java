package dev.hocket.casestudies.swerve.async;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.spawn;

import dev.hocket.casestudies.swerve.Entry;
import dev.hocket.casestudies.swerve.Log;
import dev.hocket.casestudies.swerve.LogFile;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import dev.hocket.events.IVar;
import dev.hocket.events.Overflow;
import dev.hocket.events.Rpc;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * One process writes the entries that it receives, and flushes them to the file when no further one
 * is waiting.
 */
final class Logging implements Log {
  private static final int BATCH = 1000;

  /** From one complaint to the next. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Channel<Entry> entries = Channel.limited("log", 10_000, Overflow.WAIT);
  private final Rpc<Void, Void> flush = new Rpc<>("flush of the log", none -> force());
  private final IVar<Void> ended = new IVar<>();
  private final LogFile file;
  private final Runnable exit;

  /** When a failure was told last. */
  private Instant told = Instant.MIN;

  Logging(LogFile file, Runnable exit) {
    this.file = file;
    this.exit = exit;
    spawn(this::run);
  }

  @Override
  public void write(Entry entry) throws InterruptedException {
    try {
      entries.aSendEvt(entry).aSync();
    } catch (ChannelClosedException closed) {
      // Entries after the end are not written.
    }
  }

  @Override
  public void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException {
    Event<Void> written = entries.aSendEvt(entry).callbackEvt(none -> end()).aSync();
    cleanUp.run();
    written.wrapHandler(closed -> end()).sync();
  }

  private Void end() throws InterruptedException {
    flush();
    exit.run();
    return null;
  }

  @Override
  public void flush() throws InterruptedException {
    choose(flush.callEvt(null), ended.getEvt()).sync();
  }

  @Override
  public void close() throws InterruptedException {
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
   * If the log cannot be written, for example because the disk is full, the server continues. Any
   * other failure is handled alike: without this process the server could neither log nor end.
   */
  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      Instant now = Instant.now();
      if (now.minus(PAUSE).isAfter(told)) {
        System.err.println("the log cannot be written, lines are lost: " + e);
        told = now;
      }
    }
  }
}
