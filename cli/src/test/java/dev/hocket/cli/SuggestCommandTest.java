package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hocket suggest}: a program with many freezes is recorded, patched and recorded again. */
class SuggestCommandTest {
  private static final Path PROGRAM =
      Path.of(System.getProperty("hocket.root"), "cli/src/test/programs/Freezes.java");

  /** Only the button that waits twice takes so long, so there is little to compile. */
  private static final String LONG = "400ms";

  @TempDir static Path folder;
  private static Path source;
  private static ChildRun recorded;

  /** The answers and the diff that {@code lag} has printed. */
  private static String suggested;

  @BeforeAll
  static void recordTheProgram() throws Exception {
    source = folder.resolve("src/Freezes.java");
    Files.createDirectories(source.getParent());
    Files.copy(PROGRAM, source);
    run("git", "init", "-q", ".");
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", folder.resolve("classes").toString(), "" + source);
    assertEquals(0, exit);
    recorded =
        LagRun.in(
            folder, "--suggest", "--verify", "--sources", "src", "--", "-cp", "classes", "Freezes");
    assertEquals(0, recorded.exitCode(), recorded.err());
    Matcher answers =
        Pattern.compile("(?s)The whole of it: .*?\n\n(.*?)\nCompiled with the proposals")
            .matcher(recorded.out());
    assertTrue(answers.find(), recorded.out());
    suggested = answers.group(1).replaceAll("(?m)^firstsecond\n", "");
  }

  private static Invocation suggest(String... options) {
    return suggestFor("lag.jfr", options);
  }

  private static Invocation suggestFor(String recording, String... options) {
    List<String> all = new ArrayList<>(List.of("suggest", "" + folder.resolve(recording)));
    all.addAll(List.of("--sources", "" + source.getParent()));
    all.addAll(List.of(options));
    return Invocation.of(all.toArray(String[]::new));
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    assertEquals(0, process.waitFor(), String.join(" ", command));
  }

