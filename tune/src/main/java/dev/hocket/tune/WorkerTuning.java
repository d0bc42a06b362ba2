package dev.hocket.tune;

import dev.hocket.core.RunTimes;
import dev.hocket.core.Worker;

/** Tunes one worker: waits on a thread of its own for windows, decides, and resizes. */
final class WorkerTuning implements AutoCloseable {
  /** What is told of a decision. */
  @FunctionalInterface
  interface Decided {
    void by(WorkerTuning tuning, Decision decision, Window window);
  }

  private static final boolean RECORDS = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final Worker worker;
  private final boolean dryRun;
  private final RunTimes times;
  private final Windows windows;
  private final Decider decider;
  private final Decided decided;
  private final int sizeBefore;

  /** The size that the tuner set last. Guarded by this, as is a change of the size. */
  private int sizeSet;

  private boolean closed;

  /** Begins to measure; throws if the worker is measured already. */
  WorkerTuning(Worker worker, Tuning.Options options, Decided decided) {
    this.worker = worker;
    this.dryRun = options.dryRun();
    this.decided = decided;
    this.sizeBefore = worker.size();
    this.sizeSet = sizeBefore;
    this.decider = new Decider(worker.name(), most(options), options.goal());
    this.times = worker.timeRuns(2 * options.window());
    this.windows = new Windows(options.window(), sizeBefore, System.nanoTime());
  }

  private int most(Tuning.Options options) {
    if (options.most() != Tuning.Options.PROCESSORS) {
      return options.most();
    }
    int ofMachine = Math.max(sizeBefore, Runtime.getRuntime().availableProcessors());
    return options.budget() == Tuning.Options.NO_BUDGET ? ofMachine : options.budget();
  }

  String name() {
    return worker.name();
  }

  /** 0 if it is not tuned any more. */
  synchronized int size() {
    return closed ? 0 : worker.size();
  }

  /** Begins to tune, on a daemon thread. */
  void start() {
    Thread thread = new Thread(this::serve, "hocket-tune-" + worker.name());
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    try (this) {
      while (times.awaitRuns(windows.worthLooking(times.sample()))) {
        RunTimes.Sample sample = times.sample();
        Window window = windows.next(sample, worker.size(), System.nanoTime());
        if (window != null) {
          decided.by(this, decider.decide(window), window);
          if (worker.size() != window.size()) {
            windows.begin(times.sample(), worker.size(), System.nanoTime());
          }
        }
      }
    } catch (InterruptedException e) {
      // Nothing but the end of this thread was asked for: it has no other work.
    }
  }

  /** False if it is not tuned any more. */
  synchronized boolean carryOut(Decision decision) {
    if (closed) {
      return false;
    }
    if (RECORDS) {
      TuningEvent.write(decision, dryRun);
    }
    // A size that somebody else has set meanwhile stays until the next window.
    if (decision.isChange() && !dryRun && worker.size() == decision.from()) {
      sizeSet = decision.to();
      worker.resize(sizeSet);
    }
    return true;
  }

  /** Ends it and restores the size, unless somebody else has changed it. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    times.close();
    if (worker.size() == sizeSet && sizeSet != sizeBefore) {
      worker.resize(sizeBefore);
    }
  }
}
