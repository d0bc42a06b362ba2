package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The texts of messages that depend on the program. One mistake gives one message with a remedy.
 */
class MessagesTest {
  @TempDir Path folder;

  /** Compiles the members of a class; the reported messages must be those that it expects. */
  private String said(String members) throws Exception {
    String source = "class Main {\n" + members + "}\n";
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled.output();
  }

  @Test
  void aJumpOutOfABlock_isReportedWithARemedy() throws Exception {
    String source =
        """
        void m() {
          //#omp target virtual(w)%s
          {
            // expect: HK019
            if (hashCode() > 1) return;
          }
        }
        """;
    String method = "help: to end the block early, move its code to a method and return from that";
    String test = "; to leave the code around it, set a variable and test it after the block";
    assertTrue(said(source.formatted("")).contains(method + test + "\n"));
    assertTrue(said(source.formatted(" nowait")).contains(method + "\n"), "nothing to test yet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowait name_as(t)", "nowait await", "name_as(t) await"})
  void twoModes_giveOneMessage(String modes) throws Exception {
    String source =
        """
        void m() {
          // expect: HK009
          //#omp target virtual(w) %s
          hashCode();
        }
        """;
    said(source.formatted(modes));
  }

  /** The block's variable, exception and tag cause no further messages. */
  @ParameterizedTest
  @ValueSource(strings = {"T", "done", "finished"})
  void aMistypedTag_givesOneMessage(String tag) throws Exception {
    String source =
        """
        int twice(int n) throws java.io.IOException {
          int x;
          int y = n;
          //#omp target virtual(w) name_as(%s)
          {
            x = 2 * y;
            if (x > 9) throw new java.io.IOException();
          }
          // expect: HK103
          //#omp wait(%s)
          y = x;
          return y;
        }
        """;
    String written = tag.equals("T") ? "t" : tag.equals("done") ? "doen" : "ready";
    String said = said(source.formatted(tag, written));
    assertTrue(said.contains("did you mean '" + tag + "'?"), said);
  }

  /** The missing effect of a faulty directive causes no further message. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HK009/target virtual(w) nowait name_as(t)/wait(t)",
        "HK004/target virtual(w) name_as(t/wait(t)",
        "HK018/target virtual(w) if(n +) nowait/flush",
        "HK018/parallel num_threads(n +)/flush",
        "HK018/parallel num_threads(true)/flush",
        "HK014/target virtual(w) nowait firstprivate(z)/flush",
      })
  void aFaultyDirective_givesOneMessage(String slip) throws Exception {
    String source =
        """
        int twice(int n) {
          int x = 0;
          // expect: %s
          //#omp %s
          x = 2 * n;
          n = 3;
          int y = x;
          //#omp %s
          return y;
        }
        """;
    said(source.formatted((Object[]) slip.split("/")));
  }

  @Test
  void aFaultyWait_givesOneMessage() throws Exception {
    said(
        """
        int twice(int n) {
          int x = 0;
          //#omp target virtual(w) name_as(t)
          x = 2 * n;
          // expect: HK004
          //#omp wait(t
          return x;
        }
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"target nowait", "critical", "parallel", "single", "master", "target await"})
  void aJumpAsTheWholeStatement_givesOneMessage(String directive) throws Exception {
    for (String statement : new String[] {"return;", "{ break; }", "a: continue;"}) {
      String source =
          """
          void m(int n) {
            while (n > 0) {
              if (n == 1)
                //#omp %s
                // expect: HK057
                %s
              n--;
            }
          }
          """;
      said(source.formatted(directive, statement));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HK051/for",
        "HK051/parallel for",
        "HK055/sections",
        "HK055/section",
        "HK055/atomic"
      })
  void aStatementOfTheWrongForm_givesOneMessage(String slip) throws Exception {
    String[] parts = slip.split("/");
    String inHead = "// expect: " + parts[0] + "\n";
    boolean atDirective = parts[0].equals("HK055");
    String source = "void m(int n) {\n%s//#omp %s\n%sif (n > 0) return;\n}\n";
    said(source.formatted(atDirective ? inHead : "", parts[1], atDirective ? "" : inHead));
  }

  @Test
  void aReturnOutOfABlock_givesOneMessage() throws Exception {
    said(
        """
        int m(int n) {
          //#omp target virtual(w) nowait
          {
            // expect: HK019
            return n;
          }
        }
        """);
  }

  /** The suggestion can be copied: it has the clauses, but not the end of a block comment. */
  @Test
  void aCommentThatIsNearlyADirective_isShownWithItsClauses() throws Exception {
    String said =
        said(
            """
            void m(int n) {
              // expect: HK002
              //  #omp target virtual(worker) nowait
              hashCode();
              // expect: HK002
              /* #omp parallel for schedule(dynamic, 2) */
              for (int i = 0; i < n; i++) {}
            }
            """);
    assertTrue(said.contains("write it as //#omp target virtual(worker) nowait, in a"), said);
    assertTrue(said.contains("write it as //#omp parallel for schedule(dynamic, 2), in a"), said);
  }