  private static int lineOf(String text) throws IOException {
    List<String> lines = Files.readAllLines(PROGRAM);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(text)) {
        return i + 1;
      }
    }
    throw new IllegalArgumentException(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          slow("listener")     | run 'slow("listener")' on a worker
          last = slow("action")| run 'slow("action")' on a worker
          slow("timer")        | run 'slow("timer")' on a worker
          slow("model")        | no proposal: the toolkit calls 'getValueAt'
          text = slow(name)    | run 'slow(name)' on a worker, await it; await also the calls at
          new Report(label)    | no proposal: [HK113] this block runs on 'worker', but 'JLabel.setText'
          slow("lambda")       | run 'slow("lambda")' on a worker
          i < 10; i++          | run 'for (int i = 0; i < 10; i++) { …' on a worker
          slow("part " + i     | run 'slow("part " + i, 60)' on a worker
          + depth(10)          | run 'depth(10)' on a worker
          synchronized (lock)  | run 'synchronized (lock) { …' on a worker
          slow("modal")        | run 'slow("modal")' on a worker
          slow("field")        | run 'slow("field").length()' on a worker
          slow("late")         | no proposal: the event is used after it
          slow("posted")       | run 'slow("posted")' on a worker
          slow("reference")    | run 'slow("reference")' on a worker
          slow("condition")    | run 'slow("condition")' on a worker
          slow("first", 240)   | run 'slow("first", 240)' and 'slow("second", 240)' on a worker
          """)
  void freeze_hasItsProposalOrAReason(String line, String answer) throws Exception {
    String expected = "Freezes.java:" + lineOf(line) + ": " + answer;
    assertTrue(suggested.contains(expected), expected + "\n" + suggested);
  }

  @Test
  void proposals_appliedByGit_endTheFreezes() throws Exception {
    String before = Files.readString(source);
    Path diff = Files.writeString(folder.resolve("proposal.diff"), suggested);
    try {
      run("git", "apply", diff.toString());
      Invocation compiled =
          Invocation.of("compile", "-g", "-d", folder.resolve("mended") + "", source.toString());
      assertEquals(new Invocation(0, "", ""), compiled);
      Invocation again = suggestFor("lag-after.jfr");
      assertEquals(0, again.exitCode(), again.err());
      assertTrue(again.out().contains(": no proposal: "), again.out());
      assertFalse(again.out().contains(": run '"), again.out());
      assertFalse(Files.readString(source).equals(before));
    } finally {
      Files.writeString(source, before);
    }
  }

  /** The program prints its end twice: once without the proposals, and once with them. */
  @Test
  void verify_runsTheProgramWithTheProposals_andPrintsBothColumns() {
    String out = recorded.out();
    assertEquals(2, out.lines().filter("firstsecond"::equals).count(), out);
    String table = out.substring(out.indexOf("Compiled with the proposals"));
    Matcher freezes = Pattern.compile("(?m)^freezes +(\\d+) +(\\d+)$").matcher(table);
    assertTrue(freezes.find(), table);
    int ended = Integer.parseInt(freezes.group(1)) - Integer.parseInt(freezes.group(2));
    assertTrue(ended > 0, table);
    assertTrue(Pattern.compile("(?m)^ +before +after$").matcher(table).find(), table);
    assertTrue(Pattern.compile("(?m)^time in freezes +\\S+ s +").matcher(table).find(), table);
    // The program posts its inputs with the time 0.
    assertTrue(Pattern.compile("(?m)^latency max +\\d{1,6} ms ").matcher(table).find(), table);
  }

  @Test
  void page_hasTheSourceWithTheInsertedLineMarked() throws Exception {
    String page = Files.readString(folder.resolve("lag.html"));
    String mark = "<span class=\"inserted omp\">";
    assertTrue(
        Pattern.compile(mark + " +\\d+ \\+ +//#omp target virtual\\(worker\\) await</span>")
            .matcher(page)
            .find(),
        page);
  }

  @Test
  void patch_takesTheDiffToo() throws Exception {
    Path copy = Files.createDirectories(folder.resolve("copy/src"));
    Files.copy(PROGRAM, copy.resolve("Freezes.java"));
    Path diff = Files.writeString(folder.resolve("copy/proposal.diff"), suggested);
    run("patch", "-s", "-p1", "-d", folder.resolve("copy").toString(), "-i", diff.toString());
    String mended = Files.readString(copy.resolve("Freezes.java"));
    assertEquals(17, mended.split(Pattern.quote("//#omp target virtual(worker) await"), -1).length);
  }

  @Test
  void json_hasTheAnswersAndTheDiff_besideThePage() throws Exception {
    Path page = folder.resolve("own.html");
    Invocation json = suggest("--json", "--threshold", LONG, "-o", page.toString());
    assertEquals(0, json.exitCode(), json.err());
    assertTrue(Files.readString(page).contains("<span class=\"inserted omp\">"));
    assertTrue(json.out().contains("\"proposed\":true"), json.out());
    assertTrue(json.out().contains("\"diff\":\"--- a/src/Freezes.java\\n"), json.out());
  }

  @Test
  void apply_ofAFileThatCannotBeRestored_isRefused() throws Exception {
    String before = Files.readString(source);
    Invocation refused = suggest("--apply", "--threshold", LONG);
    assertEquals(ExitCode.BAD_INPUT, refused.exitCode());
    assertTrue(refused.err().contains("is under no version control"), refused.err());
    try {
      run("git", "add", "src/Freezes.java");
      Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
      Invocation changed = suggest("--apply", "--threshold", LONG);
      assertEquals(ExitCode.BAD_INPUT, changed.exitCode());
      assertTrue(changed.err().contains("has changed since the recording"), changed.err());
      String reason = "; Freezes.java has changed since the recording, so its lines may be others";
      assertTrue(changed.out().contains(reason), changed.out());
      assertEquals(before, Files.readString(source));
      Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
      Invocation applied = suggest("--apply", "--threshold", LONG);
      assertEquals(0, applied.exitCode(), applied.err());
      assertFalse(before.equals(Files.readString(source)));
      String answers = applied.out();
      String place = "Freezes.java:";
      String line = answers.lines().filter(each -> each.contains(place)).findFirst().orElseThrow();
      assertTrue(suggested.contains(line.substring(line.indexOf(place))), answers);
      assertFalse(answers.contains("changed since"), answers);
      assertTrue(answers.contains("\n\n--- a/src/Freezes.java\n"), answers);
    } finally {
      run("git", "rm", "-q", "--cached", "-f", "src/Freezes.java");
      Files.writeString(source, before);
    }
  }

  @Test
  void static_needsNoRecording() throws Exception {
    Path calm = Files.createDirectories(folder.resolve("calm"));
    Files.writeString(calm.resolve("Calm.java"), "class Calm {}\n");
    Invocation none = Invocation.of("suggest", "--static", calm.toString());
    assertEquals(new Invocation(0, "no handler calls what is known to block\n", ""), none);
    Files.writeString(
        calm.resolve("Window.java"),
        """
        class Window {
          java.awt.event.ActionListener listener = event -> {
            try {
              Thread.sleep(1000);
            } catch (InterruptedException e) {
              System.err.println(e);
            }
          };
        }
        """);
    Invocation found = Invocation.of("suggest", "--static", calm.toString());
    String expected =
        "Window.java:4: 'Thread.sleep' blocks the event thread: run 'Thread.sleep(1000);' on a"
            + " worker, await it\n\n--- a/calm/Window.java\n";
    assertTrue(found.out().startsWith(expected), found.out());
    String wrong =
        "hocket: say a recording and --sources DIR, or --static DIR alone: hocket suggest lag.jfr"
            + " --sources src\n";
    Invocation.assertRefused(wrong, "suggest", "--sources", "src");
    Invocation.assertRefused(wrong, "suggest", "lag.jfr", "--static", "src");
  }

  @Test
  void badInput_isRefused() {
    Invocation.assertRefused(
        "hocket: --sources nowhere: no such folder\n",
        "suggest",
        folder.resolve("lag.jfr").toString(),
        "--sources",
        "nowhere");
    Invocation.assertRefused(
        "hocket: --verify runs the program with what --suggest proposes; add --suggest\n",
        "lag",
        "--verify",
        "--",
        "Main.java");
    Invocation.assertRefused(
        "hocket: --suggest and --sources DIR belong together\n",
        "lag",
        "--suggest",
        "--",
        "Main.java");
    Invocation.assertRefused(
        "hocket: --sources nowhere: no such folder\n",
        "lag",
        "--suggest",
        "--sources",
        "nowhere",
        "--",
        "-version");
    Invocation.assertRefused(
        "hocket: --static nowhere: no such folder\n", "suggest", "--static", "nowhere");
    Invocation.assertRefused(
        "hocket: " + source + " is no recording. To record: hocket lag -- PROGRAM\n",
        "suggest",
        source.toString(),
        "--sources",
        source.getParent().toString());
    Invocation.assertRefused(
        "hocket: --force is about what --apply writes; add --apply\n",
        "suggest",
        "--static",
        source.getParent().toString(),
        "--force");
  }

  @Test
  void page_overwritesNoFileThatIsRead() throws Exception {
    String recording = folder.resolve("lag.jfr").toString();
    String folderOfSource = source.getParent().toString();
    Path link = Files.createSymbolicLink(folder.resolve("link"), source.getParent());
    byte[] before = Files.readAllBytes(folder.resolve("lag.jfr"));
    String text = Files.readString(source);
    Invocation.assertRefused(
        "hocket: the page would overwrite the recording " + recording + "\n",
        List.of("suggest", recording, "--sources", folderOfSource, "-o", recording)
            .toArray(String[]::new));
    String refused = "hocket: the page would overwrite the source " + source.toRealPath() + "\n";
    for (String sources : List.of(folderOfSource, link.toString())) {
      Invocation.assertRefused(
          refused, "suggest", recording, "--sources", sources, "-o", source.toString());
      Invocation.assertRefused(
          refused,
          List.of(
                  "lag",
                  "-o",
                  source.toString(),
                  "--suggest",
                  "--sources",
                  sources,
                  "--",
                  "-version")
              .toArray(String[]::new));
    }
    assertEquals(text, Files.readString(source));
    assertTrue(java.util.Arrays.equals(before, Files.readAllBytes(folder.resolve("lag.jfr"))));
  }
}
