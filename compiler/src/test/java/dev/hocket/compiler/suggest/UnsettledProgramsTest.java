package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners that ask a component after the wait, which changes when they have returned. */
class UnsettledProgramsTest {
  private static final String CHANGES = "the component changes when its listeners have returned";
  private static final String RUNS = "run 'load()'";

  /** The component has changed already, but the user may enter something during the wait. */
  private static final String ENTERED = "it would ask '";

  @TempDir private Path folder;

  private static Hostile edit(String answer, String before, String after) {
    return new Hostile(
        before + " and " + after,
        answer,
        "void open(JTable table, DefaultCellEditor editor) {\n"
            + "  editor.addCellEditorListener(new CellEditorListener() {\n"
            + "@Override public void editingStopped(ChangeEvent e) {\n"
            + before
            + "\nString t = load(); // 1 editingStopped\n"
            + after
            + "\n}\n@Override public void editingCanceled(ChangeEvent e) {}\n  });\n}\n");
  }

  private static Hostile key(String answer, String method, String after) {
    return new Hostile(
        method + " and " + after,
        answer,
        "void open(JTextField field) {\n  field.addKeyListener(new KeyAdapter() {\n"
            + "@Override public void %1$s(KeyEvent e) {\nString t = load(); // 1 %1$s\n"
                .formatted(method)
            + after
            + "\n}\n  });\n}\n");
  }

  /** The listener of a menu item that a key runs. */
  private static Hostile accelerator(String answer, String keys) {
    return new Hostile(
        "accelerators " + keys,
        answer,
        "void open(JMenuItem item, JTextField field) {\n"
            + Stream.of(keys.split("; "))
                .map("item.setAccelerator(KeyStroke.getKeyStroke(%s));\n"::formatted)
                .collect(Collectors.joining())
            + "item.addActionListener(e -> {\nString t = load(); // 1 lambda$open$0\n"
            + "label.setText(t + field.getText());\n});\n}\n");
  }

  /**
   * A listener of the mouse, of a button that may get new looks, whose listener then comes last.
   */
  private static Hostile mouse(String answer, String looks) {
    return new Hostile(
        "mouse with new looks: " + looks,
        answer,
        "void open(JCheckBox box) {\n  box.addMouseListener(new MouseAdapter() {\n"
            + "@Override public void mouseReleased(MouseEvent e) {\n"
            + "String t = load(); // 1 mouseReleased\nlabel.setText(t + box.isSelected());\n}\n"
            + "  });\n"
            + looks
            + "\n}\n");
  }

  static List<Hostile> programs() {
    return List.of(
        mouse(ENTERED, ""),
        mouse(CHANGES, "SwingUtilities.updateComponentTreeUI(box);"),
        mouse(CHANGES, "JTable other = new JTable(); other.updateUI();"),
        accelerator(CHANGES, "\"S\""),
        accelerator(CHANGES, "KeyEvent.VK_S, InputEvent.SHIFT_DOWN_MASK"),
        accelerator(
            ENTERED,
            "\"ctrl S\"; KeyEvent.VK_F5, 0;"
                + " KeyEvent.VK_S, InputEvent.SHIFT_DOWN_MASK | InputEvent.META_DOWN_MASK;"
                + " KeyEvent.VK_S, Toolkit.getDefaultToolkit().getMenuShortcutKeyMaskEx()"),
        edit(CHANGES, "", "label.setText(t + table.getEditingRow());"),
        edit(CHANGES, "", "label.setText(t + table.getEditingColumn());"),
        edit(CHANGES, "", "label.setText(t + table.getCellEditor().getCellEditorValue());"),
        edit(CHANGES, "", "label.setText(t + editor.getCellEditorValue());"),
        edit(RUNS, "int row = table.getEditingRow();", "label.setText(t + row);"),
        key(CHANGES, "keyTyped", "label.setText(t + field.getText());"),
        key(CHANGES, "keyPressed", "label.setText(t + field.getCaretPosition());"),
        key(RUNS, "keyPressed", "label.setText(t);"),
        key(CHANGES, "keyReleased", "label.setText(t + field.getText());"),
        key(RUNS, "keyReleased", "label.setText(t);"),
        new Hostile(
            "field that gets its value when the focus has gone",
            CHANGES,
            """
            void open(JFormattedTextField field) {
              field.addFocusListener(new FocusAdapter() {
                @Override public void focusLost(FocusEvent e) {
                  String t = load(); // 1 focusLost
                  label.setText(t + field.getValue());
                }
              });
            }
            """),
        new Hostile(
            "listener that a program passes on",
            CHANGES,
            """
            class Edited implements CellEditorListener {
              final JTable table;
              Edited(JTable table) { this.table = table; }
              int row() { return table.getEditingRow(); }
              @Override public void editingStopped(ChangeEvent e) {
                String t = load(); // 1 editingStopped
                label.setText(t + row());
              }
              @Override public void editingCanceled(ChangeEvent e) {}
            }
            void open(JTable table, DefaultCellEditor editor) {
              editor.addCellEditorListener(new Edited(table));
            }
            """),
        Hostile.button(
            "button that asks a table",
            ENTERED,
            "final JTable table = new JTable();\n",
            "String t = load(); // 1 lambda$open$0\nlabel.setText(t + table.getEditingRow());\n"));
  }

