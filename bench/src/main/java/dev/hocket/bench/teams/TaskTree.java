package dev.hocket.bench.teams;

import dev.hocket.bench.race.Spin;
import java.util.Arrays;
import java.util.Random;

/**
 * Computations whose parts may run at the same time, most of them recursive, and one way of running
 * them: with directives, on a fork-join pool, or on one thread. The leaves do the same work in all
 * ways.
 */
public interface TaskTree {
  /** Below this number, a Fibonacci number is computed without tasks, in about 1 µs. */
  int FIBONACCI_LEAF = 13;

  /** The size of the board, and the number of columns in which each queen is its own task. */
  int QUEENS = 11;

  int QUEENS_IN_TASKS = 4;

  /** A task sorts this many numbers without further tasks. */
  int SORT_LEAF = 2_048;

  /**
   * Computes a Fibonacci number.
   *
   * @param n the index of the number
   * @param leaf the index below which no tasks are created
   * @return the number
   */
  long fibonacci(int n, int leaf);

  /**
   * Counts the ways to place {@link #QUEENS} queens.
   *
   * @return the number of ways
   */
  long queens();

  /**
   * Sorts by merging.
   *
   * @param numbers the numbers to sort
   * @param spare an array of the same length
   */
  void sort(int[] numbers, int[] spare);

  /**
   * Counts the nodes of an unbalanced tree ("UTS", Olivier et al., 2006), with 1.3 µs of work at
   * each.
   *
   * @param root the number of the tree's root
   * @return the number of nodes
   */
  long nodes(long root);

  /**
   * Factorises a matrix.
   *
   * @param matrix the matrix, which then contains its factors
   */
  void factor(BlockMatrix matrix);

  /**
   * Computes a Fibonacci number by plain calls.
   *
   * @param n the index of the number
   * @return the number
   */
  static long fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  /**
   * Counts the ways to place a queen in each further column, by plain calls. A bit stands for a row
   * or a diagonal.
   *
   * @param column the first of these columns
   * @param rows the occupied rows
   * @param up the occupied rising diagonals
   * @param down the occupied falling diagonals
   * @return the number of ways
   */
  static long queens(int column, int rows, int up, int down) {
    if (column == QUEENS) {
      return 1;
    }
    long found = 0;
    for (int row = 0; row < QUEENS; row++) {
      if (isFree(column, row, rows, up, down)) {
        found +=
            queens(column + 1, rows | 1 << row, up | up(column, row), down | down(column, row));
      }
    }
    return found;
  }

  /**
   * Whether no queen attacks a square.
   *
   * @param column the square's column
   * @param row the square's row
   * @param rows the occupied rows
   * @param up the occupied rising diagonals
   * @param down the occupied falling diagonals
   * @return true if a queen may stand there
   */
  static boolean isFree(int column, int row, int rows, int up, int down) {
    return (rows & 1 << row) == 0 && (up & up(column, row)) == 0 && (down & down(column, row)) == 0;
  }

  /**
   * The rising diagonal of a square.
   *
   * @param column the square's column
   * @param row the square's row
   * @return the bit of the diagonal
   */
  static int up(int column, int row) {
    return 1 << row + column;
  }

  /**
   * The falling diagonal of a square.
   *
   * @param column the square's column
   * @param row the square's row
   * @return the bit of the diagonal
   */
  static int down(int column, int row) {
    return 1 << row - column + QUEENS;
  }

  /**
   * Merges two sorted halves.
   *
   * @param numbers an array with the halves, and then with their numbers in order
   * @param spare an array of the same length
   * @param from the index where the first half begins
   * @param middle the index where the second half begins
   * @param to the index where the second half ends
   */
  static void merge(int[] numbers, int[] spare, int from, int middle, int to) {
    System.arraycopy(numbers, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      numbers[at] = right < to && numbers[right] < spare[left] ? numbers[right++] : spare[left++];
    }
  }

  /**
   * Creates numbers to sort.
   *
   * @param count how many numbers
   * @return the numbers; they are the same each time
   */
  static int[] numbers(int count) {
    return new Random(1).ints(count).toArray();
  }

  /**
   * The number of children of a node of the tree: none for most nodes, else eight; the root has
   * 1,000.
   *
   * @param node the node's number
   * @param isRoot whether the node is the root
   * @return the number of children
   */
  static int children(long node, boolean isRoot) {
    Spin.briefly();
    return isRoot ? 1_000 : (node >>> 11) * 0x1p-53 < 0.12 ? 8 : 0;
  }

  /**
   * The number of a child.
   *
   * @param node the number of its parent
   * @param i the index of the child
   * @return the child's number, with random bits (SplitMix64)
   */
  static long child(long node, int i) {
    long z = node + (i + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** The computations on one thread, by plain calls. */
  final class Sequential implements TaskTree {
    @Override
    public long fibonacci(int n, int leaf) {
      return TaskTree.fibonacci(n);
    }

    @Override
    public long queens() {
      return TaskTree.queens(0, 0, 0, 0);
    }

    @Override
    public void sort(int[] numbers, int[] spare) {
      sort(numbers, spare, 0, numbers.length);
    }

    private static void sort(int[] numbers, int[] spare, int from, int to) {
      if (to - from <= SORT_LEAF) {
        Arrays.sort(numbers, from, to);
        return;
      }
      int middle = from + to >>> 1;
      sort(numbers, spare, from, middle);
      sort(numbers, spare, middle, to);
      merge(numbers, spare, from, middle, to);
    }

    @Override
    public long nodes(long root) {
      return nodes(root, true);
    }

    @Override
    public void factor(BlockMatrix matrix) {
      for (int k = 0; k < BlockMatrix.BLOCKS; k++) {
        matrix.factor(k);
        for (int j = k + 1; j < BlockMatrix.BLOCKS; j++) {
          if (matrix.has(k, j)) {
            matrix.right(k, j);
          }
        }
        for (int i = k + 1; i < BlockMatrix.BLOCKS; i++) {
          if (matrix.has(i, k)) {
            matrix.below(i, k);
            for (int j = k + 1; j < BlockMatrix.BLOCKS; j++) {
              if (matrix.has(k, j)) {
                matrix.inner(i, j, k);
              }
            }
          }
        }
      }
    }

    private static long nodes(long node, boolean isRoot) {
      long found = 1;
      int children = children(node, isRoot);
      for (int i = 0; i < children; i++) {
        found += nodes(child(node, i), false);
      }
      return found;
    }
  }
}
