package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose slow method runs code that no call names: what initialises objects and classes,
 * code behind many calls, and code that reflection calls.
 */
class InitialisersProgramsTest {
  /** Only the call before the code in question may move. */
  private static final String LOADS = "|run 'load().length()'";

  private static final String ASSIGNS = "it assigns the field 'count'" + LOADS;
  private static final String USES = "[HK113]|[HK114]|it may " + LOADS;

  @TempDir private Path folder;

  private static Hostile slow(String answer, String statement, String members) {
    return Hostile.button(
        statement + members,
        answer,
        """
        static int count;
        static final JTextField field = new JTextField();
        void bump() { count++; }
        String slow() {
          int n = load().length(); // 1 slow
          STATEMENT
          return "" + n;
        }
        MEMBERS
        """
            .replace("STATEMENT", statement)
            .replace("MEMBERS", members),
        """
        String text = slow(); // 2 lambda$open$0
        label.setText(text);
        """);
  }

  /** A method that calls the next one, and so on. */
  private static Hostile deep(String answer, String last) {
    String calls =
        IntStream.range(1, 20)
            .mapToObj(i -> "void w" + i + "() { w" + (i + 1) + "(); }\n")
            .collect(Collectors.joining());
    return slow(answer, "w1();", calls + "void w20() { " + last + " }\n");
  }

  /** A handler in another class than the method that it calls. */
  private static Hostile nested(String answer, String maker) {
    return new Hostile(
        "nested class, " + maker,
        answer,
        """
        static final JTextField field = new JTextField();
        static class Go {
          final JLabel label = new JLabel();
          void open(JButton b) {
            b.addActionListener(e -> {
              String text = load(); // 1 lambda$open$0
              label.setText(text);
            });
          }
        }
        """
            + maker);
  }

  static List<Hostile> programs() {
    return List.of(
        slow(ASSIGNS, "new Item();", "static class Item { final int id = count++; }"),
        slow(ASSIGNS, "new Item();", "static class Item { { count++; } }"),
        slow(
            ASSIGNS,
            "Item.go();",
            "static class Item { static { count++; } static void go() { } }"),
        slow(ASSIGNS, "n += Item.id;", "static class Item { static int id = count++; }"),
        slow(
            ASSIGNS,
            "new Item();",
            "static class Base { static int id = count++; } static class Item extends Base { }"),
        slow(ASSIGNS, "new Object() { int id = count++; };", ""),
        slow(ASSIGNS, "new Object() { { bump(); } };", ""),
        slow(ASSIGNS, "new Item().go();", "class Item { void go() { bump(); } }"),
        slow(
            ASSIGNS,
            "Mode m = Mode.A;",
            "enum Mode { A; Mode() { add(); } static void add() { count++; } }"),
        slow(ASSIGNS, "Mode m = Mode.A;", "enum Mode { A { { count++; } } }"),
        slow(USES, "new Item();", "static class Item { String text = field.getText(); }"),
        slow(USES, "new Item();", "static class Item { { field.setText(\"\"); } }"),
        slow(
            USES,
            "new Item();",
            "static class Base { String s = field.getText(); } static class Item extends Base { }"),
        slow(USES, "new Object() { { field.setText(\"\"); } };", ""),
        slow(
            USES,
            "Item.go();",
            "static class Item { static { field.setText(\"\"); } static void go() { } }"),
        slow(
            USES,
            "Item.go();",
            "static class Item { static JLabel l = new JLabel(); static void go() { } }"),
        slow(USES, "Mode m = Mode.A;", "enum Mode { A; final String s = field.getText(); }"),
        slow(USES, "Mode m = Mode.A;", "enum Mode { A; Mode() { field.setText(\"\"); } }"),
        deep(USES, "field.setText(\"\");"),
        deep(ASSIGNS, "count++;"),
        slow(
            "it calls 'Class.getDeclaredMethod'|it calls 'Method.invoke'" + LOADS,
            "try { Window.class.getDeclaredMethod(\"hidden\").invoke(null); } catch (Exception x) { }",
            "static void hidden() { count++; }"),
        slow(
            "it calls 'Class.forName'" + LOADS,
            "try { Class.forName(\"Window$Item\"); } catch (Exception x) { }",
            "static class Item { static int id = count++; }"),
        slow(
            "run 'slow()'",
            "new Item();",
            """
            static class Item {
              static final Map<String, String> NAMES;
              static { NAMES = new HashMap<>(); }
              final List<String> rows = new ArrayList<>();
              int n;
              { n = 1; rows.add("a"); }
            }
            """),
        slow(
            "run 'slow()'",
            "Mode m = Mode.A;",
            "enum Mode { A(1); final int n; Mode(int n) { this.n = n; } }"),
        nested("run 'load()'", "Window() { new Go(); }"),
        nested("it may make a 'JTextField'", ""),
        deep("run 'slow()'", "load();"));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_seesWhatNoCallNames(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
