package dev.hocket.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.bench.processes.Programs;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of benchmarks in the command's help. */
class MainTest {
  private static final Pattern LINE = Pattern.compile("(?m)^  ([a-z-]+) +([0-9]+ min)  [A-Za-z]");

  /** The manual repeats the help word for word; a test of the module {@code cli} checks that. */
  @Test
  void everyBenchmark_isInTheHelpWithItsTime_inTheOrderOfTheirRun() throws Exception {
    String manual = Files.readString(Programs.ROOT.resolve("docs/cli.md"));
    String help = manual.substring(manual.indexOf("Usage: hocket bench"));
    String list = help.substring(0, help.indexOf("Options:"));
    List<String> expected = new ArrayList<>();
    Main.all().forEach((name, what) -> expected.add(name + " " + what.minutes() + " min"));
    assertEquals(
        expected,
        LINE.matcher(list)
            .results()
            .map((MatchResult line) -> line.group(1) + " " + line.group(2))
            .toList());
  }
}
