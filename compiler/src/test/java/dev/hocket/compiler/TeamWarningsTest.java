package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Warnings about teams: races, and reads of copies without a value. */
class TeamWarningsTest extends DirectiveRules {
  @Test
  void racesOfATeam_areWarnedOf() throws Exception {
    check(
        """
        void m(int n, int[] a) {
          int x = 0, y = 0, z = 0, meant = 0;
          //#omp parallel shared(meant)
          {
            int own = 0;
            own++;
            meant++;
            // expect: HK112
            x++;
            //#omp critical
            y++;
            //#omp single
            y = 2;
            //#omp master
            y = 3;
            synchronized (this) { y++; }
            //#omp atomic
            y++;
            //#omp for ordered
            for (int i = 0; i < n; i++) {
              a[i] = own;
              //#omp ordered
              y += i;
              // expect: HK112
              if (a[i] > 3) z = i;
            }
          }
        }
        """);
  }

  @Test
  void aFilter_isForOneThreadOnlyIfAllThreadsFindTheSameNumber() throws Exception {
    check(
        """
        void m(int n) {
          int x = 0, k = 0, chosen = 1;
          k++;
          //#omp parallel
          {
            int own = dev.hocket.directives.Omp.getThreadNum();
            //#omp masked filter((n - 1) * chosen)
            x = 1;
            //#omp masked filter(dev.hocket.directives.Omp.getThreadNum())
            // expect: HK112
            x = 2;
          }
        }
        void own(int n) {
          int x = 0;
          //#omp parallel
          {
            int own = n;
            //#omp masked filter(own)
            // expect: HK112
            x = 2;
          }
        }
        void again(int n) {
          int x = 0, k = 0;
          k++;
          //#omp parallel
          {
            //#omp masked filter(k)
            // expect: HK112
            x = 2;
          }
        }
        """);
  }

  @Test
  void aRace_isReportedWithARemedy() throws Exception {
    String source =
        """
        void m(int n) {
          int x = 0;
          //#omp parallel for
          // expect: HK112
          for (int i = 0; i < n; i++) x %s;
        }
        """;
    assertTrue(check(source.formatted("+= 3")).contains("add reduction(+: x) to the directive"));
    assertTrue(check(source.formatted("-= 3")).contains("add reduction(+: x) to the directive"));
    assertTrue(check(source.formatted("= 3")).contains("add private(x), or put //#omp critical"));
  }

  @Test
  void theRemedyOfARaceThatAnIfDecides_isAroundTheIf() throws Exception {
    String source =
        """
        void m(int n, int[] a) {
          int x = 0;
          //#omp parallel for
          for (int i = 0; i < n; i++) {
            if (%s) {
              // expect: HK112
              x = %s;
            }
          }
        }
        """;
    String critical = "put //#omp critical before the 'if' of line 8, whose condition reads it too";
    String greatest = check(source.formatted("a[i] > x", "a[i]"));
    String atomic = "put //#omp atomic compare before the 'if', or ";
    assertTrue(
        greatest.contains("add reduction(max: x) to the directive, " + atomic + critical),
        greatest);
    String least = check(source.formatted("(x >= a[i])", "a[i]"));
    assertTrue(least.contains("add reduction(min: x) to the directive, or " + critical), least);
    String more = check(source.formatted("a[i] > x", "a[i]; a[i] = 0"));
    assertTrue(more.contains("add reduction(max: x) to the directive, or " + critical), more);
    String other = check(source.formatted("a[i] > x", "i"));
    assertTrue(other.contains("help: " + critical), other);
  }

  @Test
  void aPrivateVariableThatIsReadFirst_isWarnedOf() throws Exception {
    check(
        """
        void m(int n) {
          int x = 1, y = 1, z = 1, all = 0;
          //#omp parallel private(x, y, z)
          {
            // expect: HK111
            g(x);
            y = 2;
            g(y);
            // expect: HK111
            z = z + 1;
          }
          //#omp parallel for lastprivate(all)
          // expect: HK111
          for (int i = 0; i < n; i++) all += i;
        }
        static void g(int x) {}
        """);
  }

  @Test
  void tasksThatEveryThreadCreates_areWarnedOf() throws Exception {
    check(
        """
        static void load(int i) {}
        static int next() { return 0; }
        void m(int n) {
          //#omp parallel
          {
            // expect: HK117
            //#omp task
            load(1);
            for (int i = 0; i < n; i++) {
              // expect: HK117
              //#omp task firstprivate(i)
              load(i);
            }
            // expect: HK117
            //#omp taskloop
            for (int i = 0; i < n; i++) load(i);
            //#omp taskgroup
            {
              // expect: HK117
              //#omp task
              load(3);
            }
          }
          //#omp parallel num_threads(1)
          {
            //#omp task
            load(1);
          }
          //#omp parallel
          {
            //#omp single
            {
              //#omp task
              load(1);
            }
            //#omp for
            for (int i = 0; i < n; i++) {
              //#omp task
              load(2);
            }
            //#omp sections
            {
              //#omp task
              load(3);
            }
            //#omp masked
            {
              //#omp task
              load(4);
            }
          }
          //#omp parallel
          {
            int me = next();
            //#omp task
            load(me);
          }
          //#omp parallel
          {
            if (next() == 0) {
              //#omp task
              load(1);
            }
          }
          //#omp task
          load(1);
        }
        """);
  }

