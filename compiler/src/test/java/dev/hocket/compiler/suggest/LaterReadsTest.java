package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A proposal names what the handler reads for the first time after the wait. */
class LaterReadsTest {
  private static final String SAID = "; read after the wait, when they may have changed: ";
  private static final String FIELDS =
      "final JTextField field = new JTextField();\n  final JProgressBar bar = new JProgressBar();";

  @TempDir private Path folder;

  /**
   * A handler that reads something.
   *
   * @param reads what the proposal names, separated by bars
   */
  record Reading(String before, String after, String reads) {}

  static List<Reading> handlers() {
    return List.of(
        new Reading("", "label.setText(t + field.getWidth());", "field.getWidth()"),
        new Reading("", "if (field.isEditable()) label.setText(t);", "field.isEditable()"),
        new Reading("", "label.setText(t + bar.getValue());", "bar.getValue()"),
        new Reading("String own = field.getText();", "label.setText(t + own);", ""),
        new Reading("", "label.setText(t);", ""),
        new Reading("", "status = t; label.setText(status);", ""),
        new Reading("", "status += t; label.setText(status);", ""),
        new Reading("", "bar.setValue(1); label.setText(t + bar.getValue());", ""),
        new Reading("", "bar.setMaximum(1); label.setText(t + bar.getValue());", "bar.getValue()"),
        new Reading("", "JLabel own = new JLabel(t); label.setText(own.getText());", ""));
  }

  /** Actions and the like are no components, and change as these do. */
  static List<Reading> observed() {
    return List.of(
        new Reading("", "label.setText(t + action.isEnabled());", "action.isEnabled()"),
        new Reading("boolean is = action.isEnabled();", "label.setText(t + is);", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("observed")
  void aProposal_namesWhatAnActionIsAskedLater(Reading handler) throws Exception {
    assertReads(
        handler,
        Hostile.button(
            "handler",
            "",
            "Action action;\n",
            handler.before()
                + "\nString t = load(); // 1 lambda$open$0\n"
                + handler.after()
                + "\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("handlers")
  void aProposal_namesWhatIsReadLater(Reading handler) throws Exception {
    assertReads(
        handler,
        Hostile.handler(
            "handler",
            "",
            FIELDS,
            handler.before() + "\nString t = load(); // 1 lambda$open$0\n" + handler.after() + "\n",
            "label.setToolTipText(\"new\");\n"));
  }

  private void assertReads(Reading handler, Hostile program) throws Exception {
    String text = program.said(folder).text();
    String reads = text.contains(SAID) ? text.substring(text.indexOf(SAID) + SAID.length()) : "";
    String names = reads.replaceAll("' \\(Window\\.java:\\d+\\)(?:, )?", "|").replace("'", "");
    assertEquals("run 'load()' on a worker, await it", text.replaceFirst("; read after.*", ""));
    assertEquals(handler.reads(), names.replaceFirst("\\|$", ""));
  }
}
