package rollinglog;

import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A log that begins a new file for each period (paper 4, section 6, "Underlying I/O and logging").
 * A thread that logs sends a line asynchronously. The log is an asynchronous receive whose
 * post-consumption action writes the line, after rolling the file if its time has come, and then
 * puts the next receive in place. So only one action runs at a time, lines are written in the order
 * in which they were sent, and an unused log has no thread.
 *
 * <p>This class does not handle fatal errors: see {@link Main}.
 */
public final class RollingLog {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'.log'").withZone(ZoneOffset.UTC);

  private sealed interface Entry {
    /** Reports to the waiting threads, if there are any, that the log cannot write. */
    default void fail(Throwable cause) {}

    record Line(String text) implements Entry {}

    /** Requests a message when all earlier lines are in the file. */
    record Flush(boolean last, Channel<Void> done) implements Entry {
      @Override
      public void fail(Throwable cause) {
        done.fail(cause);
      }
    }
  }

  private final Path folder;
  private final Duration period;
  private final InstantSource clock;
  private final Channel<Entry> entries = new Channel<>("log");

  /** Only the running action uses these two fields. */
  private Writer file;

  private Instant end;

  private RollingLog(Path folder, Duration period, InstantSource clock) {
    this.folder = folder;
    this.period = period;
    this.clock = clock;
  }

  /**
   * Opens a log.
   *
   * @param folder the folder of its files, each named after the start of its period
   * @param period the time for which a file is written to; whole seconds, at least 1
   * @param clock the clock that decides the periods
   * @return the log
   * @throws IllegalArgumentException if the period is not in whole seconds, or less than 1
   * @throws IOException if the file cannot be opened
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static RollingLog open(Path folder, Duration period, InstantSource clock)
      throws IOException, InterruptedException {
    if (period.toSeconds() < 1 || period.getNano() != 0) {
      throw new IllegalArgumentException(
          "a log in "
              + folder
              + " with a period of "
              + period
              + "; it must be 1 second or more, and whole seconds");
    }
    RollingLog log = new RollingLog(folder, period, clock);
    log.openFile(clock.instant());
    log.receiveNext();
    return log;
  }

  /**
   * The event of logging a line. Once it is consumed, the log has the line; a later {@link #flush}
   * writes it to the file.
   *
   * @param line the line
   * @return the event
   */
  public AsyncEvent<Void, Void> logEvt(String line) {
    return entries.aSendEvt(new Entry.Line(line));
  }

  /**
   * Logs a line; never waits.
   *
   * @param line the line
   * @throws ChannelClosedException if the log was closed, or could not write; then with the cause
   */
  public void log(String line) {
    entries.aSend(new Entry.Line(line));
  }

  /**
   * Waits until all lines sent before are in the file.
   *
   * @throws InterruptedException if the calling thread is interrupted
   * @throws ChannelClosedException if the log was closed, or could not write; then with the cause
   */
  public void flush() throws InterruptedException {
    flush(false);
  }

  /**
   * Writes all lines sent before and closes the file.
   *
   * @throws InterruptedException if the calling thread is interrupted
   * @throws ChannelClosedException if the log was closed, or could not write; then with the cause
   */
  public void close() throws InterruptedException {
    flush(true);
  }

  private void flush(boolean last) throws InterruptedException {
    Channel<Void> done = new Channel<>("flushed");
    entries.send(new Entry.Flush(last, done));
    done.recv();
  }

  private void receiveNext() throws InterruptedException {
    entries.aRecvEvt().aTap(this::consumed).aSync();
  }

  private void consumed(Entry entry) throws InterruptedException {
    try {
      switch (entry) {
        case Entry.Line line -> write(line.text());
        case Entry.Flush flush -> flush(flush);
      }
      if (!entries.isClosed()) {
        receiveNext();
      }
    } catch (IOException | RuntimeException e) {
      endWith(entry, e);
    } catch (Throwable serious) {
      endWith(entry, serious);
      throw serious;
    }
  }

  /** Ends the log: without a pending receive, waiting threads would wait for ever. */
  private void endWith(Entry entry, Throwable cause) {
    entry.fail(cause);
    end(cause);
  }

  private void end(Throwable cause) {
    entries.fail(cause).forEach(lost -> lost.fail(cause));
  }

  private void write(String line) throws IOException {
    Instant now = clock.instant();
    if (!now.isBefore(end)) {
      file.close();
      openFile(now);
    }
    file.write(line);
    file.write('\n');
  }

  private void flush(Entry.Flush flush) throws IOException {
    file.flush();
    if (flush.last()) {
      file.close();
      end(new IOException("the log is closed"));
    }
    flush.done().aSend(null);
  }

  private void openFile(Instant now) throws IOException {
    long seconds = period.toSeconds();
    Instant start = Instant.ofEpochSecond(Math.floorDiv(now.getEpochSecond(), seconds) * seconds);
    end = start.plus(period);
    Path path = folder.resolve(NAME.format(start));
    file = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
