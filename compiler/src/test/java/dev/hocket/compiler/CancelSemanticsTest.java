package dev.hocket.compiler;

/** The regions and iterations that {@code cancel} ends. */
class CancelSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    check(
        "a cancelled loop ends, with the sums of the iterations that have run",
        """
        long run = 0, end = end();
        AtomicLong counted = new AtomicLong();
        //#omp parallel for num_threads(4) schedule(dynamic) reduction(+: run)
        for (long i = 0; i < 100_000; i++) {
          run++;
          counted.incrementAndGet();
          if (i == 50) {
            //#omp cancel for
          }
          // This iteration's thread may lack a processor while the others continue.
          while (i > 1000 && System.nanoTime() < end) {
            //#omp cancellation point for
          }
        }
        return run == counted.get() && run < 100_000;
        """,
        "//#omp cancel for",
        "//#omp cancellation point for");
    check(
        "finally clauses of a cancelled iteration run, and locks are left",
        """
        AtomicInteger left = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp for
          for (int i = 0; i < 4; i++) {
            //#omp critical
            try {
              //#omp cancel for
              left.addAndGet(100);
            } catch (Throwable t) {
              left.addAndGet(100);
            } finally {
              left.incrementAndGet();
            }
          }
          //#omp critical
          left.incrementAndGet();
        }
        return left.get() >= 5 && left.get() <= 8;
        """,
        "//#omp cancel for",
        "//#omp flush");
    check(
        "a cancellation point leaves a loop that another thread has cancelled",
        """
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger late = new AtomicInteger();
        boolean[] alone = new boolean[1];
        //#omp parallel num_threads(2)
        {
          alone[0] = Omp.getNumThreads() == 1;
          //#omp for schedule(static, 1)
          for (int i = 0; i < 2; i++) {
            if (i == 0 && !alone[0]) {
              begun.countDown();
              long end = end();
              while (System.nanoTime() < end) {
                //#omp cancellation point for
              }
              work(late);
            } else if (!alone[0] && soon(begun)) {
              //#omp cancel for
            }
          }
        }
        return late.get() == 0;
        """,
        "//#omp cancellation point for",
        "//#omp flush");
    check(
        "sections that have not begun are cancelled",
        """
        AtomicInteger late = new AtomicInteger();
        CountDownLatch cancelled = new CountDownLatch(1);
        //#omp parallel num_threads(1)
        {
          //#omp sections
          {
            //#omp section
            {
              //#omp cancel sections
              work(late);
            }
            //#omp section
            work(late);
          }
        }
        return late.get() == 0;
        """,
        "//#omp cancel sections",
        "//#omp cancellation point sections");
    check(
        "a cancelled region is left at barriers",
        """
        AtomicInteger late = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          if (Omp.getThreadNum() == Omp.getNumThreads() - 1) {
            //#omp cancel parallel
          }
          //#omp barrier
          work(late);
        }
        return late.get() == 0;
        """,
        "//#omp cancel parallel",
        "//#omp flush");
    check(
        "tasks of a cancelled group do not begin",
        """
        AtomicInteger late = new AtomicInteger(), behind = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskgroup
            {
              //#omp task
              {
                //#omp cancel taskgroup
                work(late);
              }
              //#omp taskwait
              for (int i = 0; i < 20; i++) {
                //#omp task
                work(late);
              }
            }
            //#omp taskloop
            for (int i = 0; i < 20; i++) {
              work(behind);
            }
          }
        }
        return late.get() == 0 && behind.get() == 20;
        """,
        "//#omp cancel taskgroup",
        "//#omp cancellation point taskgroup");
    check(
        "a search ends with what one task has found",
        """
        int[] found = {-1};
        long end = end();
        AtomicInteger run = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskloop grainsize(10)
            for (int i = 0; i < 200_000; i++) {
              work(run);
              if (i == 77) {
                found[0] = i;
                //#omp cancel taskgroup
              }
              while (i > 10_000 && System.nanoTime() < end) {
                //#omp cancellation point taskgroup
              }
            }
          }
        }
        return found[0] == 77 && run.get() < 200_000;
        """,
        "//#omp cancel taskgroup",
        "//#omp flush");
  }
}
