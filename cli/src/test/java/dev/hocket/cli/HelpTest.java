package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The help: its examples are commands that parse, and the manual repeats it word for word. */
class HelpTest {
  private static final Path ROOT = Path.of(System.getProperty("hocket.root"));

  @TestFactory
  Stream<DynamicTest> example_parses() {
    List<String> examples = new ArrayList<>();
    helps().values().forEach(help -> examples.addAll(examplesIn(help)));
    assertTrue(examples.size() >= 15, "found too few examples: " + examples);
    return examples.stream()
        .map(example -> DynamicTest.dynamicTest(example, () -> assertParses(example)));
  }

  private static void assertParses(String example) {
    List<String> words = new ArrayList<>(List.of(example.split(" +")));
    words.removeFirst();
    words.removeIf(word -> word.startsWith("-J"));
    CommandLine.ParseResult parsed = Hocket.commandLine().parseArgs(words.toArray(String[]::new));
    assertTrue(parsed.hasSubcommand(), example);
    for (String word : words) {
      if (word.startsWith("examples/")) {
        assertTrue(Files.exists(ROOT.resolve(word)), "no such file: " + word);
      }
    }
  }

  /** Lines that begin with " hocket ...", without their explanation. */
  private static List<String> examplesIn(String help) {
    return help.lines()
        .filter(line -> line.startsWith("  hocket "))
        .map(line -> line.strip().split(" {3,}")[0])
        .toList();
  }

  @Test
  void everyCommand_hasHelpThatFitsATerminal() {
    helps()
        .forEach((name, help) -> {
          assertTrue(help.contains("Usage: hocket"), name);
          assertTrue(help.contains("Exit codes"), name);
          assertFalse(help.contains("\033"), name);
          help.lines().forEach(line -> assertTrue(line.length() <= 80, name + ": " + line));
        });
  }

  @Test
  void manual_repeatsTheHelp() throws Exception {
    String manual =
        Files.readString(ROOT.resolve("docs/cli.md"))
            + Files.readString(ROOT.resolve("docs/cli-recordings.md"));
    helps()
        .forEach((name, help) ->
            assertTrue(
                manual.contains("```text\n" + help.strip() + "\n```"),
                () -> "the manual in docs differs from the help of " + name + ":\n" + help));
  }

