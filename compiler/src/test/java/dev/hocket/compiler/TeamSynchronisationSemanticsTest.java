package dev.hocket.compiler;

/** The ways in which threads of a team wait for and exclude each other. */
class TeamSynchronisationSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    check(
        "barrier lets nobody go on before all have come",
        """
        AtomicIntegerArray came = new AtomicIntegerArray(64);
        AtomicInteger missing = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(1);
        //#omp parallel num_threads(4)
        {
          came.set(Omp.getThreadNum(), 1);
          //#omp barrier
          for (int i = 0; i < 4; i++) if (came.get(i) == 0) work(missing);
          looked.countDown();
        }
        return missing.get() == 0;
        """,
        "came.set(Omp.getThreadNum(), 1);\n  //#omp barrier",
        "if (Omp.getThreadNum() > 0) soon(looked);\n  came.set(Omp.getThreadNum(), 1);");
    String counted =
        """
        int count = 0;
        field = 0;
        int[] a = new int[1];
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 20000; i++) {
            %s
            count++;
            %s
            a[0] += i %% 2;
            %s
            field = field + one(i);
          }
        }
        return count == 80000 && a[0] == 40000 && field == 80000;
        """;
    String atomic = counted.formatted("//#omp atomic", "//#omp atomic", "//#omp atomic update");
    String one = "}\n  static int one(int i) { return i >= 0 ? 1 : 0; ";
    check(
        "atomic loses no update of a local",
        atomic + one,
        "//#omp atomic\n    count++;",
        "int c = count; giveWay(i); count = c + 1;");
    check(
        "atomic of any memory order loses no update",
        atomic
                .replace("atomic update", "atomic relaxed, update")
                .replace("atomic\n", "atomic acq_rel\n")
            + one,
        "//#omp atomic acq_rel\n    count++;",
        "int c = count; giveWay(i); count = c + 1;");
    check(
        "atomic loses no update of an element",
        atomic + one,
        "//#omp atomic\n    a[0] += i % 2;",
        "int e = a[0]; giveWay(i); a[0] = e + i % 2;");
    check(
        "atomic loses no update of a field",
        atomic + one,
        "//#omp atomic update\n    field = field + one(i);",
        "int f = field; giveWay(i); field = f + 1;");
    String critical = counted.formatted("//#omp critical", "//#omp critical", "//#omp critical(f)");
    check(
        "critical loses no update",
        critical + one,
        "//#omp critical(f)\n    field = field + one(i);",
        "int f = field; giveWay(i); field = f + 1;");
    check(
        "atomic capture gives each thread another value",
        """
        int next = 0;
        Set<Integer> taken = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 5000; i++) {
            int mine;
            //#omp atomic capture
            mine = next++;
            taken.add(mine);
          }
        }
        return taken.size() == 20000 && next == 20000;
        """,
        "//#omp atomic capture\n    mine = next++;",
        "mine = next; giveWay(i); next = mine + 1;");
    check(
        "atomic capture exchanges without losing a value",
        """
        int place = 0;
        int[] next = {1};
        Set<Integer> taken = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 2500; i++) {
            int mine;
            //#omp atomic capture
            mine = next[0]++;
            int was;
            //#omp atomic capture
            { was = place; place = mine; }
            taken.add(was);
          }
        }
        taken.add(place);
        return taken.size() == 10001;
        """,
        "//#omp atomic capture\n    { was = place; place = mine; }",
        "was = place; giveWay(i); place = mine;");
    check(
        "atomic locks the element that it accesses, though others change the index",
        """
        int[][] counts = new int[2][3];
        int[] next = new int[1];
        long[] sums = new long[3];
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 20000; i++) {
            int was = 0, own = i % 3;
            //#omp atomic
            next[0] = (next[0]) + 1;
            //#omp atomic
            counts[next[0] & 1][next[0] % 3]++;
            //#omp atomic capture
            { was = counts[1][(own)]; counts[1][(own)] += 1; }
            //#omp atomic
            sums[own] = one(i) + sums[own];
            //#omp atomic read
            was = counts[0][own];
          }
        }
        int all = 0;
        for (int[] row : counts) for (int count : row) all += count;
        return all == 160000 && next[0] == 80000 && sums[0] + sums[1] + sums[2] == 80000;
        """
            + one,
        "//#omp atomic\n    sums[own] = one(i) + sums[own];",
        "long s = sums[own]; giveWay(i); sums[own] = s + 1;");
    check(
        "atomic compare keeps the greatest and the least, and sets once",
        """
        int[] most = {-1, -1};
        long least = Long.MAX_VALUE;
        int first = 0, wrong = 0;
        field = -1;
        //#omp parallel num_threads(4) reduction(+: wrong)
        {
          int me = Omp.getThreadNum();
          for (int i = 0; i < 20000; i++) {
            int v = (i * 7 + me * 13) % 20011;
            //#omp atomic compare
            if (v > most[i & 1]) { most[i & 1] = v; }
            //#omp atomic compare
            least = v < least ? v : least;
            //#omp atomic compare
            if (first == 0) first = me + 1;
            int was = most[0];
            //#omp atomic compare
            if (field < i * 4 + me) field = i * 4 + me;
            int now;
            //#omp atomic read
            now = field;
            wrong += now < i * 4 + me ? 1 : 0;
          }
        }
        int greatest = Math.max(most[0], most[1]);
        return greatest == 20010 && least == 0 && first > 0 && field == 79999 && wrong == 0;
        """,
        "//#omp atomic compare\n    if (field < i * 4 + me) field = i * 4 + me;",
        "int f = field; giveWay(i); if (f < i * 4 + me) field = i * 4 + me;");
    check(
        "atomic read sees what atomic write has written",
        """
        long[] written = new long[1];
        boolean[] seen = new boolean[1];
        long end = end();
        //#omp parallel sections num_threads(2)
        {
          //#omp section
          {
            long now = 0;
            while (now == 0 && System.nanoTime() < end) {
              //#omp atomic read
              now = written[0];
            }
            seen[0] = now == 1L << 40;
          }
          //#omp section
          {
            //#omp atomic write
            written[0] = 1L << 40;
          }
        }
        return seen[0];
        """,
        "written[0] = 1L << 40",
        "written[0] = 0");
    check(
        "flush shows what another thread has written",
        """
        boolean[] ready = new boolean[1];
        boolean[] seen = new boolean[1];
        long end = end();
        //#omp parallel sections num_threads(2)
        {
          //#omp section
          {
            while (!ready[0] && System.nanoTime() < end) {
              //#omp flush(ready)
            }
            seen[0] = ready[0];
          }
          //#omp section
          {
            ready[0] = true;
            //#omp flush
          }
        }
        return seen[0];
        """,
        "ready[0] = true;",
        "ready[0] = false;");
  }
}
