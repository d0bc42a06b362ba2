package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.ReadOnly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Small classes that keep their state to themselves. */
final class Harmless {
  private static final byte[] LINE = {13, 10};

  private Harmless() {}

  record Point(int x, int y) {}

  static class ReturnsNumber {
    private long count;

    @Function
    long f(Object x) {
      return ++count;
    }
  }

  static class ReturnsString {
    private final StringBuilder text = new StringBuilder();

    @Function
    String f(String x) {
      return text.append(x).toString();
    }
  }

  static class ReturnsMatch {
    private final Pattern pattern = Pattern.compile("(\\w+) (\\w+)");

    @Function
    String[] f(String x) {
      Matcher matcher = pattern.matcher(x);
      return matcher.find() ? new String[] {matcher.group(1), matcher.group(2)} : null;
    }
  }

  static class ReturnsDecoded {
    private final ByteBuffer buffer = ByteBuffer.allocate(90);

    @Function
    Object[] f(String x) {
      buffer.clear();
      buffer.put(x.getBytes(StandardCharsets.UTF_8)).flip();
      return new Object[] {StandardCharsets.UTF_8.decode(buffer).toString(), x};
    }
  }

  static class ReturnsCopyOfArray {
    private final int[] counts = new int[8];

    @Function
    int[] f(int x) {
      counts[x]++;
      return counts.clone();
    }
  }

  static class ReturnsRange {
    private final byte[] bytes = new byte[16];

    @Function
    byte[] f(int x) {
      return Arrays.copyOfRange(bytes, 0, x);
    }
  }

  static class ReturnsMovedBytes {
    private final byte[] bytes = new byte[16];

    @Function
    byte[] f(int x) {
      byte[] out = new byte[x];
      System.arraycopy(bytes, 0, out, 0, x);
      return out;
    }
  }

  static class ReturnsImmutableElement {
    private final Map<String, String> map = new HashMap<>();

    @Function
    Object f(String x) {
      return map.get(x);
    }
  }

  static class ReturnsPolled {
    private final Deque<Long> queue = new ArrayDeque<>();

    @Function
    Object f(long x) {
      queue.add(x);
      return queue.size() > 4 ? queue.poll() : null;
    }
  }

