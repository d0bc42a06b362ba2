package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.patch.Patch;
import dev.hocket.compiler.suggest.Suggester.Suggestion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proposals for stacks that the test makes up. Tests in cli cover stacks of real recordings. */
class SuggesterTest {
  private static final String HEAD =
      """
      package app;

      import java.awt.event.*;
      import java.util.*;
      import javax.swing.*;

      class Window {
        final JLabel label = new JLabel();
        final List<String> rows = new ArrayList<>();

      """;

  @TempDir Path folder;

  /** A stack, innermost first. Each call is the name of a function and a text in its line. */
  private static List<String> stack(String source, String... calls) {
    List<String> frames = new ArrayList<>(List.of("java.lang.Thread.sleep(Thread.java:500)"));
    for (int i = 0; i < calls.length; i += 2) {
      List<String> lines = source.lines().toList();
      String text = calls[i + 1];
      int line = 1 + lines.indexOf(lines.stream().filter(l -> l.contains(text)).findFirst().get());
      frames.add("app.Window." + calls[i] + "(Window.java:" + line + ")");
    }
    frames.add("javax.swing.AbstractButton.fireActionPerformed(AbstractButton.java:1972)");
    return frames;
  }

  private Suggester.Suggestions suggest(String source, Map<List<String>, Double> stacks)
      throws Exception {
    Path file = Files.writeString(folder.resolve("Window.java"), source);
    Freeze freeze = new Freeze(Duration.ofMillis(300), stacks);
    return Suggester.of(List.of(file), List.of()).suggest(List.of(freeze));
  }

  private String answer(String members, String... calls) throws Exception {
    String source = HEAD + members + "}\n";
    Suggester.Suggestions answer = suggest(source, Map.of(stack(source, calls), 1.0));
    return answer.list().getFirst().text();
  }

  private static final String LISTENER =
      """
        void open(JButton button) {
          button.addActionListener(event -> {
            %s
          });
        }
        static String load() { return "a"; }
      """;

  @Test
  void statementInAListener_isMoved() throws Exception {
    String said =
        answer(LISTENER.formatted("load();"), "load", "return", "lambda$open$0", "load();");
    assertEquals("run 'load();' on a worker, await it", said);
  }

  @Test
  void handlersOfAndroid_getNoProposal() throws Exception {
    String view =
        "package android.view;\npublic class View {\n"
            + "  public interface OnClickListener { void onClick(View view); }\n"
            + "  public void setOnClickListener(OnClickListener listener) {}\n}\n";
    Path folder = Files.createDirectories(this.folder.resolve("android/view"));
    String source =
        HEAD
            + "  void open(android.view.View view) {\n    view.setOnClickListener(v -> {\n"
            + "      load();\n    });\n  }\n  static String load() { return \"a\"; }\n}\n";
    Path file = Files.writeString(this.folder.resolve("Window.java"), source);
    Freeze freeze =
        new Freeze(
            Duration.ofMillis(300),
            Map.of(stack(source, "load", "return", "lambda$open$0", "load();"), 1.0));
    List<Path> files = List.of(file, Files.writeString(folder.resolve("View.java"), view));
    assertEquals(
        "proposals are made for handlers of Swing and JavaFX only, not of Android",
        Suggester.of(files, List.of()).suggest(List.of(freeze)).list().getFirst().text());
  }

  @Test
  void linesOfAFile_keepTheirEnds() throws Exception {
    String source = (HEAD + LISTENER.formatted("load();") + "}").replace("\n", "\r\n");
    Map<List<String>, Double> stacks = Map.of(stack(source, "lambda$open$0", "load();"), 1.0);
    Patch patch = suggest(source, stacks).patch();
    String after = patch.changes().values().iterator().next().after();
    assertEquals(source.split("\r\n").length + 1, after.split("\r\n").length);
    assertFalse(after.replace("\r\n", "").contains("\n"), after);
    assertTrue(after.contains("      //#omp target virtual(worker) await\r\n      load();"), after);
  }

