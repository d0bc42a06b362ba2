package dev.hocket.plan.live;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.report.ReportPage;
import dev.hocket.plan.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The report on the last minutes of a running program. Safe for threads. One thread makes a page
 * when a browser asks for it, at most every few seconds, and then rests four times as long as it
 * worked, to leave the machine to the program.
 */
final class LiveReport implements AutoCloseable {
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int RESTS = 4;

  private final LiveRecording recording;
  private final String name;
  private final Advice.Question question;
  private final Duration pause;
  private final Path folder;
  private final ExecutorService maker =
      Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "hocket-live-report");
        thread.setDaemon(true);
        return thread;
      });

  // This object's lock guards all of these.
  private String page;
  private boolean making;
  private long nextMade = System.nanoTime();
  private boolean closed;

  private LiveReport(
      LiveRecording recording, String name, Advice.Question question, Duration pause, Path folder) {
    this.recording = recording;
    this.name = name;
    this.question = question;
    this.pause = pause;
    this.folder = folder;
  }

  static LiveReport of(long pid, String name, Advice.Question question, Duration pause)
      throws LiveException {
    LiveRecording recording = LiveRecording.of(pid, KEPT);
    try {
      Path folder = Files.createTempDirectory("hocket-live-");
      return new LiveReport(recording, name, question, pause, folder);
    } catch (IOException e) {
      recording.close();
      throw new LiveException("cannot make a folder for copies of the recording: " + e, e);
    }
  }

  /** Returns the latest page. Waits for the first one; later ones are made in the background. */
  synchronized String page() {
    if (!closed && !making && System.nanoTime() - nextMade >= 0) {
      making = true;
      maker.execute(this::make);
    }
    while (page == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the first page was made", e);
      }
    }
    return page == null ? ReportPage.waiting(name, "It has ended.", pause) : page;
  }

  private void make() {
    long began = System.nanoTime();
    String made;
    try {
      made = made();
    } catch (RuntimeException e) {
      made = ReportPage.waiting(name, "No page could be made: " + e, pause);
    }
    synchronized (this) {
      page = made;
      making = false;
      long now = System.nanoTime();
      nextMade = now + Math.max(pause.toNanos(), RESTS * (now - began));
      notifyAll();
    }
  }

  private String made() {
    Path copy = folder.resolve("live.jfr");
    try {
      Files.deleteIfExists(copy);
      recording.copyTo(copy);
      RunReport run = RunReport.read(name, name, copy, question, events -> {});
      return ReportPage.live(name, run, pause);
    } catch (RecordingException e) {
      return ReportPage.waiting(
          name, "It has neither run a block nor dispatched an event in the last minutes.", pause);
    } catch (IOException e) {
      return ReportPage.waiting(name, "It does not answer: " + e.getMessage(), pause);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    recording.close();
    maker.shutdownNow();
    try {
      // A thread that still makes a page would read the copy, or write it again.
      if (maker.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        Files.deleteIfExists(folder.resolve("live.jfr"));
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      // A copy of a few megabytes stays in the folder for temporary files.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
