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

  /** A plain method, not a function of the flow; plain code calls it. */
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

  /** Returns a part of what a static field holds. */
  @Function
  public static List<Object> rowOfTable(Object packet) {
    return TABLE.get("row");
  }

  /** Returns a new part of what a static field holds. */
  @Function
  public static List<Object> newRowOfTable(Object packet) {
    List<Object> row = TABLE.get("new");
    if (row == null) {
      row = new ArrayList<>();
      TABLE.put("new", row);
    }
    return row;
  }

  /** Returns what a static field holds, inside another object. */
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

  /** Makes a row and puts it into the table. */
  @Function
  public static List<Object> putRow(Map<String, List<Object>> table, Object packet) {
    List<Object> row = new ArrayList<>();
    table.put("row", row);
    return row;
  }

  /** Puts a row of another function into the table. */
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

  /** A value that anybody may change. */
  public static final class Box {
    public long value;
  }

  /** Takes a time that depends on the number, so that threads overtake one another. */
  @Function
  public static long slowly(long number) {
    long sum = number;
    for (long i = 0; i < (number % 3 == 0 ? 4_000 : 10); i++) {
      sum = 31 * sum + i;
    }
    return sum;
  }

  /** An annotation with the name that other libraries use. */
  @Retention(RetentionPolicy.RUNTIME)
  private @interface ThreadSafe {}

  /** A counter. */
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
