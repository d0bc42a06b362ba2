package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules about tasks; a comment above each line names the expected message. */
class TaskRulesTest extends DirectiveRules {
  @Test
  void anAssignedCopy_isRefused_whereTheVariableIsReadAfterTheTask() throws Exception {
    String said =
        check(
            """
            int fib(int n) {
              if (n < 2) return n;
              int x, y = 0, z = 0, w = 0, once = 0;
              //#omp task shared(x)
              x = fib(n - 1);
              //#omp task
              // expect: HK062
              y = fib(n - 2);
              //#omp task firstprivate(z)
              z = 3;
              //#omp task
              { w = 3; f = w; }
              for (int i = 0; i < n; i++) {
                f = once;
                //#omp task
                // expect: HK062
                once = 2;
              }
              //#omp taskwait
              return x + y + z;
            }
            """);
    assertTrue(
        said.contains("the task assigns its own copy of 'y', and line 23 reads the variable"),
        said);
    assertTrue(said.contains("help: add shared(y) to the task, and //#omp taskwait"), said);
  }

  @Test
  void aVariableThatTheTeamShares_isNotACopy() throws Exception {
    check(
        """
        void m() {
          int x = 0;
          //#omp parallel
          {
            //#omp single
            {
              //#omp task
              x = 3;
              //#omp taskwait
              f = x;
            }
            int own = 1;
            //#omp task
            // expect: HK062
            own++;
            f = own;
          }
          f = x;
        }
        """);
  }

  @Test
  void tasksThatMayAssignTheSameVariableAtOnce_areWarnedOf() throws Exception {
    check(
        """
        void m(int n) {
          int x = 0, y = 0, z = 0;
          //#omp parallel
          {
            //#omp single
            for (int i = 0; i < n; i++) {
              //#omp task
              // expect: HK112
              x += i;
              //#omp task shared(y)
              y = i;
            }
            // expect: HK117
            //#omp task
            // expect: HK112
            z++;
          }
          f = x + y + z;
        }
        """);
  }

  @Test
  void aVariableThatATaskCopies_hasAValue() throws Exception {
    check(
        """
        void m(boolean b) {
          int x;
          // expect: HK058
          //#omp task
          { x = 1; f = x; }
          int y;
          if (b) y = 1; else y = 2;
          //#omp task
          { y++; f = y; }
          int z;
          //#omp task private(z)
          { z = 1; f = z; }
        }
        """);
  }

