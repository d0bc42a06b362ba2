package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs in which a task ends with a call that runs a handler, and other code waits for the end
 * of this task. It would continue when the handler begins to wait.
 */
class AwaitedHandlersProgramsTest {
  private static final String RUNS = "run '";
  private static final String RELIES = "code that follows a call that runs this handler";
  private static final String OVERTAKES = "a task that is posted later";
  private static final String ITSELF = "the program calls this handler itself";
  private static final String CLICK = "SwingUtilities.invokeAndWait(() -> b.doClick());\n";
  private static final String READ = "System.out.println(status);\n";

  @TempDir private Path folder;

  /** A button with a slow listener, and code that may run this. */
  private static Hostile drive(String answer, String name, String members, String code) {
    return new Hostile(
        name,
        answer,
        """
        final JButton b = new JButton();
        final JButton c = new JButton();
        void open() {
          b.addActionListener(e -> {
            String t = load(); // 1 lambda$open$0
            status = t;
            label.setText(t);
          });
        }
        """
            + members
            + "void drive() throws Exception {\n"
            + code
            + "}\n");
  }

  static List<Hostile> waiting() {
    return List.of(
        drive(RELIES, "field", "", CLICK + READ),
        drive(RELIES, "component", "", CLICK + "String s = label.getText();\n"),
        drive(RELIES, "component that is changed", "", CLICK + "label.setText(\"end\");\n"),
        drive(
            RELIES,
            "field in a caller",
            "void all() throws Exception { drive(); System.out.println(status); }\n",
            CLICK),
        drive(
            RELIES,
            "field in a caller of a lambda",
            "interface Step { void run() throws Exception; }\n"
                + "void all(Step step) throws Exception { step.run(); System.out.println(status); }\n"
                + "void all() throws Exception { all(() -> drive()); }\n",
            CLICK),
        drive(RELIES, "loop", "", "for (int i = 0; i < 2; i++) {\n" + CLICK + "}\n"),
        drive(
            RELIES,
            "task in a variable",
            "",
            "Runnable click = () -> b.doClick();\nSwingUtilities.invokeAndWait(click);\n" + READ),
        drive(RELIES, "method reference", "", "SwingUtilities.invokeAndWait(b::doClick);\n" + READ),
        drive(
            ITSELF,
            "method reference to the program's own method",
            "void click() { b.doClick(); }\n",
            "SwingUtilities.invokeAndWait(this::click);\n" + READ),
        drive(
            RELIES,
            "class of tasks",
            "class Click implements Runnable { public void run() { b.doClick(); } }\n",
            "SwingUtilities.invokeAndWait(new Click());\n" + READ),
        drive(
            RELIES,
            "future",
            "",
            "var task = new java.util.concurrent.FutureTask<Void>(() -> b.doClick(), null);\n"
                + "SwingUtilities.invokeLater(task);\ntask.get();\n"
                + READ),
        drive(
            ITSELF,
            "helper that waits",
            "void runAndWait(Runnable task) throws Exception {\n"
                + "  var done = new java.util.concurrent.CountDownLatch(1);\n"
                + "  SwingUtilities.invokeLater(() -> { task.run(); done.countDown(); });\n"
                + "  done.await();\n}\n",
            "runAndWait(() -> b.doClick());\n" + READ),
        drive(
            RELIES,
            "event",
            "",
            "SwingUtilities.invokeAndWait(() -> b.dispatchEvent(new MouseEvent(b, 500, 0, 0, 1, 1, 1,"
                + " false)));\n"
                + READ),
        drive(
            ITSELF,
            "subclass that fires",
            "class Own extends JButton { void click() { fireActionPerformed(null); } }\n"
                + "final Own own = new Own();\n"
                + "{ own.addActionListener(e -> b.doClick()); }\n",
            "SwingUtilities.invokeAndWait(() -> own.click());\n" + READ),
        drive(
            RELIES,
            "listener that runs it",
            "{ c.addActionListener(e -> b.doClick()); }\n",
            "SwingUtilities.invokeAndWait(() -> c.doClick());\n" + READ),
        drive(
            RELIES,
            "thread",
            "",
            "Thread thread = new Thread(() -> {\ntry {\n"
                + CLICK
                + "} catch (Exception e) {\n}\n});\nthread.start();\nthread.join();\n"
                + READ),
        drive(
            RELIES,
            "class of threads",
            "class Driver extends Thread {\n@Override public void run() {\ntry {\n"
                + CLICK
                + "} catch (Exception e) {\n}\n}\n}\n",
            "Driver thread = new Driver();\nthread.start();\nthread.join();\n" + READ),
        drive(
            ITSELF,
            "listener on the event thread",
            "{ c.addActionListener(e -> { b.doClick(); status = \"\"; }); }\n",
            ""),
        drive(
            ITSELF + "|" + RELIES,
            "listener of a listener on the event thread",
            "{ c.addActionListener(e -> b.doClick());\n"
                + "  new JButton().addActionListener(e -> { c.doClick(); label.setText(status); }); }\n",
            ""),
        drive(
            OVERTAKES + "|" + RELIES,
            "fence",
            "",
            "SwingUtilities.invokeLater(() -> b.doClick());\n"
                + "SwingUtilities.invokeAndWait(() -> {});\n"
                + READ),
        new Hostile(
            "task that another one posts",
            OVERTAKES,
            """
            void drive() throws Exception {
              SwingUtilities.invokeAndWait(() -> SwingUtilities.invokeLater(() -> {
                String t = load(); // 1 lambda$drive$0
                status = t;
              }));
              SwingUtilities.invokeAndWait(() -> label.setText(status));
            }
            """));
  }

