package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.projects.StatementMarks.Block;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes 400 statements of a large Swing program blocks of a worker: 200 that touch a component, and
 * 200 that do not. A run of the program that logs its calls of Swing decides which do. HK113 and
 * HK114 must name at least 90 % of the first, and none of the second. Part of {@code ./check
 * --long}.
 *
 * <p>The program is PDFBox's debugger, with a document that has an object for each of its views.
 */
class TouchedComponentsTest {
  private static final int EACH = 200;
  private static final double FOUND = .9;

  private static final Pattern REPORT =
      Pattern.compile("(?m)^(\\S+\\.java):(\\d+): (warning|error): (.*)$");

  /** The use that a message names: a method or constructor, and its file if it is elsewhere. */
  private static final Pattern USE =
      Pattern.compile("'(?:[\\w.]*\\.)?(\\w+|new [\\w.]+)'(?: \\((\\w+\\.java):\\d+\\))?");

  private final String classPath = System.getProperty("java.class.path");

  @TempDir private Path folder;
  private Path sources;
  private StatementMarks marks;
  private final Map<Integer, Set<String>> touches = new TreeMap<>();
  private final Map<Integer, Set<String>> harmless = new HashMap<>();

  /** The statements that have run, in random order. */
  private final List<Integer> ran = new ArrayList<>();

  private final Set<Integer> unfit = new HashSet<>();
  private int compilations;