  @Test
  void threeModes_giveOneMessage() throws Exception {
    String source =
        """
        void m() {
          // expect: HK009
          //#omp target await virtual(w) name_as(t) nowait
          hashCode();
        }
        """;
    String said = said(source);
    assertTrue(said.contains("'await', 'name_as' and 'nowait' cannot be combined\n"), said);
  }

  @Test
  void aNameOfOneLetter_isNotATypoOfAnother() throws Exception {
    String source =
        """
        void m(int i, int no, int count) {
          // expect: HK014
          //#omp target virtual(w) firstprivate(n)
          hashCode();
          // expect: HK014
          //#omp target virtual(w) firstprivate(ii)
          hashCode();
        }
        """;
    String said = said(source);
    assertFalse(said.contains("did you mean"), said);
    String other = said(source.replace("(n)", "(I)"));
    assertTrue(other.contains("did you mean 'i'?"), other);
    assertTrue(said(source.replace("(ii)", "(cont)")).contains("did you mean 'count'?"));
  }

  @Test
  void aMethodOrField_isNotAStatement() throws Exception {
    String source =
        """
        // expect: HK010
        //#omp target virtual(w)
        void m() {}
        // expect: HK010
        //#omp target virtual(w)
        int f;
        """;
    assertTrue(said(source).contains("no statement follows this directive"));
  }

  @Test
  void aDeclaration_isNamed() throws Exception {
    String source =
        """
        void m() {
          // expect: HK011
          //#omp target virtual(w)
          int size = hashCode();
          // expect: HK011
          //#omp target virtual(w)
          class Local {}
        }
        """;
    String said = said(source);
    assertTrue(said.contains("'size' would be unknown after it"), said);
    assertTrue(said.contains("help: move the directive to a statement after the decl"), said);
  }

  @Test
  void anAwaitInACompactConstructor_givesOneMessage() throws Exception {
    String source =
        """
        record Range(int from, int to) {
          Range {
            to = Math.max(from, to);
            // expect: HK034
            //#omp target virtual(w) await
            System.out.println(to);
          }
        }
        """;
    said(source);
    said(
        source
            .replace(" await", "")
            .replace("HK034", "HK025")
            .replace(
                "    // expect: HK025\n    //#omp target virtual(w)\n",
                "    //#omp target virtual(w)\n    // expect: HK025\n"));
  }

  @Test
  void asyncsBeforeNoFunction_giveOneMessage() throws Exception {
    String source =
        """
        void m() {
          // expect: HK036
          //#omp async
          //#omp async
          hashCode();
          // expect: HK036
          //#omp async
          hashCode();
        }
        """;
    said(source);
  }

  @Test
  void anAsyncBesideItsLambda_givesOneMessage() throws Exception {
    String source =
        """
        void m() {
          // expect: HK036
          //#omp async
          java.util.concurrent.Callable<Integer> size = () -> {
            //#omp target virtual(w) await
            hashCode();
            return 1;
          };
          java.util.concurrent.Callable<Integer> other = () -> {
            // expect: HK032
            //#omp target virtual(w) await
            hashCode();
            return 1;
          };
        }
        """;
    said(source);
  }

  @Test
  void aSignatureOfManyParameters_isShortened() throws Exception {
    String source =
        """
        void m() {
          // expect: HK039
          //#omp await(f(%1$s))
          f(%2$s);
        }
        //#omp async
        void f(%3$s) {}
        """;
    StringBuilder declared = new StringBuilder("int p0");
    for (int i = 1; i < 161; i++) {
      declared.append(", int p").append(i);
    }
    String said = said(source.formatted(times(160, "int"), times(161, "0"), declared.toString()));
    assertTrue(
        said.contains("] the statement does not call 'f(int, int, int, … 157 more)'\n"), said);
    assertTrue(said.contains("itself calls: f(int, int, int, … 158 more)\n"), said);
  }

  private static String times(int count, String word) {
    return String.join(", ", Collections.nCopies(count, word));
  }
}
