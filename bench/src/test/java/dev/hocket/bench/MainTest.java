package dev.hocket.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The names of benchmarks. */
class MainTest {
  private static final Pattern NAME = Pattern.compile("(?m)^  ([a-z]+) {2,}[A-Za-z]");

  /** The manual repeats the help word for word, which a test of the command line sees to. */
  @Test
  void everyBenchmark_isExplainedInTheHelp_inTheOrderOfTheirRun() throws Exception {
    String manual = Files.readString(Programs.ROOT.resolve("docs/cli.md"));
    String help = manual.substring(manual.indexOf("Usage: hocket bench"));
    String names = help.substring(0, help.indexOf("Options:"));
    assertEquals(
        List.copyOf(Main.names()),
        NAME.matcher(names).results().map((MatchResult name) -> name.group(1)).toList());
  }
}