  /** A button of a method, with a listener that does something after its wait, and a click. */
  private static Hostile local(String answer, String after, String next) {
    return new Hostile(
        after + " and " + next,
        answer,
        "void drive() throws Exception {\n"
            + "  JButton b = new JButton();\n"
            + "  JTextField field = new JTextField();\n"
            + "  b.addActionListener(e -> {\n"
            + "    String t = load(); // 1 lambda$drive$0\n"
            + after
            + "  });\n"
            + CLICK
            + next
            + "}\n");
  }

  static List<Hostile> effects() {
    return List.of(
        local(RELIES, "field.setText(t);\n", "System.out.println(field.getText());\n"),
        local(RUNS, "field.setText(t);\n", "System.out.println(\"end\");\n"),
        local(
            RELIES,
            "System.setProperty(\"a\", t);\n",
            "label.setText(System.getProperty(\"a\"));\n"),
        local(RUNS, "System.out.println(t);\n", "System.out.println(\"end\");\n"),
        local(RELIES, "System.out.println(t);\n", "System.exit(0);\n"),
        local(RUNS, "label.setText(t);\n", "System.out.println(\"end\");\n"));
  }

  static List<Hostile> apart() {
    return List.of(
        drive(RUNS, "nobody runs it", "", READ),
        drive(RUNS, "last", "", CLICK),
        drive(
            RUNS,
            "before something else",
            "final JLabel other = new JLabel();\n",
            CLICK + "SwingUtilities.invokeAndWait(() -> other.setText(\"a\"));\n"),
        drive(RUNS, "after it", "", READ + CLICK),
        drive(
            RUNS, "other button", "", "SwingUtilities.invokeAndWait(() -> c.doClick());\n" + READ),
        drive(
            RUNS,
            "posted",
            "",
            "SwingUtilities.invokeLater(() -> b.doClick());\nSystem.out.println(\"end\");\n"),
        drive(
            RUNS,
            "listener that nobody runs",
            "{ c.addActionListener(e -> b.doClick()); }\n",
            "c.setEnabled(true);\n" + READ),
        drive(
            RUNS, "timer", "", "new javax.swing.Timer(1000, e -> b.doClick()).start();\n" + READ));
  }

  /** A handler that calls a method which loads, and what else runs this method. */
  private static Hostile calls(String answer, String name, String type, String other) {
    return new Hostile(
        name,
        answer,
        """
        class Task %s {
          public void run() {
            String t = load(); // 1 run
            status = t;
          }
        }
        final Task task = new Task();
        void open(JButton b) {
          b.addActionListener(e -> {
            task.run(); // 2 lambda$open$0
            label.setText("");
          });
        }
        void other() throws Exception {
          %s
          System.out.println(status);
        }
        """
            .formatted(type, other));
  }

  /** Code that runs a method on the way to the block, and has no call of it that could wait. */
  static List<Hostile> unnamed() {
    // The block may not be the whole call, and the smaller block needs a wait in 'run'.
    String isRun = "'run' would have to wait, but ";
    return List.of(
        calls("run 'load()'", "call by its name alone", "", ""),
        calls(isRun, "reference", "", "Runnable r = task::run; r.run();"),
        calls(isRun, "reference that a library runs", "", "EventQueue.invokeAndWait(task::run);"),
        calls(isRun, "interface", "implements Runnable", "task.run();"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"waiting", "effects", "apart", "unnamed"})
  void aCallThatRunsAHandler_mayBeWaitedFor(Hostile program) throws Exception {
    program.check(folder);
  }
}