  @BeforeEach
  void runTheProgram() throws Exception {
    sources = folder.resolve("sources");
    List<Path> files = new ArrayList<>();
    try (ZipFile zip = new ZipFile(RealPrograms.jar("pdfbox-debugger", "-sources").toFile())) {
      for (var entry : zip.stream().toList()) {
        Path file = sources.resolve(entry.getName()).normalize();
        assertTrue(file.startsWith(sources));
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(zip.getInputStream(entry), file);
        }
        if (entry.getName().endsWith(".java")) {
          files.add(file);
        }
      }
    }
    marks = new StatementMarks(files);
    Path reporting = folder.resolve("reporting");
    marks.writeReporting(sources, reporting);
    Path classes = folder.resolve("classes");
    assertEquals(List.of(), compile("javac", reporting, classes));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      new CallLogger(loader).rewrite(classes);
    }
    Path log = folder.resolve("log");
    Path document = Files.writeString(folder.resolve("a.pdf"), Documents.ofManyKinds());
    // Images and texts of the program are in the published jar.
    String path = classes + File.pathSeparator + classPath;
    Process program =
        new ProcessBuilder(
                Workshop.ownJava(),
                "-Djava.util.prefs.userRoot=" + folder,
                "-cp",
                path,
                DebuggerUser.class.getName(),
                document.toString(),
                log.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    boolean ended = program.waitFor(20, TimeUnit.MINUTES);
    if (!ended) {
      program.destroyForcibly();
    }
    assertTrue(ended && program.exitValue() == 0, () -> read(folder.resolve("out")));
    for (String line : Files.readAllLines(log)) {
      String[] parts = line.split(" ", 3);
      int statement = Integer.parseInt(parts[1]);
      switch (parts[0]) {
        case "ran" -> ran.add(statement);
        case "touches" -> touches.computeIfAbsent(statement, k -> new TreeSet<>()).add(parts[2]);
        default -> harmless.computeIfAbsent(statement, k -> new TreeSet<>()).add(parts[2]);
      }
    }
  }

  @Test
  void blocksThatTouchAComponent_areReported_andNoOthers() throws Exception {
    long seed = Long.getLong("hocket.seed", 1);
    System.out.println("seed=" + seed);
    Collections.shuffle(ran, new Random(seed));
    Set<Integer> touching;
    Set<Integer> clean;
    Map<Integer, List<String>> alarms;
    int before;
    do {
      before = unfit.size();
      touching = choose(touches::containsKey, Set.of());
      clean = choose(i -> !touches.containsKey(i), touching);
      assertEquals(List.of(EACH, EACH), List.of(touching.size(), clean.size()));
      Set<Integer> chosen = new HashSet<>(touching);
      chosen.addAll(clean);
      alarms = alarmsOf(chosen);
      for (int i : clean) {
        if (alarms.containsKey(i) && isUnreached(i, alarms.get(i))) {
          unfit.add(i);
        }
      }
    } while (unfit.size() > before);
    Set<Integer> missed = new TreeSet<>(touching);
    missed.removeAll(alarms.keySet());
    // What a block calls may contain another block, in which the use is reported instead.
    missed.removeAll(alarmsOf(missed).keySet());
    System.out.printf(
        "%d statements ran, %d of them touch a component; %d of %d found%n",
        ran.size(), touches.size(), EACH - missed.size(), EACH);
    missed.forEach(i -> System.out.println("missed: " + text(i) + "touches " + touches.get(i)));
    StringBuilder falseAlarms = new StringBuilder();
    for (int i : clean) {
      falseAlarms.append(alarms.containsKey(i) ? text(i) + alarms.get(i) + "\n" : "");
    }
    assertEquals("", falseAlarms.toString(), "false alarms");
    assertTrue(EACH - missed.size() >= FOUND * EACH, missed.size() + " are missed");
  }

  /** Chooses statements that do not contain one another. */
  private Set<Integer> choose(Predicate<Integer> fits, Set<Integer> others) {
    Set<Integer> chosen = new TreeSet<>();
    for (int i : ran) {
      boolean overlaps =
          Stream.concat(chosen.stream(), others.stream())
              .anyMatch(other -> marks.all().get(other).overlaps(marks.all().get(i)));
      if (chosen.size() < EACH && fits.test(i) && !unfit.contains(i) && !overlaps) {
        chosen.add(i);
      }
    }
    return chosen;
  }

  /**
   * Whether the run has reached none of the uses that messages about a statement name, so that it
   * decides nothing.
   */
  private boolean isUnreached(int statement, List<String> alarms) {
    String own = marks.all().get(statement).file().getFileName().toString();
    Set<String> seen = harmless.getOrDefault(statement, Set.of());
    for (String alarm : alarms) {
      Matcher use = USE.matcher(alarm.substring(alarm.indexOf("HK11")));
      // The first name in quotes is that of the target.
      assertTrue(use.find() && use.find(), alarm);
      String name = use.group(1).startsWith("new ") ? "new" : use.group(1);
      if (seen.contains(name + " " + (use.group(2) == null ? own : use.group(2)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * What the compiler says about components in statements if they are blocks. Some cannot be blocks
   * by another rule, for example for their variables: they are added to the unfit ones.
   */
  private Map<Integer, List<String>> alarmsOf(Set<Integer> statements) throws Exception {
    Path place = folder.resolve("blocks" + compilations++);
    Map<Block, Integer> blocks = marks.writeBlocks(sources, place, statements::contains);
    List<String> reports = compile("hocketc", place, place.resolve("out"));
    List<String> errors = reports.stream().filter(each -> each.contains(": error: ")).toList();
    Set<Integer> refused = statementsOf(errors, blocks).keySet();
    assertEquals(errors.isEmpty(), refused.isEmpty(), () -> String.join("\n", errors));
    unfit.addAll(refused);
    return statementsOf(
        reports.stream().filter(each -> each.matches(".*\\[HK11[34]].*")).toList(), blocks);
  }

  private Map<Integer, List<String>> statementsOf(
      List<String> reports, Map<Block, Integer> blocks) {
    Map<Integer, List<String>> found = new TreeMap<>();
    for (String report : reports) {
      Matcher place = REPORT.matcher(report);
      assertTrue(place.find(), report);
      blocks.forEach((block, statement) -> {
        if (block.has(place.group(1), Integer.parseInt(place.group(2)))) {
          found.computeIfAbsent(statement, k -> new ArrayList<>()).add(report);
        }
      });
    }
    return found;
  }

  /** Compiles a folder; returns the first line of each error and warning. */
  private List<String> compile(String tool, Path from, Path to) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-g", "-proc:none", "-encoding", "UTF-8"));
    arguments.addAll(List.of("-Xmaxerrs", "10000", "-Xmaxwarns", "10000"));
    arguments.addAll(List.of("-cp", classPath, "-d", to.toString()));
    try (Stream<Path> files = Files.walk(from)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments.toArray(String[]::new));
    return REPORT.matcher(said.toString()).results().map(found -> found.group()).toList();
  }

  private String text(int statement) {
    StatementMarks.Statement each = marks.all().get(statement);
    String text = read(each.file());
    long line = text.substring(0, each.start()).lines().count();
    String first = text.substring(each.start(), each.end()).lines().findFirst().orElseThrow();
    return each.file().getFileName() + ":" + line + " " + first + " ";
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
