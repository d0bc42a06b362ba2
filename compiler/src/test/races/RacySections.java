import java.util.*;

/** Sections, tasks and tests that race in a team: a line below each mark must be reported. */
class RacySections {
  int counter;
  long sum;
  RacySections next;

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
