package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./hocket} decides in a clone before it builds anything. */
class BuildCommandScriptTest {
  private static final String ASK =
      ". \"$0\"; java_home=$1; path=$2; class_path() { printf '%s' \"$path\"; }; program=$3;"
          + " bench_is_known";

  @TempDir private Path folder;

  @Test
  void benchmarksAreBuilt_onlyForTheNameOfOne() throws Exception {
    assertEquals(0, exitCodeFor("quoll"));
    assertEquals(0, exitCodeFor("all"));
    assertEquals(1, exitCodeFor("quol"));
  }

  private int exitCodeFor(String benchmark) throws Exception {
    Path script = Path.of(System.getProperty("hocket.root"), "cli/src/main/sh/build-command.sh");
    String javaHome = System.getProperty("java.home");
    String classPath = System.getProperty("java.class.path");
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-c", ASK, script.toString(), javaHome, classPath, benchmark);
    ChildRun run = ChildRun.of(bash, folder);
    assertEquals("", run.err());
    return run.exitCode();
  }
}
