import java.util.*;

/** Collections that race in a team: a line below each mark must be reported. */
class RacyCollections {
  long sum;
  final List<Integer> results = new ArrayList<>();
  final Map<String, Integer> counts = new HashMap<>();
  static final Set<String> NAMES = new TreeSet<>();
  static final StringBuilder LOG = new StringBuilder();

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
}
