package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs with two names for one place: what a handler reads by one name before the wait, and
 * changes by the other after it, another handler may change meanwhile.
 */
class AliasProgramsTest {
  private static final String SHARED = "the handler changes |the handler reads ";
  private static final String ADDS = "the handler changes 'area'|the handler changes 'model'";
  private static final String RUNS = "run 'load()'";

  @TempDir private Path folder;

  static List<Hostile> programs() {
    return List.of(
        Hostile.button(
            "lines of a log",
            RUNS,
            """
            final JTextArea log = new JTextArea();
            """,
            """
            log.append("Loading\\n");
            String text = load(); // 1 lambda$open$0
            log.append("Done " + text + "\\n");
            """),
        new Hostile(
            "event source",
            SHARED,
            """
              final JTextField f = new JTextField();
              void open() {
                f.addActionListener(e -> {
                  String old = ((JTextField) e.getSource()).getText();
                  String text = load(); // 1 lambda$open$0
                  f.setText(old + text);
                });
              }
            """),
        new Hostile(
            "event source as component",
            SHARED,
            """
              final JTextField f = new JTextField();
              void open() {
                f.addActionListener(e -> {
                  JTextField g = (JTextField) e.getSource();
                  String old = f.getText();
                  String text = load(); // 1 lambda$open$0
                  g.setText(old + text);
                });
              }
            """),
        new Hostile(
            "supplier alias",
            SHARED,
            handler(
                "final List<String> all = new ArrayList<>(); final java.util.function.Supplier<List<String>> s = () -> all;",
                "int n = s.get().size();",
                "all.add(text + n);")),
        new Hostile(
            "optional alias",
            SHARED,
            handler(
                "final List<String> all = new ArrayList<>(); final Optional<List<String>> o = Optional.of(all);",
                "int n = o.get().size();",
                "all.add(text + n);")),
        new Hostile(
            "record alias",
            SHARED,
            handler(
                "record Data(List<String> rows, int n) {} final List<String> all = new ArrayList<>(); Data d = new Data(all, 1);",
                "int n = d.rows().size();",
                "all.add(text + n);")),
        new Hostile(
            "selection index then remove",
            SHARED,
            """
              final DefaultListModel<String> model = new DefaultListModel<>(); final JList<String> list = new JList<>();
              void open(JButton b) {
                list.setModel(model);
                b.addActionListener(e -> {
                  int i = list.getSelectedIndex();
                  String text = load(); // 1 lambda$open$0
                  model.remove(i);
                });
              }
            """),
        Hostile.button(
            "static util list by two getters",
            SHARED,
            """
            static final List<String> L = new ArrayList<>(); static List<String> a() { return L; } static List<String> bb() { return Collections.unmodifiableList(L); }
            """,
            """
            List<String> x = bb();
            String text = load(); // 1 lambda$open$0
            a().add(text);
            label.setText("" + x.size());
            """),
        new Hostile(
            "array element alias",
            SHARED,
            handler(
                "final int[][] grid = new int[3][3]; final int[] row = grid[0];",
                "int n = row[1];",
                "grid[0][1] = n + text.length();")),
        Hostile.button(
            "inner class holder writes",
            SHARED,
            """
            class Rows { private final List<String> rows; Rows(List<String> r) { rows = r; } void put(String s) { rows.add(s); } }
            final List<String> all = new ArrayList<>(); final Rows rows = new Rows(all);
            """,
            """
            if (!all.isEmpty()) return;
            String text = load(); // 1 lambda$open$0
            rows.put(text);
            """),
        Hostile.button(
            "a field gets another field",
            SHARED,
            """
            final List<String> all = new ArrayList<>();
            final List<String> view = all;
            """,
            """
            int n = all.size();
            String text = load(); // 1 lambda$open$0
            view.add(text + n);
            label.setText("" + view.size());
            """),
        Hostile.button(
            "a constructor assigns a field to another",
            SHARED,
            """
            final List<String> all = new ArrayList<>();
            final List<String> view;
            Window() { view = all; }
            """,
            """
            int n = all.size();
            String text = load(); // 1 lambda$open$0
            view.add(text + n);
            """),
        Hostile.button(
            "two parameters get one list",
            SHARED,
            """
            final List<String> all; final List<String> view;
            Window(List<String> one, List<String> other) { all = one; view = other; }
            static Window make() { List<String> l = new ArrayList<>(); return new Window(l, l); }
            """,
            """
            int n = all.size();
            String text = load(); // 1 lambda$open$0
            view.add(text + n);
            """),
        Hostile.button(
            "a view of a map",
            SHARED,
            """
            final Map<String, String> map = new HashMap<>();
            final Collection<String> values = map.values();
            """,
            """
            int n = values.size();
            String text = load(); // 1 lambda$open$0
            map.put(text, "" + n);
            """),
        new Hostile(
            "only the slow call moves, not the loop over a view",
            RUNS,
            """
              final List<String> all = new ArrayList<>();
              final List<String> view = Collections.unmodifiableList(all);
              String slow() { String s = ""; for (String v : view) s += v; return s + load(); } // 1 slow
              void open(JButton b, JButton c) {
                c.addActionListener(e -> all.add("x"));
                b.addActionListener(e -> {
                  String text = slow(); // 2 lambda$open$1
                  label.setText(text);
                });
              }
            """),
        Hostile.button(
            "an object gets the list",
            SHARED,
            """
            final List<String> all = new ArrayList<>(); List<String> get() { return all; }
            final Holder h = new Holder(all);
            static class Holder { final List<String> l; Holder(List<String> l) { this.l = l; } int size() { return l.size(); } }
            """,
            """
            int n = h.size();
            String text = load(); // 1 lambda$open$0
            all.add(text + n);
            """),
        new Hostile(
            "a field gets the component of another",
            SHARED,
            handler(
                "final JTextArea area = new JTextArea(); final JTextArea other = area;",
                "String old = area.getText();",
                "other.setText(old + text);")),
        new Hostile(
            "a list shows a model",
            SHARED,
            handler(
                "final DefaultListModel<String> model = new DefaultListModel<>(); final JList<String> list = new JList<>(model);",
                "int n = list.getModel().getSize();",
                "model.addElement(text + n);")),
        new Hostile(
            "the document of an area",
            SHARED,
            handler(
                "final JTextArea area = new JTextArea(); final javax.swing.text.Document doc = area.getDocument();",
                "String old = area.getText();",
                "try { doc.remove(0, doc.getLength()); doc.insertString(0, old + text, null); } catch (Exception x) { }")),
        new Hostile(
            "a component is taken out of its panel",
            SHARED,
            handler(
                "final JPanel p = new JPanel(); final JTextField f = new JTextField(); { p.add(f); }",
                "String old = ((JTextField) p.getComponent(0)).getText();",
                "f.setText(old + text);")),
        new Hostile(
            "a text is set, then text is added",
            ADDS,
            handler(
                "final JTextArea area = new JTextArea();",
                "area.setText(\"\");",
                "area.append(text);")),
        new Hostile(
            "a size is set, then an element is added",
            ADDS,
            handler(
                "final DefaultListModel<String> model = new DefaultListModel<>();",
                "model.setSize(0);",
                "model.addElement(text);")),
        new Hostile(
            "a number of rows is set, then a row is added",
            ADDS,
            handler(
                "final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();",
                "model.setRowCount(0);",
                "model.addRow(new Object[] {text});")),
        Hostile.button(
            "two lists of their own",
            RUNS,
            """
            final List<String> all = new ArrayList<>();
            final List<String> copy = new ArrayList<>(all);
            """,
            """
            int n = all.size();
            String text = load(); // 1 lambda$open$0
            copy.add(text + n);
            """),
        new Hostile(
            "two components of one panel",
            RUNS,
            """
              final JTextField field = new JTextField();
              final JPanel panel = new JPanel();
              void open(JButton b) {
                panel.add(field);
                panel.add(label);
                b.addActionListener(e -> {
                  String name = field.getText();
                  String text = load(); // 1 lambda$open$0
                  label.setText(name + text);
                });
              }
            """),
        new Hostile(
            "a text is set twice",
            RUNS,
            """
              void open(JButton b) {
                b.addActionListener(e -> {
                  label.setText("busy");
                  String text = load(); // 1 lambda$open$0
                  label.setText(text);
                });
              }
            """));
  }

  /** A handler that does one thing before a wait and another after it. */
  private static String handler(String fields, String before, String after) {
    return """
      %s
      void open(JButton b) {
        b.addActionListener(e -> {
          %s
          String text = load(); // 1 lambda$open$0
          %s
        });
      }
    """
        .formatted(fields, before, after);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void twoNamesForOnePlace_areOnePlace(Hostile hostile) throws Exception {
    hostile.check(folder);
  }
}
