package dev.hocket.compiler.diagnose;

import java.util.Map;

/**
 * A message about one place in a file.
 *
 * @param message its entry in the catalogue
 * @param source the file
 * @param offset the offset of the place
 * @param values the values of the {@code %names%} in the template
 */
public record Diagnostic(
    Message message, SourceText source, int offset, Map<String, String> values) {

  /**
   * The message in the format of javac, which build tools and editors parse: {@code File.java:4:
   * error: [HK005] text}, the line, the caret, and below them, indented as javac does, the remedy.
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

  /** The description of the problem. */
  public String text() {
    return fill(message.text());
  }

  /** The remedy, as an imperative. */
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
