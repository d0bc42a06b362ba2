package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners that ask a component after the wait, which changes when they have returned. */
class UnsettledProgramsTest {
  private static final String CHANGES = "the component changes when its listeners have returned";
  private static final String RUNS = "run 'load()'";

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

  static List<Hostile> programs() {
    return List.of(
        edit(CHANGES, "", "label.setText(t + table.getEditingRow());"),
        edit(CHANGES, "", "label.setText(t + table.getEditingColumn());"),
        edit(CHANGES, "", "label.setText(t + table.getCellEditor().getCellEditorValue());"),
        edit(CHANGES, "", "label.setText(t + editor.getCellEditorValue());"),
        edit(RUNS, "int row = table.getEditingRow();", "label.setText(t + row);"),
        key(CHANGES, "keyTyped", "label.setText(t + field.getText());"),
        key(CHANGES, "keyPressed", "label.setText(t + field.getCaretPosition());"),
        key(RUNS, "keyPressed", "label.setText(t);"),
        key(RUNS, "keyReleased", "label.setText(t + field.getText());"),
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
            RUNS,
            "final JTable table = new JTable();\n",
            "String t = load(); // 1 lambda$open$0\nlabel.setText(t + table.getEditingRow());\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aListener_asksBeforeTheWait(Hostile program) throws Exception {
    program.check(folder);
  }
}
