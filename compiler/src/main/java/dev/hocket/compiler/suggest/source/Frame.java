package dev.hocket.compiler.suggest.source;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a recorded stack: {@code com.example.Panel.load(Panel.java:12)}.
 *
 * @param type the binary name of the class
 * @param method the method
 * @param file the source file without its folder; empty if it is unknown
 * @param line the line; 0 if it is unknown
 */
public record Frame(String type, String method, String file, int line) {
  private static final Pattern TEXT =
      Pattern.compile("(?:.*/)?(.+)\\.([^.(]+)\\(([^:()]*)(?::(\\d+))?\\)");

  public static Optional<Frame> parse(String text) {
    Matcher match = TEXT.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    boolean known = match.group(4) != null;
    return Optional.of(
        new Frame(
            match.group(1),
            match.group(2),
            known ? match.group(3) : "",
            known ? Integer.parseInt(match.group(4)) : 0));
  }

  public String packageName() {
    return type.substring(0, Math.max(0, type.lastIndexOf('.')));
  }

  public boolean isLambda() {
    return method.startsWith("lambda$");
  }

  /** The name of the called method or constructor as the source code writes it. */
  public String calledName() {
    String simple = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    return method.equals("<init>") ? simple : method;
  }
}