  /** A listener that a call adds; {@code %s} is the lambda. */
  private static Hostile added(String answer, String members, String add, String after) {
    String lambda = "e -> {\nString t = load(); // 1 lambda$open$0\n" + after + "\n}";
    return new Hostile(
        add + " and " + after,
        answer,
        members + "\nvoid open() {\n" + add.formatted(lambda) + "\n}\n");
  }

  /** What the toolkit does after some listeners, and before others. */
  static List<Hostile> adding() {
    String field = "final JTextField field = new JTextField();\n";
    String shows = "label.setText(t + field.getText());";
    String box = "final JCheckBox box = new JCheckBox();\n";
    String tree = "final JTree tree = new JTree();\n";
    String document =
        "field.getDocument().addDocumentListener(new DocumentListener() {\n"
            + "@Override public void removeUpdate(DocumentEvent e) {}\n"
            + "@Override public void changedUpdate(DocumentEvent e) {}\n"
            + "@Override public void insertUpdate(DocumentEvent e) {\n"
            + "String t = load(); // 1 insertUpdate\n%s\n}\n});\n";
    String action =
        "field.getActionMap().put(\"a\", new AbstractAction() {\n"
            + "@Override public void actionPerformed(ActionEvent e) {\n"
            + "String t = load(); // 1 actionPerformed\n%s\n}\n});\n";
    return List.of(
        new Hostile(
            "document listener that asks the caret",
            CHANGES,
            field
                + "void open() {\n"
                + document.formatted("label.setText(t + field.getCaretPosition());")
                + "}\n"),
        new Hostile(
            "document listener that asks nothing",
            RUNS,
            field + "void open() {\n" + document.formatted("label.setText(t);") + "}\n"),
        new Hostile(
            "action of a key, before the typed character",
            CHANGES,
            field + "void open() {\n" + action.formatted(shows) + "}\n"),
        added(CHANGES, field, "field.addCaretListener(%s);", shows),
        added(CHANGES, field, "field.addPropertyChangeListener(\"value\", %s);", shows),
        added(
            CHANGES,
            field,
            "field.registerKeyboardAction(%s, KeyStroke.getKeyStroke(\"A\"), 0);",
            shows),
        added(ENTERED, field, "field.addActionListener(%s);", shows),
        added(ENTERED, field + box, "box.addActionListener(%s);", shows),
        added(CHANGES, box, "box.addItemListener(%s);", "label.setText(t + box.isSelected());"),
        added(
            CHANGES,
            box,
            "box.addActionListener(%s);",
            "label.setText(t + box.getModel().isArmed());"),
        added(
            CHANGES,
            "final JSpinner spinner = new JSpinner();\n",
            "spinner.addChangeListener(%s);",
            "label.setText(t + ((JSpinner.DefaultEditor) spinner.getEditor()).getTextField().getText());"),
        added(
            CHANGES,
            tree,
            "tree.addTreeSelectionListener(%s);",
            "label.setText(t + tree.getRowCount());"),
        added(
            ENTERED,
            field,
            "Action load = new AbstractAction() {\n"
                + "@Override public void actionPerformed(ActionEvent e) {}\n};\n"
                + "new JButton(load).addActionListener(%s);",
            shows),
        added(ENTERED, field, "new javax.swing.Timer(9, %s).start();", shows),
        added(
            CHANGES,
            field + "interface Source { void add(ActionListener l); }\nSource source;\n",
            "source.add(%s);",
            shows));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"programs", "adding"})
  void aListener_asksBeforeTheWait(Hostile program) throws Exception {
    program.check(folder);
  }
}
