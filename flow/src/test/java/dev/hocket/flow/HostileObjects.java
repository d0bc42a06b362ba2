package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;

/** Functions that get objects of the JDK, which lead to values of the program. */
final class HostileObjects {
  private HostileObjects() {}

  @Function
  static long readByte(ByteArrayInputStream in, long x) {
    Hostile.slow(x + 1);
    int read = in.read();
    if (read < 0) {
      in.reset();
    }
    return read;
  }

  @Function
  static char setChar(char[] chars, long x) {
    return chars[(int) (x % chars.length)] = (char) ('0' + (Hostile.slow(x) & 7));
  }

  @Function
  static char charIn(StringBuilder text, long x) {
    text.setCharAt((int) (x % text.length()), (char) ('0' + (Hostile.slow(x) & 7)));
    return text.charAt(0);
  }

  @Function
  static String foundIn(Matcher matcher, long x) {
    Hostile.slow(x + 1);
    matcher.reset();
    return matcher.find() ? matcher.group() : "";
  }

  @Function
  static String scanned(Scanner scanner, long x) {
    Hostile.slow(x + 1);
    return scanner.hasNext() ? scanner.findInLine(".") : "";
  }

  @Function
  static int readChar(Reader reader, long x) throws java.io.IOException {
    Hostile.slow(x + 1);
    return reader.read();
  }

  @Function
  static long sumOfArray(AtomicReferenceArray<List<Long>> lists, long x) {
    return Hostile.total(lists.get(0), x + 1);
  }

  @Function
  static long sumOfOptional(Optional<List<Long>> list, long x) {
    return Hostile.total(list.orElseThrow(), x + 1);
  }

  @Function
  static long sumOfFuture(Future<List<Long>> list, long x) throws Exception {
    if (list instanceof Runnable task) {
      task.run();
    }
    return Hostile.total(list.get(), x + 1);
  }

  @Function
  static long sumOfReference(java.lang.ref.Reference<List<Long>> list, long x) {
    return Hostile.total(list.get(), x + 1);
  }

  @Function
  static long sumOfCall(Callable<List<Long>> list, long x) throws Exception {
    return Hostile.total(list.call(), x + 1);
  }

  @Function
  static long operated(LongUnaryOperator operator, long x) {
    Hostile.slow(x + 1);
    return operator.applyAsLong(x);
  }

  @Function
  static int ordered(Comparator<Long> order, long x) {
    Hostile.slow(x + 1);
    return Integer.signum(order.compare(x, 5L));
  }

  @Function
  static int addElement(Set<Long> set, long x) {
    Hostile.slow(x);
    if (!set.remove(x % 50)) {
      set.add(x % 50);
    }
    return set.size();
  }

  @Function
  static long sumOfSet(NavigableSet<Long> set, long x) {
    return Hostile.total(set, x + 1);
  }

  @Function
  static long setEntry(Map.Entry<Long, Long> entry, long x) {
    return entry.setValue(Hostile.slow(x));
  }

  @Function
  static String print(PrintStream out, long x) {
    Hostile.slow(x);
    out.print(x);
    return "";
  }

  @Function
  static int printed(ByteArrayOutputStream bytes, long x) {
    Hostile.slow(x + 1);
    return bytes.size();
  }

  @Function
  static String shown(Object value, long x) {
    Hostile.slow(x);
    return String.valueOf(value);
  }

  /** A table of the program, which is closed at some time. */
  static final class Table implements AutoCloseable {
    private final Map<Long, String> names = new HashMap<>(Map.of(1L, "one"));
    private boolean closed;

    String find(long key) {
      return closed ? "" : names.getOrDefault(key, "none");
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Function
  static String find(Table table, long x) {
    Hostile.slow(x);
    return table.find(x % 3);
  }

  @Function
  static String findAgain(Table table, long x) {
    Hostile.slow(x + 1);
    return table.find(x % 2);
  }

  /** A cache that forgets what has not been used for the longest time. */
  static final class Cache extends LinkedHashMap<Long, String> {
    private static final long serialVersionUID = 1;

    Cache() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
      return size() > 10;
    }
  }

  static List<Long> longs(long count) {
    List<Long> list = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      list.add(i);
    }
    return list;
  }
}
