package dev.hocket.tune;

import dev.hocket.core.RunTimes;
import java.util.function.Function;

/** Tunes one target: waits on a thread of its own for windows, decides, and resizes. */
final class TargetTuning implements AutoCloseable {
  /** Receives the decisions. */
  @FunctionalInterface
  interface Decided {
    void by(TargetTuning tuning, Decision decision, Window window);
  }

  private static final boolean RECORDS = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final Sized sized;
  private final boolean dryRun;
  private final RunTimes times;
  private final Windows windows;
  private final Function<Window, Decision> decider;
  private final Decided decided;
  private final int sizeBefore;

  /** The size that the tuner set last. This object's lock guards it and all changes of the size. */
  private int sizeSet;

  private boolean isChanged;
  private boolean closed;

  /** Begins to measure; throws if the target is measured already. */
  TargetTuning(Sized sized, Tuning.Options options, Decided decided) {
    this.sized = sized;
    this.dryRun = options.dryRun();
    this.decided = decided;
    this.sizeBefore = sized.size();
    this.sizeSet = sizeBefore;
    this.decider = sized.decider(options.goal());
    this.times = sized.timeRuns(2 * options.window());
    this.isChanged = !dryRun && sized.begin();
    this.windows = new Windows(options.window(), sizeBefore, System.nanoTime());
  }

  String name() {
    return sized.target().name();
  }

  /** Returns the present size; 0 if the target is no longer tuned. */
  synchronized int size() {
    return closed ? 0 : sized.size();
  }

  /** Begins to tune, on a daemon thread. */
  void start() {
    Thread thread = new Thread(this::serve, "hocket-tune-" + name());
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    try (this) {
      while (times.awaitRuns(windows.worthLooking(times.sample()))) {
        RunTimes.Sample sample = times.sample();
        Window window = windows.next(sample, sized.size(), System.nanoTime());
        if (window != null) {
          decided.by(this, decider.apply(window), window);
          if (sized.size() != window.size()) {
            windows.begin(times.sample(), sized.size(), System.nanoTime());
          }
        }
      }
    } catch (InterruptedException e) {
      // The interrupt asks this thread to end, which it does: it has no other work.
    }
  }

  /** Carries out a decision; returns false if the target is no longer tuned. */
  synchronized boolean carryOut(Decision decision) {
    if (closed) {
      return false;
    }
    if (RECORDS) {
      TuningEvent.write(decision, dryRun);
    }
    // A size that other code has set meanwhile stays until the next window.
    if (decision.isChange() && !dryRun && sized.size() == decision.from()) {
      sizeSet = decision.to();
      isChanged = true;
      sized.resize(sizeSet);
    }
    return true;
  }

  /** Ends the tuning and restores the size, unless other code has changed it. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    times.close();
    if (isChanged && sized.size() == sizeSet) {
      sized.restore();
    }
  }
}
