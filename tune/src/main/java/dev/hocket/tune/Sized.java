package dev.hocket.tune;

import dev.hocket.core.EventLoop;
import dev.hocket.core.RunTimes;
import dev.hocket.core.Target;
import dev.hocket.core.VirtualWorker;
import dev.hocket.core.Worker;
import java.util.function.Function;

/** A target whose size is tuned. */
sealed interface Sized {
  /** The target that is tuned. */
  Target target();

  int size();

  void resize(int size);

  RunTimes timeRuns(int capacity);

  /** Prepares the target; returns whether that has changed the target. */
  boolean begin();

  /** Makes the function that decides by windows. */
  Function<Window, Decision> decider(TuningGoal goal);

  /** Restores the size from before the tuning. */
  void restore();

  static Sized of(Target target, Tuning.Options options) {
    return switch (target) {
      case Worker worker -> new Pool(worker, worker.size(), mostThreads(worker, options));
      case VirtualWorker virtual ->
          new Places(
              virtual,
              virtual.atOnce(),
              options.most() == Tuning.Options.PROCESSORS
                  ? Tuning.Options.MOST_THREADS
                  : options.most());
      case EventLoop loop -> throw new IllegalArgumentException(loop.name());
    };
  }

  private static int mostThreads(Worker worker, Tuning.Options options) {
    if (options.most() != Tuning.Options.PROCESSORS) {
      return options.most();
    }
    int ofMachine = Math.max(worker.size(), Runtime.getRuntime().availableProcessors());
    return options.budget() == Tuning.Options.NO_BUDGET ? ofMachine : options.budget();
  }

  /** The threads of a worker. */
  record Pool(Worker target, int before, int most) implements Sized {
    @Override
    public int size() {
      return target.size();
    }

    @Override
    public void resize(int size) {
      target.resize(size);
    }

    @Override
    public RunTimes timeRuns(int capacity) {
      return target.timeRuns(capacity);
    }

    @Override
    public boolean begin() {
      return false;
    }

    @Override
    public Function<Window, Decision> decider(TuningGoal goal) {
      return new Decider(target.name(), most, goal)::decide;
    }

    @Override
    public void restore() {
      target.resize(before);
    }
  }

  /** The number of blocks of a virtual target that run at once. */
  record Places(VirtualWorker target, int before, int most) implements Sized {
    @Override
    public int size() {
      return Math.min(most, target.atOnce());
    }

    @Override
    public void resize(int size) {
      target.runAtOnce(size);
    }

    @Override
    public RunTimes timeRuns(int capacity) {
      return target.timeRuns(capacity);
    }

    /** Sets a limit, so that blocks that wait for others do not count from the start. */
    @Override
    public boolean begin() {
      target.runAtOnce(size());
      return true;
    }

    @Override
    public Function<Window, Decision> decider(TuningGoal goal) {
      return new LimitDecider(target.name(), most, goal)::decide;
    }

    @Override
    public void restore() {
      target.runAtOnce(before);
    }
  }
}
