package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs in which a plausible proposal would change what the program does. */
class HostileProgramsTest {
  private static final String HEAD = Hostile.HEAD;

  static List<Hostile> programs() {
    List<Hostile> all = new ArrayList<>();
    all.add(
        Hostile.button(
            "operand that the slow call assigns",
            "run 'load()' on a worker, await it; await also the calls",
            """
            String renew() { status = "new"; return load(); } // 1 renew
            """,
            """
            label.setText(status + renew()); // 2 lambda$open$0
            """));
    all.add(
        new Hostile(
            "operand that another listener assigns",
            "it reads the field 'status'",
            """
              void open(JButton b, JButton c) {
                c.addActionListener(e -> status = "new");
                b.addActionListener(e -> {
                  label.setText(status + load()); // 1 lambda$open$1
                });
              }
            """));
    all.add(
        Hostile.button(
            "code that asks for its thread",
            "it asks on which thread it runs",
            """
            String check() { return EventQueue.isDispatchThread() ? load() : "wrong"; } // 1 check
            """,
            """
            String text = check(); // 2 lambda$open$0
            label.setText(text);
            """));
    all.add(
        Hostile.button(
            "value of a thread",
            "run 'load()'",
            """
            static final ThreadLocal<String> USER = new ThreadLocal<>();
            """,
            """
            String text = load() + USER.get(); // 1 lambda$open$0
            label.setText(text);
            """));
    all.add(
        new Hostile(
            "event that is consumed inside",
            "the event is used",
            """
              void open(JButton b) {
                b.addKeyListener(new KeyAdapter() {
                  public void keyPressed(KeyEvent e) {
                    if (load().isEmpty()) { // 1 keyPressed
                      e.consume();
                    }
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "event that a method consumes",
            "the event is used",
            """
              void swallow(KeyEvent e) { e.consume(); }
              void open(JButton b) {
                b.addKeyListener(new KeyAdapter() {
                  public void keyPressed(KeyEvent e) {
                    load(); // 1 keyPressed
                    swallow(e);
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "event consumed in the next round of a loop",
            "the event is used",
            """
              void open(JButton b) {
                b.addKeyListener(new KeyAdapter() {
                  public void keyPressed(KeyEvent e) {
                    for (int i = 0; i < 3; i++) {
                      if (i == 2) { e.consume(); }
                      load(); // 1 keyPressed
                      label.setText("" + i);
                    }
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "window that closes",
            "the toolkit calls 'windowClosing'",
            """
              void open(JFrame f) {
                f.addWindowListener(new WindowAdapter() {
                  public void windowClosing(WindowEvent e) {
                    load(); // 1 windowClosing
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "menu that is filled",
            "the toolkit calls 'menuSelected'",
            """
              void open(JMenu m) {
                m.addMenuListener(new MenuListener() {
                  public void menuSelected(MenuEvent e) {
                    String text = load(); // 1 menuSelected
                    m.add(text);
                  }
                  public void menuDeselected(MenuEvent e) {}
                  public void menuCanceled(MenuEvent e) {}
                });
              }
            """));
    all.add(
        Hostile.button(
            "lock that the worker needs, too",
            "a lock is held",
            """
            final Lock lock = new ReentrantLock();
            String guarded() { lock.lock(); try { return load(); } finally { lock.unlock(); } } // 1 guarded
            """,
            """
            lock.lock();
            try {
              String text = guarded(); // 2 lambda$open$0
              label.setText(text);
            } finally {
              lock.unlock();
            }
            """));
    all.add(
        Hostile.button(
            "second operand of a condition",
            "[HK113]",
            """
            boolean ready() { return true; }
            """,
            """
            if (ready() && load().isEmpty()) { // 1 lambda$open$0
              label.setText("empty");
            }
            """));
    all.add(
        new Hostile(
            "condition of a loop",
            "[HK113]",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  while (load().isEmpty()) { // 1 lambda$open$0
                    label.setText("empty");
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "index that counts before the value",
            "[HK113]|run 'rows",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String[] rows = new String[2];
                  int at = 0;
                  rows[at++] = load(); // 1 lambda$open$0
                  label.setText(rows[0] + at);
                });
              }
            """));
    all.add(
        new Hostile(
            "statement of several lines",
            "run '",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text =
                      "a"
                          .concat(load()) // 1 lambda$open$0
                          .trim();
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "switch expression",
            "run '",
            """
              void open(JButton b, int n) {
                b.addActionListener(e -> {
                  String text = switch (n) {
                    case 1 -> "one";
                    default -> load(); // 1 lambda$open$0
                  };
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "variable that is used before and after",
            "run '",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = "a";
                  label.setText(text);
                  text = text + load(); // 1 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "return from the middle",
            "run 'load()'",
            """
              void open(JButton b) {
                b.addActionListener(this::act);
              }
              void act(ActionEvent e) {
                for (int i = 0; i < 3; i++) {
                  if (load().length() == i) { // 1 act
                    return;
                  }
                }
                label.setText("none");
              }
            """));
    all.add(
        new Hostile(
            "record and nested class",
            "run '",
            """
              record Row(String text) { String slow() { return text + load(); } } // 1 slow
              class Inner implements ActionListener {
                public void actionPerformed(ActionEvent e) {
                  String text = new Row("a").slow(); // 2 actionPerformed
                  label.setText(text);
                }
              }
            """));
    all.add(
        new Hostile(
            "constructor's lambda",
            "run '",
            """
              Window(JButton b) {
                b.addActionListener(e -> {
                  String text = load(); // 1 lambda$new$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "finally",
            "run '",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  try {
                    String text = load(); // 1 lambda$open$0
                    label.setText(text);
                  } finally {
                    b.setEnabled(true);
                  }
                });
              }
            """));
    return all;
  }

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("programs")
  void programKeepsItsMeaning(Hostile hostile) throws Exception {
    hostile.check(folder);
  }

  private Suggester.Suggestions suggest(String source, String file) throws Exception {
    return Hostile.suggest(folder, source, file);
  }

  private static final String PLAIN =
      """
        void open(JButton b) {
          b.addActionListener(e -> {
            String text = load(); // 1 lambda$open$0
            label.setText(text);
          });
        }
      """;

  @Test
  void tabs_areKept() throws Exception {
    String source = (HEAD + PLAIN + "}\n").replace("  ", "\t");
    String after = after(suggest(source, "Window.java"));
    assertTrue(after.contains("\n\t\t\tString text;\n\t\t\t//#omp target"), after);
  }

  @Test
  void secondClassOfAFile_isFound() throws Exception {
    String source =
        "class Other { void open() {} }\n" + HEAD.replaceAll("(?m)^import.*\n", "") + PLAIN + "}\n";
    source = HEAD.substring(0, HEAD.indexOf("class")) + source;
    assertTrue(suggest(source, "Window.java").list().getFirst().proposed());
  }

  @Test
  void sameNameInTwoPackages_isTheOneOfTheStack() throws Exception {
    String source = HEAD + PLAIN + "}\n";
    Path one = Files.createDirectories(folder.resolve("one")).resolve("Window.java");
    Path two = Files.createDirectories(folder.resolve("two")).resolve("Window.java");
    Files.writeString(one, "package one; " + source);
    Files.writeString(two, "package two; " + source);
    Suggester.Suggestions said =
        Suggester.of(List.of(one, two), List.of())
            .suggest(List.of(Hostile.freeze(source, "two.Window")));
    assertEquals(List.of(two), List.copyOf(said.patch().changes().keySet()));
  }

  /** The line of the recording is another statement now. */
  @Test
  void lineThatIsNoLongerInTheFunction_hasNoProposal() throws Exception {
    String source = HEAD + PLAIN + "}\n";
    Path path = Files.writeString(folder.resolve("Window.java"), "\n\n\n\n\n\n\n\n" + source);
    Suggester.Suggestions said =
        Suggester.of(List.of(path), List.of()).suggest(List.of(Hostile.freeze(source, "Window")));
    assertFalse(said.list().getFirst().proposed(), said.list().getFirst().text());
  }

  @Test
  void sourceThatIsNotInUtf8_isRefusedWithItsName() throws Exception {
    String source = (HEAD + PLAIN + "}\n").replace("\"\"", "\"é\"");
    Path path = folder.resolve("Window.java");
    Files.write(path, source.getBytes(StandardCharsets.ISO_8859_1));
    String said = "";
    try {
      Suggester.of(List.of(path), List.of());
    } catch (SuggestException e) {
      said = e.getMessage();
    }
    assertTrue(said.endsWith("Window.java is not in UTF-8; convert it first"), said);
  }

  @Test
  void linkedFolder_isChangedThroughTheLink() throws Exception {
    Path real = Files.createDirectories(folder.resolve("real"));
    String source = HEAD + PLAIN + "}\n";
    Files.writeString(real.resolve("Window.java"), source);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    Suggester.Suggestions said =
        Suggester.of(List.of(link.resolve("Window.java")), List.of())
            .suggest(List.of(Hostile.freeze(source, "Window")));
    said.patch().apply();
    assertTrue(Files.isSymbolicLink(link));
    assertTrue(Files.readString(real.resolve("Window.java")).contains("//#omp target"));
  }

  private static String after(Suggester.Suggestions said) {
    return said.patch().changes().values().iterator().next().after();
  }
}
