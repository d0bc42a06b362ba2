package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that read a place before the wait and write it after: what another handler writes
 * meanwhile would be lost. Java evaluates operands from left to right, so {@code status + slow()}
 * reads the field before the call is awaited.
 */
class LostUpdateProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  /** No value may be proposed, whichever rule is the first to say so. */
  private static final String LOST =
      "the handler changes |it changes the contents |it reads |it assigns |[HK113]";

  @TempDir private Path folder;

  /** A program with a handler that calls {@code compute()}, which shows what it computes. */
  private static Hostile calls(String name, String answer, String fields, String statements) {
    return new Hostile(
        name,
        answer,
        fields
            + """
              String compute() { label.setText("busy"); String text = load(); label.setText(text); return text; } // 1 compute
              int count() { label.setText("busy"); int n = load().length(); label.setText("" + n); return n; }
              void open(JButton b) {
                b.addActionListener(e -> {
            """
            + statements
            + """
                });
              }
            """);
  }

  /** The same with {@code count()}, which returns a number. */
  private static Hostile counts(String name, String answer, String fields, String statements) {
    Hostile one = calls(name, answer, fields, statements);
    String members =
        one.members()
            .replace("return text; } // 1 compute", "return text; }")
            .replace("return n; }", "return n; } // 1 count");
    return new Hostile(name, answer, members);
  }

  private static final String READS = "the handler reads 'area'";

  /** A program that takes the text of an area before the wait. */
  private static Hostile shows(String name, String answer, String statement) {
    return new Hostile(
        name,
        answer,
        """
          final JTextArea area = new JTextArea();
          void show(String text) { area.insert(text, 0); }
          void open(JButton b) {
            b.addActionListener(e -> {
              String old = TAKEN;
              String text = load(); // 1 lambda$open$0
              STATEMENT
            });
          }
        """
            .replace("TAKEN", answer.equals(READS) ? "area.getText()" : "label.getText()")
            .replace("label.getText()", statement.startsWith("label") ? "area.getText()" : "\"\"")
            .replace("STATEMENT", statement));
  }

  /** A program that fills a menu after the wait. */
  private static Hostile menu(String answer, String before, String after) {
    return new Hostile(
        "menu: " + before,
        answer,
        """
          final JPopupMenu menu = new JPopupMenu();
          void open(JButton b) {
            b.addActionListener(e -> {
              BEFORE
              String text = load(); // 1 lambda$open$0
              AFTER
              menu.add(text);
            });
          }
        """
            .replace("BEFORE", before)
            .replace("AFTER", after));
  }

  /** A program that visits watchers, of which a handler adds more. */
  private static Hostile watchers(String watcher, String visit) {
    return new Hostile(
        "watchers: " + visit,
        "it may call 'JLabel.setText'|the handler would wait in a loop over 'watchers'|it uses",
        """
          interface Watcher { void changed(); }
          final List<Watcher> watchers = new ArrayList<>();
          void tell() {
            for (Watcher each : watchers) {
              VISIT
            }
          }
          void open(JButton b, JButton c) {
            c.addActionListener(e -> watchers.add(() -> {
              WATCHER
            }));
            b.addActionListener(e -> {
              tell(); // 3 lambda$open$1
            });
          }
        """
            .replace("VISIT", visit)
            .replace("WATCHER", visit.startsWith("load") ? "load();" : watcher));
  }

  static List<Hostile> programs() {
    return List.of(
        calls(
            "field that a statement reads before the call and assigns after it",
            LOST,
            "",
            "status = status + compute(); // 2 lambda$open$0\n"),
        calls(
            "field that grows by what is awaited",
            LOST,
            "",
            "status += compute(); // 2 lambda$open$0\n"),
        calls(
            "field that a local variable has from before",
            LOST,
            "",
            "String old = status;\nstatus = old + compute(); // 2 lambda$open$0\n"),
        calls(
            "field that is assigned what is awaited",
            "run 'load()'",
            "",
            "status = compute(); // 2 lambda$open$0\n"),
        calls(
            "field that is read before and shown after",
            "run 'load()'",
            "",
            "label.setText(status + compute()); // 2 lambda$open$0\n"),
        counts(
            "entry of a map",
            LOST,
            "final Map<String, Integer> counts = new HashMap<>();\n",
            "counts.put(status, counts.get(status) + count()); // 2 lambda$open$0\n"),
        counts(
            "entry of a map that a method of the program changes",
            LOST,
            """
            final Map<String, Integer> counts = new HashMap<>();
            void put(int n) { counts.put(status, n); }
            """,
            "put(counts.get(status) + count()); // 2 lambda$open$0\n"),
        counts(
            "element of an array",
            LOST,
            "final int[] cells = new int[2];\n",
            "int old = cells[0];\ncells[0] = old + count(); // 2 lambda$open$0\n"),
        counts(
            "element of an array that grows",
            LOST,
            "final int[] cells = new int[2];\n",
            "cells[0] += count(); // 2 lambda$open$0\n"),
        counts(
            "element of an array at an awaited index",
            LOST,
            "final int[] cells = new int[2];\n",
            "cells[0] = 1;\nlabel.setText(\"\" + cells[count()]); // 2 lambda$open$0\n"),
        counts(
            "row of a list at an awaited index",
            LOST,
            "final List<String> rows = new ArrayList<>();\n",
            "rows.add(status);\nlabel.setText(rows.get(count())); // 2 lambda$open$0\n"),
        Hostile.button(
            "entry of a map, computed in the same method",
            LOST,
            """
            final Map<String, Integer> counts = new HashMap<>();
            """,
            """
            int old = counts.get(status);
            counts.put(status, old + load().length()); // 1 lambda$open$0
            """),
        Hostile.button(
            "element of an array, computed in the same method",
            LOST,
            """
            final int[] cells = new int[2];
            """,
            """
            int old = cells[0];
            cells[0] = old + load().length(); // 1 lambda$open$0
            """),
        Hostile.button(
            "sum of a loop's rounds",
            LOST,
            """
            int total;
            """,
            """
            for (int i = 0; i < 3; i++) {
              label.setText("" + i);
              total += load().length(); // 1 lambda$open$0
            }
            """),
        counts(
            "argument of the call that the handler changes later",
            LOST,
            "int page;\nint count(int n) { return n + count(); } // 2 count\n",
            "int n = count(page); // 3 lambda$open$0\npage++;\n"),
        Hostile.button(
            "picture that is passed and replaced",
            LOST,
            """
            int[] pixels = new int[9];
            static int[] negative(int[] from) {
              int[] to = new int[from.length];
              for (int i = 0; i < from.length; i++) {
                to[i] = ~from[i]; // 1 negative
              }
              return to;
            }
            """,
            """
            int[] made = negative(pixels); // 2 lambda$open$0
            label.setText("");
            pixels = made;
            """),
        settles("after the wait, it sets 'dirty'", "dirty = false;", "dirty = true;"),
        settles("after the wait, it sets 'dirty'", "saved();", "if (!dirty) { dirty = true; }"),
        settles("after the wait, it sets 'page'", "page = FIRST;", "page++;"),
        settles(OTHER, "dirty = false;", "dirty = false;"),
        settles(OTHER, "saved();", "saved();"),
        settles(OTHER, "page = t.length();", "page = 0;"),
        watchers("label.setText(load()); // 1 lambda$open$0", "each.changed(); // 2 tell"),
        watchers("load(); // 1 lambda$open$0", "load(); // 2 tell"),
        menu("the handler empties 'menu'", "menu.removeAll();", ""),
        Hostile.button(
            "selection that is cut after the wait",
            "the handler changes 'area'",
            "final JTextArea area = new JTextArea();\n",
            """
            area.selectAll();
            String text = load(); // 1 lambda$open$0
            area.cut();
            label.setText(text);
            """),
        Hostile.button(
            "list that is disabled while it waits",
            "run 'load()'",
            "final JList<String> list = new JList<>();\n",
            """
            list.setEnabled(false);
            String text = load(); // 1 lambda$open$0
            list.clearSelection();
            list.setEnabled(true);
            """),
        menu("run 'load()'", "label.setText(\"busy\");", "menu.removeAll();"),
        shows("text that the user types meanwhile", READS, "area.setText(old + text);"),
        shows("text that is added", "run 'load()'", "area.append(text);"),
        shows("list that a method changes", READS, "show(text);"),
        shows("text that another component shows", "run 'load()'", "label.setText(old + text);"));
  }

  /** A handler that sets a field after the wait, and another one that may set it meanwhile. */
  private static Hostile settles(String answer, String after, String other) {
    return Hostile.handler(
        after + " and " + other,
        answer,
        """
        static final int FIRST = 1;
        boolean dirty;
        int page;
        void saved() { dirty = false; }
        """,
        "String t = load(); // 1 lambda$open$0\n" + after + "\n",
        other + "\n");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_losesNoUpdate(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
