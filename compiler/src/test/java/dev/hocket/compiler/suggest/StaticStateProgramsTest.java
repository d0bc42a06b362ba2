package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that change what the whole program uses, around a wait or in the block: meanwhile other
 * handlers run, and would use or change it, too.
 */
class StaticStateProgramsTest {
  private static final String CALLS = "it calls '";
  private static final String RUNS = "run '";

  @TempDir private Path folder;

  static List<Hostile> programs() {
    return List.of(
        new Hostile(
            "property set, and restored after the wait",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String old = System.setProperty("http.proxyHost", "proxy");
                  String text = load(); // 1 lambda$open$0
                  System.setProperty("http.proxyHost", String.valueOf(old));
                  label.setText(text);
                });
              }
            """),
        new Hostile(
            "property read before the wait, and set after it",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  int count = Integer.parseInt(System.getProperty("count", "0"));
                  String text = load(); // 1 lambda$open$0
                  System.setProperty("count", String.valueOf(count + text.length()));
                });
              }
            """),
        new Hostile(
            "property read by another class",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  System.setProperty("count", e.getActionCommand());
                  String text = load(); // 1 lambda$open$0
                  label.setText(text + Integer.getInteger("count"));
                });
              }
            """),
        new Hostile(
            "properties taken out and changed",
            "it calls '|the handler changes 'getProperties'",
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  System.getProperties().put("mode", "slow");
                  String text = load(); // 1 lambda$open$0
                  System.getProperties().remove("mode");
                  label.setText(text);
                });
              }
            """),
        new Hostile(
            "locale for the length of the call",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  Locale old = Locale.getDefault();
                  Locale.setDefault(Locale.GERMANY);
                  String text = load(); // 1 lambda$open$0
                  Locale.setDefault(old);
                  label.setText(text);
                });
              }
            """),
        Hostile.button(
            "time zone, in methods of the program",
            CALLS,
            """
            static void enter() { TimeZone.setDefault(TimeZone.getTimeZone("UTC")); }
            static void leave() { TimeZone.setDefault(null); }
            """,
            """
            enter();
            String text = load(); // 1 lambda$open$0
            leave();
            label.setText(text);
            """),
        new Hostile(
            "property set and cleared in the slow method",
            CALLS,
            """
              String fetch() {
                System.setProperty("http.agent", "window");
                String text = "";
                for (int i = 0; i < 9; i++) {
                  text += load(); // 1 fetch
                }
                System.clearProperty("http.agent");
                return text;
              }
              void open(JButton b) {
                b.addActionListener(e -> label.setText(fetch())); // 2 lambda$open$0
              }
            """),
        new Hostile(
            "output stream exchanged by method references",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  java.util.function.Consumer<java.io.PrintStream> set = System::setOut;
                  java.io.PrintStream old = System.out;
                  set.accept(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
                  String text = load(); // 1 lambda$open$0
                  System.setOut(old);
                  label.setText(text);
                });
              }
            """),
        new Hostile(
            "look and feel around the wait",
            CALLS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  UIManager.put("ProgressBar.repaintInterval", 10);
                  String text = load(); // 1 lambda$open$0
                  label.setText(text);
                  UIManager.put("ProgressBar.repaintInterval", 50);
                });
              }
            """),
        new Hostile(
            "a file read before the wait, and written after it",
            CALLS,
            """
              void open(JButton b, java.nio.file.Path file) {
                b.addActionListener(e -> {
                  try {
                    String old = java.nio.file.Files.readString(file);
                    String text = load(); // 1 lambda$open$0
                    java.nio.file.Files.writeString(file, old + text);
                  } catch (java.io.IOException broken) {
                    label.setText("broken");
                  }
                });
              }
            """),
        new Hostile(
            "numbers, dates and text",
            RUNS,
            """
              void open(JButton b, JTextField field) {
                b.addActionListener(e -> {
                  int wanted = Math.max(1, Integer.parseInt(field.getText()));
                  long start = System.nanoTime();
                  String text = load(); // 1 lambda$open$0
                  long time = System.nanoTime() - start;
                  label.setText(String.format("%s %d %s", text, wanted, java.time.LocalDate.now()) + time);
                });
              }
            """),
        new Hostile(
            "a file written in the block, and a message",
            RUNS,
            """
              static void save(java.nio.file.Path file) throws java.io.IOException {
                java.nio.file.Files.createDirectories(file.getParent());
                java.nio.file.Files.writeString(file, load()); // 1 save
              }
              void open(JButton b, java.nio.file.Path file) {
                b.addActionListener(e -> {
                  try {
                    save(file); // 2 lambda$open$0
                    JOptionPane.showMessageDialog(b, "saved");
                  } catch (java.io.IOException broken) {
                    SwingUtilities.invokeLater(() -> label.setText("broken"));
                  }
                });
              }
            """),
        new Hostile(
            "one call that may change what the program uses",
            RUNS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  String text = load(); // 1 lambda$open$0
                  System.setProperty("last", text);
                  System.setProperty("again", text);
                });
              }
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aHandlerIsNotSplitWhereOthersWouldMeetItsState(Hostile program) throws Exception {
    program.check(folder);
  }
}
