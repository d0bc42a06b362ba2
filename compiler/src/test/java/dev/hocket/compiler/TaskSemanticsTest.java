package dev.hocket.compiler;

/** The effects of tasks, and of the directives that wait for them. */
class TaskSemanticsTest extends TeamSemantics {
  @Override
  void checks() {
    check(
        "tasks of tasks compute what a sequential program does",
        """
        class Fib {
          long fib(int n) {
            if (n < 2) return n;
            long x, y;
            //#omp task shared(x)
            x = fib(n - 1);
            //#omp task shared(y)
            y = fib(n - 2);
            //#omp taskwait
            return x + y;
          }
        }
        long[] found = new long[1];
        for (int round = 0; round < 20; round++) {
          found[0] = -1;
          //#omp parallel num_threads(4)
          {
            //#omp single
            found[0] = new Fib().fib(15);
          }
          if (found[0] != 610) return false;
        }
        return true;
        """,
        "    //#omp taskwait\n",
        "");
    check(
        "a task has the values of its creation",
        """
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            CountDownLatch created = new CountDownLatch(1);
            int i = 0;
            while (i < 5) {
              //#omp task
              { if (Omp.getNumThreads() > 1) soon(created); seen.add(i); }
              i++;
            }
            created.countDown();
          }
        }
        return seen.equals(Set.of(0, 1, 2, 3, 4));
        """,
        "//#omp task\n",
        "//#omp task shared(i)\n");
    check(
        "a task shares what its team shares",
        """
        int sum = 0;
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 1; i <= 100; i++) {
            //#omp task
            {
              //#omp atomic
              sum += i;
            }
          }
        }
        return sum == 5050;
        """,
        "//#omp task\n",
        "//#omp task firstprivate(sum)\n");
    check(
        "other threads of the team run tasks",
        """
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger met = new AtomicInteger();
        //#omp parallel num_threads(2)
        {
          //#omp single
          for (int i = 0; i < 2; i++) {
            //#omp task
            { both.countDown(); if (soon(both)) work(met); }
          }
        }
        return met.get() == 2;
        """,
        "//#omp task\n",
        "//#omp task if(false)\n");
    check(
        "a barrier waits for all tasks",
        """
        AtomicInteger ended = new AtomicInteger(), early = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          for (int i = 0; i < 5; i++) {
            //#omp task
            {
              //#omp task
              work(ended);
              work(ended);
            }
          }
          //#omp barrier
          if (ended.get() != 40) work(early);
        }
        return early.get() == 0;
        """,
        "//#omp barrier\n",
        "");
    check(
        "a taskgroup waits for tasks of tasks",
        """
        AtomicInteger ended = new AtomicInteger(), early = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int round = 1; round <= 50; round++) {
            //#omp taskgroup
            for (int i = 0; i < 5; i++) {
              //#omp task
              {
                //#omp task
                work(ended);
              }
            }
            if (ended.get() != 5 * round) work(early);
          }
        }
        return early.get() == 0;
        """,
        "//#omp taskgroup\n",
        "");
    check(
        "a task with if(false) ends before the code goes on",
        """
        AtomicInteger late = new AtomicInteger(), ended = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 1; i <= 100; i++) {
            //#omp task if(i < 0)
            work(ended);
            if (ended.get() < i) work(late);
          }
        }
        return late.get() == 0;
        """,
        " if(i < 0)",
        "");
    check(
        "tasks of a final task run as part of it",
        """
        AtomicInteger late = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 1; i <= 100; i++) {
            //#omp task final(true)
            {
              AtomicInteger ended = new AtomicInteger();
              //#omp task
              work(ended);
              if (ended.get() == 0) work(late);
            }
          }
        }
        return late.get() == 0;
        """,
        " final(true)",
        "");
    check(
        "what a task throws, the taskwait throws",
        """
        AtomicInteger caught = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          try {
            //#omp task
            if (caught.get() == 0) throw new IllegalStateException();
            //#omp taskwait
          } catch (IllegalStateException e) {
            work(caught);
          }
        }
        return caught.get() == 1;
        """,
        "throw new IllegalStateException()",
        "work(new AtomicInteger())");
    check(
        "what a task throws and nothing waits for, the region throws",
        """
        try {
          //#omp parallel num_threads(4)
          {
            //#omp single
            {
              //#omp task
              if (field == 0) throw new java.io.IOException();
            }
          }
        } catch (java.io.IOException e) {
          return true;
        }
        return false;
        """,
        "field == 0",
        "field == 99");
    check(
        "a private variable of a task is its own",
        """
        int own = 7;
        AtomicInteger wrong = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp task private(own)
            { own = 1; if (own != 1) work(wrong); }
            //#omp taskwait
            if (own != 7) work(wrong);
          }
        }
        return wrong.get() == 0;
        """,
        "private(own)",
        "shared(own)");
    check(
        "tasks contribute to the variables of their group",
        """
        long sum = 1;
        int most = -1;
        boolean all = true;
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskgroup task_reduction(+: sum) task_reduction(max: most) task_reduction(&&: all)
            for (int i = 1; i <= 100; i++) {
              //#omp task in_reduction(+: sum) in_reduction(max: most) in_reduction(&&: all)
              { sum += i; sum += i; most = i; all = i > 0; }
            }
          }
        }
        return sum == 10101 && most == 100 && all;
        """,
        "sum += i; sum += i;",
        "sum += i;");
    check(
        "tasks and taskloops reduce arrays",
        """
        long[] sums = {1, 2};
        int[] counts = new int[3];
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskgroup task_reduction(+: sums)
            for (int i = 1; i <= 100; i++) {
              //#omp task in_reduction(-: sums)
              { sums[i % 2] += i; sums[0]++; }
            }
            //#omp taskloop reduction(+: counts) num_tasks(7)
            for (int i = 0; i < 100; i++) counts[i % 3]++;
          }
        }
        return sums[0] == 1 + 2550 + 100 && sums[1] == 2 + 2500
            && counts[0] == 34 && counts[1] == 33 && counts[2] == 33;
        """,
        "sums[0]++;",
        "");
    check(
        "taskloop runs each iteration once, and waits",
        """
        AtomicInteger wrong = new AtomicInteger();
        for (int tasks = 1; tasks <= 40; tasks += 13) {
          int[] counts = new int[1000];
          //#omp parallel num_threads(4)
          {
            //#omp single
            {
              //#omp taskloop num_tasks(tasks)
              for (int i = 0; i < 1000; i++) counts[i]++;
              for (int count : counts) if (count != 1) work(wrong);
              //#omp taskloop grainsize(7) collapse(2)
              for (int i = 0; i < 10; i++)
                for (long j = 99; j >= 0; j--) counts[i * 100 + (int) j]++;
              for (int count : counts) if (count != 2) work(wrong);
            }
          }
        }
        return wrong.get() == 0;
        """,
        "num_tasks(tasks)",
        "num_tasks(tasks) nogroup");
    check(
        "taskloop reduces, and keeps the last value",
        """
        long sum = 1;
        int last = -1;
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskloop reduction(+: sum) lastprivate(last)
            for (int i : List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)) { sum += i; last = i; }
          }
        }
        return sum == 56 && last == 10;
        """,
        "lastprivate(last)",
        "firstprivate(last)");
    check(
        "grainsize(strict: …) is the size of all tasks but the last",
        """
        AtomicIntegerArray starts = new AtomicIntegerArray(100);
        int first = -1, sum = 0;
        //#omp parallel num_threads(4)
        {
          //#omp single
          {
            //#omp taskloop grainsize(strict: 15) firstprivate(first)
            for (int i = 0; i < 100; i++) {
              if (first < 0) { first = i; starts.set(i, 1); }
            }
            //#omp taskgroup task_reduction(+: sum)
            {
              //#omp taskloop num_tasks(strict: 9) in_reduction(+: sum) nogroup
              for (int i = 0; i < 100; i++) sum += i;
              //#omp task in_reduction(+: sum)
              sum += 50;
            }
          }
        }
        boolean right = sum == 5000;
        for (int i = 0; i < 100; i++) right &= starts.get(i) == (i % 15 == 0 ? 1 : 0);
        return right;
        """,
        "strict: 15",
        "15");
    check(
        "the iterations of a taskloop go to other threads",
        """
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger met = new AtomicInteger();
        //#omp parallel num_threads(2)
        {
          //#omp single
          {
            //#omp taskloop num_tasks(2)
            for (int i = 0; i < 2; i++) { both.countDown(); if (soon(both)) work(met); }
          }
        }
        return met.get() == 2;
        """,
        "num_tasks(2)",
        "num_tasks(1)");
    check(
        "untied, mergeable and priority change nothing",
        """
        AtomicInteger count = new AtomicInteger();
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 0; i < 9; i++) {
            //#omp task untied mergeable priority(3)
            work(count);
            //#omp taskyield
          }
        }
        return count.get() == 9;
        """,
        "i < 9",
        "i < 8");
    check(
        "a task begins when those that it depends on have ended",
        """
        AtomicInteger early = new AtomicInteger();
        int x = 0;
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 0; i < 50; i++) {
            int number = i;
            //#omp task depend(inout: x)
            { if (x != number) work(early); x = number + 1; }
          }
        }
        return early.get() == 0 && x == 50;
        """,
        "depend(inout: x)",
        "depend(in: x)");
    check(
        "tasks of elements of an array depend on the same elements",
        """
        int[] cells = new int[8];
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 0; i < 2000; i++) {
            int cell = i % 8;
            //#omp task depend(inout: cells[cell])
            cells[cell] = cells[cell] * 3 + 1;
          }
        }
        int expected = 0;
        for (int i = 0; i < 250; i++) expected = expected * 3 + 1;
        int all = expected;
        return Arrays.stream(cells).allMatch(cell -> cell == all);
        """,
        "depend(inout: cells[cell])",
        "depend(in: cells[cell])");
    check(
        "tasks of a set run one at a time",
        """
        AtomicInteger inside = new AtomicInteger(), overlaps = new AtomicInteger();
        int x = 0;
        //#omp parallel num_threads(4)
        {
          //#omp single
          for (int i = 0; i < 50; i++) {
            //#omp task depend(mutexinoutset: x)
            {
              if (inside.incrementAndGet() != 1) work(overlaps);
              Thread.yield();
              inside.decrementAndGet();
            }
          }
        }
        return overlaps.get() == 0;
        """,
        "mutexinoutset",
        "inoutset");
  }
}
