package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trial of a proposal reads class files of what it does not need, if there is much of that. */
class TrialTest {
  private static final int MANY = 60;

  private static final Map<String, String> PROGRAM =
      Map.of(
          "Source.java",
          "package app; interface Source { String read(String in); }",
          "Slow.java",
          "package app; class Slow implements Source { public String read(String in) { return in.repeat(3); } }",
          "Shown.java",
          "package app; class Shown { static String in(javax.swing.JLabel l) { l.setText(\"x\"); return \"\"; } }",
          "Window.java",
          """
          package app;
          import javax.swing.*;
          class Window {
            final Source source = new Slow();
            final JLabel label = new JLabel();
            void open(JButton b, JButton c) {
              b.addActionListener(e -> {
                String t = source.read("a");
                label.setText(t);
              });
              c.addActionListener(e -> {
                String t = Shown.in(label);
                label.setText(t + 1);
              });
            }
          }
          """);

  @TempDir private Path folder;

  /** The answers for both handlers, and the changes. */
  private List<String> answers(int others, Path... classPath) throws Exception {
    Map<String, String> files = new LinkedHashMap<>(PROGRAM);
    for (int i = 0; i < others; i++) {
      files.put(
          "Other" + i + ".java",
          "package app; public class Other" + i + " { Other" + (i + 1) % others + " next; }");
    }
    List<Path> paths = new ArrayList<>();
    Path app = Files.createDirectories(folder.resolve(others + "").resolve("app"));
    for (Map.Entry<String, String> each : files.entrySet()) {
      paths.add(Files.writeString(app.resolve(each.getKey()), each.getValue()));
    }
    Suggester.Suggestions said =
        Suggester.of(paths, List.of(classPath)).suggest(List.of(freeze(8), freeze(12)));
    List<String> answers = new ArrayList<>();
    said.list().forEach(each -> answers.add(each.proposed() + " " + each.text()));
    answers.add(said.patch().diff(app));
    return answers;
  }

  private static Freeze freeze(int line) {
    String handler = "app.Window.lambda$open$0(Window.java:" + line + ")";
    String toolkit = "javax.swing.AbstractButton.fireActionPerformed(AbstractButton.java:1972)";
    return new Freeze(Duration.ofMillis(300), Map.of(List.of(handler, toolkit), 1.0));
  }

  @Test
  void manyFiles_haveTheAnswersOfFew() throws Exception {
    List<String> few = answers(0);
    assertTrue(few.getFirst().startsWith("true run 'source.read(\"a\")'"), few.getFirst());
    assertTrue(few.get(1).startsWith("false "), few.get(1));
    assertEquals(few, answers(MANY));
  }

  @Test
  void olderClassesOnTheClassPath_areNotRead() throws Exception {
    Path older = Files.createDirectories(folder.resolve("older"));
    compile(older, "Other0.java", "package app; class Other0 {}");
    compile(older, "Source.java", "package app; interface Source {}");
    assertEquals(answers(0), answers(MANY, older));
  }

  private void compile(Path to, String name, String source) throws IOException {
    String file = Files.writeString(to.resolve(name), source).toString();
    int exit =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, "-d", to.toString(), file);
    assertEquals(0, exit);
  }
}