  @Test
  void painting_isLeftAlone() throws Exception {
    String members =
        """
          static class Picture extends JPanel {
            @Override
            protected void paintComponent(java.awt.Graphics g) {
              load();
            }
          }
          static String load() { return "a"; }
        """;
    String said = answer(members, "load", "return", "paintComponent", "      load();");
    assertTrue(said.startsWith("the toolkit calls 'paintComponent'"), said);
  }

  @Test
  void runnableThatIsNotPosted_isLeftAlone() throws Exception {
    String members =
        """
          void open() throws Exception {
            java.awt.EventQueue.invokeAndWait(() -> {
              load();
            });
          }
          static String load() { return "a"; }
        """;
    String said = answer(members, "lambda$open$0", "      load();");
    assertTrue(said.startsWith("the toolkit calls this lambda"), said);
  }

  @Test
  void listThatAnotherHandlerUses_staysOnTheEventThread() throws Exception {
    String members =
        LISTENER.formatted("fill();")
            + """
              void fill() {
                rows.add("a");
              }
              void clear(JButton button) {
                button.addActionListener(event -> rows.clear());
              }
            """;
    String said = answer(members, "fill", "rows.add", "lambda$open$0", "fill();");
    assertTrue(said.startsWith("it uses the field 'rows' (Window.java:18)"), said);
    assertTrue(said.contains("(Window.java:21)"), said);
  }

  @Test
  void eventThatIsUsedAfterwards_staysWhereItIs() throws Exception {
    String members =
        """
          void open(JButton button) {
            button.addKeyListener(new KeyAdapter() {
              @Override
              public void keyPressed(KeyEvent event) {
                load();
                event.consume();
              }
            });
          }
          static String load() { return "a"; }
        """;
    String said = answer(members, "keyPressed", "        load();");
    assertEquals(
        "the event is used after it (Window.java:16), when the toolkit has dispatched it", said);
  }

  @Test
  void methodThatShows_becomesAsync() throws Exception {
    String members =
        LISTENER.formatted("show(\"a\");")
            + """
              void show(String name) {
                String text = load();
                label.setText(name + text);
              }
            """;
    String said =
        answer(members, "load", "return", "show", "text = load", "lambda$open$0", "show(\"a\");");
    assertEquals(
        "run 'load()' on a worker, await it; await also the calls at Window.java:13", said);
  }

  /** A program that has the directives of an earlier proposal, and another slow statement. */
  @Test
  void methodThatIsAsyncAlready_getsAnotherBlock() throws Exception {
    String members =
        """
          void open(JButton button) {
            button.addActionListener(event -> {
              //#omp await(show(String))
              show("a");
            });
          }
          //#omp async
          void show(String name) {
            String first;
            //#omp target virtual(worker) await
            first = load();
            String text = load();
            label.setText(name + first + text);
          }
          static String load() { return "a"; }
        """;
    String source = HEAD + members + "}\n";
    List<String> stack =
        stack(source, "load", "return", "show", "text = load", "lambda$open$0", "  show(\"a\");");
    Suggester.Suggestions suggestions = suggest(source, Map.of(stack, 1.0));
    assertEquals(
        "run 'load()' on a worker, await it; await also the calls at Window.java:14",
        suggestions.list().getFirst().text());
    String patched = suggestions.patch().changes().values().iterator().next().after();
    assertEquals(1, occurrences(patched, "#omp await(show(String))"), patched);
    assertEquals(1, occurrences(patched, "#omp async"), patched);
    assertEquals(2, occurrences(patched, "#omp target virtual(worker) await"), patched);
  }

  /** The call starts the method and does not wait: to await it would be another program. */
  @Test
  void methodThatIsCalledInAnotherWay_isLeftAsItIs() throws Exception {
    String members =
        """
          void open(JButton button) {
            button.addActionListener(event -> {
              //#omp async-call nowait(show())
              show();
            });
          }
          //#omp async
          void show() {
            String text = load();
            label.setText(text);
          }
          static String load() { return "a"; }
        """;
    String said =
        answer(members, "load", "return", "show", "text = load", "lambda$open$0", "      show();");
    assertEquals("a directive governs this statement already", said);
  }

