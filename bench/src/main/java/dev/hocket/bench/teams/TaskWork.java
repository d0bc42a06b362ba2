package dev.hocket.bench.teams;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToLongFunction;

/**
 * Compares tasks of directives with a fork-join pool of as many threads, programmed by hand, and
 * with one thread.
 */
public final class TaskWork {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** The number of computations in a run; the run's figure is their median. */
  private static final int SAMPLES = 5;

  private static final int SORTED = 1 << 20;

  private static final BlockMatrix MATRIX = new BlockMatrix();

  private TaskWork() {}

  public static void run(Settings settings) throws Exception {
    TaskTree directives = (TaskTree) Programs.load("DirectiveTree");
    int leaf = TaskTree.FIBONACCI_LEAF;
    int[] unsorted = TaskTree.numbers(SORTED);
    int[] sorted = new int[SORTED];
    int[] spare = new int[SORTED];
    try (ForkJoinPool pool = new ForkJoinPool(THREADS)) {
      TaskTree byHand = new ForkJoinTree(pool);
      race(
          "fibonacci, tasks of 1 µs",
          directives,
          byHand,
          tree -> tree.fibonacci(34, leaf),
          settings);
      race(
          "fibonacci, a task for each call",
          directives,
          byHand,
          tree -> tree.fibonacci(24, 1),
          settings);
      race("n queens", directives, byHand, TaskTree::queens, settings);
      race(
          "merge sort",
          directives,
          byHand,
          tree -> {
            System.arraycopy(unsorted, 0, sorted, 0, SORTED);
            tree.sort(sorted, spare);
            return Arrays.hashCode(sorted);
          },
          settings);
      race("unbalanced tree, tasks of 1.3 µs", directives, byHand, tree -> tree.nodes(4), settings);
      race("sparse LU, depend", directives, byHand, TaskWork::factorised, settings);
    }
  }

  private static long factorised(TaskTree tree) {
    BlockMatrix matrix = new BlockMatrix(MATRIX);
    tree.factor(matrix);
    return matrix.hash();
  }

  private static void race(
      String title,
      TaskTree directives,
      TaskTree byHand,
      ToLongFunction<TaskTree> computation,
      Settings settings)
      throws Exception {
    TaskTree sequential = new TaskTree.Sequential();
    long expected = computation.applyAsLong(sequential);
    new Race(title + " on " + THREADS + " cores")
        .with("Hocket, task", () -> time(directives, computation, expected))
        .with("ForkJoinPool by hand", () -> time(byHand, computation, expected))
        .with("sequential", () -> time(sequential, computation, expected))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static double time(TaskTree tree, ToLongFunction<TaskTree> computation, long expected) {
    double[] nanos = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long start = System.nanoTime();
      long result = computation.applyAsLong(tree);
      nanos[i] = System.nanoTime() - start;
      if (result != expected) {
        throw new AssertionError(result + " instead of " + expected);
      }
    }
    Arrays.sort(nanos);
    return Race.quantile(nanos, 0.5);
  }
}
