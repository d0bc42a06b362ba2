import java.util.*;

/** Elements of arrays whose use looks like a race and is none: nothing is reported. */
class RaceFreeElements {
  int counter;
  final int[] squares = new int[100];
  final List<Integer> guarded = new ArrayList<>();

  void ownElements() {
    //#omp parallel for
    for (int i = 0; i < squares.length; i++) {
      squares[i] = i * i;
    }
  }

  void ownElementsTwice(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      a[i] += 1;
      a[i] *= a[i];
    }
  }

  void ownRows(int[][] m) {
    //#omp parallel for
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m[i].length; j++) {
        m[i][j]++;
      }
    }
  }

  void ownRowByVariable(int[][] m) {
    //#omp parallel for
    for (int i = 0; i < m.length; i++) {
      int[] row = m[i];
      for (int j = 1; j < row.length; j++) {
        row[j] = row[j - 1] + 1;
      }
    }
  }

  void transposedElements(int[][] m, int[][] t) {
    //#omp parallel for collapse(2)
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        t[j][i] = m[i][j];
      }
    }
  }

  void flat(double[] image, int width, int height) {
    //#omp parallel for
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image[y * width + x] *= 0.5;
      }
    }
  }

  void stencil(double[] in, double[] out) {
    //#omp parallel for
    for (int i = 1; i < in.length - 1; i++) {
      out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
    }
  }

  void evenFromOdd(int[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length; i += 2) {
      a[i] = a[i - 1];
    }
  }

  void halves(int[] a) {
    int half = a.length / 2;
    //#omp parallel for
    for (int i = 0; i < half; i++) {
      a[i] += a[i + half];
    }
  }

  void reversed(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length / 2; i++) {
      int other = a.length - 1 - i;
      int x = a[i];
      a[i] = a[other];
      a[other] = x;
    }
  }

  void oneOfEachThread(int threads) {
    long[] partial = new long[threads];
    //#omp parallel num_threads(threads)
    {
      int me = dev.hocket.directives.Omp.getThreadNum();
      partial[me] += me;
    }
    System.out.println(partial[0]);
  }

  void arrayReduction(int[] values) {
    int[] bins = new int[10];
    //#omp parallel for reduction(+: bins)
    for (int i = 0; i < values.length; i++) {
      bins[values[i]]++;
    }
    System.out.println(bins[0]);
  }

  void atomicElement(int[] values, int[] bins) {
    //#omp parallel for
    for (int i = 0; i < values.length; i++) {
      //#omp atomic
      bins[values[i]]++;
    }
  }

  void fieldsOfElements(RaceFreeElements[] all) {
    //#omp parallel for
    for (RaceFreeElements each : all) {
      each.counter++;
    }
  }

  void fieldsOfElementsByIndex(RaceFreeElements[] all) {
    //#omp parallel for
    for (int i = 0; i < all.length; i++) {
      all[i].counter += i;
      all[i].guarded.add(i);
    }
  }

  void ownIndexOfInnerLoop(int[][] rows) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      int j;
      for (j = 0; j < rows[i].length; j++) {
        rows[i][j] = j;
      }
    }
  }

  void pairs(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length / 2; i++) {
      a[2 * i] = a[2 * i + 1];
    }
  }

  void constantOfTheLoop(int[] in, int[] out, int shift) {
    //#omp parallel for
    for (int i = 0; i < in.length; i++) {
      out[i + 1] = in[i];
    }
  }

  void byNumberInAVariable(int n) {
    int x = 0;
    //#omp parallel
    {
      int me = dev.hocket.directives.Omp.getThreadNum();
      if (me == 0) {
        x = n;
      }
    }
    System.out.println(x);
  }

  void firstIteration(double[] in, double[] ends) {
    //#omp parallel for
    for (int i = 0; i < in.length; i++) {
      if (i == 0) {
        ends[0] = in[i];
      }
      if (i == in.length - 1) {
        ends[1] = in[i];
      }
    }
  }

  void sharedInnerLoop(double[][] m, double[] columns) {
    //#omp parallel
    {
      for (int i = 0; i < m.length; i++) {
        //#omp for
        for (int j = 0; j < columns.length; j++) {
          columns[j] += m[i][j];
        }
      }
    }
  }

  void byThread(int[] a) {
    //#omp parallel
    {
      int me = dev.hocket.directives.Omp.getThreadNum();
      int threads = dev.hocket.directives.Omp.getNumThreads();
      for (int i = me; i < a.length; i += threads) {
        a[i]++;
      }
    }
  }

  void scatter(int[] order, double[] in, double[] out) {
    //#omp parallel for
    for (int i = 0; i < in.length; i++) {
      out[order[i]] = in[i];
    }
  }

  void workList(int[] active, double[] value, double[] change) {
    //#omp parallel for
    for (int v : active) {
      value[v] += change[v];
    }
  }

  int at(int x, int y) {
    return y * 10 + x;
  }

  void byMethod(double[] image) {
    //#omp parallel for collapse(2)
    for (int y = 0; y < 10; y++) {
      for (int x = 0; x < 10; x++) {
        image[at(x, y)] *= 2;
      }
    }
  }

  void rotated(int[] a, int k) {
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      a[Math.floorMod(i + k, a.length)]++;
    }
  }

  void triangle(double[][] m) {
    //#omp parallel for schedule(dynamic)
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < i; j++) {
        m[i][j] = m[j][i];
      }
    }
  }

  void elimination(double[][] m, int k) {
    //#omp parallel for
    for (int i = k + 1; i < m.length; i++) {
      double factor = m[i][k] / m[k][k];
      for (int j = k; j < m.length; j++) {
        m[i][j] -= factor * m[k][j];
      }
    }
  }

  void blocks(double[] a, int size) {
    //#omp parallel for
    for (int b = 0; b < a.length / size; b++) {
      int from = b * size;
      for (int i = from; i < from + size; i++) {
        a[i] = i;
      }
      for (int i = 0; i < size; i++) {
        a[from + i] += 1;
      }
    }
  }

  void wavefront(double[][] m) {
    //#omp parallel
    {
      for (int d = 1; d < m.length; d++) {
        //#omp for
        for (int j = 0; j < m.length; j++) {
          m[d][j] += m[d - 1][j];
        }
      }
    }
  }

  void ownArray(int[][] rows, int[] most) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      int[] counts = new int[10];
      for (int x : rows[i]) {
        counts[x]++;
      }
      most[i] = counts[0];
    }
  }

  void bitsOfOwn(int[][] rows, boolean[] full) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      BitSet seen = new BitSet();
      for (int x : rows[i]) {
        seen.set(x);
      }
      full[i] = seen.cardinality() == rows[i].length;
    }
  }

  void setsElements(int n) {
    List<Integer> list = new ArrayList<>(Collections.nCopies(n, 0));
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      list.set(i, i * i);
    }
    System.out.println(list);
  }

  void someIterations(int[] a) {
    int first = 0;
    int last = 0;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (i == 0) {
        first = a[i];
      }
      if (a.length - 1 == i && a[i] > 0) {
        last = a[i];
        counter++;
      }
      switch (i) {
        case 3:
          squares[0] = i;
          break;
        case 4:
          squares[1] = i;
          break;
        default:
      }
    }
    System.out.println(first + last);
  }

  static final int MIDDLE = 7;

  void oneIteration(int[] a, int chosen) {
    int found = 0;
    int other = 0;
    int middle = 0;
    int third = 0;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (i == chosen - 1) {
        found = a[i];
      }
      if (-chosen == i) {
        other = a[i];
      }
      if (i == MIDDLE) {
        middle = a[i];
      }
      switch (i) {
        case 3 -> third = a[i];
        default -> a[i]++;
      }
    }
    System.out.println(found + other + middle + third);
  }

  void someElementsOnly(int[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      if (i % 2 == 0) {
        continue;
      }
      a[i] = a[i - 1] + 1;
    }
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      boolean large = i % 2 == 0 && a[i - 1] > 3;
      if (large) {
        a[i] = 0;
      }
    }
  }

  void elementsOfTasks(long[][] grid) {
    //#omp parallel
    //#omp single
    for (int i = 1; i < 9; i++) {
      for (int j = 1; j < 9; j++) {
        //#omp task depend(in: grid[i - 1][j], grid[i][j - 1]) depend(inout: grid[i][j])
        grid[i][j] += grid[i - 1][j] + grid[i][j - 1];
      }
    }
  }

  void elementsOfTasksWithLoops(long[] row) {
    //#omp parallel
    {
      //#omp single
      for (int i = 0; i < 9; i++) {
        //#omp task
        for (int k = 0; k < 9; k++) {
          row[i] += k;
        }
      }
      //#omp for
      for (int j = 0; j < 9; j++) {
        for (int i = 0; i < 9; i++) {
          //#omp task
          grid[j][i]++;
        }
      }
    }
  }

  void elementsUnderOtherNames(long[][] grid, long[] sums, int n) {
    //#omp parallel
    {
      //#omp single
      for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
          int row = i;
          int column = j;
          //#omp task
          grid[row][column]++;
        }
      }
      //#omp single
      for (int k = 0; k < n; k++) {
        int row = k / 9;
        //#omp task depend(inout: sums[ row ])
        sums[row]++;
        //#omp task depend(mutexinoutset: grid[row][0])
        grid[row][0] += row;
      }
    }
    //#omp parallel sections
    {
      {
        int first = 0;
        sums[first]++;
      }
      //#omp section
      {
        int next = 1;
        sums[next] = 3;
      }
    }
  }

  final long[][] grid = new long[9][9];
}
