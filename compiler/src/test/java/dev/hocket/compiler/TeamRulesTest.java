package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The rules about directives of teams, except loops. */
class TeamRulesTest extends DirectiveRules {
  @Test
  void aSection_isOfAnArray_andItsElementsAreUsedAlone() throws Exception {
    check(
        """
        int m(int n, int[] a, int[] b, String[] s) {
          // expect: HK053
          //#omp parallel for reduction(+: n[0:1])
          for (int i = 0; i < 9; i++) n++;
          // expect: HK053
          //#omp parallel for reduction(max: s[0:1])
          for (int i = 0; i < 9; i++) s[0] = "";
          //#omp parallel for reduction(+: a[0:3], b[1:])
          for (int i = 0; i < 9; i++) {
            a[i] += b[i];
            // expect: HK071
            a[i] += a.length;
            // expect: HK071
            (b)[i]++;
            // expect: HK071
            //#omp parallel firstprivate(a)
            b[i]++;
            // expect: HK068
            b = new int[3];
          }
          return n;
        }
        """);
  }

  @Test
  void aFinalVariable_isNotAssignedByAClause() throws Exception {
    check(
        """
        static final int g = 0;
        void m(final int n) {
          final int once;
          // expect: HK059
          //#omp parallel for lastprivate(once)
          for (int i = 0; i < 3; i++) f(i);
          // expect: HK059
          //#omp single copyprivate(n)
          f++;
          // expect: HK059
          //#omp parallel for lastprivate(n)
          for (int i = 0; i < 3; i++) f(i);
          // expect: HK059
          //#omp parallel reduction(+: g)
          f(g);
        }
        static void f(int i) {}
        """);
  }

  /** The program never assigns the variable again, so its lambdas and classes may capture it. */
  @Test
  void aVariableThatOnlyAClauseAssigns_mayBeCaptured() throws Exception {
    check(
        """
        void m(int n, Object x) {
          int last = 0;
          Runnable late = () -> g(last);
          //#omp parallel for firstprivate(last) lastprivate(last)
          for (int i = 0; i < n; i++) g(i);
          late.run();
          class L {
            void z() {
              //#omp single copyprivate(x)
              f++;
            }
          }
          new L().z();
        }
        static void g(int i) {}
        """);
  }

  @Test
  void aDirectiveBeforeAStatementThatIsTakenApart_comesFirst() throws Exception {
    String said =
        check(
            """
            void m(int n) {
              //#omp for
              //#omp target virtual(worker)
              // expect: HK051
              for (int i = 0; i < n; i++) f++;
              //#omp parallel for
              //#omp critical
              // expect: HK051
              for (int i = 0; i < n; i++) f++;
              //#omp parallel for
              // expect: HK051
              one:
              two:
              //#omp critical
              for (int i = 0; i < n; i++) f++;
              // expect: HK055
              //#omp sections
              one:
              //#omp critical
              {
                f++;
              }
              // expect: HK055
              //#omp sections
              //#omp target virtual(worker)
              {
                f++;
              }
              // expect: HK055
              //#omp atomic
              //#omp target virtual(worker)
              f++;
              //#omp target virtual(worker)
              //#omp parallel for
              for (int i = 0; i < n; i++) g(i);
            }
            static void g(int i) {}
            """);
    assertTrue(said.contains("'target' stands between the directive and the loop\n"), said);
    assertTrue(said.contains("help: put 'target' first"), said);
  }

  @Test
  void aVariableWithoutAValue_isNotCopied() throws Exception {
    check(
        """
        void m(boolean b) {
          int n;
          int o;
          if (b) n = o = 1;
          // expect: HK058
          //#omp target virtual(worker) firstprivate(n)
          n = 2;
          // expect: HK058
          //#omp single firstprivate(o)
          o = 3;
          int p;
          // expect: HK058
          //#omp single copyprivate(p)
          f++;
        }
        """);
  }

  /** The message about the statement's kind comes first; such a pair needs no further message. */
  @Test
  void variablesOfAFlush_areKnown() throws Exception {
    check(
        """
        int own;
        void m(int n) {
          //#omp flush(n, own, f)
          // expect: HK014
          //#omp flush(nothing)
          f++;
        }
        """);
  }

