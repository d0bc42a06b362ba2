package dev.hocket.tune;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.VirtualWorker;
import dev.hocket.core.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Sizes workers while the program runs, until it is closed. After each window of some hundreds of
 * runs it replays these on every size that the worker may have. It jumps to the smallest size on
 * which they would have ended about as soon as on the largest (mean time from being queued to the
 * end). It grows at once, shrinks only after several windows that agree, goes back if runs take
 * longer on more threads, and leaves the size alone where replay and measurement contradict each
 * other. It never refuses or delays an event. Each decision is an event {@code dev.hocket.Tuning}
 * of JDK Flight Recorder, with its reason.
 *
 * <p>The replay is of the queue of paper 2, section 3, with the recorded arrivals and run times of
 * the program instead of assumptions about their distribution.
 *
 * <p>{@link Options#goal} chooses another figure than the mean. {@link Options#budget} is for
 * workers that together may have only a limited number of threads, such as those that share the
 * connections of a database: then a worker also gets threads that another one needs less.
 *
 * <p>A tuned worker gets at most as many threads as the machine has processors, or as it had at the
 * beginning if these are more. If handlers wait in ways that Hocket does not know (a database, a
 * lock), more may be better: {@link Options#most} sets the number.
 *
 * <p>{@link #start(Options, Target...)} also tunes how many blocks of a virtual target run at once.
 *
 * <p>A target that is shut down is no longer tuned.
 *
 * <p>All methods may be called from any thread; none of them blocks. Measuring costs each block up
 * to a microsecond, so it is for blocks that run for 50 microseconds or longer.
 *
 * <pre>{@code
 * Worker pool = Targets.create("images", 4);
 * try (Tuning tuning = Tuning.start(Tuning.Options.DEFAULT.most(16), pool)) {
 *   pool.call("work", () -> Thread.sleep(10));
 *   tuning.decisions().forEach(System.out::println);
 * } // the pool has 4 threads again
 * }</pre>
 */
public final class Tuning implements AutoCloseable {
  private static final int KEPT = 100;

  /**
   * Settings of the tuning.
   *
   * @param most the most threads of each worker; {@link #PROCESSORS} for as many as the machine has
   *     processors, or as the worker had
   * @param window the runs of a window: with fewer the tuner reacts sooner, with more it is more
   *     certain
   * @param dryRun whether to decide only, and change nothing
   * @param goal the figure to minimise
   * @param budget the most threads of all workers together; {@link #NO_BUDGET} for any number
   */
  public record Options(int most, int window, boolean dryRun, TuningGoal goal, int budget) {
    /** Stands for as many threads as processors, or as the worker had when tuning began. */
    public static final int PROCESSORS = 0;

    /** Stands for no common limit: each worker may have its most threads. */
    public static final int NO_BUDGET = 0;

    /** Windows of 500 runs, as many threads as processors, and a small mean. */
    public static final Options DEFAULT =
        new Options(PROCESSORS, 500, false, TuningGoal.MEAN, NO_BUDGET);

    private static final int LEAST_WINDOW = 100;
    private static final int MOST_WINDOW = 100_000;
    static final int MOST_THREADS = 4_000;

    /** Checks the values. */
    public Options {
      if (most < 0 || most > MOST_THREADS) {
        throw new IllegalArgumentException(
            "at most " + most + " threads; it must be 1 to " + MOST_THREADS);
      }
      if (window < LEAST_WINDOW || window > MOST_WINDOW) {
        throw new IllegalArgumentException(
            "a window of %d runs; it must be %d to %d"
                .formatted(window, LEAST_WINDOW, MOST_WINDOW));
      }
      if (window < goal.leastWindow()) {
        throw new IllegalArgumentException(
            "a window of %d runs does not tell the %s; it needs %d"
                .formatted(window, goal, goal.leastWindow()));
      }
      if (budget < 0 || budget > MOST_THREADS) {
        throw new IllegalArgumentException(
            "a budget of " + budget + " threads; it must be 1 to " + MOST_THREADS);
      }
    }

    /**
     * Changes the largest size.
     *
     * @param threads 1 to 4,000
     * @return other options
     */
    public Options most(int threads) {
      return new Options(threads, window, dryRun, goal, budget);
    }

    /**
     * Changes the length of windows.
     *
     * @param runs 100 to 100,000
     * @return other options
     */
    public Options window(int runs) {
      return new Options(most, runs, dryRun, goal, budget);
    }

    /**
     * Makes the tuner record its decisions without changing anything.
     *
     * @return other options
     */
    public Options dry() {
      return new Options(most, window, true, goal, budget);
    }

    /**
     * Changes the goal.
     *
     * @param small the figure to minimise
     * @return other options
     */
    public Options goal(TuningGoal small) {
      return new Options(most, window, dryRun, small, budget);
    }

    /**
     * Limits the threads of all workers together.
     *
     * @param threads 1 to 4,000, and at least as many as the workers have when tuning begins
     * @return other options
     */
    public Options budget(int threads) {
      return new Options(most, window, dryRun, goal, threads);
    }
  }

  private final Deque<Decision> decisions = new ArrayDeque<>();
  private final List<TargetTuning> tunings = new ArrayList<>();

  /** The shared budget, or empty. Its lock guards it and all changes of sizes. */
  private final Optional<Budget> budget;

  private Tuning(Optional<Budget> budget) {
    this.budget = budget;
  }

  /**
   * Begins to tune with {@link Options#DEFAULT}.
   *
   * @param workers the workers, each of which is tuned by itself
   * @return the tuning, to be closed
   * @throws IllegalArgumentException if there is no worker, or one of them twice
   * @throws IllegalStateException if one of them is tuned or measured already
   */
  public static Tuning start(Worker... workers) {
    return start(Options.DEFAULT, workers);
  }

  /**
   * Begins to tune.
   *
   * @param options the settings
   * @param workers the workers, each of which is tuned by itself
   * @return the tuning, to be closed
   * @throws IllegalArgumentException if there is no worker, one of them twice, one that is larger
   *     than {@link Options#most}, or if together they are larger than {@link Options#budget}
   * @throws IllegalStateException if one of them is tuned or measured already
   */
  public static Tuning start(Options options, Worker... workers) {
    return start(options, (Target[]) workers);
  }

  /**
   * Begins to tune workers and virtual targets. Of a virtual target it tunes {@link
   * VirtualWorker#atOnce}, the number of blocks that run at once, for the highest throughput; the
   * others wait. If runs do not slow each other down, the number is {@link Options#most}, and 4,000
   * without it.
   *
   * @param options the settings
   * @param targets the targets, each of which is tuned by itself
   * @return the tuning, to be closed
   * @throws IllegalArgumentException if there is no target, one of them twice, an event loop, a
   *     worker that is larger than {@link Options#most}, a virtual target and a {@link
   *     Options#budget}, or if the workers together are larger than the budget
   * @throws IllegalStateException if one of them is tuned or measured already
   */
  public static Tuning start(Options options, Target... targets) {
    Objects.requireNonNull(options, "options");
    check(options, targets);
    Tuning tuning = new Tuning(budget(options, targets));
    try {
      for (Target target : targets) {
        tuning.tunings.add(new TargetTuning(Sized.of(target, options), options, tuning::settle));
      }
      tuning.tunings.forEach(TargetTuning::start);
    } catch (Throwable failure) {
      tuning.close();
      throw failure;
    }
    return tuning;
  }

  private static void check(Options options, Target... targets) {
    if (targets.length == 0) {
      throw new IllegalArgumentException("no worker to tune");
    }
    Set<Target> seen = new HashSet<>();
    int threads = 0;
    for (Target target : targets) {
      if (!seen.add(Objects.requireNonNull(target, "worker"))) {
        throw new IllegalArgumentException("target " + target.name() + " is given twice");
      }
      if (!(target instanceof Worker worker)) {
        checkVirtual(options, target);
        continue;
      }
      if (options.most() != Options.PROCESSORS && worker.size() > options.most()) {
        throw new IllegalArgumentException(
            "target %s has %d threads already, more than the most allowed, %d"
                .formatted(worker.name(), worker.size(), options.most()));
      }
      threads += worker.size();
    }
    if (options.budget() != Options.NO_BUDGET && threads > options.budget()) {
      throw new IllegalArgumentException(
          "the targets have %d threads already, more than the budget of %d"
              .formatted(threads, options.budget()));
    }
  }

  private static void checkVirtual(Options options, Target target) {
    if (target instanceof EventLoop) {
      throw new IllegalArgumentException(
          "target " + target.name() + " is an event loop, which has one thread");
    }
    if (options.budget() != Options.NO_BUDGET) {
      throw new IllegalArgumentException(
          "target "
              + target.name()
              + " has virtual threads, which a budget of threads does not count; tune it by another"
              + " Tuning");
    }
  }

  private static Optional<Budget> budget(Options options, Target... workers) {
    return options.budget() == Options.NO_BUDGET
        ? Optional.empty()
        : Optional.of(
            new Budget(
                options.budget(),
                options.goal(),
                Arrays.stream(workers).map(Target::name).toList()));
  }

  /** Carries out the decision for one worker, or the budget's decisions based on it. */
  private void settle(TargetTuning wisher, Decision wish, Window window) {
    if (budget.isEmpty()) {
      keep(wisher, wish);
      return;
    }
    synchronized (budget.get()) {
      List<Decision> decisions =
          budget.get().settle(wish, window, target -> of(target).size(), System.nanoTime());
      // Workers that give threads come first, so that together they never have more than the
      // budget.
      decisions.reversed().forEach(one -> keep(of(one.target()), one));
    }
  }

  private TargetTuning of(String target) {
    return tunings.stream().filter(one -> one.name().equals(target)).findFirst().orElseThrow();
  }

  private void keep(TargetTuning worker, Decision decision) {
    if (worker.carryOut(decision)) {
      keep(decision);
    }
  }

  private void keep(Decision decision) {
    synchronized (decisions) {
      if (decisions.size() == KEPT) {
        decisions.removeFirst();
      }
      decisions.addLast(decision);
    }
  }

  /**
   * The latest decisions of all workers.
   *
   * @return at most 100, oldest first
   */
  public List<Decision> decisions() {
    synchronized (decisions) {
      return List.copyOf(decisions);
    }
  }

  /**
   * Ends the tuning and restores the former size of each worker, unless other code has set another
   * size meanwhile. Closing it twice is harmless.
   */
  @Override
  public void close() {
    tunings.forEach(TargetTuning::close);
  }
}
