package dev.hocket.compiler.diagnose;

import java.util.Map;

/**
 * One message about one place.
 *
 * @param message which of the catalogue
 * @param source the file
 * @param offset the place
 * @param values what stands for the template's {@code %names%}
 */
public record Diagnostic(
    Message message, SourceText source, int offset, Map<String, String> values) {

  /**
   * In the shape of javac's own, which build tools and editors parse: {@code File.java:4: error:
   * [HK005] text}, the line, the caret, and below them, indented as all that javac adds there, the
   * way out.
   */
  public String format(boolean colour) {
    String severity = message.severity().word() + ":";
    String line = source.lineAt(offset);
    String margin = line.substring(0, offset - source.lineStart(offset)).replaceAll("[^\t]", " ");
    return paint(colour, BOLD, source.name() + ":" + source.line(offset) + ":")
        + " "
        + paint(colour, message.severity() == Severity.ERROR ? RED : YELLOW, severity)
        + " ["
        + message.name()
        + "] "
        + text()
        + "\n"
        + line
        + "\n"
        + margin
        + paint(colour, BOLD, "^")
        + "\n  help: "
        + help();
  }

  /** What happened. */
  public String text() {
    return fill(message.text());
  }

  /** The way out. */
  public String help() {
    return fill(message.help());
  }

  private static final String BOLD = "1";
  private static final String RED = "1;31";
  private static final String YELLOW = "1;33";

  private static String paint(boolean colour, String style, String text) {
    return colour ? "\033[" + style + "m" + text + "\033[0m" : text;
  }

  private String fill(String template) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("%" + value.getKey() + "%", value.getValue());
    }
    return text;
  }
}
