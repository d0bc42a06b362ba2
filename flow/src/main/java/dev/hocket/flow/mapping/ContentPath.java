package dev.hocket.flow.mapping;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** The way from a value to an object inside it, for messages: {@code :rows 3}. */
final class ContentPath {
  private static final int DEEPEST = 50;
  private static final int LONGEST_KEY = 40;

  private final Object target;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private ContentPath(Object target) {
    this.target = target;
  }

  /** Returns the keys and indices on the way; empty if there is none through collections. */
  static String to(Object target, Object value) {
    String found = new ContentPath(target).search(value, 0);
    return found == null ? "" : found.strip();
  }

  private String search(Object value, int depth) {
    if (value == target) {
      return "";
    }
    if (depth > DEEPEST || Contents.isPlain(value) || !seen.add(value)) {
      return null;
    }
    return ClojureValues.isOne(value) || ClojureValues.isRecord(value.getClass())
        ? inside(value, depth)
        : null;
  }

  private String inside(Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String found = search(entry.getValue(), depth + 1);
        if (found != null) {
          return shown(entry.getKey()) + " " + found;
        }
      }
    } else if (ClojureValues.isCounted(value) && value instanceof Iterable<?> elements) {
      int i = 0;
      for (Object element : elements) {
        String found = search(element, depth + 1);
        if (found != null) {
          return i + " " + found;
        }
        i++;
      }
    }
    return null;
  }

  private static String shown(Object key) {
    if (!Contents.isPlain(key)) {
      return key.getClass().getSimpleName();
    }
    String text = key instanceof String ? "\"" + key + "\"" : String.valueOf(key);
    return text.length() > LONGEST_KEY ? text.substring(0, LONGEST_KEY - 1) + "…" : text;
  }
}
