import java.util.*;

/** Elements of arrays that race in a team: a line below each mark must be reported. */
class RacyElements {
  int[] bins = new int[10];
  RacyElements next;
  final Map<String, Integer> counts = new HashMap<>();

  // Dependent iterations.

  void prefixSums(int[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      // expect: HK115
      a[i] = a[i] + a[i - 1];
    }
  }

  void prefixSumsShort(int[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      // expect: HK115
      a[i] += a[i - 1];
    }
  }

  void ahead(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length - 1; i++) {
      // expect: HK115
      a[i + 1] = a[i] * 2;
    }
  }

  void shift(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length - 1; i++) {
      // expect: HK115
      a[i] = a[i + 1];
    }
  }

  void fibonacci(long[] f) {
    //#omp parallel for
    for (int i = 2; i < f.length; i++) {
      // expect: HK115
      f[i] = f[i - 1] + f[i - 2];
    }
  }

  void downwards(int[] a) {
    //#omp parallel for
    for (int i = a.length - 2; i >= 0; i--) {
      // expect: HK115
      a[i] = a[i + 1] + 1;
    }
  }

  void byLocal(int[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      int before = a[i - 1];
      // expect: HK115
      a[i] = before + 1;
    }
  }

  void inField(int n) {
    //#omp parallel for
    for (int i = 1; i < n; i++) {
      // expect: HK115
      bins[i] = bins[i - 1] + 1;
    }
  }

  void rowsDepend(double[][] m) {
    //#omp parallel for
    for (int i = 1; i < m.length; i++) {
      for (int j = 0; j < m[i].length; j++) {
        // expect: HK115
        m[i][j] += m[i - 1][j];
      }
    }
  }

  void smooth(double[] a) {
    //#omp parallel for
    for (int i = 1; i < a.length - 1; i++) {
      // expect: HK115
      a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    }
  }

  // Elements that several iterations assign.

  void countsValues(int[] values) {
    int[] counts = new int[10];
    //#omp parallel for
    for (int v : values) {
      // expect: HK112
      counts[v]++;
    }
    System.out.println(counts[0]);
  }

  void letters(String text) {
    int[] counts = new int[26];
    //#omp parallel for
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a') {
        // expect: HK112
        counts[c - 'a']++;
      }
    }
    System.out.println(counts[0]);
  }

  void binOfNumber(double[] numbers, double width) {
    long[] counts = new long[100];
    //#omp parallel for
    for (int i = 0; i < numbers.length; i++) {
      int bin = (int) (numbers[i] / width);
      // expect: HK112
      counts[bin] += 1;
    }
    System.out.println(counts[0]);
  }

  void scratch(double[][] m) {
    double[] row = new double[m.length];
    //#omp parallel for
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        // expect: HK112
        row[j] = m[i][j] * 2;
      }
      m[i][0] = row[0];
    }
  }

  boolean flagInArray(int[] a, int x) {
    boolean[] found = {false};
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        // expect: HK112
        found[0] = true;
      }
    }
    return found[0];
  }

  void pageRank(int[][] links, double[] rank, double[] next) {
    //#omp parallel for
    for (int i = 0; i < links.length; i++) {
      for (int k = 0; k < links[i].length; k++) {
        // expect: HK112
        next[links[i][k]] += rank[i] / links[i].length;
      }
    }
  }

  void allThreadsDoAll(int[] a) {
    //#omp parallel
    {
      for (int i = 0; i < a.length; i++) {
        // expect: HK112
        a[i] += 1;
      }
    }
  }

  void pairsOfValues(int[] a, int[] b) {
    int[][] table = new int[10][10];
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      // expect: HK112
      table[a[i]][b[i]]++;
    }
    System.out.println(table[0][0]);
  }

  void lastColumn(double[][] m) {
    //#omp parallel for
    for (int j = 1; j < m.length; j++) {
      for (int i = 0; i < m.length; i++) {
        // expect: HK115
        m[i][j] = m[i][j - 1] + 1;
      }
    }
  }
}
