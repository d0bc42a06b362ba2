package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that post tasks to the event thread, which runs them in this order, each to its end. A
 * task that waits lets the next ones, and the code that waits for these, overtake it.
 */
class PostedTasksProgramsTest {
  private static final String RUNS = "run '";
  private static final String OVERTAKES = "a task that is posted later";
  private static final String LATER = "SwingUtilities.invokeLater(";
  private static final String SLOW =
      """
      SwingUtilities.invokeLater(() -> {
        String t = load(); // 1 lambda$work$0
        status = t;
        label.setText(t);
      });
      """;

  @TempDir private Path folder;

  /** A method of the program that posts a slow task, and may do more. */
  private static Hostile work(String answer, String name, String members, String code) {
    return new Hostile(name, answer, members + "void work() throws Exception {\n" + code + "}\n");
  }

  static List<Hostile> order() {
    return List.of(
        work(RUNS, "alone", "", SLOW),
        work(
            RUNS,
            "before another one",
            "",
            SLOW.replace(
                    "SwingUtilities", LATER + "() -> label.setText(\"busy\"));\nSwingUtilities")
                .replace("$0", "$1")),
        work(
            RUNS,
            "beside another one",
            "final JLabel other = new JLabel();\n",
            SLOW + LATER + "() -> other.setText(\"done\"));\n"),
        work(OVERTAKES, "end", "", SLOW + LATER + "() -> label.setText(\"done\"));\n"),
        work(
            OVERTAKES,
            "field",
            "final JLabel other = new JLabel();\n",
            SLOW + LATER + "() -> other.setText(status));\n"),
        work(
            OVERTAKES,
            "field by a method",
            "void done() { setTitle(status); }\nvoid setTitle(String s) { }\n",
            SLOW + LATER + "this::done);\n"),
        work(
            OVERTAKES,
            "loop",
            "final JTextArea area = new JTextArea();\n",
            """
            for (int i = 0; i < 3; i++) {
              SwingUtilities.invokeLater(() -> {
                String t = load(); // 1 lambda$work$0
                area.append(t);
              });
            }
            """),
        work(
            OVERTAKES,
            "another thread",
            "",
            "new Thread(() -> {\n"
                + SLOW.replace("$0", "$1")
                + LATER
                + "() -> label.setText(\"done\"));\n}).start();\n"),
        work(
            OVERTAKES,
            "fence",
            "final JLabel other = new JLabel();\n",
            SLOW + "SwingUtilities.invokeAndWait(() -> other.setText(status));\n"),
        work(
            OVERTAKES + "|" + "code that waits",
            "empty fence",
            "",
            SLOW + "SwingUtilities.invokeAndWait(() -> {});\nSystem.out.println(status);\n"),
        work(
            OVERTAKES,
            "by a method of the program",
            "void post(Runnable task) { SwingUtilities.invokeLater(task); }\n",
            SLOW.replace("SwingUtilities.invokeLater", "post")
                + "post(() -> label.setText(\"done\"));\n"),
        work(
            OVERTAKES,
            "by a caller",
            "void both() throws Exception { work(); EventQueue.invokeLater(() -> label.setText(\"done\")); }\n",
            SLOW),
        work(
            OVERTAKES,
            "task in a variable",
            "",
            """
            Runnable task = () -> {
              String t = load(); // 1 lambda$work$0
              label.setText(t);
            };
            SwingUtilities.invokeLater(task);
            SwingUtilities.invokeLater(() -> label.setText("done"));
            """),
        work(
            OVERTAKES,
            "worker that has done",
            "",
            SLOW
                + "new SwingWorker<String, Void>() {\n"
                + "  protected String doInBackground() { return \"\"; }\n"
                + "  protected void done() { label.setText(status); }\n"
                + "}.execute();\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("order")
  void aTaskMayBeOvertaken(Hostile program) throws Exception {
    program.check(folder);
  }
}
