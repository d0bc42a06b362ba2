package dev.hocket.flow.clojure.functions;

import dev.hocket.flow.functions.Function;
import java.util.Collection;
import java.util.Map;

/** Functions that only read what they get. */
public final class Readings {
  private Readings() {}

  /** Looks a key up, and returns the first key afterwards. */
  @Function
  public static Object lookedUp(Map<Object, Object> map, Object key) {
    Object value = map.get(key);
    return value == null ? key : map.keySet().iterator().next();
  }

  @Function
  public static int sizeOfAny(Collection<Object> all, Object packet) {
    return all.size();
  }

  @Function
  public static String shown(Object value, Object packet) {
    return "<" + value + ">";
  }

  /** Its parameter shows that it gets nothing that changes. */
  @Function
  public static int length(String text, Object packet) {
    return text.length();
  }

  @Function
  public static Object valueOf(ThreadLocal<Object> variable, Object packet) {
    return variable.get();
  }
}
