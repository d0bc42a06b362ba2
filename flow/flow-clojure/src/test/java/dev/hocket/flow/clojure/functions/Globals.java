package dev.hocket.flow.clojure.functions;

import dev.hocket.flow.functions.Function;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Functions and code that share mutable values. */
public final class Globals {
  public static final List<Object> LIST = new ArrayList<>();

  private Globals() {}

  public static final Map<String, List<Object>> TABLE = new HashMap<>();

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

  /** A part of what a static field holds. */
  @Function
  public static List<Object> rowOfTable(Object packet) {
    return TABLE.get("row");
  }

  /** A part of what a static field holds, made here. */
  @Function
  public static List<Object> newRowOfTable(Object packet) {
    List<Object> row = TABLE.get("new");
    if (row == null) {
      row = new ArrayList<>();
      TABLE.put("new", row);
    }
    return row;
  }

  /** What a static field holds, inside another object. */
  @Function
  public static Object[] listInArray(Object packet) {
    return new Object[] {LIST};
  }

  @Function
  public static List<Object> rowOf(Map<String, List<Object>> table, Object packet) {
    return table.get("row");
  }

  @Function
  public static Object[] inArray(List<Object> list, Object packet) {
    return new Object[] {list};
  }

  /** Makes a row that the table has from then on. */
  @Function
  public static List<Object> putRow(Map<String, List<Object>> table, Object packet) {
    List<Object> row = new ArrayList<>();
    table.put("row", row);
    return row;
  }

  /** Lets the table lead to a row of another function. */
  @Function
  public static int keepRow(Map<String, List<Object>> table, List<Object> row) {
    table.put("row", row);
    return table.size();
  }

  @Function
  public static List<Object> newRow(Object packet) {
    return new ArrayList<>();
  }

  @Function
  public static int sizeOf(List<Object> list) {
    return list.size();
  }

  /** As annotations of this name in other libraries do. */
  @Retention(RetentionPolicy.RUNTIME)
  private @interface ThreadSafe {}

  /** Counts. */
  @ThreadSafe
  public static final class Tally {
    private long count;

    synchronized boolean add() {
      return ++count > 0;
    }
  }

  @Function
  public static boolean tally(Tally tally, Object packet) {
    return tally.add();
  }

  @Function
  public static boolean alsoTally(Tally tally, Object packet) {
    return tally.add();
  }
}
