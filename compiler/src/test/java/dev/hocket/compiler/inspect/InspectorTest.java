package dev.hocket.compiler.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.diagnose.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inspections of texts that are not in files. */
class InspectorTest {
  private static final String FREEZES =
      """
      class Window {
        int clicks;
        //#omp async
        int load(int n) {
          int sum = 0;
          int factor = 2;
          //#omp target virtual(worker) await
          {
            sum += factor * n;
          }
          return sum;
        }
      }
      """;

  private final Inspector inspector = new Inspector(List.of());

  @AfterEach
  void close() {
    inspector.close();
  }

  /**
   * Files are inspected as parts of the unnamed module, so messages about modules do not occur. The
   * other exceptions are messages about the translation, which an inspection does not run.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "HK018", "HK027", "HK029", "HK043", "HK044", "HK045", "HK050", "HK058", "HK063", "HK070"
      })
  void examplesOfTheMessages_haveTheMessagesOfTheCompiler(Message message) throws IOException {
    Map<String, String> files = wrongExample(message);
    files.forEach(inspector::put);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      expected.addAll(expected(file.getValue()));
      inspect(file.getKey())
          .findings()
          .forEach(each -> found.add(line(file.getValue(), each.start()) + " " + each.code()));
    }
    assertEquals(expected, found);
  }

  @Test
  void textWithoutMistakes_hasNoMessages_andFactsOfItsDirectives() {
    Inspection inspection = inspectText(FREEZES);
    assertEquals(List.of(), inspection.findings());
    assertEquals(2, inspection.governed().size());
    Governed block = inspection.governed().getFirst();
    assertEquals("//#omp target virtual(worker) await", part(FREEZES, block.start(), block.end()));
    String facts = String.join("\n", block.facts());
    assertTrue(facts.contains("Shared, not assigned again: `n`, `factor`."), facts);
    assertTrue(facts.contains("declared as a box: `sum`"), facts);
    assertTrue(facts.contains("`load` becomes resumable"), facts);
    assertEquals("worker", block.target().orElseThrow());
    assertTrue(part(FREEZES, block.codeStart(), block.codeEnd()).startsWith("{"), facts);
  }

  @Test
  void aMethodThatJavacRefuses_hasOnlyMessagesAboutHowDirectivesAreWritten() {
    String other = "  void other() {\n    //#omp wait(nothing)\n  }\n}\n";
    String faulty =
        FREEZES
            .replace("int factor = 2;", "int factor = ;")
            .replace("await", "awiat")
            .replaceFirst("}\n$", other);
    assertEquals(List.of("HK005"), codes(inspectText(faulty)));
    String unknown =
        FREEZES.replace("int factor = 2;", "int factor = unknown;").replace("//#omp async\n", "\n");
    assertEquals(List.of(), codes(inspectText(unknown)));
    assertEquals(1, inspectText(unknown).javaErrors());
    assertEquals(List.of("HK103"), codes(inspectText(unknown.replaceFirst("}\n$", other))));
  }

  @Test
  void otherFilesOfTheProgram_areUsedWithTheirTextsOfNow() {
    String caller =
        "package p; class Caller { void run() { Other.search(); System.out.println(); } }";
    String other =
        """
        package p;
        class Other {
          static void search() {
            //#omp target virtual(worker) await
            System.out.println();
          }
        }
        """;
    inspector.put("file:///p/Caller.java", caller);
    inspector.put("file:///p/Other.java", other);
    assertEquals(List.of("HK035"), codes(inspect("file:///p/Caller.java")));
    inspector.put(
        "file:///p/Other.java", other.replace("static void", "//#omp async\n  static void"));
    assertEquals(List.of(), codes(inspect("file:///p/Caller.java")));
    inspector.remove("file:///p/Other.java");
    assertEquals(1, inspect("file:///p/Caller.java").javaErrors());
  }

  @Test
  void aCancelledInspection_ends() {
    inspector.put("file:///Window.java", FREEZES);
    assertThrows(
        CancellationException.class, () -> inspector.inspect("file:///Window.java", () -> true));
  }

  @Test
  void tagsAndTargets_areFoundInAllFilesOfTheProgram() {
    inspector.put(
        "file:///p/One.java",
        "package p; class One { void m() {\n//#omp target virtual(io) name_as(done)\nm();\n} }");
    inspector.put(
        "file:///p/Two.java",
        "package p; class Two { void m() { dev.hocket.core.Targets.create(\"io\", 1);\n"
            + "//#omp wait(done)\n} }");
    assertEquals(List.of(), codes(inspect("file:///p/One.java")));
    List<String> names =
        inspector.names("file:///p/Two.java").stream()
            .map(use ->
                use.kind() + " " + use.name() + " " + use.uri().charAt(10) + " " + use.defines())
            .sorted()
            .toList();
    assertEquals(
        List.of("TAG done O true", "TAG done T false", "TARGET io O false", "TARGET io T true"),
        names);
  }

  @Test
  void inADirective_theAllowedWordsAreProposed() {
    assertTrue(proposed("//#omp ta|").containsAll(List.of("target", "task", "wait(")));
    assertTrue(proposed("//#omp target virtual(worker) |").contains("firstprivate("));
    assertTrue(!proposed("//#omp target virtual(worker) |").contains("virtual("));
    assertTrue(proposed("//#omp parallel f|").contains("for"));
    assertTrue(proposed("//#omp parallel for |").contains("schedule("));
    assertEquals(List.of("edt", "io", "worker"), proposed("//#omp target virtual(|"));
    assertEquals(List.of("done"), proposed("//#omp wait(|"));
    assertEquals(List.of("near", "sum"), proposed("//#omp target firstprivate(|"));
    assertEquals(List.of("near", "sum"), proposed("//#omp parallel reduction(+: s|"));
    assertTrue(proposed("//#omp parallel reduction(|").contains("max"));
    assertEquals(List.of("none", "shared"), proposed("//#omp target default(|"));
    assertEquals(List.of("//#omp "), proposed("//#|"));
    assertEquals(List.of(), proposed("int i|"));
  }

  private static List<String> proposed(String line) {
    String text =
        """
        class C {
          int field;
          void m(int sum) {
            { int hidden = 1; }
            int near = 2;
            %s
            int later = 3;
          }
        }
        """
            .formatted(line);
    int at = text.indexOf('|');
    List<NameUse> names =
        List.of(
            new NameUse(NameUse.Kind.TARGET, "io", "", 0, 0, true),
            new NameUse(NameUse.Kind.TAG, "done", "", 0, 0, true));
    return Writing.proposals(text.replace("|", ""), at, names).stream()
        .map(Writing.Proposal::text)
        .toList();
  }

  private Inspection inspectText(String text) {
    inspector.put("file:///Window.java", text);
    return inspect("file:///Window.java");
  }

  private Inspection inspect(String uri) {
    return inspector.inspect(uri, () -> false);
  }

  private static List<String> codes(Inspection inspection) {
    return inspection.findings().stream().map(Finding::code).toList();
  }

  private static String part(String text, int start, int end) {
    return text.substring(start, end);
  }

  private static int line(String text, int offset) {
    return (int) text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
  }

  private static List<String> expected(String text) {
    List<String> lines = text.lines().map(String::strip).toList();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("// expect: ")) {
        expected.add(i + 2 + " " + lines.get(i).substring("// expect: ".length()));
      }
    }
    return expected;
  }

  private static Map<String, String> wrongExample(Message message) throws IOException {
    Path root = Path.of(System.getProperty("hocket.root", ".."));
    String page = Files.readString(root.resolve("docs/diagnostics/" + message.name() + ".md"));
    String example =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(page)
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    Map<String, String> files = new LinkedHashMap<>();
    String name = "Example.java";
    for (String part : example.split("(?m)^// file: ")) {
      if (part.isEmpty()) {
        continue;
      }
      if (example.startsWith("// file: ")) {
        name = part.lines().findFirst().orElseThrow();
        part = part.substring(name.length() + 1);
      }
      files.put("file:///" + name, part);
    }
    return files;
  }

  @Test
  void anInspectionThatHangs_isGivenUp_andOthersAreMade() throws Exception {
    AtomicLong now = new AtomicLong();
    CountDownLatch goOn = new CountDownLatch(1);
    try (Inspector patient = new Inspector(List.of(), now::get)) {
      patient.put("file:///Window.java", FREEZES);
      for (int i = 0; i < Turns.MOST_HUNG; i++) {
        assertEquals(List.of(), patient.inspect("file:///Window.java", () -> false).findings());
        BooleanSupplier hangs = hang(goOn, () -> now.addAndGet(Turns.LIMIT.toNanos() + 1));
        InspectionTimeout said =
            assertThrows(
                InspectionTimeout.class, () -> patient.inspect("file:///Window.java", hangs));
        assertEquals("it has not ended after 30 s", said.getMessage());
      }
      InspectionTimeout said =
          assertThrows(
              InspectionTimeout.class, () -> patient.inspect("file:///Window.java", () -> false));
      assertEquals("2 inspections have not ended", said.getMessage());
      goOn.countDown();
      while (true) {
        try {
          assertEquals(List.of(), patient.inspect("file:///Window.java", () -> false).findings());
          return;
        } catch (InspectionTimeout e) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void anInspectionThatHangs_canBeCancelled_andSoCanOneThatWaitsForIt() {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean cancelled = new AtomicBoolean();
    inspector.put("file:///Window.java", FREEZES);
    BooleanSupplier hangs = hang(goOn, () -> cancelled.set(true));
    assertThrows(
        CancellationException.class,
        () ->
            inspector.inspect(
                "file:///Window.java", () -> hangs.getAsBoolean() || cancelled.get()));
    assertThrows(
        CancellationException.class, () -> inspector.inspect("file:///Window.java", () -> true));
    goOn.countDown();
    assertEquals(List.of(), inspector.inspect("file:///Window.java", () -> false).findings());
  }

  /** Lets the thread of an inspection, but not its caller, wait as if javac did not end. */
  private static BooleanSupplier hang(CountDownLatch goOn, Runnable atTheBeginning) {
    Thread caller = Thread.currentThread();
    AtomicBoolean first = new AtomicBoolean(true);
    return () -> {
      if (Thread.currentThread() != caller) {
        if (first.getAndSet(false)) {
          atTheBeginning.run();
        }
        try {
          goOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return false;
    };
  }
}
