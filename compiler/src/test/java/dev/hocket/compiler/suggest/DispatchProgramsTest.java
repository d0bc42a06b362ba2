package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs in which the toolkit does something while a handler waits that it cannot do while the
 * handler keeps the event thread: it runs tasks and listeners, and dispatches other events.
 */
class DispatchProgramsTest {
  private static final String RUNS = "run '";
  private static final String ITSELF = "the program calls this handler itself";
  private static final String EVENT = "after the wait, it would ask";
  private static final String QUEUE = "the handler uses 'EventQueue";
  private static final String TASK = "a task may run during the wait";
  private static final String CHANGED = "the handler changes '";
  private static final String FIELD = "final JTextField field = new JTextField();";

  @TempDir private Path folder;

  /** A handler that does something after the wait. */
  private static Hostile after(String answer, String members, String code) {
    return around(answer, members, "", code);
  }

  /** A handler that does something before and after the wait. */
  private static Hostile around(String answer, String members, String before, String after) {
    return Hostile.waits(
        before + " and " + after,
        answer,
        members,
        before + "\nString t = load(); // 1 lambda$open$0\n" + after + "\n");
  }

  static List<Hostile> inherited() {
    return List.of(
        new Hostile(
            "handler that a class inherits, and that the program calls",
            ITSELF,
            """
            class Base {
              public void actionPerformed(ActionEvent e) {
                String t = load(); // 1 actionPerformed
                status = t;
              }
            }
            class Act extends Base implements ActionListener {}
            final ActionListener act = new Act();
            void open(JButton b, JButton c) {
              b.addActionListener(act);
              c.addActionListener(e -> { act.actionPerformed(e); label.setText(status); });
            }
            """),
        new Hostile(
            "handler that a class inherits",
            RUNS,
            """
            class Base {
              public void actionPerformed(ActionEvent e) {
                String t = load(); // 1 actionPerformed
                label.setText(t);
              }
            }
            class Act extends Base implements ActionListener {}
            void open(JButton b) { b.addActionListener(new Act()); }
            """),
        new Hostile(
            "field that an inherited handler assigns",
            "it reads the field",
            """
            class Base { public void actionPerformed(ActionEvent e) { status = "new"; } }
            class Act extends Base implements ActionListener {}
            void open(JButton b, JButton c) {
              c.addActionListener(new Act());
              b.addActionListener(e -> label.setText(load() + status)); // 1 lambda$open$0
            }
            """),
        Hostile.waits(
            "field that an inherited method assigns, which an interface names",
            "it assigns the field",
            """
            interface Work { String work(); }
            class Base { public String work() { String t = load(); status = t; return t; } } // 1 work
            class Act extends Base implements Work {}
            final Work act = new Act();
            """,
            "String t = act.work(); // 2 lambda$open$0\nlabel.setText(t);\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inherited")
  void aHandlerMayBeInherited(Hostile program) throws Exception {
    program.check(folder);
  }

  static List<Hostile> moments() {
    return List.of(
        after(EVENT, "", "label.setText(t + EventQueue.getCurrentEvent().getID());"),
        after(EVENT, "", "label.setText(t + EventQueue.getMostRecentEventTime());"),
        after(
            EVENT,
            "void show(String t) { label.setText(t + EventQueue.getMostRecentEventTime()); }",
            "show(t);"),
        Hostile.waits(
            "event as an operand",
            "it asks on which thread",
            "",
            "label.setText(load() + EventQueue.getCurrentEvent()); // 1 lambda$open$0\n"),
        around(RUNS, "", "AWTEvent now = EventQueue.getCurrentEvent();", "label.setText(t + now);"),
        after(RUNS, "", "if (SwingUtilities.isEventDispatchThread()) label.setText(t);"),
        after(EVENT, FIELD, "if (field.isFocusOwner()) label.setText(t);"),
        after(EVENT, FIELD, "label.setText(t + field.hasFocus());"),
        after(
            EVENT + "|" + QUEUE.substring(0, 18),
            "",
            "label.setText(t + KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner());"),
        after(EVENT, "final JFrame frame = null;", "label.setText(t + frame.getFocusOwner());"),
        around(
            QUEUE,
            "final EventQueue mine = new EventQueue();",
            "Toolkit.getDefaultToolkit().getSystemEventQueue().push(mine);",
            "label.setText(t);"),
        around(
            QUEUE,
            "static class Mine extends EventQueue { void end() { pop(); } }",
            "Mine mine = new Mine();\nToolkit.getDefaultToolkit().getSystemEventQueue().push(mine);",
            "mine.end();\nlabel.setText(t);"),
        after(
            QUEUE,
            "",
            "label.setText(t + Toolkit.getDefaultToolkit().getSystemEventQueue().peekEvent());"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("moments")
  void aHandlerDoesNotDependOnTheMomentAfterTheWait(Hostile program) throws Exception {
    program.check(folder);
  }

  static List<Hostile> tasks() {
    return List.of(
        around(
            TASK,
            "",
            "SwingUtilities.invokeLater(() -> label.setText(\"later\"));",
            "label.setText(t);"),
        around(
            TASK,
            "void later(Runnable task) { EventQueue.invokeLater(task); }",
            "later(() -> label.setText(\"later\"));",
            "label.setText(t);"),
        around(
            TASK,
            "void refresh() { label.setText(\"later\"); }",
            "SwingUtilities.invokeLater(this::refresh);",
            "label.setText(t);"),
        around(
            TASK,
            "final Runnable refresh = () -> label.setText(\"later\");",
            "SwingUtilities.invokeLater(refresh);",
            "label.setText(t);"),
        around(
            TASK,
            "",
            "new javax.swing.Timer(1, x -> label.setText(\"tick\")).start();",
            "label.setText(t);"),
        around(
            CHANGED,
            "static class Box { int n; }",
            "Box box = new Box();\nSwingUtilities.invokeLater(() -> box.n++);",
            "label.setText(t + box.n);"),
        around(
            TASK,
            "",
            "List<String> own = new ArrayList<>();\nSwingUtilities.invokeLater(() -> own.add(\"a\"));",
            "label.setText(t + own.size());"),
        around(
            TASK,
            "",
            "new SwingWorker<String, Void>() {\n"
                + "  protected String doInBackground() { return \"\"; }\n"
                + "  protected void done() { label.setText(\"later\"); }\n"
                + "}.execute();",
            "label.setText(t);"),
        around(
            "it calls 'Locale.setDefault'",
            "",
            "SwingUtilities.invokeLater(() -> Locale.setDefault(Locale.ROOT));",
            "Locale.setDefault(Locale.US);\nlabel.setText(t);"),
        around(
            RUNS,
            "final JProgressBar bar = new JProgressBar();",
            "SwingUtilities.invokeLater(() -> bar.setValue(3));",
            "label.setText(t);"),
        around(
            RUNS, "", "List.of(\"a\").forEach(each -> label.setText(each));", "label.setText(t);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tasks")
  void aTaskThatWasPosted_runsDuringTheWait(Hostile program) throws Exception {
    program.check(folder);
  }
}