  static class ReturnsStringsOfList {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      return list.toArray();
    }
  }

  static class HandsOver {
    private List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      if (list.size() < 10) {
        return null;
      }
      List<String> full = list;
      list = new ArrayList<>();
      return full;
    }
  }

  static class HandsOverNull {
    private byte[] bytes;

    @Function
    Object f(int x) {
      if (bytes == null) {
        bytes = new byte[x];
      }
      byte[] full = bytes;
      bytes = null;
      return full;
    }
  }

  static class ReturnsInput {
    private int calls;

    @Function
    Object f(Object x) {
      calls++;
      return x;
    }
  }

  static class ReturnsNewObject {
    private int calls;

    @Function
    Object f(Object x) {
      List<Object> out = new ArrayList<>();
      out.add(x);
      out.add(++calls);
      return out;
    }
  }

  static class ReturnsRecord {
    private int x;

    @Function
    Point f(int y) {
      return new Point(x++, y);
    }
  }

  static class UsesHelper {
    private final List<String> list = new ArrayList<>();

    @Function
    int f(String x) {
      add(x);
      return size(list);
    }

    private void add(String x) {
      list.add(x);
    }

    private static int size(List<String> any) {
      return any.size();
    }
  }

  static class UsesLambda {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    int f(String x) {
      return counts.merge(x, 1, Integer::sum);
    }
  }

  static class UsesCapturingLambda {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(List<String> x) {
      list.clear();
      x.stream().sorted().toList();
      list.forEach(s -> list.size());
      return "done";
    }
  }

  static class UsesLocalBox {
    private final List<String> list = new ArrayList<>();

    @Function
    int f(String x) {
      Leaking.Box box = new Leaking.Box(list);
      return ((List<?>) box.value).size();
    }
  }

  static class UsesOwnObjects {
    private final Leaking.Node head = new Leaking.Node();

    @Function
    Object f(String x) {
      Leaking.Node node = new Leaking.Node();
      node.value = x;
      node.next = head.next;
      head.next = node;
      return x;
    }
  }

  static class ReadsStream {
    private final byte[] bytes = new byte[16];

    @Function
    String f(InputStream x) throws IOException {
      int read = x.read(bytes);
      return new String(bytes, 0, Math.max(read, 0), StandardCharsets.UTF_8);
    }
  }

  static class WritesStream {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final byte[] bytes = new byte[16];

    @Function
    Object f(OutputStream x) throws IOException {
      x.write(bytes);
      x.write(LINE);
      return out.size();
    }
  }

  static class FormatsState {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(String x) {
      list.add(x);
      return String.format("%s of %d", list, list.size());
    }
  }

  static class ConcatenatesState {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(String x) {
      return x + list;
    }
  }

  static class SortsState {
    private final long[] numbers = new long[8];

    @Function
    long f(long x) {
      numbers[0] = x;
      Arrays.sort(numbers);
      return numbers[7];
    }
  }

  static class TrustsReadOnly {
    private final List<String> list = new ArrayList<>();

    interface Sink {
      void look(@ReadOnly Object value);
    }

    @Function
    Object f(Sink x) {
      x.look(list);
      return null;
    }
  }

  static class ThrowsMessage {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      throw new IllegalStateException("after " + list.size());
    }
  }

  static class HasNoState {
    @Function
    static Object f(List<Object> x) {
      x.add("y");
      return x;
    }
  }

  static class ReturnsNewList {
    private final List<String> list = new ArrayList<>();

    @Function
    List<String> f(String x) {
      list.add(x);
      return new ArrayList<>(list);
    }
  }

  static class ReturnsNewSortedMap {
    private final Map<String, Integer> map = new HashMap<>();

    @Function
    Map<String, Integer> f(String x) {
      map.merge(x, 1, Integer::sum);
      return new TreeMap<>(map);
    }
  }

  static class ReturnsUnmodifiableCopy {
    private final List<String> list = new ArrayList<>();

    @Function
    List<String> f(String x) {
      list.add(x);
      return Collections.unmodifiableList(new ArrayList<>(list));
    }
  }

  static class ReturnsWrittenBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    byte[] f(int x) {
      out.write(x);
      return out.toByteArray();
    }
  }

  static class ReturnsDigest {
    private final MessageDigest digest;

    ReturnsDigest() throws NoSuchAlgorithmException {
      digest = MessageDigest.getInstance("SHA-256");
    }

    @Function
    byte[] f(byte[] x) {
      return digest.digest(x);
    }
  }

  static class ReturnsFirstOfStream {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      return list.stream().findFirst();
    }
  }

  static class SumsStream {
    private final int[] numbers = new int[8];

    @Function
    Object f(int x) {
      numbers[x & 7] += x;
      return Arrays.stream(numbers).sum();
    }
  }

  static class CopiesElementOfMap {
    private final Map<String, List<String>> map = new HashMap<>();

    @Function
    Object f(String x) {
      map.computeIfAbsent(x, any -> new ArrayList<>()).add(x);
      return List.copyOf(map.getOrDefault(x, List.of()));
    }
  }

  static class FormatsDate {
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy");

    @Function
    String f(Date x) {
      return format.format(x);
    }
  }

  static class MergesArgument {
    private final Map<String, Integer> own = new HashMap<>();

    @Function
    int f(Map<String, Integer> x) {
      x.forEach((k, v) -> own.merge(k, v, Integer::sum));
      return own.size();
    }
  }

  static class CountsInObjects {
    private final Map<String, Counter> counters = new HashMap<>();

    static class Counter {
      private int count;

      int next() {
        return ++count;
      }
    }

    @Function
    int f(String x) {
      return counters.computeIfAbsent(x, any -> new Counter()).next();
    }
  }

  static class CallsKeptLambda {
    private final List<String> list = new ArrayList<>();
    private final Leaking.Getter getter = () -> list.size();

    @Function
    Object f(String x) {
      list.add(x);
      return getter.get();
    }
  }

  static class ReturnsGrouped {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      return list.stream().collect(Collectors.groupingBy(String::length, Collectors.counting()));
    }
  }

  static class FillsList {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      List<String> out = new ArrayList<>();
      fill(out);
      return out;
    }

    private void fill(List<String> out) {
      for (String each : list) {
        out.add(each);
      }
    }
  }

  static class ReturnsKeys {
    private final Map<String, byte[]> map = new HashMap<>();

    @Function
    Object f(String x) {
      List<String> keys = new ArrayList<>();
      for (Map.Entry<String, byte[]> entry : map.entrySet()) {
        keys.add(entry.getKey());
      }
      return keys;
    }
  }
}
