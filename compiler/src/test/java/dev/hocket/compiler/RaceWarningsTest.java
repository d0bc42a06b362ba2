package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Races in a team other than assignments of local variables: fields, collections, loops. */
class RaceWarningsTest extends DirectiveRules {
  @Test
  void fieldsOfTheObjectAroundTheRegion_areShared() throws Exception {
    check(
        """
        int count, own, meant;
        static int all, reduced;
        volatile boolean done;
        volatile int steps;
        java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
        class Cell { int count; }
        void m(int n, Cell given) {
          //#omp parallel for reduction(+: reduced)
          for (int i = 0; i < n; i++) {
            // expect: HK112
            count++;
            // expect: HK112
            all += i;
            reduced += i;
            done = true;
            // expect: HK112
            steps++;
            Cell cell = new Cell();
            cell.count++;
            given.count = i;
            new Object() { int own; void g() { own++; this.own = 3; } }.g();
          }
          //#omp parallel shared(meant)
          {
            meant = 1;
            //#omp critical
            own++;
            //#omp single
            own = 2;
            synchronized (this) { own++; }
            lock.lock();
            try { own++; } finally { lock.unlock(); }
            if (dev.hocket.directives.Omp.getThreadNum() == 0) own = 3;
            //#omp atomic
            own++;
            //#omp task
            own++;
            // expect: HK112
            this.own = 4;
          }
          own = 5;
        }
        """);
  }

  @Test
  void elementsWithOtherConstantIndices_areOthers() throws Exception {
    check(
        """
        static final int FIRST = 0;
        void m(int[] a, int[][] rows) {
          //#omp parallel
          {
            //#omp sections
            {
              //#omp section
              a[FIRST] = 1;
              //#omp section
              { a[0 + 1] = 2; rows[0][3] = 1; }
              //#omp section
              { a[2]++; rows[1][3] = 1; }
            }
            //#omp sections nowait
            {
              //#omp section
              // expect: HK112
              rows[1][FIRST] = 1;
              //#omp section
              rows[1][0]++;
            }
          }
        }
        """);
  }

  @Test
  void aFieldAndAFlag_areReportedWithRemedies() throws Exception {
    String source =
        """
        %s x;
        void m(int n, int[] a) {
          boolean found = false;
          //#omp parallel for shared(found)
          for (int i = 0; i < n; i++) {
            // expect: HK112
            if (a[i] == 7) x %s;
          }
        }
        """;
    String said = check(source.formatted("static int", "+= a[i]"));
    assertTrue(said.contains("add reduction(+: x) to the directive, or put //#omp atomic"), said);
    said = check(source.formatted("int", "+= a[i]"));
    assertTrue(said.contains("help: put //#omp atomic before this"), said);
    said = check(source.formatted("String", "= null"));
    assertTrue(said.contains("help: put //#omp critical before this"), said);
    said = check(source.formatted("static boolean", "= true"));
    assertTrue(
        said.contains("add reduction(||: x) to the directive, or put //#omp atomic write"), said);
    String flag = "void m(int n, int[] a) {\nboolean ok = true;\n//#omp parallel for\n";
    said =
        check(flag + "// expect: HK112\nfor (int i = 0; i < n; i++) if (a[i] < 0) ok = false;\n}");
    assertTrue(said.contains("add reduction(&&: ok) to the directive"), said);
  }

  @Test
  void collectionsThatAreNotThreadSafe_areWarnedOf() throws Exception {
    check(
        """
        final Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> unknown = new TreeMap<>();
        void m(int n, List<Integer> given) {
          List<Integer> found = new ArrayList<>();
          List<Integer> joined = new ArrayList<>();
          List<Integer> meant = new LinkedList<>();
          List<Integer> safe = new Vector<>();
          Queue<Integer> other = new java.util.concurrent.ConcurrentLinkedQueue<>();
          StringBuilder text = new StringBuilder();
          //#omp parallel for shared(meant)
          for (int i = 0; i < n; i++) {
            List<Integer> own = new ArrayList<>();
            own.add(i);
            // expect: HK116
            found.add(i);
            found.add(i);
            found.get(i);
            meant.add(i);
            safe.add(i);
            other.add(i);
            given.add(i);
            unknown.put("", i);
            // expect: HK116
            counts.merge("", 1, Integer::sum);
            //#omp critical
            text.append(i);
          }
          //#omp parallel
          {
            //#omp for reduction(Main::join, ArrayList::new: joined)
            for (int i = 0; i < n; i++) joined.add(i);
            // expect: HK116
            text.append("x");
          }
        }
        """
            + "static List<Integer> join(List<Integer> a, List<Integer> b) { a.addAll(b); return a; }");
  }

  @Test
  void iterationsThatReadWhatOthersWrite_areWarnedOf() throws Exception {
    check(
        """
        void m(int n, int[] a, int[] b) {
          //#omp parallel for
          for (int i = 1; i < n; i++) {
            // expect: HK115
            a[i] = a[i - 1] + b[i - 1];
          }
          //#omp parallel for
          for (int i = n - 2; i >= 0; i -= 1) {
            // expect: HK115
            a[i + 1] += a[(i) + 2];
          }
          //#omp parallel for
          for (int i = 0; i < n; i += 2) a[i] = a[i + 1];
          //#omp parallel for
          for (int i = 1; i < n; i++) { a[i] = b[i - 1]; a[i]++; }
          //#omp parallel for
          for (int i = 1; i < n; i++) if (i % 2 == 0) a[i] = a[i - 1];
          //#omp parallel for ordered
          for (int i = 1; i < n; i++) {
            //#omp ordered
            a[i] = a[i - 1];
          }
        }
        """);
  }
}
