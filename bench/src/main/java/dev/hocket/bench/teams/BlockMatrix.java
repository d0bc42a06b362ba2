package dev.hocket.bench.teams;

import java.util.Arrays;
import java.util.Random;

/**
 * A sparse matrix of square blocks, and the steps of its LU factorisation, each of which changes
 * one block ("sparselu" of the Barcelona OpenMP Tasks Suite, Duran et al., 2009).
 */
public final class BlockMatrix {
  /** The number of blocks in a row, and of numbers in a row of a block. */
  public static final int BLOCKS = 24;

  private static final int SIZE = 24;

  /** The blocks by row and column; null where all numbers are 0, also after the factorisation. */
  public final double[][][] blocks = new double[BLOCKS][BLOCKS][];

  /** Creates a matrix; the numbers are the same each time. */
  public BlockMatrix() {
    Random random = new Random(7);
    for (int i = 0; i < BLOCKS; i++) {
      for (int j = 0; j < BLOCKS; j++) {
        if (Math.abs(i - j) < 2 || random.nextInt(5) == 0) {
          blocks[i][j] = random.doubles(SIZE * SIZE).toArray();
        }
      }
      for (int d = 0; d < SIZE; d++) {
        blocks[i][i][d * SIZE + d] += SIZE * BLOCKS;
      }
    }
    for (int k = 0; k < BLOCKS; k++) {
      for (int i = k + 1; i < BLOCKS; i++) {
        for (int j = k + 1; j < BLOCKS; j++) {
          if (blocks[i][j] == null && has(i, k) && has(k, j)) {
            blocks[i][j] = new double[SIZE * SIZE];
          }
        }
      }
    }
  }

  /**
   * Whether a block has numbers other than 0.
   *
   * @param i the block's row
   * @param j the block's column
   * @return false if no step uses it
   */
  public boolean has(int i, int j) {
    return blocks[i][j] != null;
  }

  /**
   * Factorises a block of the diagonal.
   *
   * @param k its row
   */
  public void factor(int k) {
    double[] a = blocks[k][k];
    for (int p = 0; p < SIZE; p++) {
      for (int i = p + 1; i < SIZE; i++) {
        double factor = a[i * SIZE + p] /= a[p * SIZE + p];
        for (int j = p + 1; j < SIZE; j++) {
          a[i * SIZE + j] -= factor * a[p * SIZE + j];
        }
      }
    }
  }

  /**
   * Solves for a block to the right of the diagonal.
   *
   * @param k the block's row
   * @param column the block's column
   */
  public void right(int k, int column) {
    double[] lower = blocks[k][k];
    double[] a = blocks[k][column];
    for (int p = 0; p < SIZE; p++) {
      for (int i = p + 1; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
          a[i * SIZE + j] -= lower[i * SIZE + p] * a[p * SIZE + j];
        }
      }
    }
  }

  /**
   * Solves for a block below the diagonal.
   *
   * @param row the block's row
   * @param k the block's column
   */
  public void below(int row, int k) {
    double[] upper = blocks[k][k];
    double[] a = blocks[row][k];
    for (int i = 0; i < SIZE; i++) {
      for (int p = 0; p < SIZE; p++) {
        double factor = a[i * SIZE + p] /= upper[p * SIZE + p];
        for (int j = p + 1; j < SIZE; j++) {
          a[i * SIZE + j] -= factor * upper[p * SIZE + j];
        }
      }
    }
  }

  /**
   * Subtracts the product of two blocks from a third.
   *
   * @param row the row of the first and third block
   * @param column the column of the second and third block
   * @param k the column of the first and the row of the second block
   */
  public void inner(int row, int column, int k) {
    double[] left = blocks[row][k];
    double[] top = blocks[k][column];
    double[] a = blocks[row][column];
    for (int i = 0; i < SIZE; i++) {
      for (int p = 0; p < SIZE; p++) {
        double factor = left[i * SIZE + p];
        for (int j = 0; j < SIZE; j++) {
          a[i * SIZE + j] -= factor * top[p * SIZE + j];
        }
      }
    }
  }

  /** Creates a copy of a matrix. */
  BlockMatrix(BlockMatrix of) {
    for (int i = 0; i < BLOCKS; i++) {
      for (int j = 0; j < BLOCKS; j++) {
        blocks[i][j] = of.has(i, j) ? of.blocks[i][j].clone() : null;
      }
    }
  }

  /** The number of rows, and of columns. */
  static int rows() {
    return BLOCKS * SIZE;
  }

  double get(int row, int column) {
    double[] block = blocks[row / SIZE][column / SIZE];
    return block == null ? 0 : block[row % SIZE * SIZE + column % SIZE];
  }

  /** A number that depends on all numbers of the matrix. */
  long hash() {
    return Arrays.deepHashCode(blocks);
  }
}
