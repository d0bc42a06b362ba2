package dev.hocket.bench.nas;

import java.util.Arrays;

/**
 * A sparse matrix, stored by rows. Row {@code i} consists of the entries from {@code starts[i]} on.
 */
public final class SparseMatrix {
  private static final long SEED = 314_159_265;

  /** The reciprocal of the condition number. */
  private static final double CONDITION = 0.1;

  private final int[] starts;
  private final int[] columns;
  private final double[] values;

  private SparseMatrix(int[] starts, int[] columns, double[] values) {
    this.starts = starts;
    this.columns = columns;
    this.values = values;
  }

  /**
   * The product of a row and a vector.
   *
   * @param row the index of the row
   * @param vector a vector with as many numbers as the matrix has columns
   * @return the product
   */
  public double row(int row, double[] vector) {
    double sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++) {
      sum += values[k] * vector[columns[k]];
    }
    return sum;
  }

  /**
   * Makes the matrix of CG: the weighted sum of outer products of random sparse vectors, with a
   * shifted diagonal.
   *
   * @param rows the number of rows, and of columns
   * @param nonzeros the number of nonzeros of one vector
   * @param shift the number that is subtracted from the diagonal
   * @return the matrix
   */
  public static SparseMatrix random(int rows, int nonzeros, double shift) {
    SparseVector[] vectors = vectors(rows, nonzeros);
    Builder builder = new Builder(vectors, rows);
    double ratio = Math.pow(CONDITION, 1.0 / rows);
    double weight = 1;
    for (int i = 0; i < rows; i++) {
      SparseVector vector = vectors[i];
      for (int j = 0; j < vector.size; j++) {
        for (int k = 0; k < vector.size; k++) {
          double value = vector.values[k] * weight * vector.values[j];
          boolean diagonal = vector.indices[j] == i && vector.indices[k] == i;
          builder.add(
              vector.indices[j], vector.indices[k], diagonal ? value + (CONDITION - shift) : value);
        }
      }
      weight *= ratio;
    }
    return builder.build();
  }

  private static SparseVector[] vectors(int rows, int nonzeros) {
    Sequence numbers = new Sequence(SEED).skip(1);
    int power = Integer.highestOneBit(rows) == rows ? rows : Integer.highestOneBit(rows) << 1;
    SparseVector[] vectors = new SparseVector[rows];
    for (int i = 0; i < rows; i++) {
      SparseVector vector = new SparseVector(nonzeros + 1);
      while (vector.size < nonzeros) {
        double value = numbers.next();
        int index = (int) (power * numbers.next());
        if (index < rows && vector.find(index) < 0) {
          vector.set(index, value);
        }
      }
      vector.set(i, 0.5);
      vectors[i] = vector;
    }
    return vectors;
  }

  /** A few indices and their values, in the order in which they were set. */
  private static final class SparseVector {
    final int[] indices;
    final double[] values;
    int size;

    SparseVector(int capacity) {
      indices = new int[capacity];
      values = new double[capacity];
    }

    int find(int index) {
      for (int k = 0; k < size; k++) {
        if (indices[k] == index) {
          return k;
        }
      }
      return -1;
    }

    void set(int index, double value) {
      int at = find(index);
      if (at < 0) {
        at = size++;
      }
      indices[at] = index;
      values[at] = value;
    }
  }

  /** Sums entries, with space in each row as if no two of its entries had the same place. */
  private static final class Builder {
    private final int[] starts;
    private final int[] ends;
    private final int[] columns;
    private final double[] values;

    Builder(SparseVector[] vectors, int rows) {
      starts = new int[rows + 1];
      for (SparseVector vector : vectors) {
        for (int k = 0; k < vector.size; k++) {
          starts[vector.indices[k] + 1] += vector.size;
        }
      }
      for (int i = 0; i < rows; i++) {
        starts[i + 1] += starts[i];
      }
      ends = Arrays.copyOf(starts, rows);
      columns = new int[starts[rows]];
      values = new double[starts[rows]];
    }

    void add(int row, int column, double value) {
      int at = Arrays.binarySearch(columns, starts[row], ends[row], column);
      if (at >= 0) {
        values[at] += value;
        return;
      }
      int to = -at - 1;
      System.arraycopy(columns, to, columns, to + 1, ends[row] - to);
      System.arraycopy(values, to, values, to + 1, ends[row] - to);
      columns[to] = column;
      values[to] = value;
      ends[row]++;
    }

    SparseMatrix build() {
      int rows = ends.length;
      int[] packed = new int[rows + 1];
      for (int i = 0; i < rows; i++) {
        int length = ends[i] - starts[i];
        System.arraycopy(columns, starts[i], columns, packed[i], length);
        System.arraycopy(values, starts[i], values, packed[i], length);
        packed[i + 1] = packed[i] + length;
      }
      return new SparseMatrix(
          packed, Arrays.copyOf(columns, packed[rows]), Arrays.copyOf(values, packed[rows]));
    }
  }
}
