package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers of timers, which run again during a wait, and of windows that other code shows. */
class TimersAndWindowsProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  private static final String RUNS = "run 'load()'";
  private static final String LOAD = "String t = load(); // 1 lambda$open$0\n";
  private static final String CHANGED = "the handler changes '";

  @TempDir private Path folder;

  private static Hostile timer(String name, String answer, String members, String code) {
    return new Hostile(
        name,
        answer,
        members
            + "javax.swing.Timer timer;\nvoid open() {\n  timer = new javax.swing.Timer(9, e -> {\n"
            + code
            + "  });\n  timer.start();\n}\n");
  }

  private static Hostile dialog(String name, String answer, String code, String opener) {
    return new Hostile(
        name,
        answer,
        "void open(JDialog d, JButton ok, JButton b) {\n  ok.addActionListener(e -> {\n"
            + code
            + "  });\n  b.addActionListener(e -> {\n"
            + opener
            + "  });\n}\n");
  }

  static List<Hostile> timers() {
    return List.of(
        timer(
            "timer that is stopped later",
            "it calls 'Timer.stop'",
            "",
            LOAD + "label.setText(t);\ntimer.stop();\n"),
        timer(
            "timer that its event names, and that is stopped later",
            "it calls 'Timer.stop'",
            "",
            LOAD + "label.setText(t);\n((javax.swing.Timer) e.getSource()).stop();\n"),
        timer(
            "timer that a method of the program stops later",
            "it calls 'Timer.stop'",
            "void end() { timer.stop(); }\n",
            LOAD + "label.setText(t);\nend();\n"),
        timer(
            "timer that is stopped first",
            RUNS,
            "",
            "timer.stop();\n" + LOAD + "label.setText(t);\n"),
        timer(
            "timer of which another one is stopped first",
            "it calls 'Timer.stop'",
            "final javax.swing.Timer other = new javax.swing.Timer(1, null);\n",
            "other.stop();\n" + LOAD + "label.setText(t);\ntimer.stop();\n"),
        timer(
            "timer that is stopped first, and started again",
            "it calls 'Timer.start'",
            "final javax.swing.Timer other = new javax.swing.Timer(1, null);\n",
            "timer.stop();\ntimer.start();\n" + LOAD + "label.setText(t);\nother.start();\n"),
        timer(
            "timer that is stopped first in some runs",
            "it calls 'Timer.start'",
            "final javax.swing.Timer other = new javax.swing.Timer(1, null);\n",
            "if (e.getWhen() > 0) { timer.stop(); }\n"
                + LOAD
                + "label.setText(t);\nother.start();\n"),
        timer(
            "timer that is stopped first, and starts another one",
            RUNS,
            "final javax.swing.Timer other = new javax.swing.Timer(1, null);\n",
            "timer.stop();\n" + LOAD + "label.setText(t);\nother.start();\n"),
        timer(
            "timer that starts another one",
            "it calls 'Timer.start'",
            "final javax.swing.Timer other = new javax.swing.Timer(1, null);\n",
            LOAD + "label.setText(t);\nother.start();\n"),
        timer(
            "timer that counts its runs",
            CHANGED,
            "int runs;\n",
            "int n = runs;\n" + LOAD + "runs = n + 1;\nlabel.setText(t);\n"),
        timer(
            "timer with a flag of what is done",
            CHANGED,
            "boolean done;\n",
            "if (done) { return; }\n" + LOAD + "label.setText(t);\ndone = true;\n"));
  }

  static List<Hostile> windows() {
    String stores = LOAD + "status = t;\n";
    String show = "d.setVisible(true);\nlabel.setText(status);\n";
    String shown = "'JDialog.setVisible'|'Dialog.setVisible'|'Window.setVisible'";
    return List.of(
        dialog("dialog that is closed first", shown, "d.dispose();\n" + stores, show),
        dialog("dialog that is hidden first", shown, "d.setVisible(false);\n" + stores, show),
        dialog("dialog that is closed later", shown, stores + "d.dispose();\n", show),
        dialog(
            "dialog whose opener uses nothing of it",
            RUNS,
            "d.dispose();\n" + stores,
            "d.setVisible(true);\nlabel.setText(\"\");\n"),
        dialog(
            "dialog whose opener shows something else",
            shown,
            "d.dispose();\n" + LOAD + "label.setText(t);\n",
            "d.setVisible(true);\nlabel.setText(\"\");\n"),
        dialog(
            "dialog whose opener sets what is read later",
            shown,
            "d.dispose();\n" + LOAD + "label.setText(t + status);\n",
            "d.setVisible(true);\nstatus = \"\";\n"),
        dialog(
            "dialog whose opener has another listener",
            shown,
            "d.dispose();\n" + stores,
            "d.setVisible(true);\n});\nb.addActionListener(e -> {\nlabel.setText(status);\n"),
        new Hostile(
            "option pane that has its value first",
            "'JOptionPane.show",
            "void open(JOptionPane pane, JButton ok, JButton b) {\n  ok.addActionListener(e -> {\n"
                + "pane.setValue(ok);\n"
                + stores
                + "  });\n  b.addActionListener(e -> {\n"
                + "JOptionPane.showMessageDialog(b, pane);\nlabel.setText(status);\n  });\n}\n"));
  }

  private static Hostile stores(
      String name, String answer, String members, String before, String other) {
    return Hostile.handler(name, answer, members, before + LOAD + "status = t;\n", other);
  }

  /** Loops of events that the program runs itself, and what runs listeners in other ways. */
  static List<Hostile> loops() {
    String next = "label.setText(status);\n";
    String pump =
        "void pump(EventQueue queue) {\ntry {\nAWTEvent e = queue.getNextEvent();\n%s\n"
            + "} catch (InterruptedException x) { }\n}\n";
    String call = "pump(Toolkit.getDefaultToolkit().getSystemEventQueue());\n";
    String queue =
        "class Queue extends EventQueue {\n@Override protected void dispatchEvent(AWTEvent e) {\n"
            + "super.dispatchEvent(e);\n%s\n}\n}\n";
    String dialog = "final JDialog d = new JDialog();\nfinal JTable table = new JTable();\n";
    return List.of(
        stores("queue of the program", "'EventQueue.dispatchEvent'", queue.formatted(next), "", ""),
        stores(
            "queue that writes, too",
            "'EventQueue.dispatchEvent'",
            queue.formatted("status = \"\";"),
            "",
            ""),
        stores("queue that only dispatches", OTHER, queue.formatted(""), "", next),
        stores(
            "method that dispatches one event",
            "the program calls this handler itself",
            pump.formatted("((Component) e.getSource()).dispatchEvent(e);"),
            "",
            call + next),
        stores(
            "method that dispatches one event that is a task",
            "'ActiveEvent.dispatch'",
            pump.formatted("if (e instanceof ActiveEvent a) { a.dispatch(); }"),
            "",
            call + next),
        stores(
            "method that posts an event",
            OTHER,
            "void post(AWTEvent e) { Toolkit.getDefaultToolkit().getSystemEventQueue().postEvent(e); }\n",
            "",
            "post(e);\n" + next),
        stores(
            "table that prints itself",
            "'JTable.print'",
            dialog,
            "d.dispose();\n",
            "try { table.print(); } catch (java.awt.print.PrinterException x) { }\n" + next),
        stores(
            "job that shows a dialog",
            "'PrinterJob.printDialog'",
            dialog,
            "d.dispose();\n",
            "java.awt.print.PrinterJob.getPrinterJob().printDialog();\n" + next),
        stores(
            "table that shows itself again",
            OTHER,
            dialog,
            "d.dispose();\n",
            "table.repaint();\ntable.clearSelection();\n" + next),
        new Hostile(
            "action that a static method runs",
            "the program calls this handler itself",
            "final Action action = new AbstractAction() {\n"
                + "@Override public void actionPerformed(ActionEvent e) {\n"
                + "String t = load(); // 1 actionPerformed\nstatus = t;\n}\n};\n"
                + "void open(JButton b, JPanel p) {\np.getActionMap().put(\"a\", action);\n"
                + "b.addKeyListener(new KeyAdapter() {\n@Override public void keyPressed(KeyEvent e) {\n"
                + "SwingUtilities.notifyAction(action, null, e, p, 0);\nlabel.setText(status);\n}\n});\n}\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"timers", "windows", "loops"})
  void aProposal_changesNothing(Hostile program) throws Exception {
    program.check(folder);
  }
}
