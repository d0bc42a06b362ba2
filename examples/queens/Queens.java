/** Counts the ways to place queens on a board: a search tree whose branches are tasks. */
public class Queens {
  static final int SIZE = 8;

  /** Places a queen in each column from here on; a bit stands for a row or a diagonal. */
  static int solutions(int column, int rows, int up, int down) {
    if (column == SIZE) {
      return 1;
    }
    int[] found = new int[SIZE];
    for (int row = 0; row < SIZE; row++) {
      int rowBit = 1 << row;
      int upBit = 1 << row + column;
      int downBit = 1 << row - column + SIZE;
      if ((rows & rowBit) == 0 && (up & upBit) == 0 && (down & downBit) == 0) {
        int branch = row;
        //#omp task final(column > 2)
        found[branch] = solutions(column + 1, rows | rowBit, up | upBit, down | downBit);
      }
    }
    //#omp taskwait
    int sum = 0;
    for (int each : found) {
      sum += each;
    }
    return sum;
  }

  public static void main(String[] args) {
    int solutions = 0;
    //#omp parallel
    {
      //#omp single
      solutions = solutions(0, 0, 0, 0);
    }
    System.out.println(SIZE + " queens: " + solutions + " solutions");

    long sum = 0;
    //#omp parallel
    {
      //#omp single
      {
        //#omp taskloop reduction(+: sum) grainsize(100)
        for (int i = 1; i <= 1000; i++) {
          sum += i;
        }
      }
    }
    System.out.println("sum: " + sum);

    try {
      //#omp parallel
      {
        //#omp single
        {
          //#omp taskgroup
          {
            //#omp task
            {
              throw new IllegalStateException("a branch has failed");
            }
          }
        }
      }
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }
}
