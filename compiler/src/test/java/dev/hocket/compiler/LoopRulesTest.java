package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules about loops that a team shares. */
class LoopRulesTest extends DirectiveRules {
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
        "n = 0; n < 9; n++",
        "(n) = 9; 0 <= n; n -= 2",
        "Object i : new HashSet<String>()",
      })
  void aLoopWithAKnownNumberOfIterations_isShared(String head) throws Exception {
    check(
        "  void m(int n) {\n    //#omp parallel for\n    for ("
            + head
            + ") h("
            + (head.startsWith("n") ? "n" : "i")
            + ");\n  }\n"
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
        "; n < 9; n++",
        "n = n; n < 9; n++",
        "n++; n < 9; n++",
        "n += 1; n < 9; n++",
        "b = 0; b < n; b++",
      })
  void aLoopWithAnUnknownNumberOfIterations_isRefused(String head) throws Exception {
    String loop =
        "  void m(int n, short b) {\n    //#omp parallel for\n    // expect: HK051\n    for (%s) {}\n  }\n";
    check(loop.formatted(head));
  }

  /** The message names the faulty part of the head, and suggests a matching remedy. */
  @Test
  void aHeadThatChanges_isReportedWithThePart() throws Exception {
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
  void annotationsOfAnIndex_areNotPartOfItsType() throws Exception {
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
  void aStatementThatIsNotALoop_isRefused() throws Exception {
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
  void collapsedLoops_areDirectlyInside() throws Exception {
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
            for (int j = i; j < n; j++) f(i, j);
          //#omp parallel for collapse(2)
          for (int i = 0; i < n; i++)
            // expect: HK051
            for (int j = i; j < n; j += n) f(i, j);
          int k;
          //#omp parallel for collapse(2)
          for (k = 0; k < n; k++)
            // expect: HK051
            for (k = 0; k < n; k++) f(k, k);
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

  @ParameterizedTest
  @ValueSource(strings = {"firstprivate", "reduction(+: i) private"})
  void anIndexThatIsDeclaredBefore_belongsToEachThread(String clause) throws Exception {
    String said =
        check(
            """
            void m(int n) {
              int i = 0, k = 0;
              //#omp parallel for %s(%s)
              // expect: HK051
              for (i = 0; i < n; i++) g(i);
              //#omp parallel for private(i)
              for (i = 0; i < n; i++) g(i);
              //#omp parallel for lastprivate(i) default(none) shared(n)
              for (i = 0; i < n; i++) g(i);
            }
            static void g(int i) {}
            """
                .formatted(clause, clause.contains(":") ? "k" : "i"));
    assertTrue(said.contains("help: remove 'i' from '" + clause.split("\\W")[0] + "'"), said);
  }

  /** OpenMP forbids it, but it changes nothing. Other clauses would, and so would another loop. */
  @Test
  void anIndexInShared_isAWarning_onlyAtItsOwnLoop() throws Exception {
    String said =
        check(
            """
            void m(int n, int[] a) {
              int i = 0, j = 0;
              // expect: HK121
              //#omp parallel for default(none) shared(n, a, i)
              for (i = 0; i < n; i++) a[i] = i;
              // expect: HK121
              //#omp parallel for collapse(2) shared(j)
              for (i = 0; i < n; i++)
                for (j = 0; j < 2; j++) g(i + j);
              // expect: HK121
              //#omp taskloop shared(i)
              for (i = 0; i < n; i++) a[i] = i;
              //#omp parallel shared(i, j)
              {
                // expect: HK121
                //#omp for shared(i)
                for (i = 0; i < n; i++) g(i);
                //#omp for
                for (j = 0; j < n; j++) g(j);
              }
              //#omp parallel for shared(i)
              for (int k = 0; k < n; k++) g(i);
            }
            static void g(int i) {}
            """);
    assertTrue(said.contains("help: remove 'i' from 'shared'"), said);
    check(
        """
        void m(int n) {
          int i = 0;
          // expect: HK014
          //#omp parallel for shared(k)
          for (int k = 0; k < n; k++) g(k);
          // expect: HK013
          //#omp parallel for shared(i) private(i)
          for (i = 0; i < n; i++) g(i);
        }
        static void g(int i) {}
        """);
  }

  /** A sequential loop runs the head of an inner one again and again. */
  @Test
  void headsThatTheLoopChanges_areRefused() throws Exception {
    String said =
        check(
            """
            void m(int n, int[] ends) {
              int k = 0, j;
              //#omp parallel for collapse(2)
              for (int i = 0; i < n; i++)
                // expect: HK051
                for (int l = k++; l < n; l++) g(i);
              //#omp parallel for collapse(2)
              for (int i = 0; i < j1(); i++)
                for (j = 0; j < ends[i]; j++) g(ends[j]);
              j = 3;
              //#omp parallel for collapse(2)
              for (int i = 0; i < j; i++)
                // expect: HK051
                for (j = 0; j < n; j++) g(i);
              //#omp parallel for collapse(2)
              for (int i = 0; i < n; i++)
                for (int l = 0; l < ends[i]; l++)
                  // expect: HK051
                  ends[l] = i;
            }
            static void g(int i) {}
            static int j1() { return 3; }
            """);
    assertTrue(said.contains("uses an element of 'ends', and its body assigns one"), said);
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
}
