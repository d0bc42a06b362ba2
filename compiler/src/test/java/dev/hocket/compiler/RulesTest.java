package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases of rules that the pages of messages do not show. Unexpected messages fail the test. */
class RulesTest {
  @TempDir Path folder;

  private void check(String body) throws Exception {
    Marks.checkBody(folder, body);
  }

  @Test
  void jumps_outOfBlocks_areRefused() throws Exception {
    check(
        """
        outer:
        for (int i = 0; i < n; i++) {
          //#omp target virtual(a)
          {
            // expect: HK019
            if (n == 1) return 1;
            // expect: HK019
            if (n == 2) continue;
            // expect: HK019
            if (n == 3) break outer;
            // expect: HK019
            if (n == 4) continue outer;
            int k = switch (n) { case 1: yield 2; default: yield 3; };
            switch (k) {
              case 1: break;
              // expect: HK019
              default: continue;
            }
            //#omp target virtual(b)
            // expect: HK019
            return 2;
          }
        }
        int x = switch (n) {
          case 1 -> {
            //#omp target virtual(a)
            {
              // expect: HK019
              if (n == 3) yield 2;
            }
            yield 1;
          }
          default -> 0;
        };
        """);
  }

  @Test
  void jumps_inLambdasAndClassesOfBlocks_areFine() throws Exception {
    check(
        """
        //#omp target virtual(a)
        {
          Runnable r = () -> { return; };
          Object x = new Object() { int m() { for (;;) { if (flag()) break; else continue; } return 1; } };
          java.util.function.Supplier<Integer> s = () -> { return 1; };
        }
        """);
  }

  @Test
  void placesWithoutStatement_areRefused() throws Exception {
    Marks.check(
        folder,
        """
        class Main {
          // expect: HK010
          //#omp target virtual(a)
          int f;
          // expect: HK012
          //#omp wait(t)
          int g;
          // expect: HK010
          //#omp target virtual(a)
          void m() {
            // expect: HK011
            //#omp target virtual(a)
            class Local {}
            if (f == 0)
              f = 1;
            // expect: HK010
            //#omp target virtual(a)
            else
              f = 2;
            // expect: HK010
            try //#omp target virtual(a)
            {
            } finally {
            }
            // expect: HK010
            Runnable r = () -> //#omp target virtual(a)
            {
            };
            switch (f) {
              // expect: HK010
              //#omp target virtual(a)
              case 1:
            }
            switch (f) {
              case 1 ->
                // expect: HK012
                //#omp wait(t)
                f++;
              default -> {}
            }
            int[] a = {
              1, 2
              // expect: HK012
              //#omp wait(t)
            };
            // expect: HK012
            //#omp target virtual(a)
            //#omp wait(t)
            f++;
            // expect: HK028
            return; //#omp wait(t)
          }
          // expect: HK012
          //#omp wait(t)
        }
        // expect: HK010
        //#omp target virtual(a)
        """
            // The wait, below its target, is the reported place.
            .replace(
                "    // expect: HK012\n    //#omp target virtual(a)\n    //#omp wait(t)",
                "    //#omp target virtual(a)\n    // expect: HK012\n    //#omp wait(t)"));
  }

  @Test
  void finalFields_inNestedClassesOfBlocks_areTheirOwn() throws Exception {
    check(
        """
        //#omp target virtual(a)
        {
          class Own { final int h; Own() { h = g; } }
          f = new Own().h;
          this.f++;
        }
        """);
  }

  @Test
  void fields_mayBeListedAsShared() throws Exception {
    check(
        """
        //#omp target virtual(a) shared(f, n) default(none)
        f = n;
        """);
  }

  @Test
  void defaultNone_countsWhatNestedBlocksUse() throws Exception {
    check(
        """
        //#omp target virtual(a) default(none) shared(o)
        {
          int own = 1;
          //#omp target virtual(b)
          {
            own++;
            // expect: HK016
            System.out.println(o + "" + n);
          }
        }
        """);
  }

  @Test
  void clauseExpressions_areCheckedAtTheirPlace() throws Exception {
    check(
        """
        // expect: HK018
        //#omp target virtual(a) if(n)
        f++;
        //#omp target virtual(a) if(flag() && o instanceof String s && s.isEmpty())
        f++;
        // expect: HK018
        //#omp target device("x")
        f++;
        """);
    check(
        """
        // expect: HK018
        //#omp target virtual(a) if(n >)
        f++;
        """);
  }

  @Test
  void laterWrites_areWarnedOf() throws Exception {
    check(
        """
        int a = 1, b = 1, c = 1, d = 1;
        //#omp target virtual(w) nowait
        // expect: HK102
        System.out.println(a);
        a = 2;
        while (flag()) {
          b++;
          //#omp target virtual(w) nowait
          // expect: HK102
          System.out.println(b);
        }
        for (int i = 0; i < 2; i++) {
          //#omp target virtual(w) nowait
          // expect: HK102
          System.out.println(i);
        }
        //#omp target virtual(w) nowait
        {
          //#omp target virtual(v)
          // expect: HK102
          System.out.println(c);
        }
        //#omp target virtual(w)
        c = d;
        """);
  }

