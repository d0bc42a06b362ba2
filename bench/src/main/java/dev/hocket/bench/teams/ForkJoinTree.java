package dev.hocket.bench.teams;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.LongSupplier;

/** The computations written by hand for a fork-join pool, as its documentation advises. */
final class ForkJoinTree implements TaskTree {
  private final ForkJoinPool pool;

  ForkJoinTree(ForkJoinPool pool) {
    this.pool = pool;
  }

  @Override
  public long fibonacci(int n, int leaf) {
    return pool.invoke(new Fibonacci(n, leaf));
  }

  @Override
  public long queens() {
    return pool.invoke(new Branch(() -> queens(0, 0, 0, 0)));
  }

  @Override
  public void sort(int[] numbers, int[] spare) {
    pool.invoke(new Sort(numbers, spare, 0, numbers.length));
  }

  @Override
  public long nodes(long root) {
    return pool.invoke(new Branch(() -> nodes(root, true)));
  }

  /** Runs the steps on a diagonal, then those on its row and column, then those inside. */
  @Override
  public void factor(BlockMatrix matrix) {
    for (int k = 0; k < BlockMatrix.BLOCKS; k++) {
      int step = k;
      List<Branch> edges = new ArrayList<>();
      List<Branch> inside = new ArrayList<>();
      for (int i = k + 1; i < BlockMatrix.BLOCKS; i++) {
        int at = i;
        if (matrix.has(k, i)) {
          edges.add(action(() -> matrix.right(step, at)));
        }
        if (matrix.has(i, k)) {
          edges.add(action(() -> matrix.below(at, step)));
        }
        for (int j = k + 1; j < BlockMatrix.BLOCKS; j++) {
          int column = j;
          if (matrix.has(i, k) && matrix.has(k, j)) {
            inside.add(action(() -> matrix.inner(at, column, step)));
          }
        }
      }
      matrix.factor(k);
      pool.invoke(new Branch(() -> sum(edges)));
      pool.invoke(new Branch(() -> sum(inside)));
    }
  }

  private static Branch action(Runnable action) {
    return new Branch(() -> {
      action.run();
      return 0;
    });
  }

  private static final class Fibonacci extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1L;
    private final int n;
    private final int leaf;

    Fibonacci(int n, int leaf) {
      this.n = n;
      this.leaf = leaf;
    }

    @Override
    protected Long compute() {
      if (n <= leaf) {
        return TaskTree.fibonacci(n);
      }
      ForkJoinTask<Long> forked = new Fibonacci(n - 1, leaf).fork();
      long other = new Fibonacci(n - 2, leaf).compute();
      return forked.join() + other;
    }
  }

  private static final class Sort extends RecursiveAction {
    private static final long serialVersionUID = 1L;
    private final int[] numbers;
    private final int[] spare;
    private final int from;
    private final int to;

    Sort(int[] numbers, int[] spare, int from, int to) {
      this.numbers = numbers;
      this.spare = spare;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from <= SORT_LEAF) {
        Arrays.sort(numbers, from, to);
        return;
      }
      int middle = from + to >>> 1;
      invokeAll(new Sort(numbers, spare, from, middle), new Sort(numbers, spare, middle, to));
      TaskTree.merge(numbers, spare, from, middle, to);
    }
  }

  /** A branch of a search. */
  private static final class Branch extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1L;
    private final transient LongSupplier search;

    Branch(LongSupplier search) {
      this.search = search;
    }

    @Override
    protected Long compute() {
      return search.getAsLong();
    }
  }

  private static long queens(int column, int rows, int up, int down) {
    if (column == QUEENS_IN_TASKS) {
      return TaskTree.queens(column, rows, up, down);
    }
    List<Branch> branches = new ArrayList<>();
    for (int row = 0; row < QUEENS; row++) {
      if (TaskTree.isFree(column, row, rows, up, down)) {
        int nextRows = rows | 1 << row;
        int nextUp = up | TaskTree.up(column, row);
        int nextDown = down | TaskTree.down(column, row);
        branches.add(new Branch(() -> queens(column + 1, nextRows, nextUp, nextDown)));
      }
    }
    return sum(branches);
  }

  private static long nodes(long node, boolean isRoot) {
    int children = TaskTree.children(node, isRoot);
    List<Branch> branches = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      long child = TaskTree.child(node, i);
      branches.add(new Branch(() -> nodes(child, false)));
    }
    return 1 + sum(branches);
  }

  private static long sum(List<Branch> branches) {
    long sum = 0;
    for (Branch branch : ForkJoinTask.invokeAll(branches)) {
      sum += branch.join();
    }
    return sum;
  }
}
