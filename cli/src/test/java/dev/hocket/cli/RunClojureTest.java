package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hocket run} of algorithms in Clojure. */
class RunClojureTest {
  private static final String FUNCTIONS =
      """
      import dev.hocket.flow.functions.Function;

      public class Functions {
        @Function
        public static String greet(String name) {
          if (name.isEmpty()) {
            throw new IllegalArgumentException("no name");
          }
          return "hello " + name;
        }
      }
      """;

  private static final String ALGORITHM =
      """
      (require '[hocket.flow :refer [flow smap]])
      (flow :import [Functions])
      (run! println (flow (smap greet *command-line-args*)))
      """;

  @TempDir Path folder;

  private void file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void sourcesAndAnAlgorithm_runAsAFlow_withTheArguments() throws Exception {
    file("Functions.java", FUNCTIONS);
    file("algo.clj", ALGORITHM);
    assertEquals(
        new ChildRun(0, "hello Ada\nhello --main\n", ""),
        ChildRun.in(folder, "run", "Functions.java", "algo.clj", "Ada", "--main"));
  }

  @Test
  void aFolderOfSources_isCompiledWhole() throws Exception {
    file("src/Functions.java", FUNCTIONS);
    file("src/Other.java", "class Other {}");
    file("algo.clj", ALGORITHM);
    assertEquals(
        new ChildRun(0, "hello Ada\n", ""), ChildRun.in(folder, "run", "src", "algo.clj", "Ada"));
  }

  @Test
  void anAlgorithmAlone_isAClojureProgram_onItsClassPath() throws Exception {
    file("lib/helper.clj", "(ns helper)\n(defn twice [x] (* 2 x))");
    file("algo.clj", "(require 'helper)\n(println (helper/twice 21))");
    assertEquals(new ChildRun(0, "42\n", ""), ChildRun.in(folder, "run", "-cp", "lib", "algo.clj"));
  }

  @Test
  void aPackageOfHocket_isImportedAsThoseOfTheProgram() throws Exception {
    file(
        "algo.clj",
        "(require '[hocket.flow :refer [flow]])\n(flow :import [dev.hocket.flow.windows])\n"
            + "(println (first (flow (count-window 7 1))))");
    assertEquals(new ChildRun(0, "7\n", ""), ChildRun.in(folder, "run", "algo.clj"));
  }

  @Test
  void codeThatCannotBecomeAGraph_isReportedWithItsPlace() throws Exception {
    file("Functions.java", FUNCTIONS);
    file(
        "algo.clj",
        "(require '[hocket.flow :refer [flow]])\n(flow :import [Functions])\n(flow (great 1))");
    assertEquals(
        new ChildRun(1, "", "algo.clj:3:7: no function is named great; did you mean greet?\n"),
        ChildRun.in(folder, "run", "Functions.java", "algo.clj"));
  }

  @Test
  void anExceptionOfAFunction_isPrintedWithItsPlace() throws Exception {
    file("Functions.java", FUNCTIONS);
    file("algo.clj", ALGORITHM);
    ChildRun run = ChildRun.in(folder, "run", "Functions.java", "algo.clj", "");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().startsWith("java.lang.IllegalArgumentException: no name"), run.err());
    assertTrue(run.err().contains("algo.clj:3"), run.err());
  }

  @Test
  void aMistakeInClojure_isPrintedWithItsPlace() throws Exception {
    file("algo.clj", "(println\n  (nix 1))");
    assertEquals(
        new ChildRun(1, "", "algo.clj:2:3: Unable to resolve symbol: nix in this context\n"),
        ChildRun.in(folder, "run", "algo.clj"));
  }

  @Test
  void aMissingFile_isRefused() {
    assertRefused("hocket: nowhere.clj: no such file\n", "run", "nowhere.clj");
  }

  @Test
  void aJavaProgram_getsAnAlgorithmAsArgument_ifItsMainIsNamed() throws Exception {
    file("Echo.java", "class Echo { void main(String[] a) { IO.println(a[0]); } }");
    assertEquals(
        new ChildRun(0, "algo.clj\n", ""),
        ChildRun.in(folder, "run", "--main", "Echo", "Echo.java", "algo.clj"));
  }
}