  @Test
  void writesThatCannotFollow_areSilent() throws Exception {
    check(
        """
        int a = 1, b = 1, c = 1, d = 1, e = 1;
        a = 2;
        //#omp target virtual(w) nowait
        System.out.println(a);
        for (String s : List.of("x")) {
          int own = 1;
          own++;
          s = s + own;
          //#omp target virtual(w) nowait
          System.out.println(own + s);
        }
        //#omp target virtual(w) nowait shared(b)
        System.out.println(b);
        b++;
        while (flag()) {
          //#omp target virtual(w) name_as(t)
          System.out.println(c);
          //#omp wait(t)
          c++;
        }
        if (flag()) {
          //#omp target virtual(w) nowait
          System.out.println(d);
        } else {
          d = 3;
        }
        //#omp target virtual(w)
        System.out.println(e);
        e++;
        //#omp target virtual(w) nowait firstprivate(e)
        System.out.println(e);
        e++;
        """);
  }

  @Test
  void writtenOnlyByTheBlock_isSilent() throws Exception {
    check(
        """
        int result = 0;
        //#omp target virtual(w) name_as(t)
        result = result + n;
        //#omp wait(t)
        System.out.println(result);
        """);
  }

  @Test
  void tags_matchAcrossFiles() throws Exception {
    Harness harness =
        new Harness(folder)
            .file(
                "Main.java",
                """
                class Main {
                  void give() {
                    //#omp target virtual(a) name_as(here)
                    Main.class.getName();
                    //#omp target virtual(a) name_as(there)
                    Main.class.getName();
                  }
                }
                """)
            .file(
                "Other.java",
                """
                class Other {
                  void await() {
                    //#omp wait(here, there)
                    //#omp wait(hree)
                  }
                }
                """);
    Harness.Compiled compiled = harness.compile("out");
    assertEquals(List.of("4 HK103"), Marks.reported(compiled), compiled.output());
    assertTrue(compiled.output().contains("help: did you mean 'here'? "), compiled.output());
  }

  @Test
  void tags_usedToCancelOnly_areSilent() throws Exception {
    check(
        """
        final String named = "local";
        //#omp target virtual(a) name_as(search)
        f++;
        //#omp target virtual(a) name_as(local)
        f++;
        //#omp target virtual(a) name_as(held)
        f++;
        // expect: HK101
        //#omp target virtual(a) name_as(other)
        f++;
        dev.hocket.core.Targets.cancel("sea" + "rch");
        dev.hocket.core.Targets.cancel(named);
        dev.hocket.core.Tag.of("held").cancel();
        """);
  }

  @Test
  void tags_ofBlocksForWhichOnlyOtherRunsWait_areReported() throws Exception {
    Marks.check(
        folder,
        """
        class Main {
          int f;
          void own() {
            //#omp target virtual(a) name_as(t)
            f++;
            Runnable r = () -> {
              //#omp target virtual(a) name_as(t)
              f++;
            };
            helper();
            //#omp wait(t)
            //#omp target virtual(a) name_as(u)
            f++;
            //#omp wait(u)
          }
          void helper() {
            // expect: HK101
            //#omp target virtual(a) name_as(t)
            f++;
            //#omp target virtual(a) name_as(u)
            f++;
          }
          void everywhere() {
            //#omp wait(u)
          }
        }
        """);
  }

  @Test
  void tags_thatAComputedNameMayMean_areSilent() throws Exception {
    String source =
        """
        //#omp target virtual(a) name_as(search)
        f++;
        """;
    check(source + "dev.hocket.core.Targets.cancel(\"\" + o);\n");
    check(source + "List.of(\"search\").forEach(dev.hocket.core.Targets::cancel);\n");
  }

  @Test
  void tags_ofWrongDirectives_areNoSecondProblem() throws Exception {
    check(
        """
        // expect: HK009
        //#omp target virtual(w) nowait name_as(x)
        f++;
        // expect: HK005
        //#omp target virtual(w) name-as(y)
        f++;
        //#omp wait(y)
        """);
  }

  @Test
  void waitingWithLock_isWarnedOf() throws Exception {
    Marks.check(
        folder,
        """
        class Main {
          int f;
          synchronized void m() {
            while (f > 0) {
              // expect: HK105
              //#omp target virtual(a)
              f++;
            }
          }
          void n() {
            //#omp target virtual(a) nowait
            synchronized (this) {
              // expect: HK105
              //#omp target virtual(b)
              f++;
            }
          }
        }
        """);
  }

  @Test
  void waitingWithoutLock_isSilent() throws Exception {
    Marks.check(
        folder,
        """
        class Main {
          int f;
          synchronized void m() {
            //#omp target virtual(a) nowait
            {
              //#omp target virtual(b)
              f++;
            }
            //#omp target virtual(a) if(false)
            f++;
            Runnable later =
                () -> {
                  //#omp target virtual(a)
                  f++;
                };
            Object other =
                new Object() {
                  void n() {
                    //#omp target virtual(a)
                    f++;
                  }
                };
          }
          void n() {
            //#omp target virtual(a)
            synchronized (this) {
              f++;
            }
          }
        }
        """);
  }

  @Test
  void excerpt_keepsTabs() throws Exception {
    String source =
        "class Main {\n\tvoid m(int n) {\n\t\t/*😀*/ //#omp target frst(n)\n\t\tn++;\n\t}\n}\n";
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(
        List.of(
            folder.resolve("src/Main.java") + ":3: error: [HK005] 'target' has no clause 'frst'",
            "\t\t/*😀*/ //#omp target frst(n)",
            "\t\t                    ^"),
        compiled.lines().subList(0, 3));
  }
}
