import dev.hocket.bench.teams.BlockMatrix;
import dev.hocket.bench.teams.TaskTree;
import java.util.Arrays;

/** Recursive computations whose branches are tasks; {@code hocket bench tasks} runs it. */
public final class DirectiveTree implements TaskTree {
  @Override
  public long fibonacci(int n, int leaf) {
    long result = 0;
    //#omp parallel shared(result)
    {
      //#omp single
      result = fib(n, leaf);
    }
    return result;
  }

  private static long fib(int n, int leaf) {
    if (n <= leaf) {
      return TaskTree.fibonacci(n);
    }
    long one = 0;
    //#omp task shared(one)
    one = fib(n - 1, leaf);
    long other = fib(n - 2, leaf);
    //#omp taskwait
    return one + other;
  }

  @Override
  public long queens() {
    long result = 0;
    //#omp parallel shared(result)
    {
      //#omp single
      result = queens(0, 0, 0, 0);
    }
    return result;
  }

  private static long queens(int column, int rows, int up, int down) {
    if (column == QUEENS_IN_TASKS) {
      return TaskTree.queens(column, rows, up, down);
    }
    long[] found = new long[QUEENS];
    for (int row = 0; row < QUEENS; row++) {
      if (TaskTree.isFree(column, row, rows, up, down)) {
        int branch = row;
        //#omp task
        found[branch] =
            queens(
                column + 1,
                rows | 1 << branch,
                up | TaskTree.up(column, branch),
                down | TaskTree.down(column, branch));
      }
    }
    //#omp taskwait
    return Arrays.stream(found).sum();
  }

  @Override
  public void sort(int[] numbers, int[] spare) {
    //#omp parallel
    {
      //#omp single
      sort(numbers, spare, 0, numbers.length);
    }
  }

  private static void sort(int[] numbers, int[] spare, int from, int to) {
    if (to - from <= SORT_LEAF) {
      Arrays.sort(numbers, from, to);
      return;
    }
    int middle = from + to >>> 1;
    // A taskwait would also wait for the halves of the calls around this one.
    //#omp taskgroup
    {
      //#omp task
      sort(numbers, spare, from, middle);
      sort(numbers, spare, middle, to);
    }
    TaskTree.merge(numbers, spare, from, middle, to);
  }

  @Override
  public long nodes(long root) {
    long result = 0;
    //#omp parallel shared(result)
    {
      //#omp single
      result = nodes(root, true);
    }
    return result;
  }

  private static long nodes(long node, boolean isRoot) {
    int children = TaskTree.children(node, isRoot);
    long[] found = new long[children];
    for (int i = 0; i < children; i++) {
      int branch = i;
      //#omp task
      found[branch] = nodes(TaskTree.child(node, branch), false);
    }
    //#omp taskwait
    return 1 + Arrays.stream(found).sum();
  }

  @Override
  public void factor(BlockMatrix matrix) {
    double[][][] a = matrix.blocks;
    //#omp parallel
    {
      //#omp single
      for (int k = 0; k < BlockMatrix.BLOCKS; k++) {
        //#omp task depend(inout: a[k][k])
        matrix.factor(k);
        for (int i = k + 1; i < BlockMatrix.BLOCKS; i++) {
          if (matrix.has(k, i)) {
            //#omp task depend(in: a[k][k]) depend(inout: a[k][i])
            matrix.right(k, i);
          }
          if (matrix.has(i, k)) {
            //#omp task depend(in: a[k][k]) depend(inout: a[i][k])
            matrix.below(i, k);
          }
        }
        for (int i = k + 1; i < BlockMatrix.BLOCKS; i++) {
          for (int j = k + 1; j < BlockMatrix.BLOCKS; j++) {
            if (matrix.has(i, k) && matrix.has(k, j)) {
              //#omp task depend(in: a[i][k], a[k][j]) depend(inout: a[i][j])
              matrix.inner(i, j, k);
            }
          }
        }
      }
    }
  }
}
