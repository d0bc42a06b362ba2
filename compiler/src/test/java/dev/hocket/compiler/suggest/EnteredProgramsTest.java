package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers that change, or ask for, what the user may enter during their wait. */
class EnteredProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  private static final String RUNS = "run 'load()'";
  private static final String ASKS = "it would ask '";
  private static final String FIELD = "final JTextField field = new JTextField();\n";
  private static final String AREA = "final JTextArea area = new JTextArea();\n";
  private static final String TABLE =
      "final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();\n"
          + "final JTable table = new JTable(model);\n";

  @TempDir private Path folder;

  /** A handler with code around its wait, and what the program does when it opens its window. */
  private static Hostile around(
      String answer, String members, String opening, String before, String after) {
    return new Hostile(
        members + opening + before + after,
        answer.equals("'") ? "'" + after.replaceFirst(";$", "") + "'" : answer,
        members
            + "void open(JButton b, JButton c, JPanel panel) {\n"
            + opening
            + "\nb.addActionListener(e -> {\n"
            + before
            + "\nString t = load(); // 1 lambda$open$0\n"
            + after
            + "\n});\n}\n");
  }

  private static Hostile around(String answer, String members, String before, String after) {
    return around(answer, members, "", before, after);
  }

  /** What the user enters is lost. */
  static List<Hostile> sets() {
    String ask = "String save() { return field.getText(); }\n";
    String box = "final JCheckBox box = new JCheckBox();\n";
    String combo = "final JComboBox<String> box = new JComboBox<>();\n";
    String list = "final JList<String> list = new JList<>();\n";
    String reads = "boolean is() { return box.isSelected(); }\n";
    return List.of(
        around("'", FIELD + ask, "", "field.setText(t);"),
        around(RUNS, FIELD, "", "field.setText(t);"),
        around(RUNS, AREA, "", "area.append(t);"),
        around("'", box + reads, "", "box.setSelected(t.isEmpty());"),
        around("'", box, "", "box.setSelected(t.isEmpty());"),
        around(
            RUNS,
            AREA + "final JScrollPane pane = new JScrollPane(area);\n",
            "",
            "pane.getVerticalScrollBar().setValue(9);"),
        around(
            "'",
            combo + "Object chosen() { return box.getSelectedItem(); }\n",
            "",
            "box.setSelectedItem(t);"),
        around(
            "'",
            TABLE + "Object cell() { return table.getValueAt(0, 0); }\n",
            "",
            "model.setValueAt(t, 0, 0);"),
        around(
            "'",
            TABLE + "Object cell() { return model.getDataVector(); }\n",
            "",
            "model.setRowCount(0);"),
        around(RUNS, TABLE, "", "model.setRowCount(0);"),
        around(
            "'",
            list + "int row() { return list.getSelectedIndex(); }\n",
            "",
            "list.setSelectedIndex(t.length());"),
        around(
            RUNS,
            list + "int row() { return list.getSelectedIndex(); }\n",
            "",
            "list.setListData(new String[] {t});"),
        around(
            "'",
            "final JSlider slider = new JSlider();\nint now() { return slider.getValue(); }\n",
            "",
            "slider.setValue(t.length());"));
  }

  /** Other ways to learn what the user has entered. */
  static List<Hostile> asked() {
    String set = "area.setText(t);";
    return List.of(
        around("'", AREA, "area.addKeyListener(new KeyAdapter() {});", "", set),
        around(
            "'", AREA, "area.getDocument().addDocumentListener((DocumentListener) null);", "", set),
        around("'", AREA, "java.util.function.Supplier<String> s = area::getText;", "", set),
        around("'", AREA, "JTextArea other = area;\nother.getText();", "", set),
        around("'", AREA, "panel.add(area);\n((JTextArea) panel.getComponent(0)).copy();", "", set),
        around(
            "'",
            AREA,
            "c.addActionListener(e -> ((JTextArea) KeyboardFocusManager"
                + ".getCurrentKeyboardFocusManager().getFocusOwner()).cut());",
            "",
            set),
        around(
            "'",
            AREA,
            "panel.setTransferHandler(new TransferHandler() {\n"
                + "@Override public void exportToClipboard(JComponent from,"
                + " java.awt.datatransfer.Clipboard to, int action) {\n"
                + "((JTextArea) from).getText();\n}\n});",
            "",
            set),
        around(
            "'",
            "class Editor extends JTextArea { String all() { return getText(); } }\n"
                + "final Editor area = new Editor();\n",
            "",
            set),
        around(RUNS, AREA, "panel.add(new JScrollPane(area));", "", set));
  }

  /** What the user enters becomes a part of a run that has begun before. */
  static List<Hostile> gets() {
    return List.of(
        around(ASKS, FIELD, "", "label.setText(t + field.getText());"),
        around(RUNS, FIELD, "String own = field.getText();", "label.setText(t + own);"),
        around(ASKS, TABLE, "", "label.setText(t + table.getSelectedRow());"),
        around(ASKS, TABLE, "", "label.setText(t + table.convertRowIndexToModel(0));"),
        around(RUNS, TABLE, "", "label.setText(t + table.getRowCount());"),
        around(ASKS, AREA, "", "area.copy();"),
        around(
            ASKS,
            "final JPopupMenu menu = new JPopupMenu();\n",
            "",
            "label.setText(t + menu.getInvoker());"),
        around(
            ASKS,
            "final ButtonGroup group = new ButtonGroup();\n",
            "",
            "label.setText(t + group.getSelection().getActionCommand());"),
        around(
            ASKS,
            FIELD + "String text() { return field.getText(); }\n",
            "",
            "label.setText(t + text());"),
        around(
            ASKS,
            FIELD,
            "",
            "java.util.function.Supplier<String> s = field::getText;\nlabel.setText(t + s.get());"),
        around(RUNS, "", "", "JTextField own = new JTextField(t);\nown.getText();"),
        around(
            RUNS,
            "class Form extends JPanel {\nfinal JTextField name = new JTextField();\n"
                + "Form(String t) { name.setText(t); name.selectAll(); add(name); name.getText(); }\n}\n",
            "",
            "new Form(t);"));
  }

  /** Components that take no input during the wait. */
  static List<Hostile> locked() {
    String lock = "field.setEnabled(false);";
    String free = "field.setText(t + field.getText());\nfield.setEnabled(true);";
    String set = "area.setText(t);";
    String asked = AREA + "String all() { return area.getText(); }\n";
    String no = "area.setEditable(false);";
    return List.of(
        around(RUNS, FIELD, lock, free),
        around(
            ASKS,
            FIELD,
            "panel.add(new JTextField(field.getDocument(), \"\", 1));",
            lock,
            "label.setText(t + field.getText());"),
        around(
            ASKS,
            FIELD,
            "if (status.isEmpty()) {\n" + lock + "\n}",
            "label.setText(t + field.getText());"),
        around(
            ASKS, FIELD, lock + "\nfield.setEnabled(true);", "label.setText(t + field.getText());"),
        around(
            ASKS,
            FIELD + "JTextField other = new JTextField();\n",
            "other.setEnabled(false);",
            "label.setText(t + field.getText());"),
        around(
            ASKS,
            FIELD,
            "c.addActionListener(e -> field.setEnabled(true));",
            lock,
            "label.setText(t + field.getText());"),
        around(RUNS, asked, no, "", set),
        around("'", asked, no + "\nc.addActionListener(e -> area.setEditable(true));", "", set),
        around("'", asked, "c.addActionListener(e -> " + no.replace(";", "") + ");", "", set),
        around("'", asked, "if (panel != null) {\n" + no + "\n}", "", set),
        around(
            "'",
            "JTextArea area = new JTextArea();\nString all() { return area.getText(); }\n",
            no + "\nc.addActionListener(e -> area = new JTextArea());",
            "",
            set),
        around(ASKS, asked, no, "", "label.setText(t + area.getSelectedText());"),
        around(RUNS, asked, no, "", "label.setText(t + area.getText());"));
  }

  /** A handler that reads something for the first time after its wait, beside another one. */
  private static Hostile late(String answer, String members, String after, String other) {
    return Hostile.handler(
        members + after + other,
        answer,
        members,
        "String t = load(); // 1 lambda$open$0\n" + after + "\n",
        other + "\n");
  }

  /** What another handler changes during the wait becomes a part of this run. */
  static List<Hostile> late() {
    String rows = "final List<String> rows = new ArrayList<>();\n";
    String shows = "label.setText(t + status);";
    String bar = "final JProgressBar bar = new JProgressBar();\n";
    return List.of(
        late("it would read 'status'", "", shows, "status = \"new\";"),
        late(
            "it would read 'status'",
            "void show(String t) { " + shows + " }\n",
            "show(t);",
            "status += 1;"),
        late("it would read 'rows'", rows, "label.setText(t + rows.size());", "rows.add(\"a\");"),
        late("it would read 'bar'", bar, "label.setText(t + bar.getValue());", "bar.setValue(1);"),
        late(RUNS, bar, "label.setText(t + bar.getValue());", "label.setText(\"\");"),
        late(OTHER, rows, "rows.add(t);", "rows.add(\"a\");"),
        late(OTHER, "", "status = t;\nlabel.setText(status);", "status = \"new\";"));
  }

  /** Models, editors and actions that share their state with a component, and own models. */
  static List<Hostile> parts() {
    String range =
        "final DefaultBoundedRangeModel model = new DefaultBoundedRangeModel();\n"
            + "final JProgressBar bar = new JProgressBar(model);\n";
    String box =
        "final JComboBox<String> box = new JComboBox<>();\n"
            + "Object item() { return box.getEditor().getItem(); }\n";
    String action =
        "final Action toggle = new AbstractAction() {\n"
            + "public void actionPerformed(ActionEvent e) {}\n};\n";
    String list =
        "final DefaultListModel<String> model = new DefaultListModel<>();\n"
            + "final JList<String> list = new JList<>(model);\n";
    String rows =
        """
        static class Rows extends javax.swing.table.AbstractTableModel {
          final List<String> rows = new ArrayList<>();
          public int getRowCount() { return rows.size(); }
          public int getColumnCount() { return 1; }
          public Object getValueAt(int r, int c) { return rows.get(r); }
          %s
        }
        final Rows model = new Rows();
        """;
    String stores = "public void setValueAt(Object v, int r, int c) { rows.set(r, \"\" + v); }";
    String record = "record State(String name) {}\nState state = new State(\"a\");\n";
    String view =
        "interface View {}\nrecord Doc(List<String> lines) implements View {}\n"
            + "View view = new Doc(new ArrayList<>());\n";
    return List.of(
        around(
            "'",
            range
                + "final JSlider slider = new JSlider(model);\n"
                + "int now() { return slider.getValue(); }\n",
            "",
            "bar.setValue(t.length());"),
        around(RUNS, range, "", "bar.setValue(t.length());"),
        around(
            "'",
            range + "final JSlider slider = new JSlider(model);\n",
            "",
            "bar.setValue(t.length());"),
        around(
            "'",
            "final SpinnerNumberModel number = new SpinnerNumberModel();\n"
                + "final JSpinner spinner = new JSpinner(number);\n",
            "",
            "number.setValue(t.length());"),
        around(
            "'",
            "final JSlider slider = new JSlider();\nint now() { return slider.getValue(); }\n",
            "",
            "((JSlider) SwingUtilities.getDeepestComponentAt(panel, 0, 0)).getModel().setValue(1);"),
        around("'", box, "", "box.getEditor().setItem(t);"),
        around(
            ASKS,
            action + "final JCheckBox box = new JCheckBox(toggle);\n",
            "",
            "toggle.putValue(Action.SELECTED_KEY, true);"),
        around(
            RUNS,
            action + "final JButton button = new JButton(toggle);\n",
            "",
            "toggle.putValue(Action.NAME, t);"),
        around(
            RUNS,
            list + "int row() { return list.getSelectedIndex(); }\n",
            "",
            "model.clear();\nmodel.addElement(t);"),
        around("the user may enter something", rows.formatted(stores), "", "model.rows.set(0, t);"),
        around(
            RUNS, rows.formatted(""), "", "model.rows.set(0, t);\nmodel.fireTableDataChanged();"),
        around(
            "it would read 'own'",
            view,
            "View own = view;\nc.addActionListener(e -> ((Doc) view).lines().add(\"a\"));",
            "",
            "if (own instanceof Doc(var lines)) { label.setText(t + lines.size()); }"),
        late(
            "it would read 'state'",
            record,
            "label.setText(t + state.name());",
            "state = new State(\"b\");"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"sets", "asked", "gets", "locked", "late", "parts"})
  void whatTheUserEnters_isNeitherLostNorUsedTooEarly(Hostile program) throws Exception {
    program.check(folder);
  }
}
