import java.util.*;

/** Fields, statics and locals that race in a team: a line below each mark must be reported. */
class RacyFields {
  static int hits;
  static long total;
  static double best = -1;
  static boolean seen;
  static String last;
  int counter;
  int[] bins = new int[10];
  long sum;
  final Map<String, Integer> counts = new HashMap<>();

  // Fields and statics.

  void increment(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      counter++;
    }
  }

  void incrementThis(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      this.counter += 1;
    }
  }

  void prefix(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0) {
        // expect: HK112
        ++counter;
      }
    }
  }

  static void ofTheClass(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      RacyFields.hits++;
    }
  }

  static void longSum(int[] a) {
    //#omp parallel for schedule(dynamic, 16)
    for (int x : a) {
      // expect: HK112
      total = total + x;
    }
  }

  void inParallel(int[] a) {
    //#omp parallel
    {
      //#omp for
      for (int i = 0; i < a.length; i++) {
        // expect: HK112
        sum += a[i];
      }
    }
  }

  void nested(int n) {
    //#omp parallel for collapse(2)
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        // expect: HK112
        sum += i * j;
      }
    }
  }

  void inInnerLoop(int[][] rows) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      for (int x : rows[i]) {
        // expect: HK112
        sum -= x;
      }
    }
  }

  void inTry(String[] words) {
    //#omp parallel for
    for (String word : words) {
      try {
        // expect: HK112
        sum += Integer.parseInt(word);
      } catch (NumberFormatException wrong) {
        // expect: HK112
        counter++;
      }
    }
  }

  void inSwitch(int[] kinds) {
    int small = 0;
    int large = 0;
    //#omp parallel for
    for (int i = 0; i < kinds.length; i++) {
      switch (kinds[i]) {
        case 0, 1 ->
            // expect: HK112
            small++;
        default -> {
          // expect: HK112
          large++;
        }
      }
    }
    System.out.println(small + large);
  }

  void maximum(double[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (a[i] > best) {
        // expect: HK112
        best = a[i];
      }
    }
  }

  void maximumByMath(double[] a) {
    double max = a[0];
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      // expect: HK112
      max = Math.max(max, a[i]);
    }
    System.out.println(max);
  }

  void maximumAndPlace(double[] a) {
    int place = 0;
    double max = a[0];
    //#omp parallel for
    for (int i = 1; i < a.length; i++) {
      if (a[i] > max) {
        // expect: HK112
        max = a[i];
        // expect: HK112
        place = i;
      }
    }
    System.out.println(max + " " + place);
  }

  void text(String[] words) {
    String all = "";
    //#omp parallel for
    for (int i = 0; i < words.length; i++) {
      // expect: HK112
      all += words[i];
    }
    System.out.println(all);
  }

  void temporaryOutside(double[] a, double[] b) {
    double swap;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      // expect: HK112
      swap = a[i];
      a[i] = b[i];
      b[i] = swap;
    }
  }

  void indexOfInnerLoopOutside(int[][] rows) {
    int j;
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      // expect: HK112
      for (j = 0; j < rows[i].length; j++) {
        rows[i][j] = i;
      }
    }
  }

  void fieldAsInnerIndex(int[][] rows) {
    //#omp parallel for
    for (int i = 0; i < rows.length; i++) {
      // expect: HK112
      for (counter = 0; counter < rows[i].length; counter++) {
        rows[i][counter] = i;
      }
    }
  }

  void counterAsIndex(int[] in, int[] out) {
    int k = 0;
    //#omp parallel for
    for (int i = 0; i < in.length; i++) {
      if (in[i] > 0) {
        // expect: HK112
        out[k++] = in[i];
      }
    }
  }

  void histogram(int[] values) {
    //#omp parallel for
    for (int i = 0; i < values.length; i++) {
      // expect: HK112
      bins[values[i] % 10]++;
    }
  }

  void localHistogram(int[] values) {
    int[] counts = new int[10];
    //#omp parallel for
    for (int i = 0; i < values.length; i++) {
      // expect: HK112
      counts[values[i]] += 1;
    }
    System.out.println(counts[0]);
  }

  void oneElement(int[] values) {
    int[] box = {0};
    //#omp parallel for
    for (int i = 0; i < values.length; i++) {
      // expect: HK112
      box[0] += values[i];
    }
    System.out.println(box[0]);
  }

  void outerRow(int[][] m) {
    int[] columns = new int[m.length];
    //#omp parallel for
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        // expect: HK112
        columns[j] += m[i][j];
      }
    }
    System.out.println(columns[0]);
  }

  static void lastWins(String[] words) {
    //#omp parallel for
    for (String word : words) {
      if (word.startsWith("a")) {
        // expect: HK112
        last = word;
      }
    }
  }

  void inSections() {
    int x = 0;
    //#omp parallel sections
    {
      //#omp section
      {
        // expect: HK112
        x++;
      }
      //#omp section
      {
        x += 2;
      }
    }
    System.out.println(x);
  }

  void ofEachThread() {
    int threads = 0;
    //#omp parallel
    {
      // expect: HK112
      threads++;
    }
    System.out.println(threads);
  }

  void inTasks(int n) {
    int done = 0;
    //#omp parallel
    {
      //#omp single
      for (int i = 0; i < n; i++) {
        //#omp task
        {
          // expect: HK112
          done++;
        }
      }
    }
    System.out.println(done);
  }

  void inTaskloop(int[] a) {
    long all = 0;
    //#omp parallel
    {
      //#omp single
      {
        //#omp taskloop
        for (int i = 0; i < a.length; i++) {
          // expect: HK112
          all += a[i];
        }
      }
    }
    System.out.println(all);
  }

  void twoCriticals(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      if (i % 2 == 0) {
        //#omp critical(even)
        // expect: HK112
        x++;
      } else {
        //#omp critical(odd)
        x--;
      }
    }
    System.out.println(x);
  }

  void lockOfEachThread(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      Object mine = new Object();
      synchronized (mine) {
        // expect: HK112
        x++;
      }
    }
    System.out.println(x);
  }

  // A found flag.

  boolean contains(int[] a, int x) {
    boolean found = false;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        // expect: HK112
        found = true;
      }
    }
    return found;
  }

  boolean allPositive(int[] a) {
    boolean all = true;
    //#omp parallel for
    for (int x : a) {
      // expect: HK112
      if (x <= 0) all = false;
    }
    return all;
  }

  boolean orAssign(int[] a) {
    boolean any = false;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      // expect: HK112
      any |= a[i] > 3;
    }
    return any;
  }

  static void staticFlag(int[] a) {
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (!seen && a[i] == 7) {
        // expect: HK112
        seen = true;
      }
    }
  }

  int firstPlace(int[] a, int x) {
    int at = -1;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x && at < 0) {
        // expect: HK112
        at = i;
      }
    }
    return at;
  }
}
