package dev.hocket.compiler;

import java.util.List;

/** The distribution of a shared loop's iterations. */
class TeamLoopSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    String each =
        """
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        //#omp parallel num_threads(4)
        {
          //#omp for %s
          for (int i = 0; i < 100; i++) runs.incrementAndGet(i);
        }
        for (int i = 0; i < 100; i++) if (runs.get(i) != 1) return false;
        return true;
        """;
    for (String schedule :
        List.of(
            "static",
            "static, 7",
            "dynamic",
            "dynamic, 3",
            "guided",
            "guided, 5",
            "monotonic: dynamic, 2",
            "nonmonotonic: guided",
            "auto",
            "runtime")) {
      String code = each.formatted("schedule(" + schedule + ")");
      String directive = "//#omp for schedule(" + schedule + ")\n";
      check("for with schedule(" + schedule + ") runs each iteration once", code, directive, "");
    }
    check(
        "loop shares the iterations, in a region and with one",
        """
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        int sum = 0, last = -1;
        //#omp parallel num_threads(4)
        {
          //#omp loop bind(parallel) order(reproducible: concurrent) collapse(2)
          for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++) runs.incrementAndGet(10 * i + j);
        }
        //#omp parallel loop num_threads(3) reduction(+: sum) lastprivate(last) order(concurrent)
        for (int i = 0; i < 100; i++) { sum += runs.get(i); last = i; }
        return sum == 100 && last == 99;
        """,
        "//#omp loop bind(parallel) order(reproducible: concurrent) collapse(2)\n",
        "");
    check(
        "static chunks go round",
        """
        int[] by = new int[40];
        //#omp parallel for schedule(static, 2) num_threads(4)
        for (int i = 0; i < 40; i++) by[i] = Omp.getThreadNum();
        for (int i = 0; i < 40; i++) if (by[i] != i / 2 % 4) return false;
        return true;
        """,
        "schedule(static, 2)",
        "schedule(static)");
    check(
        "dynamic iterations go to free threads",
        """
        CountDownLatch others = new CountDownLatch(39);
        AtomicBoolean done = new AtomicBoolean();
        //#omp parallel for schedule(dynamic) num_threads(2)
        for (int i = 0; i < 40; i++) {
          if (i == 0) done.set(soon(others)); else others.countDown();
        }
        return done.get();
        """,
        "schedule(dynamic)",
        "schedule(static)");
    check(
        "the head of a parallel for is evaluated once, by the thread that encounters it",
        """
        List<Thread> by = Collections.synchronizedList(new ArrayList<>());
        class Head {
          int bound() { by.add(Thread.currentThread()); return 10; }
          Iterable<Integer> drain() { by.add(Thread.currentThread()); return List.of(1, 2); }
          int[] array() { by.add(Thread.currentThread()); return new int[3]; }
        }
        Head head = new Head();
        AtomicInteger count = new AtomicInteger();
        //#omp parallel for num_threads(4) schedule(dynamic, head.bound() / 10)
        for (int i = head.bound() - 10; i < head.bound(); i += head.bound() / 10) work(count);
        //#omp parallel for num_threads(4)
        for (int i : head.drain()) work(count);
        //#omp parallel for num_threads(4)
        for (int i : head.array()) work(count);
        return count.get() == 15 && by.equals(Collections.nCopies(6, Thread.currentThread()));
        """,
        "//#omp parallel for num_threads(4)\nfor (int i : head.drain())",
        "//#omp parallel num_threads(4)\nfor (int i : head.drain())");
    check(
        "the head of a lone for is evaluated once",
        """
        AtomicInteger calls = new AtomicInteger(), count = new AtomicInteger();
        class Head {
          int bound() { return 10 + calls.incrementAndGet(); }
          Iterable<Integer> drain() { work(calls); return new TreeSet<>(List.of(1, 2)); }
          int[] array() { work(calls); return new int[3]; }
        }
        Head head = new Head();
        //#omp parallel num_threads(4)
        {
          //#omp for nowait
          for (int i = head.bound() - 11; i < head.bound(); i++) work(count);
          //#omp for collapse(2) schedule(dynamic, head.bound() - 12)
          for (int i = 0; i < 2; i++) for (long j = head.bound(); j > 0; j -= head.bound()) work(count);
          //#omp for
          for (int i : head.drain()) work(count);
          //#omp for
          for (int i : head.array()) work(count);
        }
        return calls.get() == 7 && count.get() == 12 + 2 + 2 + 3;
        """,
        "//#omp for\n  for (int i : head.array())",
        "for (int i : head.array())");
    check(
        "a head that throws fails the loop, and the other threads leave it",
        """
        AtomicInteger count = new AtomicInteger(), passed = new AtomicInteger();
        class Head { int bound() { throw new IllegalStateException("head"); } }
        //#omp parallel num_threads(4)
        {
          try {
            //#omp for
            for (int i = 0; i < new Head().bound(); i++) work(count);
          } catch (IllegalStateException e) {
            if (e.getMessage().equals("head")) work(passed);
          }
          //#omp barrier
        }
        return count.get() == 0 && passed.get() == 1;
        """,
        "throw new IllegalStateException(\"head\")",
        "return 3");
    check(
        "collapse shares the iterations of both loops",
        """
        Set<Integer> threads = ConcurrentHashMap.newKeySet();
        AtomicIntegerArray runs = new AtomicIntegerArray(16);
        //#omp parallel for collapse(2) num_threads(4)
        for (int i = 0; i < 2; i++) {
          for (int j = 0; j < 8; j++) {
            threads.add(Omp.getThreadNum());
            runs.incrementAndGet(i * 8 + j);
          }
        }
        for (int i = 0; i < 16; i++) if (runs.get(i) != 1) return false;
        return threads.size() == 4;
        """,
        " collapse(2)",
        "");
    check(
        "an index declared before the loop is each thread's own, and keeps its value at the end",
        """
        int i, j = 5;
        AtomicIntegerArray runs = new AtomicIntegerArray(10);
        //#omp parallel num_threads(4)
        {
          //#omp for schedule(static, 1)
          for (i = 0; i < 10; i++) {
            Thread.yield();
            runs.incrementAndGet(Math.floorMod(i, 10));
          }
          //#omp for collapse(2) nowait
          for (i = 10; i > 0; i -= 3) for (j = i; j < i + 4; j += 3) work(new AtomicInteger(j));
        }
        for (int k = 0; k < 10; k++) if (runs.get(k) != 1) return false;
        return i == -2 && j == 7;
        """,
        "  //#omp for schedule(static, 1)\n",
        "");
    check(
        "collapse divides the iterations of a triangle evenly",
        """
        AtomicIntegerArray by = new AtomicIntegerArray(4);
        AtomicIntegerArray runs = new AtomicIntegerArray(64);
        //#omp parallel for collapse(2) num_threads(4)
        for (int i = 0; i < 8; i++) {
          for (int j = 0; j <= i; j++) {
            by.incrementAndGet(Omp.getThreadNum());
            runs.incrementAndGet(i * 8 + j);
          }
        }
        for (int i = 0; i < 64; i++) if (runs.get(i) != (i % 8 <= i / 8 ? 1 : 0)) return false;
        for (int i = 0; i < 4; i++) if (by.get(i) != 9) return false;
        return true;
        """,
        " collapse(2)",
        "");
    check(
        "collapse with an empty inner loop has no iterations, however long the loops around it are",
        """
        int runs = 0, none = 0, i, j = 5, k = 7;
        //#omp parallel for collapse(3) reduction(+: runs)
        for (i = 0; i < 3; i++) for (j = 2; j < 2 + none; j++) for (k = none; k < 4; k++) runs++;
        //#omp parallel for collapse(3) reduction(+: runs)
        for (long l = 0; l < 1L << 62; l++) for (long m = 0; m < 1L << 62; m++) for (int n = 0; n < none; n++) runs++;
        //#omp parallel for collapse(3) reduction(+: runs)
        for (int l = 0; l < 9; l++) for (int m = l; m < l + none; m++) for (int n = 0; n < l / none; n++) runs++;
        return runs == 0 && i == 3 && j == 2 && k == 7;
        """,
        "j < 2 + none",
        "j < 3 + none");
    check(
        "nowait goes on without the others",
        """
        CountDownLatch behind = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        //#omp parallel num_threads(2)
        {
          //#omp for schedule(static, 1) nowait
          for (int i = 0; i < 2; i++) if (i == 0) passed.set(soon(behind));
          behind.countDown();
        }
        return passed.get();
        """,
        " nowait",
        "");
    check(
        "a loop in a method that the region calls is shared",
        """
        AtomicInteger count = new AtomicInteger();
        class Called {
          void loop() {
            //#omp for
            for (int i = 0; i < 100; i++) work(count);
          }
        }
        //#omp parallel num_threads(4)
        new Called().loop();
        return count.get() == 100;
        """,
        "//#omp for\n",
        "");
    check(
        "elements of arrays, lists and iterables are shared",
        """
        int sum = 0;
        String text = "abc";
        //#omp parallel num_threads(4)
        {
          //#omp for reduction(+: sum)
          for (int x : new int[] {1, 2, 3}) sum += x;
          //#omp for reduction(+: sum)
          for (final String s : List.of("a", "bb", "ccc")) sum += s.length();
          //#omp for reduction(+: sum) schedule(dynamic)
          for (var x : new LinkedHashSet<>(List.of(10, 20))) { if (x > 10) continue; sum += x; }
          //#omp for reduction(+: sum)
          for (char c : text.toCharArray()) { c++; sum += c; }
        }
        return sum == 6 + 6 + 10 + 'b' + 'c' + 'd';
        """,
        "//#omp for reduction(+: sum)\n  for (int x",
        "//#omp critical\n  for (int x");
    check(
        "ordered statements run in the order of the iterations",
        """
        StringBuffer order = new StringBuffer();
        CountDownLatch second = new CountDownLatch(1);
        //#omp parallel for ordered schedule(static, 1) num_threads(4)
        for (int i = 0; i < 8; i++) {
          //#omp ordered
          order.append(i);
          if (i == 1) second.countDown();
        }
        return order.toString().equals("01234567");
        """,
        "//#omp ordered\n",
        "if (i == 0) soon(second);\n");
    check(
        "a loop whose ordered statement stands in it needs no clause",
        """
        StringBuffer order = new StringBuffer();
        //#omp parallel for schedule(static, 1) num_threads(4)
        for (int i = 0; i < 8; i++) {
          //#omp ordered
          order.append(i);
        }
        return order.toString().equals("01234567");
        """,
        "//#omp ordered\n",
        "if (i == 0) Thread.sleep(1);\n");
    check(
        "an iteration without its ordered statement does not hold up the others",
        """
        StringBuffer order = new StringBuffer();
        //#omp parallel for ordered schedule(dynamic, 2) num_threads(4)
        for (int i = 0; i < 20; i++) {
          if (i % 3 != 0) continue;
          //#omp ordered
          order.append(i).append(' ');
        }
        return order.toString().equals("0 3 6 9 12 15 18 ");
        """,
        "if (i % 3 != 0) continue;",
        "");
  }
}
