import java.util.*;

/** Idioms that race in a team: a line below each mark must be reported. */
class Racy {
  static int hits;
  static long total;
  static double best = -1;
  static boolean seen;
  static String last;
  int counter;
  int[] bins = new int[10];
  long sum;
  Racy next;
  final List<Integer> results = new ArrayList<>();
  final Map<String, Integer> counts = new HashMap<>();
  static final Set<String> NAMES = new TreeSet<>();
  static final StringBuilder LOG = new StringBuilder();

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
      Racy.hits++;
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

  // Collections that are not thread-safe.

  List<Integer> even(int[] a) {
    List<Integer> found = new ArrayList<>();
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (a[i] % 2 == 0) {
        // expect: HK116
        found.add(a[i]);
      }
    }
    return found;
  }

  void intoField(int[] a) {
    //#omp parallel for
    for (int x : a) {
      // expect: HK116
      results.add(x);
    }
  }

  void intoMap(String[] words) {
    //#omp parallel for
    for (String word : words) {
      // expect: HK116
      counts.merge(word, 1, Integer::sum);
    }
  }

  void intoThisMap(String[] words) {
    //#omp parallel for
    for (String word : words) {
      // expect: HK116
      this.counts.put(word, this.counts.getOrDefault(word, 0) + 1);
    }
  }

  static void intoStatic(String[] words) {
    //#omp parallel for
    for (String word : words) {
      // expect: HK116
      NAMES.add(word);
    }
  }

  static void log(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK116
      LOG.append(i).append('\n');
    }
  }

  void groups(String[] words) {
    Map<Integer, List<String>> byLength = new TreeMap<>();
    //#omp parallel for
    for (String word : words) {
      // expect: HK116
      byLength.computeIfAbsent(word.length(), k -> new ArrayList<>()).add(word);
    }
    System.out.println(byLength);
  }

  void queue(int n) {
    var work = new ArrayDeque<Integer>();
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK116
      work.offer(i);
    }
    System.out.println(work);
  }

  void drain(Deque<Integer> given) {
    LinkedList<Integer> work = new LinkedList<>(given);
    //#omp parallel
    {
      while (!work.isEmpty()) {
        // expect: HK116
        int x = work.removeFirst();
        System.out.println(x);
      }
    }
  }

  void bits(int n) {
    BitSet primes = new BitSet(n);
    //#omp parallel for
    for (int i = 2; i < n; i++) {
      if (i % 2 == 1) {
        // expect: HK116
        primes.set(i);
      }
    }
    System.out.println(primes);
  }

  void sorted(int[] a) {
    PriorityQueue<Integer> queue = new PriorityQueue<>();
    //#omp parallel for
    for (int x : a) {
      // expect: HK116
      queue.add(x);
    }
    System.out.println(queue);
  }

  void builder(String[] words) {
    StringBuilder all = new StringBuilder();
    //#omp parallel for
    for (String word : words) {
      // expect: HK116
      all.append(word);
    }
    System.out.println(all);
  }

  void inTask(List<String> urls) {
    Set<String> pages = new HashSet<>();
    //#omp parallel
    {
      //#omp single
      for (String url : urls) {
        //#omp task
        {
          // expect: HK116
          pages.add(url.toUpperCase());
        }
      }
    }
    System.out.println(pages);
  }

  void removes(List<Integer> given) {
    List<Integer> rest = new ArrayList<>(given);
    //#omp parallel for
    for (int i = 0; i < given.size(); i++) {
      // expect: HK116
      rest.remove(given.get(i));
    }
    System.out.println(rest);
  }

  void addsAll(int[][] rows) {
    ArrayList<Integer> all = new ArrayList<>();
    //#omp parallel for
    for (int[] row : rows) {
      // expect: HK116
      all.addAll(Arrays.stream(row).boxed().toList());
    }
    System.out.println(all);
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

  // Fields and collections in sections and tasks.

  void fieldInSections() {
    //#omp parallel sections
    {
      // expect: HK112
      counter++;
      //#omp section
      counter += 2;
    }
  }

  void fieldInTasks(int n) {
    //#omp parallel
    //#omp single
    for (int i = 0; i < n; i++) {
      //#omp task
      {
        // expect: HK112
        sum += i;
      }
    }
  }

  void collectionInSections() {
    List<String> all = new ArrayList<>();
    //#omp parallel sections
    {
      //#omp section
      // expect: HK116
      all.add("a");
      //#omp section
      all.add("b");
    }
    System.out.println(all);
  }

  void atomicAndCritical(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      if (i % 2 == 0) {
        //#omp atomic
        // expect: HK112
        x++;
      } else {
        //#omp critical
        x--;
      }
    }
    System.out.println(x);
  }

  void oneIsGuarded(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      //#omp critical
      x++;
      if (i % 100 == 0) {
        // expect: HK112
        x = 0;
      }
    }
    System.out.println(x);
  }

  void twoRegions(int n) {
    int x = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      x++;
    }
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      x--;
    }
    System.out.println(x);
  }

  void notOneIteration(int[] a) {
    int first = 0;
    int rest = 0;
    //#omp parallel for
    for (int i = 0; i < a.length; i++) {
      if (i == 0 || a[i] == 7) {
        // expect: HK112
        first = a[i];
      }
      if (i == 1) {
        a[i]++;
      } else {
        // expect: HK112
        rest = a[i];
      }
    }
    System.out.println(first + rest);
  }

  void oneOfManyRows(int[][] m) {
    int corner = 0;
    //#omp parallel for collapse(2)
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        if (i == 0) {
          // expect: HK112
          corner = m[i][j];
        }
      }
    }
    System.out.println(corner);
  }

  // Tests that several iterations pass.

  void roots(int[] parent) {
    int roots = 0;
    //#omp parallel for
    for (int i = 0; i < parent.length; i++) {
      if (parent[i] == i) {
        // expect: HK112
        roots++;
      }
    }
    System.out.println(roots);
  }

  void trace(int[][] m) {
    long trace = 0;
    //#omp parallel for
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        if (i == j) {
          // expect: HK112
          trace += m[i][j];
        }
      }
    }
    System.out.println(trace);
  }

  void fixedPoints(int[] data) {
    List<Integer> points = new ArrayList<>();
    //#omp parallel for
    for (int i = 0; i < data.length; i++) {
      if (i == data[i]) {
        // expect: HK116
        points.add(i);
      }
    }
    System.out.println(points);
  }

  void casesOfSeveral(int n) {
    int first = 0;
    int some = 0;
    int rest = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      switch (i) {
        case 0 -> first = 1;
        // expect: HK112
        case 1, 2 -> some++;
        // expect: HK112
        default -> rest++;
      }
    }
    System.out.println(first + some + rest);
  }

  void caseThatAnotherRunsInto(int n) {
    int both = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      switch (i) {
        case 0:
        case 1:
          // expect: HK112
          both++;
          break;
        default:
      }
    }
    System.out.println(both);
  }

  void elementsOfTasksOfSeveralRounds(long[] row, int[] places) {
    //#omp parallel
    //#omp single
    {
      for (int round = 0; round < 9; round++) {
        for (int i = 0; i < 9; i++) {
          //#omp task
          // expect: HK112
          row[i]++;
        }
      }
    }
  }

  void afterTheLockIsReleased(int n) {
    dev.hocket.directives.OmpLock lock = dev.hocket.directives.Omp.initLock();
    int[] sum = new int[1];
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      dev.hocket.directives.Omp.setLock(lock);
      dev.hocket.directives.Omp.unsetLock(lock);
      // expect: HK112
      sum[0]++;
    }
    System.out.println(sum[0]);
  }

  static class Door {
    void setLock() {}

    void unsetLock() {}
  }

  void methodsNamedAsRoutines(int n, Door door) {
    int opened = 0;
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      door.setLock();
      // expect: HK112
      opened++;
      door.unsetLock();
    }
    System.out.println(opened);
  }

  void tasksOfALoopThatOneThreadRuns(int[] a) {
    int[] sum = new int[1];
    //#omp parallel
    //#omp single
    for (int i = 0; i < a.length; i++) {
      //#omp task
      // expect: HK112
      sum[0] += a[i];
    }
    System.out.println(sum[0]);
  }

  void tasksOfALoopThatEachThreadRuns(int[] row) {
    //#omp parallel
    {
      for (int i = 0; i < 9; i++) {
        // expect: HK117
        //#omp task
        // expect: HK112
        row[i]++;
      }
    }
  }

  void tasksOfTasksThatEachThreadCreates(int[] row) {
    //#omp parallel
    {
      // expect: HK117
      //#omp taskloop
      for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 9; k++) {
          //#omp task
          // expect: HK112
          row[k]++;
        }
      }
    }
  }

  void elementsThatTasksShare(long[][] grid, long[] sums, int n) {
    //#omp parallel
    {
      //#omp single
      for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
          int row = i;
          int same = row;
          //#omp task
          // expect: HK112
          grid[row][same]++;
        }
      }
      //#omp single
      for (int k = 0; k < n; k++) {
        int at = k / 9;
        //#omp task depend(in: sums[at])
        // expect: HK112
        sums[at]++;
      }
    }
    //#omp parallel sections
    {
      {
        int first = 0;
        // expect: HK112
        sums[first]++;
      }
      //#omp section
      {
        int next = 0;
        sums[next] = 3;
      }
    }
  }

  int length;

  void iterationsThatPassATestOfAField(int n) {
    //#omp parallel for
    for (int i = 0; i < n; i++) {
      // expect: HK112
      length++;
      if (i == this.length) {
        // expect: HK112
        counter++;
      }
    }
  }
}