  /** The README and the manual explain the clone's ./hocket. */
  @Test
  void pages_spellTheCommandHocket() throws Exception {
    Set<Path> explaining = Set.of(ROOT.resolve("docs/guide/start.md"), ROOT.resolve("docs/cli.md"));
    List<Path> others = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        if (!explaining.contains(page) && Files.readString(page).contains("./hocket")) {
          others.add(page);
        }
      }
    }
    assertEquals(List.of(), others);
    for (Path page : explaining) {
      assertEquals(2, Files.readString(page).split("`\\./hocket`", -1).length, page.toString());
    }
  }

  @Test
  void version_namesHocketAndTheJdk() {
    String version = "hocket " + Version.ofHocket() + " (JDK " + Runtime.version() + ")\n";
    assertEquals(new Invocation(0, version, ""), Invocation.of("--version"));
    assertTrue(Version.ofHocket().matches("[0-9]+\\.[0-9]+\\.[0-9]+.*"), version);
  }

  @Test
  void nothing_isRefused() {
    assertRefused("hocket: say what to do: hocket COMMAND\nTry: hocket --help\n");
  }

  @Test
  void unknownCommand_isRefusedWithASuggestion() {
    assertRefused(
        "hocket: unknown command: rum\nDid you mean: hocket run?\nTry: hocket --help\n", "rum");
  }

  @Test
  void swappedLetters_areRefusedWithASuggestion() {
    assertRefused(
        "hocket: unknown command: rnu\nDid you mean: hocket run?\nTry: hocket --help\n", "rnu");
    assertRefused(
        "hocket: unknown option: '--sede'\nDid you mean: --seed?\nTry: hocket demo --help\n",
        "demo",
        "--sede");
  }

  @Test
  void help_isThatOfTheCommandNamed() {
    assertEquals(Invocation.of("run", "--help"), Invocation.of("help", "run"));
    assertEquals(Invocation.of("--help"), Invocation.of("help"));
  }

  @Test
  void helpOnAnUnknownCommand_isRefused() {
    assertRefused(
        "hocket: unknown command: rum\nDid you mean: hocket run?\nTry: hocket --help\n",
        "help",
        "rum");
    assertRefused(
        "hocket: help is about one command, not run compile\nTry: hocket --help\n",
        "help",
        "run",
        "compile");
    assertRefused(
        "hocket: help is about one command, not x y\nTry: hocket --help\n", "help", "x", "y");
  }

  @Test
  void benchWithoutAName_listsAllBenchmarks() {
    Invocation bench = Invocation.of("bench");
    assertEquals(0, bench.exitCode());
    assertEquals("", bench.err());
    assertTrue(bench.out().startsWith("  handover      1 min  handing blocks over\n"), bench.out());
    assertTrue(bench.out().endsWith("To run some of them: hocket bench NAME...\n"), bench.out());
    assertTrue(Invocation.of("bench", "--help").out().contains(bench.out().split("\n\n")[0]));
    Invocation unknown = Invocation.of("bench", "handover", "nothing");
    assertEquals(2, unknown.exitCode());
    assertTrue(unknown.err().contains("no benchmark is named nothing; there are handover,"));
  }

  @Test
  void unknownCommandWithoutASimilarOne_isRefused() {
    assertRefused("hocket: unknown command: jvm\nTry: hocket --help\n", "jvm");
  }

  @Test
  void sourceWithoutCommand_isRefusedWithTheCommand() {
    assertRefused(
        "hocket: unknown command: Hello.java\nDid you mean: hocket run Hello.java?\n"
            + "Try: hocket --help\n",
        "Hello.java");
  }

  @Test
  void misspeltOption_isRefusedWithASuggestion() {
    assertRefused(
        "hocket: unknown option: '--recrod'\nDid you mean: --record?\n"
            + "Try: hocket run --help\n",
        "run",
        "--recrod",
        "x.jfr",
        "X.java");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Dfoo=bar",
        "-Xmx1g",
        "-XX:+UseZGC",
        "-ea",
        "-ea:p...",
        "-enableassertions",
        "-javaagent:a.jar",
        "--add-opens=java.base/java.lang=ALL-UNNAMED"
      })
  void flagForTheJvm_isRefusedWithItsForm(String flag) {
    String message =
        "hocket: unknown option: '%1$s'\nA flag for the JVM takes a -J in front: -J%1$s\nTry: %2$s\n";
    assertRefused(message.formatted(flag, "hocket run --help"), "run", flag, "X.java");
    assertRefused(message.formatted(flag, "hocket --help"), flag, "run", "X.java");
  }

  @Test
  void unexpectedArgument_isRefused() {
    assertRefused("hocket: unexpected argument: x\nTry: hocket doctor --help\n", "doctor", "x");
  }

  private static Map<String, String> helps() {
    Map<String, String> helps = new TreeMap<>();
    addHelps(helps, Hocket.commandLine(), List.of());
    return helps;
  }

  private static void addHelps(Map<String, String> helps, CommandLine command, List<String> words) {
    List<String> asked = new ArrayList<>(words);
    asked.add("--help");
    String name = words.isEmpty() ? "hocket" : String.join(" ", words);
    helps.put(name, Invocation.of(asked.toArray(String[]::new)).out());
    command
        .getSubcommands()
        .forEach((word, nested) -> {
          boolean hidden = nested.getCommandSpec().usageMessage().hidden();
          if (!hidden && !word.equals("help")) {
            List<String> longer = new ArrayList<>(words);
            longer.add(word);
            addHelps(helps, nested, longer);
          }
        });
  }
}
