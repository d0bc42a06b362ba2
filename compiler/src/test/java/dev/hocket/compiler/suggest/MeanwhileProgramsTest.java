package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs in which something happens during the wait that cannot happen while the handler keeps
 * the event thread: another handler, or the user, changes what the handler goes on with.
 */
class MeanwhileProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  private static final String AGAIN = "the handler uses '";
  private static final String CHANGED = "the handler changes '";
  private static final String RUNS = "run '";
  private static final String NONE = "[HK113]|it would |it reads the field";
  private static final String ATOMIC = "java.util.concurrent.atomic.";

  @TempDir private Path folder;

  /** A handler that does something before and after the wait. */
  private static Hostile around(String members, String before, String after) {
    return Hostile.waits(
        before + " and " + after,
        CHANGED,
        members,
        before + "\nString t = load(); // 1 lambda$open$0\n" + after + "\nlabel.setText(t);\n");
  }

  static List<Hostile> programs() {
    return List.of(
        Hostile.handler(
            "field that another handler sets to null",
            AGAIN,
            "String current = \"\";",
            """
            if (current != null) {
              String t = load(); // 1 lambda$open$0
              label.setText(t + current.length());
            }
            """,
            "current = null;\n"),
        Hostile.handler(
            "list that another handler empties",
            AGAIN,
            "final List<String> rows = new ArrayList<>();",
            """
            String first = rows.get(0);
            String t = load(); // 1 lambda$open$0
            label.setText(t + first + rows.get(0));
            """,
            "rows.clear();\n"),
        Hostile.handler(
            "state of an object of the program",
            AGAIN,
            """
            static class Account { private int sum; int sum() { return sum; } void add(int n) { sum += n; } }
            final Account account = new Account();
            """,
            """
            int old = account.sum();
            String t = load(); // 1 lambda$open$0
            label.setText(t + (account.sum() - old));
            """,
            "account.add(1);\n"),
        Hostile.waits(
            "list by a local name",
            CHANGED,
            "final List<String> rows = new ArrayList<>();",
            """
            List<String> all = rows;
            all.clear();
            String t = load(); // 1 lambda$open$0
            label.setText(t + all.size());
            """),
        Hostile.waits(
            "row that is selected after the wait",
            NONE,
            """
            final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();
            final JTable table = new JTable(model);
            """,
            "model.setValueAt(load(), table.getSelectedRow(), 0); // 1 lambda$open$0\n"),
        Hostile.waits(
            "text of a field after the wait",
            NONE,
            "final JTextField field = new JTextField();",
            "label.setText(load() + field.getText()); // 1 lambda$open$0\n"),
        Hostile.handler(
            "field after the wait",
            NONE,
            "",
            "label.setText(load() + status); // 1 lambda$open$0\n",
            "status = \"new\";\n"),
        Hostile.handler(
            "row number that is kept during the wait",
            "the handler reads 'model'",
            "final javax.swing.table.DefaultTableModel model = new javax.swing.table.DefaultTableModel();",
            """
            int last = model.getRowCount() - 1;
            String t = load(); // 1 lambda$open$0
            label.setText(t + model.getValueAt(last, 0));
            """,
            "model.removeRow(0);\n"),
        new Hostile(
            "handler that the program calls itself",
            "the program calls this handler itself",
            """
            final ActionListener act = e -> {
              String t = load(); // 1 lambda$new$0
              status = t;
            };
            void open(JButton b, JButton c) {
              b.addActionListener(act);
              c.addActionListener(e -> { act.actionPerformed(e); label.setText(status); });
            }
            """),
        Hostile.waits(
            "resource that marks the time",
            CHANGED,
            """
            static int depth;
            static class Busy implements AutoCloseable { Busy() { depth++; } public void close() { depth--; } }
            """,
            """
            try (Busy busy = new Busy()) {
              String t = load(); // 1 lambda$open$0
              label.setText(t);
            }
            """),
        Hostile.waits(
            "resource whose constructor assigns a field of the window",
            CHANGED,
            """
            boolean busy;
            class Busy implements AutoCloseable { Busy() { busy = true; } public void close() { busy = false; } }
            """,
            """
            try (Busy one = new Busy()) {
              String t = load(); // 1 lambda$open$0
              label.setText(t);
            }
            """),
        around(
            "final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"a\");",
            "log.setLevel(java.util.logging.Level.OFF);",
            "log.setLevel(java.util.logging.Level.ALL);"),
        around(
            "",
            "java.util.logging.Logger.getLogger(\"a\").setLevel(java.util.logging.Level.OFF);",
            "java.util.logging.Logger.getLogger(\"a\").setLevel(java.util.logging.Level.ALL);"),
        around(
            "",
            "Thread.currentThread().setName(\"busy\");",
            "Thread.currentThread().setName(\"idle\");"),
        Hostile.waits(
            "number that the block reads and sets",
            "it asks 'n'",
            "final "
                + ATOMIC
                + "AtomicInteger n = new "
                + ATOMIC
                + "AtomicInteger();\n"
                + "String next() { int id = n.get(); String t = load(); n.set(id + 1); return t + id; } // 1 next",
            "label.setText(next()); // 2 lambda$open$0\n"),
        Hostile.waits(
            "number that the block counts",
            RUNS,
            "final "
                + ATOMIC
                + "AtomicInteger n = new "
                + ATOMIC
                + "AtomicInteger();\n"
                + "String next() { return load() + n.incrementAndGet(); } // 1 next",
            "label.setText(next()); // 2 lambda$open$0\n"),
        Hostile.handler(
            "field that grows",
            OTHER,
            "",
            "status += load(); // 1 lambda$open$0\n",
            "status += \"b\";\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aHandlerDoesNotWaitWhereThingsChange(Hostile program) throws Exception {
    program.check(folder);
  }
}
