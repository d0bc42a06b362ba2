package dev.hocket.bench.kernels;

import dev.hocket.bench.race.Spin;

/**
 * A computation in successive steps. A step consists of items that any thread may compute; the
 * result is the exact sum over all items.
 */
public interface Steps {
  /**
   * The number of steps.
   *
   * @return the number
   */
  int steps();

  /**
   * The number of items in a step.
   *
   * @param step the number of the step
   * @return the number
   */
  int items(int step);

  /**
   * Computes an item.
   *
   * @param step the number of the step
   * @param item the number of the item
   * @return the item's part of the sum
   */
  long item(int step, int item);

  /** Prepares the computation for one run. */
  default void prepare() {}

  /** A computation of one step, made from a kernel. */
  static Steps of(Kernel kernel) {
    return new Steps() {
      @Override
      public int steps() {
        return 1;
      }

      @Override
      public int items(int step) {
        return kernel.items();
      }

      @Override
      public long item(int step, int item) {
        return kernel.part(item, item + 1);
      }
    };
  }

  /** Creates steps of about 20 µs for each core, so that one late thread delays all others. */
  static Steps small(int steps, int items) {
    return new Steps() {
      @Override
      public int steps() {
        return steps;
      }

      @Override
      public int items(int step) {
        return items;
      }

      @Override
      public long item(int step, int item) {
        for (int i = 0; i < 15; i++) {
          Spin.briefly();
        }
        return step + item;
      }
    };
  }

  /** Gaussian elimination without pivoting: a step for each pivot, an item for each row below. */
  final class Elimination implements Steps {
    private final int size;
    private final double[][] start;
    private final double[][] rows;

    public Elimination(int size) {
      this.size = size;
      this.start = new double[size][size];
      this.rows = new double[size][size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          start[i][j] = i == j ? size : 1.0 / (1 + i + j);
        }
      }
    }

    @Override
    public void prepare() {
      for (int i = 0; i < size; i++) {
        System.arraycopy(start[i], 0, rows[i], 0, size);
      }
    }

    @Override
    public int steps() {
      return size - 1;
    }

    @Override
    public int items(int step) {
      return size - 1 - step;
    }

    @Override
    public long item(int step, int item) {
      double[] pivot = rows[step];
      double[] row = rows[step + 1 + item];
      double factor = row[step] / pivot[step];
      row[step] = factor;
      for (int j = step + 1; j < size; j++) {
        row[j] -= factor * pivot[j];
      }
      // The next pivot row is final now, so a row computed too late changes the sum.
      return item == 0 ? Double.doubleToLongBits(row[size - 1]) : 0;
    }
  }
}