  @Test
  void theConditionOfAnIf_mayNameItsDirective() throws Exception {
    check(
        """
        void m(boolean c, int n) {
          //#omp parallel if(parallel: c)
          g();
          //#omp parallel for if(parallel : n > 1 ? c : !c)
          for (int i = 0; i < n; i++) g();
          //#omp target virtual(worker) if(target: c)
          g();
          // expect: HK004
          //#omp parallel if(target: c)
          g();
        }
        static void g() {}
        """);
  }

  /** In the translation such a variable is a box, whose value javac does not check. */
  @Test
  void aSharedVariableWithoutAValue_isNotReducedOrCopied() throws Exception {
    check(
        """
        void m(int n, boolean b) {
          int s;
          // expect: HK058
          //#omp parallel reduction(+: s)
          f++;
          int t;
          if (b) t = 1; else t = 2;
          //#omp parallel for reduction(+: t)
          for (int i = 0; i < n; i++) t += i;
          int u;
          if (b)
            // expect: HK058
            //#omp target virtual(worker) firstprivate(u)
            u = 3;
          //#omp target virtual(worker)
          u = 4;
          s = t + u;
        }
        """);
  }

  @Test
  void aConstructForAllThreads_isRefusedWhereOneThreadRuns() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel
          {
            //#omp critical
            {
              f = 1;
              // expect: HK054
              //#omp barrier
            }
            //#omp master
            // expect: HK054
            //#omp single
            f = 2;
            //#omp for
            for (int i = 0; i < n; i++) {
              // expect: HK054
              //#omp for
              for (int j = 0; j < n; j++) g();
              //#omp parallel for
              for (int j = 0; j < n; j++) g();
            }
            //#omp sections
            {
              //#omp section
              {
                f = 3;
                // expect: HK054
                //#omp barrier
              }
              //#omp section
              Thread.onSpinWait();
            }
            //#omp barrier
            //#omp flush(n)
          }
        }
        static void g() {}
        """);
  }

  @Test
  void sections_areMarkedEach() throws Exception {
    check(
        """
        void m() {
          //#omp parallel sections
          {
            g();
            //#omp section
            g();
            // expect: HK055
            g();
          }
          // expect: HK055
          //#omp parallel sections
          g();
          // expect: HK055
          //#omp section
          g();
        }
        static void g() {}
        """);
  }

  @Test
  void atomic_isOneAccess() throws Exception {
    check(
        """
        int field;
        void m(int[] a, int n) {
          int v;
          //#omp atomic
          f++;
          //#omp atomic
          a[n + 1] += g() * 2;
          //#omp atomic update
          f = 3 * f;
          //#omp atomic read
          v = this.field;
          //#omp atomic write
          Main.f = g();
          //#omp atomic capture
          v = f++;
          //#omp atomic capture
          { v = f; f += v; }
          //#omp atomic capture
          { f += 2; v = f; }
          //#omp atomic capture
          { v = f; f = n + 3; }
          //#omp atomic compare
          if (f < n) f = n;
          //#omp atomic compare, acq_rel
          if ((n * 2) > a[n]) { a[n] = (n * 2); }
          //#omp atomic compare
          f = f > n ? n : f;
          //#omp atomic compare
          if (f == n) f = v;
          // expect: HK055
          //#omp atomic compare
          if (f < n) f = n; else f = 0;
          //#omp atomic compare
          if (f < field) field = n;
          // expect: HK055
          //#omp atomic compare
          if (f < n) f = g();
          // expect: HK055
          //#omp atomic compare
          if (f < n) f = f + n;
          // expect: HK055
          //#omp atomic compare
          f = f == n ? n : f;
          // expect: HK055
          //#omp atomic
          if (f < n) f = n;
          // expect: HK055
          //#omp atomic capture
          { f = n + 3; v = f; }
          // expect: HK055
          //#omp atomic capture
          { v = f; f = g(); }
          // expect: HK055
          //#omp atomic
          f = 3;
          // expect: HK055
          //#omp atomic
          a[g()]++;
          // expect: HK055
          //#omp atomic read
          v = f + 1;
          // expect: HK055
          //#omp atomic capture
          { v = f; field++; }
          // expect: HK055
          //#omp atomic
          if (n > 0) f++;
          // expect: HK055
          //#omp atomic write
          f = f + 1;
          // expect: HK055
          //#omp atomic
          f = f + f * 2;
          // expect: HK055
          //#omp atomic
          f += Main.f;
          // expect: HK055
          //#omp atomic
          a[n] = a[n] + a[n];
          //#omp atomic write
          a[n] = a[n + 1];
          f++;
        }
        static int g() { return 1; }
        """);
  }

  @Test
  void clausesOfTeams_areChecked() throws Exception {
    check(
        """
        static final int NONE = 0;
        int own;
        void m(int n, String s, boolean b) {
          int once = 0;
          // expect: HK052
          //#omp parallel num_threads(NONE)
          g();
          // expect: HK052
          //#omp parallel for schedule(dynamic, -1)
          for (int i = 0; i < n; i++) g();
          // expect: HK052
          //#omp parallel for collapse(n)
          for (int i = 0; i < n; i++) g();
          // expect: HK053
          //#omp parallel reduction(min: b)
          g();
          // expect: HK053
          //#omp parallel reduction(&&: n)
          g();
          // expect: HK015
          //#omp parallel for reduction(+: own)
          for (int i = 0; i < n; i++) own++;
          // expect: HK015
          //#omp parallel private(f)
          g();
          // expect: HK013
          //#omp parallel for shared(n) reduction(+: n)
          for (int i = 0; i < 3; i++) n++;
          //#omp parallel for firstprivate(once) lastprivate(once)
          for (int i = 0; i < 3; i++) once += i;
          //#omp parallel
          {
            int k = 0;
            // expect: HK009
            //#omp single nowait copyprivate(k)
            k = 1;
          }
          //#omp parallel for default(none) shared(n)
          for (int i = 0; i < n; i++) {
            int own = i;
            // expect: HK016
            g(own + s.length());
          }
        }
        static void g(int... x) {}
        """);
  }

  @Test
  void clauseExpressionsOfTeams_areCheckedAtTheirPlace() throws Exception {
    check(
        """
        void m(int n) {
          // expect: HK018
          //#omp parallel num_threads("two")
          g();
          // expect: HK018
          //#omp parallel if(n)
          g();
          // expect: HK018
          //#omp parallel for schedule(guided, "n")
          for (int i = 0; i < n; i++) g();
        }
        static void g() {}
        """);
  }

  @Test
  void anAwaitInATeam_isRefused() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel
          {
            // expect: HK056
            //#omp target virtual(a) await
            g();
            // expect: HK056
            //#omp wait(t) await
            //#omp target virtual(a) name_as(t)
            g();
          }
          //#omp single
          {
            //#omp await(work())
            // expect: HK056
            work();
          }
          //#omp target virtual(a) await
          //#omp parallel for
          for (int i = 0; i < n; i++) work();
        }
        //#omp async
        void work() {}
        static void g() {}
        """);
  }

  @Test
  void anOrphanedConstructWithCopies_besideAnAsynchronousBlock_compiles() throws Exception {
    check(
        """
        void m(int n) {
          int last = 0;
          //#omp for lastprivate(last)
          for (int i = 0; i < n; i++) last = i;
          f += last;
        }
        void asynchronous() {
          //#omp target virtual(worker) nowait
          f++;
        }
        """);
  }

  @Test
  void anArrayOfAReduction_staysTheOneOfItsVariable() throws Exception {
    check(
        """
        void m(int n, final int[] given) {
          int[] a = {1};
          Integer[] boxes = {1};
          //#omp parallel for reduction(+: a, given)
          for (int i = 0; i < n; i++) {
            a[0]++;
            given[0] += a[0];
            // expect: HK068
            a = new int[2];
          }
          // expect: HK053
          //#omp parallel for reduction(+: boxes)
          for (int i = 0; i < n; i++) boxes[0]++;
          int[][] table = new int[2][2];
          // expect: HK053
          //#omp parallel for reduction(+: table)
          for (int i = 0; i < n; i++) table[0][1]++;
        }
        """);
  }
}