  @Test
  void theSlowerOfTwoStatements_movesAlone_ifTheOtherOneCannot() throws Exception {
    String source =
        HEAD
            + LISTENER.formatted("label.updateUI();\nString text = load();\nlabel.setText(text);")
            + "}\n";
    Map<List<String>, Double> stacks = new HashMap<>();
    stacks.put(stack(source, "lambda$open$0", "text = load"), 0.6);
    stacks.put(stack(source, "lambda$open$0", "updateUI"), 0.4);
    Suggestion said = suggest(source, stacks).list().getFirst();
    assertTrue(said.text().startsWith("run 'load()' on a worker, await it"), said.text());
  }

  @Test
  void samplesThatDisagree_areNamed() throws Exception {
    String source =
        HEAD
            + "  void open(JButton button) {\n    button.addActionListener(event -> {\n"
            + "      load(0);\n".repeat(1)
            + "      load(1);\n      load(2);\n      load(3);\n      load(4);\n      load(5);\n"
            + "      load(6);\n      load(7);\n      load(8);\n      load(9);\n      load(10);\n"
            + "    });\n  }\n  static void load(int i) {}\n}\n";
    Map<List<String>, Double> stacks = new HashMap<>();
    for (int i = 0; i <= 10; i++) {
      stacks.put(stack(source, "lambda$open$0", "load(" + i + ")"), 1 / 11.0);
    }
    String said = suggest(source, stacks).list().getFirst().text();
    assertTrue(said.startsWith("the samples disagree: Window.java:"), said);
  }

  @Test
  void unknownCode_isNamed() throws Exception {
    String source = HEAD + "}\n";
    List<String> toolkit = List.of("javax.swing.text.GlyphView.paint(GlyphView.java:1)");
    List<String> library = new ArrayList<>(toolkit);
    library.add("org.example.Chart.draw(Chart.java:7)");
    List<String> hocket = new ArrayList<>(toolkit);
    hocket.add(
        "dev.hocket.core.recording.DispatchRecorder.dispatchEvent(DispatchRecorder.java:72)");
    assertEquals(
        "the toolkit itself was busy: " + toolkit.getFirst(),
        suggest(source, Map.of(hocket, 1.0)).list().getFirst().text());
    assertEquals(
        "the toolkit itself was busy: " + toolkit.getFirst(),
        suggest(source, Map.of(toolkit, 1.0)).list().getFirst().text());
    assertEquals(
        "no source below the folders has org.example.Chart.draw(Chart.java:7)",
        suggest(source, Map.of(library, 1.0)).list().getFirst().text());
    List<String> bare = List.of("org.example.Chart.draw(Unknown Source)");
    assertEquals(
        "the class files have no line numbers; compile with -g: " + bare.getFirst(),
        suggest(source, Map.of(bare, 1.0)).list().getFirst().text());
  }

  @Test
  void methodThatOtherCodeRuns_isNamed() throws Exception {
    String text =
        new Hostile(
                "",
                "",
                """
                void refresh() {
                  String t = load(); // 1 refresh
                  label.setText(t);
                }
                void open(JButton b) {
                  b.addActionListener(e -> refresh()); // 2 lambda$open$0
                  Runnable task = this::refresh;
                  task.run();
                }
                """)
            .said(folder)
            .text();
    assertTrue(text.startsWith("'refresh' would have to wait, but 'this::refresh' runs it"), text);
  }

  @Test
  void callsThatBlock_inListeners_areFoundWithoutARecording() throws Exception {
    List<String> said =
        blockingCalls(
            """
              void open(JButton button, JButton other, java.util.concurrent.Future<String> future) {
                button.addActionListener(event -> {
                  try {
                    Thread.sleep(100);
                    if (future.isDone()) {
                      label.setText(future.get());
                    }
                    label.setText(future.get());
                  } catch (Exception e) {
                    label.setText("failed");
                  }
                });
                other.addActionListener(this::read);
                button.addActionListener(event -> new Thread(() -> load()).start());
                button.addActionListener(event -> {
                  //#omp target virtual(worker) await
                  load();
                });
              }
              void read(ActionEvent event) {
                label.setText(load());
              }
              String load() {
                try (var lines = java.nio.file.Files.lines(java.nio.file.Path.of("a"))) {
                  return "" + lines.count();
                } catch (java.io.IOException e) {
                  return "none";
                }
              }
            """);
    assertEquals(
        List.of(
            "14: 'Thread.sleep' blocks the event thread: run 'Thread.sleep(100);' on a worker,"
                + " await it",
            "18: 'Future.get' blocks the event thread: run 'future.get()' on a worker, await it",
            "34: 'Files.lines' blocks the event thread: run 'load()' on a worker, await it"),
        said);
  }

