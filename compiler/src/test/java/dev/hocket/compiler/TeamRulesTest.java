package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules about the directives of teams, each where the comment above a line expects it. */
class TeamRulesTest {
  @TempDir Path folder;

  private String check(String members) throws Exception {
    String source = "import java.util.*;\nclass Main {\n  static int f;\n" + members + "}\n";
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled.output();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int i = 0; i < n; i++",
        "int i = 0; n > i; ++i",
        "int i = n; i >= 0; i--",
        "int i = 0; i <= n; i += n + 1",
        "int i = 0; i < n; i = i + 3",
        "int i = 0; i < n; i = 3 + i",
        "int i = n; i > 0; i = i - 3",
        "int i = n; 0 < i; i -= n",
        "long i = 0; i != n; i++",
        "long i = n; i != 0; --i",
        "int i = 0; (i) < Integer.valueOf(n); i++",
        "long i = 'a'; i < 'z'; i += (byte) 2",
        "var i = 0; i < n; i++",
        "int i : new int[n]",
        "var i : List.of(1, 2)",
        "Object i : new HashSet<String>()",
      })
  void aLoopThatTellsItsIterations_isShared(String head) throws Exception {
    check(
        "  void m(int n) {\n    //#omp parallel for\n    for ("
            + head
            + ") h(i);\n  }\n"
            + "  static void h(Object o) {}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int i = 1; i < n; i *= 2",
        "int i = 0; i == n; i++",
        "int i = 0; i < n; i--",
        "int i = 0; i < n; i += 0",
        "int i = 0; i != n; i += 2",
        "int i = 0, j = 0; i < n; i++",
        "int i = 0; i < n; i++, n--",
        "int i = 0; n < 3; i++",
        "int i = 0; i < i; i++",
        "short i = 0; i < n; i++",
        "double i = 0; i < n; i++",
        "int i = 0; i < 1.5; i++",
        "int i = 0; i < n && n > 2; i++",
        "int i = 0; i < n; n++",
        "int i = 0; i < n; i = 1 - i",
        "int i = 1; i < n; i += i",
        "int i = 1; i < n; i = i + 2 * i",
        "int i = 9; i > n; i -= i / 2",
        "int i = 0; i < 10 - i; i++",
        "int i = 0; i < Math.abs(i); i++",
        "int i = (i = 3); i < n; i++",
        "int i = 0; i < n--; i++",
        "int i = 0; i < (n = n / 2); i++",
        "int i = 0; i < n; i += n++",
        "int i = 0; i < (f += 3); i++",
        "f = 0; f < n; f++",
        "n = 0; n < 9; n++",
      })
  void aLoopThatDoesNotTellThem_isRefused(String head) throws Exception {
    String loop =
        "  void m(int n) {\n    //#omp parallel for\n    // expect: HK051\n    for (%s) {}\n  }\n";
    check(loop.formatted(head));
  }

  /** The message names the part of the head, and the way out fits it. */
  @Test
  void aHeadThatChanges_saysWhichPartDoes() throws Exception {
    String loop =
        """
          void m(int n) {
            //#omp parallel for
            %sfor (%s) {
              %sg(i);
            }
          }
          static int g(int i) { return i; }
        """;
    String expected = "// expect: HK051\n";
    String step = check(loop.formatted(expected, "int i = 1; i < n; i += i", ""));
    assertTrue(step.contains("its step uses the index itself\n"), step);
    String bound = check(loop.formatted(expected, "int i = 0; i < 10 - i; i++", ""));
    assertTrue(bound.contains("its bound uses the index itself\n"), bound);
    String assigned = check(loop.formatted(expected, "int i = 0; i < n--; i++", ""));
    assertTrue(assigned.contains("its bound assigns a variable\n"), assigned);
    String inBody = check(loop.formatted("", "int i = 0; i < n; i++", expected + "n = "));
    assertTrue(inBody.contains("its bound uses 'n', which its body assigns\n"), inBody);
    assertTrue(inBody.contains("help: compute it before the loop"), inBody);
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

  /** The user's program never assigns it again, so its lambdas and classes may capture it. */
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

  /** Kinds of statements come first: such a pair needs no other message. */
  @ParameterizedTest
  @ValueSource(strings = {"parallel for", "for", "parallel", "critical", "target virtual(worker)"})
  void anyDirectiveBetweenALoopAndIts_for_isRefusedOnce(String between) throws Exception {
    for (String outer : List.of("parallel for", "for")) {
      String said =
          check(
              """
              void m(int n) {
                //#omp %s
                //#omp %s
                // expect: HK051
                for (int i = 0; i < n; i++) f++;
              }
              """
                  .formatted(outer, between));
      String word = between.split("[ v]")[0];
      assertTrue(said.contains("'" + word), said);
    }
  }

  @Test
  void annotationsOfAnIndex_areNoPartOfItsType() throws Exception {
    check(
        """
        @java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) @interface TU {}
        void m(int n) {
          //#omp parallel for
          for (@TU int i = 0; i < n; i++) g(i);
          //#omp parallel for
          for (@TU long i = 0; i < n; i++) g(i);
          //#omp parallel for
          for (final @TU int i : new int[n]) g(i);
        }
        static void g(long i) {}
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto, 3", "runtime, 3"})
  void aScheduleThatHasNoChunks_takesNoSize(String schedule) throws Exception {
    check(
        """
        void m(int n) {
          // expect: HK004
          //#omp parallel for schedule(%s)
          for (int i = 0; i < n; i++) g();
        }
        static void g() {}
        """
            .formatted(schedule));
  }

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

  /** In the translation such a variable is a box, whose value javac does not look after. */
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
  void aLoopWithoutEnd_isRefused() throws Exception {
    check(
        """
        void m() {
          //#omp parallel for
          // expect: HK051
          for (;;) {
            f++;
          }
        }
        """);
  }

  @Test
  void aStatementThatIsNoLoop_isRefused() throws Exception {
    check(
        """
        void m() {
          //#omp parallel for
          // expect: HK051
          while (f > 0) f--;
          //#omp for
          // expect: HK051
          f = 1;
        }
        """);
  }

  @Test
  void anIndexThatTheBodyAssigns_isRefused() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel for
          for (int i = 0; i < n; i++) {
            // expect: HK051
            i++;
          }
        }
        """);
  }

  @Test
  void collapsedLoops_standDirectlyInside() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++) {
            rows:
            for (int j = 0; j < n; j++) f(i, j);
          }
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++)
            // expect: HK051
            for (int j = i; j < n; j++) f(i, j);
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++)
            // expect: HK051
            f(i, i);
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++)
            // expect: HK051
            {
              f(i, i);
              for (int j = 0; j < n; j++) f(i, j);
            }
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++)
            //#omp critical
            // expect: HK051
            for (int j = 0; j < n; j++) f(i, j);
        }
        static void f(int i, int j) {}
        """);
  }

  @Test
  void jumpsOutOfASharedLoop_areRefused() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel for
          own:
          for (int i = 0; i < n; i++) {
            if (i == 1) continue;
            if (i == 2) continue own;
            for (int j = 0; j < n; j++) {
              if (j == 1) break;
              if (j == 2) continue own;
              // expect: HK047
              if (j == 3) break own;
            }
            switch (i) {
              case 1: break;
              // expect: HK047
              default: return;
            }
            // expect: HK047
            break;
          }
          //#omp parallel for collapse(2)
          rows:
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
              if (j == 1) continue;
              // expect: HK047
              if (j == 2) continue rows;
              // expect: HK047
              if (j == 3) break;
            }
          around:
          for (int k = 0; k < n; k++) {
            //#omp parallel
            {
              // expect: HK047
              if (n > 3) continue around;
              for (;;) break;
            }
          }
        }
        """);
  }

  @Test
  void whatAllComeTo_isRefusedWhereOneComes() throws Exception {
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
  void clauseExpressionsOfTeams_areCheckedWhereTheyStand() throws Exception {
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
  void aRace_isShownItsMend() throws Exception {
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
    assertTrue(check(source.formatted("= 3")).contains("add private(x), or put //#omp critical"));
  }

  @Test
  void aRaceThatAnIfDecides_isMendedAroundTheIf() throws Exception {
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
    assertTrue(
        greatest.contains("add reduction(max: x) to the directive, or " + critical), greatest);
    String least = check(source.formatted("(x >= a[i])", "a[i]"));
    assertTrue(least.contains("add reduction(min: x) to the directive, or " + critical), least);
    String other = check(source.formatted("a[i] > x", "i"));
    assertTrue(other.contains("help: " + critical), other);
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
}
