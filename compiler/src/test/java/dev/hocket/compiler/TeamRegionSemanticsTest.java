package dev.hocket.compiler;

/** The effects of regions and of constructs that only some of their threads run. */
class TeamRegionSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    check(
        "a scoped value is bound on the threads that bind it, which a region does inside",
        """
        ScopedValue<String> user = ScopedValue.newInstance();
        AtomicInteger around = new AtomicInteger(), inside = new AtomicInteger();
        ScopedValue.where(user, "Ada").run(() -> {
          String name = user.get();
          //#omp parallel num_threads(4)
          {
            if (user.isBound()) work(around);
            ScopedValue.where(user, name).run(() -> { if (user.get().equals("Ada")) work(inside); });
          }
        });
        return around.get() == 1 && inside.get() == 4;
        """,
        "ScopedValue.where(user, name).run(() -> { if",
        "ScopedValue.where(ScopedValue.newInstance(), name).run(() -> { if (user.isBound()) if");
    check(
        "neglect_exception ends a thread's code, and nothing else",
        """
        int begun = 0, ended = 0;
        //#omp parallel num_threads(4) reduction(+: begun, ended) neglect_exception(IllegalStateException, java.util.NoSuchElementException)
        {
          begun++;
          if (Omp.getThreadNum() == 0) throw new IllegalStateException();
          if (Omp.getThreadNum() == 1) throw new NoSuchElementException();
          ended++;
        }
        //#omp parallel for num_threads(4) neglect_exception(ArithmeticException)
        for (int i = 0; i < 100; i++) field = 1 / (i < 50 ? 0 : 1);
        try {
          //#omp parallel num_threads(4) neglect_exception(ArithmeticException)
          { if (Omp.getThreadNum() == 0) throw new IllegalStateException(); }
          return false;
        } catch (IllegalStateException e) {
          return begun == 4 && ended == 2;
        }
        """,
        "begun++;",
        "begun = ended;");
    check(
        "each region with if(false) combines its reduction",
        """
        int all = 0;
        for (int round = 0; round < 3; round++) {
          int sum = 0;
          //#omp parallel if(round < 0) reduction(+: sum)
          {
            sum += 5;
            //#omp parallel if(false) reduction(+: sum)
            sum++;
          }
          all += sum;
        }
        return all == 18;
        """,
        "sum += 5;",
        "sum += 4;");
    check(
        "parallel runs its statement on every thread",
        """
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        numbers.add(Omp.getThreadNum());
        return numbers.equals(Set.of(0, 1, 2, 3));
        """,
        "//#omp parallel num_threads(4)\n",
        "");
    check(
        "num_threads is an expression",
        """
        int n = 2;
        AtomicInteger count = new AtomicInteger();
        //#omp parallel num_threads(n + 1)
        work(count);
        return count.get() == 3;
        """,
        "num_threads(n + 1)",
        "num_threads(n)");
    check(
        "if decides whether there is a team",
        """
        AtomicInteger count = new AtomicInteger();
        boolean no = false;
        //#omp parallel num_threads(4) if(no)
        work(count);
        return count.get() == 1;
        """,
        " if(no)",
        "");
    check(
        "a region waits for all of its threads, and throws what one throws",
        """
        AtomicInteger count = new AtomicInteger();
        try {
          //#omp parallel num_threads(4)
          {
            if (Omp.getThreadNum() == Omp.getNumThreads() - 1) throw new java.io.IOException("one");
            work(count);
          }
        } catch (java.io.IOException e) {
          return count.get() == 3 && e.getMessage().equals("one");
        }
        return false;
        """,
        "work(count);",
        "if (count.get() < 2) work(count);");
    check(
        "regions nest",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel num_threads(2)
        {
          //#omp parallel num_threads(3)
          work(count);
        }
        return count.get() == 6;
        """,
        "//#omp parallel num_threads(3)\n",
        "");
    check(
        "sections run once each, at the same time",
        """
        CountDownLatch first = new CountDownLatch(1), second = new CountDownLatch(1);
        AtomicInteger met = new AtomicInteger();
        //#omp parallel sections num_threads(2)
        {
          //#omp section
          { first.countDown(); if (soon(second)) work(met); }
          //#omp section
          { second.countDown(); if (soon(first)) work(met); }
        }
        return met.get() == 2;
        """,
        "//#omp parallel sections num_threads(2)",
        "//#omp parallel sections num_threads(1)");
    check(
        "single runs once in a team",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel
        {
          //#omp single
          work(count);
        }
        return count.get() == 1;
        """,
        "//#omp single\n",
        "");
    check(
        "behind a single with nowait nobody waits for its thread",
        """
        CountDownLatch behind = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        //#omp parallel num_threads(2)
        {
          int me = Omp.getThreadNum();
          int[] mine = {-1};
          //#omp single nowait
          { mine[0] = me; passed.set(soon(behind)); }
          if (mine[0] < 0) behind.countDown();
        }
        return passed.get();
        """,
        "single nowait",
        "single");
    check(
        "behind sections with nowait nobody waits for the others",
        """
        CountDownLatch behind = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        //#omp parallel num_threads(2)
        {
          //#omp sections nowait
          {
            passed.set(soon(behind));
          }
          behind.countDown();
        }
        return passed.get();
        """,
        "sections nowait",
        "sections");
    check(
        "a method that awaits is waited for where a region calls it",
        """
        AtomicInteger count = new AtomicInteger();
        class Called {
          //#omp async
          void awaits() {
            //#omp target virtual(worker) await
            work(count);
            work(count);
          }
        }
        //#omp parallel num_threads(3)
        new Called().awaits();
        return count.get() == 6;
        """,
        "virtual(worker) await",
        "virtual(worker) nowait");
    check(
        "copyprivate gives all threads what single has assigned",
        """
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          int own = 0;
          String text = "";
          //#omp single copyprivate(own, text)
          { own = 42; text = "x"; }
          if (own != 42 || !text.equals("x")) work(wrong);
        }
        return wrong.get() == 0;
        """,
        " copyprivate(own, text)",
        "");
    check(
        "master is thread 0, and nobody waits for it",
        """
        AtomicInteger masters = new AtomicInteger(), others = new AtomicInteger();
        //#omp parallel
        {
          //#omp master
          { if (Omp.getThreadNum() == 0) work(masters); else work(others); }
        }
        return masters.get() == 1 && others.get() == 0;
        """,
        "//#omp master\n",
        "");
    check(
        "parallel masked and parallel master have one thread run the statement",
        """
        AtomicInteger runs = new AtomicInteger(), team = new AtomicInteger();
        //#omp parallel masked num_threads(4) filter(3)
        if (Omp.getThreadNum() == 3) { work(runs); team.addAndGet(Omp.getNumThreads()); }
        //#omp parallel master num_threads(strict: 4) firstprivate(team)
        { team.addAndGet(Omp.getThreadNum() + Omp.getNumThreads()); team = null; work(runs); }
        return runs.get() == 2 && team.get() == 8;
        """,
        "parallel master",
        "parallel");
    check(
        "num_threads(strict: …) refuses a smaller team, which if(false) does not have",
        """
        int refused = 0, levels = Omp.getMaxActiveLevels();
        Omp.setMaxActiveLevels(1);
        try {
          //#omp parallel num_threads(2) reduction(+: refused)
          {
            try {
              //#omp parallel for num_threads(strict: Omp.getThreadNum() + 2)
              for (int i = 0; i < 9; i++) refused += 1000;
            } catch (IllegalStateException e) {
              refused += e.getMessage().contains("strict: " + (Omp.getThreadNum() + 2)) ? 1 : 0;
            }
            //#omp parallel num_threads(strict: 1) reduction(+: refused)
            refused += 10;
            //#omp parallel num_threads(strict: 8) if(refused < 0) reduction(+: refused)
            refused += 100;
          }
        } finally {
          Omp.setMaxActiveLevels(levels);
        }
        return refused == 222;
        """,
        "strict: Omp.getThreadNum() + 2",
        "Omp.getThreadNum() + 2");
    check(
        "masked is the same",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel
        {
          //#omp masked
          work(count);
        }
        return count.get() == 1;
        """,
        "//#omp masked\n",
        "");
    check(
        "masked filter chooses the thread",
        """
        int[] runs = new int[64];
        int team = 0;
        //#omp parallel proc_bind(spread) shared(team)
        {
          //#omp masked filter(Omp.getNumThreads() - 1)
          { runs[Omp.getThreadNum()]++; team = Omp.getNumThreads(); }
        }
        return team > 0 && runs[team - 1] == 1;
        """,
        "filter(Omp.getNumThreads() - 1)",
        "");
    check(
        "masked filter lets in nobody who is not there",
        """
        AtomicInteger count = new AtomicInteger();
        int none = 1000;
        //#omp parallel
        {
          int mine = none;
          //#omp masked filter(mine)
          work(count);
        }
        //#omp masked filter(none)
        work(count);
        return count.get() == 0;
        """,
        "masked filter(mine)",
        "masked");
  }
}