  @Test
  void aCopyWhoseValueIsLost_isWarnedOf() throws Exception {
    check(
        """
        int loops(int[] a, int[] b, boolean c) {
          int lost = 0, stored = 0, again = 0, other = 0, either = 0, all = 0;
          //#omp parallel for private(lost, again, other, either) lastprivate(stored)
          for (int i = 0; i < a.length; i++) {
            lost = a[i];
            stored = again = other = either = lost;
            b[i] = lost;
          }
          again = 3;
          if (c) { either = 2; } else { either = 4; }
          while (true) {
            if (c) { other = 5; break; }
            c = true;
          }
          // expect: HK118
          return lost + stored + again + other + either + all;
        }
        int branches(int n, boolean c) {
          int t = 0, u = 0, v = 0, w = 0;
          //#omp parallel private(t) firstprivate(u, v, w)
          {
            t = 1; u++; v++; w++;
          }
          if (c && (t = n) > 3) u = 3;
          try { v = n; } finally { w = n; }
          // expect: HK118
          int a = t;
          // expect: HK118
          int b = u;
          return a + b + v + w;
        }
        int rounds(int n) {
          int t = 0;
          for (int k = 0; k < n; k++) {
            // expect: HK118
            n += t;
            //#omp target virtual(worker) private(t)
            { t = n; n = t + 1; }
          }
          return n;
        }
        void fresh(int n) {
          for (int k = 0; k < n; k++) {
            int t = 0;
            //#omp target virtual(worker) private(t)
            { t = k; System.out.println(t); }
          }
        }
        int copied(int n) {
          int t = 0;
          //#omp parallel
          {
            //#omp single private(t)
            { t = n; }
          }
          // expect: HK118
          //#omp target virtual(worker) firstprivate(t)
          System.out.println(t);
          return 1;
        }
        """);
  }

  @Test
  void aCopyOfAPatternVariable_isFollowedPastItsStatement() throws Exception {
    check(
        """
        record Pair(int first, Object second) {}
        int inside(Object o, int[] a) {
          if (o instanceof Integer t && t > 3) {
            //#omp parallel for private(t)
            for (int i = 0; i < a.length; i++) { t = a[i]; a[i] = t * t; }
            // expect: HK118
            return t;
          }
          return 0;
        }
        int after(Object o, int[] a) {
          if (!(o instanceof Integer t)) return 3;
          //#omp parallel for private(t)
          for (int i = 0; i < a.length; i++) { t = a[i]; a[i] = t * t; }
          // expect: HK118
          return t;
        }
        java.util.function.ToIntFunction<Object> cases(int[] a) {
          return o -> switch (o) {
            case Pair(int t, Integer u) -> {
              //#omp parallel for private(t, u)
              for (int i = 0; i < a.length; i++) { u = t = a[i]; a[i] = t * u; }
              t = 4;
              // expect: HK118
              yield t + u;
            }
            default -> 0;
          };
        }
        void fresh(Object o, int[] a) {
          while (o instanceof Integer t) {
            a[1] = t;
            //#omp target virtual(worker) firstprivate(t)
            { t = t + 1; a[0] = t; }
            o = a[0] > 3 ? null : o;
          }
        }
        """);
  }

  @Test
  void aPrivateVariable_thatSomePathLeavesWithoutValue_isWarnedOf() throws Exception {
    check(
        """
        void m(int[] a, int[] b, boolean c) {
          int t = 0, u = 0, v = 0, w = 0;
          //#omp parallel for private(t, u, v)
          for (int i = 0; i < a.length; i++) {
            if (a[i] > 3) t = i;
            if (a[i] > 3) u = i; else continue;
            switch (a[i]) { case 1 -> v = 1; default -> v = 2; }
            // expect: HK111
            b[i] = t + u + v;
          }
          //#omp parallel private(w)
          {
            //#omp single
            { w = 1; }
            // expect: HK111
            System.out.println(w);
            //#omp single copyprivate(w)
            { w = 1; }
          }
        }
        """);
  }

  @Test
  void aLastIterationWithoutValue_isWarnedOf() throws Exception {
    check(
        """
        int m(int[] a, boolean c) {
          int t = 0, u = 0, v = 0, w = 0;
          // expect: HK119
          //#omp parallel for lastprivate(t)
          for (int i = 0; i < a.length; i++) {
            if (a[i] > 3) t = i;
          }
          // expect: HK119
          //#omp parallel for lastprivate(u)
          for (int i = 0; i < a.length; i++) {
            if (c) continue;
            u = i;
          }
          // expect: HK119
          //#omp parallel sections lastprivate(v, w)
          {
            { v = 1; w = 2; }
            //#omp section
            { w = 3; if (c) v = 4; }
          }
          return t + u + v + w;
        }
        """);
  }

  @Test
  void aValueOfAnEarlierSection_isWarnedOf() throws Exception {
    check(
        """
        void m(int[] a, int n) {
          int t = 0, u = 0, v = 0, w = 0;
          //#omp parallel sections firstprivate(t, u, v, w)
          {
            { a[0] = v + u; t += n; w = 3; }
            //#omp section
            { t = 3; a[1] = t + u; v = 3; }
            //#omp section
            // expect: HK120
            a[2] = t;
            //#omp section
            u = n;
          }
        }
        """);
  }

  @Test
  void aValueOfAnEarlierIteration_isWarnedOf() throws Exception {
    check(
        """
        void m(int[] a, int[] b, int n) {
          int t = 0, u = 0, v = 0;
          //#omp parallel for firstprivate(t, u, v)
          for (int i = 0; i < a.length; i++) {
            u = a[i];
            // expect: HK120
            t += u;
            b[i] = t + v;
          }
          t = n;
          //#omp parallel firstprivate(t)
          { t += n; System.out.println(t); }
        }
        """);
  }
}
