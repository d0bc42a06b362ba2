package dev.hocket.bench.nas;

/** A cube of numbers with a border one point wide on every side. */
public final class Grid {
  private static final long SEED = 314_159_265;
  private static final int CHARGES = 10;

  /** The numbers, in planes of rows. */
  public final double[] values;

  /** The number of numbers in a row, including its border. */
  public final int row;

  /** The number of numbers in a plane, including its border. */
  public final int plane;

  /**
   * Creates a grid of zeros.
   *
   * @param size the length of its edge, without the border
   */
  public Grid(int size) {
    row = size + 2;
    plane = row * row;
    values = new double[plane * row];
  }

  /**
   * Creates MG's right side: +1 at the ten points where random numbers are greatest, -1 where they
   * are smallest, else 0.
   *
   * @param size the length of its edge, without the border
   * @return the grid, with its border
   */
  public static Grid charges(int size) {
    Grid grid = new Grid(size);
    Extremes greatest = new Extremes();
    Extremes smallest = new Extremes();
    Sequence numbers = new Sequence(SEED);
    double[] random = new double[size];
    for (int k = 1; k <= size; k++) {
      for (int j = 1; j <= size; j++) {
        numbers.fill(random, 0, size);
        for (int i = 0; i < size; i++) {
          int at = k * grid.plane + j * grid.row + i + 1;
          greatest.offer(random[i], at);
          smallest.offer(-random[i], at);
        }
      }
    }
    for (int c = 0; c < CHARGES; c++) {
      grid.values[greatest.places[c]] = 1;
      grid.values[smallest.places[c]] = -1;
    }
    grid.wrap();
    return grid;
  }

  private void wrap() {
    for (int k = 0; k < row; k++) {
      for (int j = 0; j < row; j++) {
        for (int i = 0; i < row; i++) {
          values[k * plane + j * row + i] = values[inside(k) * plane + inside(j) * row + inside(i)];
        }
      }
    }
  }

  private int inside(int index) {
    return index == 0 ? row - 2 : index == row - 1 ? 1 : index;
  }

  /** The greatest numbers so far, in order, with their places. */
  private static final class Extremes {
    final double[] numbers = new double[CHARGES];
    final int[] places = new int[CHARGES];
    int count;

    void offer(double number, int place) {
      if (count == CHARGES && number <= numbers[CHARGES - 1]) {
        return;
      }
      int at = count < CHARGES ? count++ : CHARGES - 1;
      while (at > 0 && numbers[at - 1] < number) {
        numbers[at] = numbers[at - 1];
        places[at] = places[at - 1];
        at--;
      }
      numbers[at] = number;
      places[at] = place;
    }
  }
}
