package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lambdas and method references that only javac can create, and calls of them. */
class OutsideFunctionsTest {
  private static final String BASE =
      """
      package p;
      public class Base {
        public static final StringBuffer log = new StringBuffer();
        //#omp async
        protected void step(int n) {
          //#omp target virtual(worker) await
          log.append("step").append(n);
          log.append(' ');
        }
        //#omp async
        protected static void still(int n) {
          //#omp target virtual(worker) await
          log.append("still").append(n);
          log.append(' ');
        }
      }
      """;

  private static final String MAIN =
      """
      package q;
      import java.io.Serializable;
      import p.Base;
      public class Main extends Base {
        interface Job {
          //#omp async
          void run(int n);
        }
        interface Plain {
          void run(int n);
        }
        interface Written extends Job, Serializable {}
        //#omp async
        private void secret(int n) {
          //#omp target virtual(worker) await
          log.append("secret").append(n);
          log.append(' ');
        }
        class Inner {
      %s
        }
        static void all(Job... jobs) {
          for (int i = 0; i < jobs.length; i++) {
            //#omp await(run(int))
            jobs[i].run(i);
            log.append("after\\n");
          }
        }
        public static void main(String[] args) {
          //#omp target virtual(edt)
          {
            //#omp await(jobs())
            new Main().new Inner().jobs();
          }
          System.out.print(log);
        }
      %s
      }
      """;

  @TempDir Path folder;

  private Harness main(String inner, String outer) throws IOException {
    return new Harness(folder)
        .file("p/Base.java", BASE)
        .file("q/Main.java", MAIN.formatted(inner, outer));
  }

  @Test
  void functionsThatStayAsJavacMakesThem_areReported() throws Exception {
    String inner =
        """
        //#omp async
        void jobs() {}
        // expect: HK107
        Job a = Main.super::step;
        // expect: HK107
        Job b = Main::still;
        class Another extends Base {
          // expect: HK107
          Job c = Main.super::step;
          Job d = super::step;
          Job e = this::step;
        }
        Job f = Main.this::secret;
        // expect: HK107
        Job g = (Job & Serializable) n -> secret(n);
        // expect: HK107
        Written h = Main.this::secret;
        // expect: HK107
        Written i = n -> {
          //#omp target virtual(worker) await
          log.append(n);
        };
        Written j = n -> log.append(n);
        Plain k = Main.super::step;
        Plain l = (Plain & Serializable) n -> secret(n);
        Job m = n -> Main.super.step(n);
        Job n = System.out::println;
        """;
    Harness.Compiled compiled = main(inner, "").compile("out");
    String source = MAIN.formatted(inner, "");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
  }

  @Test
  void privateMethods_areCalledByAccessors_beforeJava11() throws Exception {
    String inner =
        """
        //#omp async
        void jobs() {}
        // expect: HK107
        Job a = Main.this::secret;
        """;
    List<String> source = List.of(MAIN.formatted(inner, ""));
    for (String release : List.of("9", "10")) {
      Harness.Compiled compiled = main(inner, "").compile("out", "--release", release);
      assertEquals(Marks.in(source), Marks.reported(compiled), compiled.output());
    }
  }

  @Test
  void protectedMethods_canBeAwaitedFromEveryPlaceThatMayCallThem() throws Exception {
    Harness harness =
        main(
            """
            //#omp async
            void jobs() {
              class Another extends Base {
                Job bySuper = super::step;
                Job byThis = this::step;
              }
              Another another = new Another();
              Job byLambda = n -> Main.super.step(n);
              Job still = n -> still(n);
              //#omp await(step(int))
              Main.this.step(1);
              all(Main.this::step, another.bySuper, another.byThis, byLambda, still);
            }
            """,
            """
            @Override public void step(int n) {
              log.append("own").append(n).append(' ');
            }
            """);
    assertEquals("", harness.compile("out").output());
    assertEquals("", harness.compileSequentially("plain").output());
    Harness.Ran ran = harness.run("out", "q.Main");
    assertEquals(harness.run("plain", "q.Main").out(), ran.out(), ran.err());
  }
}
