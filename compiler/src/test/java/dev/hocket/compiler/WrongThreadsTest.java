package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Blocks that do what only an event thread may do, and blocks that do not. The programs are members
 * of a window in {@code src/test/threads}; the classes of JavaFX and Android are stubs in {@code
 * src/test/toolkits}.
 */
class WrongThreadsTest {
  private static final Pattern REPORTED =
      Pattern.compile("(?m)^\\S*?(\\w+)\\.java:(\\d+): warning: \\[(HK\\d+)] .+$");

  private static final String FRAME =
      """
      import android.widget.*; import java.awt.EventQueue; import java.util.*; \
      import javafx.application.*; import javafx.collections.*; import javafx.scene.control.*; \
      import javafx.scene.layout.*; import javafx.stage.*; import javax.swing.*; \
      import javax.swing.table.*;
      class %s extends JFrame {
        JLabel label; JTextField field; JTextArea area; JProgressBar bar; JButton button;
        JList<String> list; DefaultListModel<String> names; JTable table; DefaultTableModel rows;
        JComboBox<String> box; Label text; ListView<String> view; ObservableList<String> items;
        int work() { return 42; }
      %s
      }
      """;

  private static Path toolkits;
  private static final Map<String, String> sources = new LinkedHashMap<>();
  private static final Map<String, List<String>> reported = new LinkedHashMap<>();

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException {
    toolkits = folder.resolve("toolkits");
    List<String> arguments = new ArrayList<>(List.of("-d", toolkits.toString()));
    try (Stream<Path> files = Files.walk(Harness.testFolder("toolkits"))) {
      files.filter(Files::isRegularFile).forEach(file -> arguments.add(file.toString()));
    }
    assertEquals(new Harness.Compiled(0, ""), Harness.javac(arguments));
    Harness harness = new Harness(folder.resolve("programs"));
    for (String name : Stream.concat(wrong(), right()).toList()) {
      String source = sources.get(name);
      harness.file(name + ".java", source);
    }
    Harness.Compiled compiled = harness.compile("out", "-cp", toolkits.toString());
    assertEquals(0, compiled.exit(), compiled.output());
    Matcher found = REPORTED.matcher(compiled.output());
    while (found.find()) {
      String line = found.group(2) + " " + found.group(3);
      reported.computeIfAbsent(found.group(1), name -> new ArrayList<>()).add(line);
    }
  }

  static Stream<String> wrong() throws IOException {
    return programs("wrong");
  }

  static Stream<String> right() throws IOException {
    return programs("right");
  }

  private static Stream<String> programs(String way) throws IOException {
    String text = Files.readString(Harness.testFolder("threads").resolve(way + ".txt"));
    List<String> names = new ArrayList<>();
    for (String part : Arrays.stream(text.split("(?m)^== ")).skip(1).toList()) {
      String name = way + "_" + part.lines().findFirst().orElseThrow();
      names.add(name);
      sources.put(name, FRAME.formatted(name, part.substring(part.indexOf('\n') + 1)));
    }
    return names.stream();
  }

  @Test
  void corpus_isLargeEnough() throws IOException {
    assertTrue(wrong().count() >= 30 && right().count() >= 30);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void blockThatUsesTheToolkit_isReportedThere(String name) {
    List<String> expected = Marks.in(List.of(sources.get(name)));
    assertTrue(!expected.isEmpty(), "a program in wrong.txt expects something");
    assertEquals(expected, reported.getOrDefault(name, List.of()), sources.get(name));
  }

  @ParameterizedTest
  @MethodSource("right")
  void blockThatUsesNoToolkit_isSilent(String name) {
    assertEquals(List.of(), reported.getOrDefault(name, List.of()), sources.get(name));
  }

  /** A target that the program registers as an event loop may be an event thread. */
  @Test
  void blockOnARegisteredLoop_isSilent(@TempDir Path folder) throws IOException {
    String member =
        """
        void m() {
          dev.hocket.core.Targets.register(%s, EventQueue::invokeLater);
          //#omp target virtual(ui) nowait
          label.setText("a");
        }
        """;
    assertEquals("", said(folder.resolve("constant"), member.formatted("\"ui\"")));
    assertEquals("", said(folder.resolve("computed"), member.formatted("getName()")));
    assertTrue(said(folder.resolve("other"), member.formatted("\"game\"")).contains("HK113"));
  }

  @Test
  void message_namesThePlaceWhereAMethodUsesTheToolkit(@TempDir Path folder) throws IOException {
    String member =
        """
        void m() {
          //#omp target virtual(worker) nowait
          present();
        }
        void present() {
          label.setText("a");
        }
        """;
    String said = said(folder, member);
    assertTrue(said.contains("but 'JLabel.setText' (Main.java:12) belongs to"), said);
    assertTrue(said.contains("//#omp target virtual(edt)"), said);
  }

  private static String said(Path folder, String members) throws IOException {
    Harness harness = new Harness(folder).file("Main.java", FRAME.formatted("Main", members));
    Harness.Compiled compiled = harness.compile("out", "-cp", toolkits.toString());
    assertEquals(0, compiled.exit(), compiled.output());
    return compiled.output();
  }
}
