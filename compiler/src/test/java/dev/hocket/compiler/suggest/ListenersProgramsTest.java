package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that call methods of components which run listeners before they return. */
class ListenersProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  private static final String RUNS = "run '";
  private static final String ITSELF = "the program calls this handler itself";
  private static final String CHANGED = "the handler changes '";

  @TempDir private Path folder;

  /** A listener that is slow, and what another handler does with its component. */
  private static Hostile listener(String answer, String field, String add, String other) {
    return new Hostile(
        other,
        answer,
        field
            + "\n  void open(JButton b, JButton c) {\n    "
            + add
            + "(e -> {\n      String t = load(); // 1 lambda$open$0\n      status = t;\n    });\n"
            + "    c.addActionListener(e -> {\n"
            + other
            + "\n    });\n  }\n");
  }

  private static Hostile button(String answer, String other) {
    return listener(answer, "final JButton own = new JButton();", "own.addActionListener", other);
  }

  static List<Hostile> programs() {
    String box = "final JComboBox<String> box = new JComboBox<>();";
    String check = "final JCheckBox check = new JCheckBox();";
    return List.of(
        button(ITSELF, "own.doClick(); label.setText(status);"),
        button(ITSELF, "JButton same = own; same.doClick(); label.setText(status);"),
        button(ITSELF, "for (int i = 0; i < 2; i++) { own.doClick(); }"),
        button(RUNS, "own.doClick();"),
        button(OTHER, "if (status.isEmpty()) { own.doClick(); }"),
        button(RUNS, "own.setEnabled(false); label.setText(own.getText());"),
        button(OTHER, "c.doClick(); label.setText(status);"),
        button(ITSELF, "((JButton) e.getSource()).doClick(); label.setText(status);"),
        listener(ITSELF, box, "box.addActionListener", "box.setSelectedIndex(1); status = \"\";"),
        listener(ITSELF, box, "box.addItemListener", "box.setSelectedItem(\"\"); status = \"\";"),
        listener(ITSELF, box, "box.addItemListener", "box.addItem(\"a\"); status = \"\";"),
        listener(ITSELF, check, "check.addItemListener", "check.setSelected(true); status = \"\";"),
        listener(
            ITSELF, check, "check.addChangeListener", "check.setEnabled(true); status = \"\";"),
        listener(
            ITSELF,
            "final JTable table = new JTable();",
            "table.getSelectionModel().addListSelectionListener",
            "table.clearSelection(); status = \"\";"),
        listener(
            ITSELF,
            "final DefaultListModel<String> model = new DefaultListModel<>();\n"
                + "  final JList<String> list = new JList<>(model);",
            "list.addListSelectionListener",
            "model.clear(); status = \"\";"),
        listener(
            ITSELF,
            "final java.beans.PropertyChangeSupport all = new java.beans.PropertyChangeSupport(this);",
            "all.addPropertyChangeListener",
            "all.firePropertyChange(\"a\", 1, 2); status = \"\";"),
        listener(
            RUNS,
            "final JProgressBar bar = new JProgressBar();",
            "bar.addMouseListener(null); b.addActionListener",
            "bar.setValue(1); label.setText(\"\");"),
        listener(
            OTHER,
            "final JTextField field = new JTextField();",
            "field.addActionListener",
            "field.setText(\"\"); status = \"\";"),
        listener(
            ITSELF,
            "final JTextField field = new JTextField();",
            "field.addCaretListener",
            "field.setText(\"\"); status = \"\";"),
        new Hostile(
            "mouse listener of a table that another handler fills",
            RUNS,
            """
            final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();
            final JTable table = new JTable(model);
            void open(JButton b) {
              table.addMouseListener(new MouseAdapter() {
                @Override public void mouseClicked(MouseEvent e) {
                  String t = load(); // 1 mouseClicked
                  label.setText(t);
                }
              });
              b.addActionListener(e -> { model.addRow(new Object[] {""}); table.clearSelection(); status = ""; });
            }
            """),
        new Hostile(
            "mouse listener of a panel that gets its parts afterwards",
            RUNS,
            """
            class Board extends JPanel {
              Board(JLabel part) {
                addMouseListener(new MouseAdapter() {
                  @Override public void mouseClicked(MouseEvent e) {
                    String t = load(); // 1 mouseClicked
                    label.setText(t);
                  }
                });
                setLayout(new BorderLayout());
                add(part);
                status = "";
              }
            }
            """),
        Hostile.handler(
            "field that a listener uses after the wait",
            CHANGED,
            check,
            """
            status = "busy";
            String t = load(); // 1 lambda$open$0
            check.setSelected(true);
            """,
            "});\ncheck.addItemListener(e -> {\nlabel.setText(status);\n"),
        Hostile.handler(
            "field that a listener of a model uses after the wait",
            CHANGED,
            "final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();",
            """
            status = "busy";
            String t = load(); // 1 lambda$open$0
            model.addRow(new Object[] {t});
            """,
            "});\nmodel.addTableModelListener(e -> {\nlabel.setText(status);\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aListenerMayRunInsideACall(Hostile program) throws Exception {
    program.check(folder);
  }
}