  @Test
  void aConstructForAllThreads_isRefusedInATask() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel
          {
            //#omp task
            {
              // expect: HK054
              //#omp barrier
              // expect: HK054
              //#omp single
              f = 1;
              // expect: HK054
              //#omp for
              for (int i = 0; i < n; i++) g();
              // expect: HK054
              //#omp master
              f = 2;
              //#omp critical
              f = 3;
              //#omp parallel
              {
                //#omp barrier
                //#omp single
                f = 4;
              }
            }
            //#omp taskgroup
            {
              //#omp task
              g();
              //#omp barrier
            }
          }
        }
        static void g() {}
        """);
  }

  @Test
  void jumpsOutOfATaskOrGroup_areRefused() throws Exception {
    check(
        """
        int m(int n) {
          for (int i = 0; i < n; i++) {
            //#omp task
            {
              // expect: HK047
              if (f > 3) break;
            }
            //#omp taskgroup
            {
              // expect: HK047
              if (f > 3) return 3;
            }
          }
          return n;
        }
        """);
  }

  @Test
  void anAwaitInATask_isRefused() throws Exception {
    check(
        """
        void m() {
          //#omp task
          {
            // expect: HK056
            //#omp target virtual(worker) await
            f++;
          }
        }
        """);
  }

  @Test
  void aPatternVariable_mayBeAssignedInTheHeadOfATaskloop() throws Exception {
    check(
        """
        record Pair(int a, String b) {}
        void m(Object o) {
          //#omp taskloop reduction(+: f)
          for (int i : new int[] {o instanceof Pair(int a, String b) ? a++ : 1}) {
            f += i;
          }
        }
        """);
  }

  @Test
  void aMethodThatEndsWithATask_returnsAValue() throws Exception {
    check(
        """
        int m() {
          // expect: HK026
          //#omp task
          throw new IllegalStateException();
        }
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"detach(f)", "affinity(f)"})
  void clausesThatAreNotSupportedYet_areRefused(String clause) throws Exception {
    check(
        """
        void m() {
          // expect: HK006
          //#omp task %s
          f++;
        }
        """
            .formatted(clause));
  }

  @Test
  void aTaskThatContributes_isInAGroupThatCollects() throws Exception {
    check(
        """
        void m(int n, String s) {
          int sum = 0, most = 0;
          //#omp taskgroup task_reduction(+: sum) task_reduction(max: most)
          for (int i = 0; i < n; i++) {
            //#omp task in_reduction(+: sum) in_reduction(max: most)
            { sum += i; most = Math.max(most, i); }
            // expect: HK064
            //#omp task in_reduction(*: sum)
            sum *= i;
          }
          // expect: HK053
          //#omp taskgroup task_reduction(+: s)
          f = sum + most;
        }
        """);
  }

  @Test
  void aValueThatARegionInATaskStoresInItsCopy_isLostToo() throws Exception {
    check(
        """
        int m(int n) {
          int sum = 0, last = 0, kept = 0, i = 0;
          //#omp task
          {
            // expect: HK062
            //#omp parallel for reduction(+: sum)
            for (int k = 0; k < n; k++) sum += k;
            // expect: HK062
            //#omp parallel for lastprivate(last)
            for (int k = 0; k < n; k++) last = k;
            //#omp parallel for
            // expect: HK062
            for (i = 0; i < n; i++) g();
          }
          //#omp task shared(kept)
          {
            //#omp parallel for reduction(+: kept)
            for (int k = 0; k < n; k++) kept += k;
          }
          //#omp taskwait
          return sum + last + kept + i;
        }
        static void g() {}
        """);
  }

  @Test
  void aTaskloop_isCheckedLikeATaskAndALoop() throws Exception {
    check(
        """
        void m(int n) {
          int last = 0, lost = 0, sum = 0, k = 0, j = 0;
          //#omp taskloop lastprivate(last) reduction(+: sum) grainsize(n + 1)
          for (int i = 0; i < n; i++) { last = i; sum += i; }
          //#omp taskloop nogroup num_tasks(3)
          // expect: HK062
          for (int i = 0; i < n; i++) lost = i;
          // expect: HK009
          //#omp taskloop num_tasks(3) grainsize(3)
          for (int i = 0; i < n; i++) g();
          // expect: HK052
          //#omp taskloop grainsize(0)
          for (int i = 0; i < n; i++) g();
          //#omp taskloop
          // expect: HK051
          while (f < 3) f++;
          //#omp taskloop
          for (j = 0; j < n; j++) g();
          f = last + lost + sum + j;
        }
        static void g() {}
        """);
  }

  @Test
  void aVariableThatIterationsOfATaskloopAssign_isARace() throws Exception {
    check(
        """
        void m(int n) {
          int k = 0;
          //#omp parallel
          {
            //#omp single
            //#omp taskloop
            // expect: HK112
            for (int i = 0; i < n; i++) k = i;
          }
          f = k;
        }
        """);
  }

  @Test
  void aLocationOfDepend_isAVariableAFieldOrAnElement() throws Exception {
    String said =
        check(
            """
            int own;
            List<Integer> list;
            void m(int[] a, int[][] rows, int n, Object o) {
              //#omp task depend(in: n, a, own, f, list) depend(out: a[n - 1], rows[g()][n + 1])
              g();
              // expect: HK065
              //#omp task depend(in: g())
              g();
              // expect: HK065
              //#omp task depend(in: a[0:4])
              g();
              // expect: HK065
              //#omp task depend(out: unknown)
              g();
              // expect: HK065
              //#omp task depend(out: this)
              g();
              // expect: HK065
              //#omp task depend(out: this.own)
              g();
              // expect: HK065
              //#omp task depend(out: 3)
              g();
              // expect: HK004
              //#omp task depend(source)
              g();
              // expect: HK004
              //#omp task depend(n)
              g();
              // expect: HK004
              //#omp task depend(in: )
              g();
              // expect: HK006
              //#omp taskwait depend(in: n)
              if (o instanceof String s) {
                // expect: HK065
                //#omp task depend(in: s)
                g();
              }
              //#omp parallel for
              for (int i = 0; i < n; i++) {
                int own = i;
                // expect: HK065
                //#omp task depend(in: i)
                f = i;
                //#omp task depend(in: own, a[i])
                f = i;
              }
              for (int i = 0; i < n; i++) {
                //#omp task depend(in: i) firstprivate(i)
                f = i;
              }
              new Object() {
                int inner;
                void m() {
                  // expect: HK065
                  //#omp task depend(in: own)
                  g();
                  //#omp task depend(in: inner, f)
                  g();
                }
              };
            }
            static int g() { return 0; }
            """);
    assertTrue(
        said.contains(
                "'a[0:4]' is no location that a task can depend on: illegal start of expression")
            || said.contains("'a[0:4]' is no location that a task can depend on: ']' expected"),
        said);
    assertTrue(said.contains("'g()' is no location that a task can depend on: it is only a value"));
    assertTrue(
        said.contains("help: list local variables, fields of this class by their names alone"),
        said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n[0]", "a[\"x\"]", "a[0][0]", "n[missing()]"})
  void anElementThatDoesNotCompile_isRefused(String location) throws Exception {
    check(
        """
        void m(int[] a, int n) {
          // expect: HK065
          //#omp task depend(out: LOCATION)
          f = 3;
        }
        """
            .replace("LOCATION", location));
  }

  @Test
  void aTasksCopyOfAVariableThatItDependsOn_isRefused() throws Exception {
    String said =
        check(
            """
            void m(int n) {
              int x = 0;
              //#omp task depend(out: x) shared(x)
              x = n;
              // expect: HK066
              //#omp task depend(in: x)
              f = x;
              //#omp task depend(in: x) firstprivate(x)
              f = x;
              //#omp task depend(in: x)
              f = n;
              //#omp taskwait
            }
            """);
    assertTrue(said.contains("the task depends on 'x', but has a copy of it"), said);
  }

  @Test
  void tasksThatDependOnWhatTheyAssign_areNotWarnedOf() throws Exception {
    check(
        """
        void m(int n) {
          int x = 0, y = 0;
          //#omp parallel
          {
            //#omp single
            for (int i = 0; i < n; i++) {
              //#omp task depend(inout: x)
              x += i;
              //#omp task depend(in: y)
              // expect: HK112
              y += i;
            }
          }
          f = x + y;
        }
        """);
  }
}
