package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs in which a plausible proposal would change what the program does. A line with {@code //
 * 1 NAME} is in the stack, as a frame of the function NAME; 1 is the innermost frame.
 */
class HostileProgramsTest {
  private static final Pattern MARK = Pattern.compile("// (\\d) (\\S+)$");

  private static final String HEAD =
      """
      import java.awt.*;
      import java.awt.event.*;
      import java.awt.image.*;
      import java.util.*;
      import java.util.List;
      import java.util.concurrent.locks.*;
      import javax.swing.*;
      import javax.swing.event.*;

      class Window {
        final JLabel label = new JLabel();
        String status = "";
        static String load() { return "a"; } // 0 load
      """;

  /** A program, and the beginning of its answer. */
  record Hostile(String name, String answer, String members) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Hostile> programs() {
    List<Hostile> all = new ArrayList<>();
    all.add(
        new Hostile(
            "operand that the slow call assigns",
            "run 'load()' on a worker, await it; await also the calls",
            """
              String renew() { status = "new"; return load(); } // 1 renew
              void open(JButton b) {
                b.addActionListener(e -> {
                  label.setText(status + renew()); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "operand that another listener assigns",
            "[HK113]",
            """
              void open(JButton b, JButton c) {
                c.addActionListener(e -> status = "new");
                b.addActionListener(e -> {
                  label.setText(status + load()); // 1 lambda$open$1
                });
              }
            """));
    all.add(
        new Hostile(
            "method that counts its calls",
            "run 'load()'",
            """
              int calls;
              String next() { calls++; return load(); } // 1 next
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = next(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "object of the block's own",
            "run 'new Counter().next()'",
            """
              static class Counter {
                int calls;
                String next() { calls++; return load() + calls; } // 1 next
              }
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = new Counter().next(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "object of a field",
            "run 'load()'",
            """
              static class Counter {
                int calls;
                String next() { calls++; return load(); } // 1 next
              }
              final Counter counter = new Counter();
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = counter.next(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "list that two lambdas capture",
            "it uses the variable 'rows'",
            """
              static void fill(List<String> rows) { rows.add("a" + rows.size()); } // 1 fill
              void open(JButton b, JButton c) {
                List<String> rows = new ArrayList<>();
                c.addActionListener(e -> rows.clear());
                b.addActionListener(e -> {
                  fill(rows); // 2 lambda$open$1
                });
              }
            """));
    all.add(
        new Hostile(
            "list that one lambda captures",
            "run '",
            """
              void open(JButton b) {
                List<String> rows = new ArrayList<>();
                rows.add("first");
                b.addActionListener(e -> {
                  rows.add(load()); // 1 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "list that one lambda captures, filled by a method",
            "it changes the contents of the variable 'rows'",
            """
              static void fill(List<String> rows) { rows.add("a" + rows.size()); } // 1 fill
              void open(JButton b) {
                List<String> rows = new ArrayList<>();
                b.addActionListener(e -> {
                  fill(rows); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "list of a field that only this listener uses",
            "it changes the contents of the field 'rows'",
            """
              final List<String> rows = new ArrayList<>();
              void fill() { List<String> all = rows(); all.add("a" + all.size()); } // 1 fill
              List<String> rows() { return rows; }
              void open(JButton b) {
                b.addActionListener(e -> {
                  fill(); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "array of a field that a library sorts",
            "it changes the contents of the field 'numbers'",
            """
              final int[] numbers = new int[100];
              void sort() { Arrays.sort(numbers); } // 1 sort
              void open(JButton b) {
                b.addActionListener(e -> {
                  sort(); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "list of the block's own object",
            "run 'String text = new Sorter().sorted();'|run 'new Sorter().sorted()'",
            """
              static class Sorter {
                private final List<String> rows = new ArrayList<>();
                String sorted() { rows.add(load()); Collections.sort(rows); return "" + rows; } // 1 sorted
              }
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = new Sorter().sorted(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "field that grows",
            "run 'load()'",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  status += load(); // 1 lambda$open$0
                  label.setText(status);
                });
              }
            """));
    all.add(
        new Hostile(
            "field that grows by what renews it",
            "it assigns the field 'status'",
            """
              String renew() { return status = load(); } // 1 renew
              void open(JButton b) {
                b.addActionListener(e -> {
                  status += renew(); // 2 lambda$open$0
                });
              }
            """));
    all.add(
        new Hostile(
            "lock around the slow call",
            "run 'synchronized (label) {",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  synchronized (label) {
                    load(); // 1 lambda$open$0
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "lock around a component",
            "[HK113]",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  synchronized (this) {
                    label.setText(load()); // 1 lambda$open$0
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "method that a class overrides",
            "it assigns the field 'rows'|run 'load()'",
            """
              abstract static class Source { abstract String read(); }
              static class Counting extends Source {
                int rows;
                String read() { rows++; return load(); } // 1 read
              }
              final Source source = new Counting();
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = source.read(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "lambda that counts, in a field",
            "it assigns the field 'calls'",
            """
              int calls;
              final java.util.function.Supplier<String> source = () -> { calls++; return load(); };
              static String ask(java.util.function.Supplier<String> s) { return s.get() + load(); } // 1 ask
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = ask(source); // 2 lambda$open$1
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "reference to a method that counts",
            "it assigns the field 'calls'",
            """
              int calls;
              String count() { calls++; return load(); }
              static String ask(java.util.function.Supplier<String> s) { return s.get() + load(); } // 1 ask
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = ask(this::count); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "task that a method posts",
            "run '",
            """
              class Task implements Runnable {
                public void run() {
                  String text = load(); // 1 run
                  label.setText(text);
                }
              }
              final Runnable again = new Task();
              static void later(Runnable r) { SwingUtilities.invokeLater(r); }
              void open() { later(new Task()); later(again); }
            """));
    all.add(
        new Hostile(
            "task that a method runs, too",
            "the toolkit calls 'run'",
            """
              class Task implements Runnable {
                public void run() {
                  String text = load(); // 1 run
                  label.setText(text);
                }
              }
              static void later(Runnable r) { SwingUtilities.invokeLater(r); r.run(); }
              void open() { later(new Task()); }
            """));
    all.add(
        new Hostile(
            "picture that is painted",
            "it uses the field 'picture'",
            """
              final BufferedImage picture = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB);
              void draw() { picture.setRGB(1, 1, 7); }
              void open(JButton b) {
                b.addActionListener(e -> {
                  draw(); // 1 lambda$open$0
                });
              }
              class View extends JPanel {
                protected void paintComponent(Graphics g) { g.drawImage(picture, 0, 0, null); }
              }
            """));
    all.add(
        new Hostile(
            "code that asks for its thread",
            "it asks on which thread it runs",
            """
              String check() { return EventQueue.isDispatchThread() ? load() : "wrong"; } // 1 check
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = check(); // 2 lambda$open$0
                  label.setText(text);
                });
              }
            """));
    all.add(
        new Hostile(
            "value of a thread",
            "run 'load()'",
            """
              static final ThreadLocal<String> USER = new ThreadLocal<>();
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = load() + USER.get(); // 1 lambda$open$0
                  label.setText(text);
                });
              }
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
        new Hostile(
            "lock that the worker needs, too",
            "a lock is held",
            """
              final Lock lock = new ReentrantLock();
              String guarded() { lock.lock(); try { return load(); } finally { lock.unlock(); } } // 1 guarded
              void open(JButton b) {
                b.addActionListener(e -> {
                  lock.lock();
                  try {
                    String text = guarded(); // 2 lambda$open$0
                    label.setText(text);
                  } finally {
                    lock.unlock();
                  }
                });
              }
            """));
    all.add(
        new Hostile(
            "second operand of a condition",
            "[HK113]",
            """
              boolean ready() { return true; }
              void open(JButton b) {
                b.addActionListener(e -> {
                  if (ready() && load().isEmpty()) { // 1 lambda$open$0
                    label.setText("empty");
                  }
                });
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
    String source = HEAD + hostile.members() + "}\n";
    Suggestion said = suggest(source, "Window.java").list().getFirst();
    boolean expected = false;
    for (String begin : hostile.answer().split("\\|", -1)) {
      expected |= said.text().startsWith(begin);
    }
    assertTrue(expected, said.text());
    assertEquals(
        hostile.answer().contains("run '") && said.text().startsWith("run"), said.proposed());
  }

  private Suggestions suggest(String source, String file) throws Exception {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, source);
    return Suggester.of(List.of(path), List.of()).suggest(List.of(freeze(source, "Window")));
  }

  private static Freeze freeze(String source, String type) {
    Map<String, String> marked = new TreeMap<>();
    List<String> lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      if (mark.find()) {
        marked.put(mark.group(1), type + "." + mark.group(2) + "(Window.java:" + (i + 1) + ")");
      }
    }
    List<String> frames = new ArrayList<>(marked.values());
    frames.add("javax.swing.AbstractButton.fireActionPerformed(AbstractButton.java:1972)");
    return new Freeze(Duration.ofMillis(300), Map.of(frames, 1.0));
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
    Suggestions said =
        Suggester.of(List.of(one, two), List.of()).suggest(List.of(freeze(source, "two.Window")));
    assertEquals(List.of(two), List.copyOf(said.patch().changes().keySet()));
  }

  /** The line of the recording is another statement now. */
  @Test
  void lineThatIsNoLongerInTheFunction_hasNoProposal() throws Exception {
    String source = HEAD + PLAIN + "}\n";
    Path path = Files.writeString(folder.resolve("Window.java"), "\n\n\n\n\n\n\n\n" + source);
    Suggestions said =
        Suggester.of(List.of(path), List.of()).suggest(List.of(freeze(source, "Window")));
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
    Suggestions said =
        Suggester.of(List.of(link.resolve("Window.java")), List.of())
            .suggest(List.of(freeze(source, "Window")));
    said.patch().apply();
    assertTrue(Files.isSymbolicLink(link));
    assertTrue(Files.readString(real.resolve("Window.java")).contains("//#omp target"));
  }

  private static String after(Suggestions said) {
    return said.patch().changes().values().iterator().next().after();
  }
}