  /** No directive can be placed at the declaration of a resource or in the head of a loop. */
  @Test
  void resourceThatBlocks_movesOnlyWithItsStatement() throws Exception {
    List<String> said =
        blockingCalls(
            """
              void open(JButton button, JButton other) {
                button.addActionListener(event -> {
                  try (var lines = java.nio.file.Files.lines(java.nio.file.Path.of("a"))) {
                    label.setText("" + lines.count());
                  } catch (java.io.IOException e) {
                    label.setText("none");
                  }
                });
                other.addActionListener(event -> {
                  int length = 0;
                  try {
                    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("a"))) {
                      length += line.length();
                    }
                  } catch (java.io.IOException e) {
                    length = -1;
                  }
                  label.setText("" + length);
                });
              }
            """);
    assertEquals(2, said.size());
    assertTrue(said.getFirst().contains("no proposal: [HK113]"), said.getFirst());
    assertTrue(said.getLast().contains(": run 'for (String line : "), said.getLast());
  }

  private List<String> blockingCalls(String members) throws Exception {
    Path file = Files.writeString(folder.resolve("Window.java"), HEAD + members + "}\n");
    return Suggester.of(List.of(file), List.of()).suggestForBlockingCalls().list().stream()
        .map(each -> each.place().replace("Window.java:", "") + ": " + each.text())
        .toList();
  }

  @Test
  void loopWithIndependentIterations_isSharedOutOnlyOnRequest() throws Exception {
    String source =
        HEAD
            + """
              void open(JButton button, int n) {
                button.addActionListener(event -> {
                  int sum = 0;
                  for (int i = 0; i < n; i++) {
                    sum += heavy(i);
                  }
                  label.setText("" + sum);
                });
              }
              static int heavy(int i) {
                return i * 31;
              }
            }
            """;
    List<String> stack = stack(source, "heavy", "i * 31", "lambda$open$0", "sum += heavy");
    Path file = Files.writeString(folder.resolve("Window.java"), source);
    List<Freeze> freezes = List.of(new Freeze(Duration.ofMillis(300), Map.of(stack, 1.0)));
    Suggester suggester = Suggester.of(List.of(file), List.of());
    Suggester.Suggestions first = suggester.suggest(freezes);
    String text = "run 'for (int i = 0; i < n; i++) { …' on a worker, await it";
    String directive = "//#omp parallel for reduction(+: sum)";
    assertEquals(
        text + "; as a second step (--parallel) share the loop out: " + directive,
        first.list().getFirst().text());
    assertFalse(first.patch().diff(folder).contains("parallel"), first.patch().diff(folder));
    Suggester.Suggestions both = suggester.sharingLoops().suggest(freezes);
    assertEquals(text + ", and share the loop out: " + directive, both.list().getFirst().text());
    String expected =
        "+      //#omp target virtual(worker) await\n+      "
            + directive
            + "\n       for (int i = 0;";
    assertTrue(both.patch().diff(folder).contains(expected), both.patch().diff(folder));
  }

  @Test
  void sourcesWithErrors_areRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("Broken.java"), "class Broken { Missing m; }\n");
    SuggestException refused = null;
    try {
      Suggester.of(List.of(file), List.of());
    } catch (SuggestException e) {
      refused = e;
    }
    assertTrue(refused != null && refused.getMessage().contains("Broken.java:1"), "" + refused);
    assertTrue(Arrays.asList(refused.getMessage().split(" ")).contains("-cp"), "" + refused);
  }

  private static int occurrences(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }
}
