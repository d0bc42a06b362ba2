package dev.hocket.flow.clojure.functions;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.List;

/** Functions and code that share mutable values. */
public final class Globals {
  public static final List<Object> LIST = new ArrayList<>();

  private Globals() {}

  /** No function of a flow: plain code calls it. */
  public static boolean note(Object value) {
    return LIST.add(value);
  }

  @Function
  public static boolean writeTo(List<Object> list, Object value) {
    return list.add(value);
  }

  @Function
  public static boolean alsoWriteTo(List<Object> list, Object value) {
    return list.add(value);
  }

  @Function
  public static StringBuilder text(Object value) {
    return new StringBuilder().append(value);
  }

  @Function
  public static String left(StringBuilder text) {
    return text.append('<').toString();
  }

  @Function
  public static String right(StringBuilder text) {
    return text.append('>').toString();
  }
}
