package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.net.HttpCookie;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Harmless functions that return copies of their state, or return the state itself and do not keep
 * it.
 */
final class HarmlessCopies {
  private HarmlessCopies() {}

  static class NewArrayList {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      return new ArrayList<>(names);
    }
  }

  static class CopyOfList {
    private final List<String> names = new LinkedList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      return List.copyOf(names);
    }
  }

  static class CopyOfSet {
    private final Set<String> names = new HashSet<>();

    @Function
    Set<String> names(String name) {
      names.add(name);
      return Set.copyOf(names);
    }
  }

  static class CopyOfMap {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Map<String, Integer> counts(String word) {
      counts.merge(word, 1, Integer::sum);
      return Map.copyOf(counts);
    }
  }

  static class NewTreeMap {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    SortedMap<String, Integer> counts(String word) {
      counts.merge(word, 1, Integer::sum);
      return new TreeMap<>(counts);
    }
  }

  static class NewLinkedHashMap {
    private final Map<String, Long> totals = new LinkedHashMap<>();

    @Function
    Map<String, Long> totals(String word) {
      totals.merge(word, (long) word.length(), Long::sum);
      return new LinkedHashMap<>(totals);
    }
  }

  static class NewTreeSet {
    private final Set<Integer> numbers = new LinkedHashSet<>();

    @Function
    Collection<Integer> sorted(int n) {
      numbers.add(n);
      return new TreeSet<>(numbers);
    }
  }

  static class NewArrayDeque {
    private final Deque<String> recent = new ArrayDeque<>();

    @Function
    Deque<String> recent(String page) {
      recent.push(page);
      return new ArrayDeque<>(recent);
    }
  }

  static class UnmodifiableCopy {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      return Collections.unmodifiableList(new ArrayList<>(names));
    }
  }

  static class UnmodifiableMapOfACopy {
    private final Map<String, Integer> counts = new TreeMap<>();

    @Function
    Map<String, Integer> counts(String word) {
      counts.merge(word, 1, Integer::sum);
      return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }
  }

  static class CopyOfKeys {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    List<String> words(String word) {
      counts.merge(word, 1, Integer::sum);
      return new ArrayList<>(counts.keySet());
    }
  }

  static class CopyOfValues {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    List<Integer> frequencies(String word) {
      counts.merge(word, 1, Integer::sum);
      return List.copyOf(counts.values());
    }
  }

  static class CopyOfASubList {
    private final List<String> log = new ArrayList<>();

    @Function
    List<String> newest(String line) {
      log.add(line);
      return new ArrayList<>(log.subList(Math.max(0, log.size() - 3), log.size()));
    }
  }

  static class CopyOfAHeadMap {
    private final TreeMap<Integer, String> byNumber = new TreeMap<>();

    @Function
    Map<Integer, String> upTo(int n) {
      byNumber.put(n, "n" + n);
      return new TreeMap<>(byNumber.headMap(n, true));
    }
  }

  static class CopyOfAReversedList {
    private final List<String> history = new ArrayList<>();

    @Function
    List<String> newestFirst(String page) {
      history.add(page);
      return List.copyOf(history.reversed());
    }
  }

  static class ToStringArray {
    private final List<String> names = new ArrayList<>();

    @Function
    String[] names(String name) {
      names.add(name);
      return names.toArray(new String[0]);
    }
  }

  static class ToArrayOfAGenerator {
    private final Set<String> names = new TreeSet<>();

    @Function
    String[] names(String name) {
      names.add(name);
      return names.toArray(String[]::new);
    }
  }

  static class CopiedByALoop {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      List<String> copy = new ArrayList<>(names.size());
      for (String each : names) {
        copy.add(each);
      }
      return copy;
    }
  }

  static class CopiedByAddAll {
    private final Set<String> names = new HashSet<>();

    @Function
    Set<String> names(String name) {
      names.add(name);
      Set<String> copy = new TreeSet<>();
      copy.addAll(names);
      return copy;
    }
  }

  static class CopiedByForEach {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Map<String, Integer> doubled(String word) {
      counts.merge(word, 1, Integer::sum);
      Map<String, Integer> result = new HashMap<>();
      counts.forEach((key, value) -> result.put(key, 2 * value));
      return result;
    }
  }

  static class CopiedByPutAll {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Map<String, Integer> counts(String word) {
      counts.merge(word, 1, Integer::sum);
      Map<String, Integer> result = new LinkedHashMap<>();
      result.putAll(counts);
      return result;
    }
  }

  static class ClonedInts {
    private final int[] histogram = new int[10];

    @Function
    int[] histogram(int n) {
      histogram[n % 10]++;
      return histogram.clone();
    }
  }

  static class CopiedBytes {
    private final byte[] buffer = new byte[100];
    private int length;

    @Function
    byte[] received(byte[] bytes) {
      System.arraycopy(bytes, 0, buffer, length, bytes.length);
      length += bytes.length;
      return Arrays.copyOf(buffer, length);
    }
  }

  static class CopiedRange {
    private final double[] samples = new double[64];
    private int next;

    @Function
    double[] latest(double sample) {
      samples[next++ % 64] = sample;
      return Arrays.copyOfRange(samples, 0, Math.min(next, 64));
    }
  }

  static class ArraycopyIntoNew {
    private final long[] totals = new long[4];

    @Function
    long[] totals(int n) {
      totals[n % 4] += n;
      long[] result = new long[4];
      System.arraycopy(totals, 0, result, 0, 4);
      return result;
    }
  }

  static class DeepCopyByLoops {
    private final int[][] board = new int[3][3];

    @Function
    int[][] move(int n) {
      board[n % 3][n / 3 % 3] = n;
      int[][] copy = new int[3][];
      for (int i = 0; i < 3; i++) {
        copy[i] = board[i].clone();
      }
      return copy;
    }
  }

  static class DeepCopyByAStream {
    private final int[][] board = new int[3][3];

    @Function
    int[][] move(int n) {
      board[n % 3][n / 3 % 3] = n;
      return Arrays.stream(board).map(int[]::clone).toArray(int[][]::new);
    }
  }

  static class DeepCopyOfGroups {
    private final Map<Integer, List<String>> byLength = new HashMap<>();

    @Function
    Map<Integer, List<String>> group(String word) {
      byLength.computeIfAbsent(word.length(), length -> new ArrayList<>()).add(word);
      Map<Integer, List<String>> copy = new TreeMap<>();
      byLength.forEach((length, words) -> copy.put(length, List.copyOf(words)));
      return copy;
    }
  }

  static class OneGroupCopied {
    private final Map<Integer, List<String>> byLength = new HashMap<>();

    @Function
    List<String> sameLength(String word) {
      byLength.computeIfAbsent(word.length(), length -> new ArrayList<>()).add(word);
      return List.copyOf(byLength.getOrDefault(word.length(), List.of()));
    }
  }

  static class ClonedArrayList {
    private final ArrayList<String> names = new ArrayList<>();

    @Function
    Object names(String name) {
      names.add(name);
      return names.clone();
    }
  }

  static class ClonedBits {
    private final BitSet used = new BitSet();

    @Function
    BitSet use(int n) {
      used.set(n);
      return (BitSet) used.clone();
    }
  }

  static class BitsAsLongs {
    private final BitSet used = new BitSet();

    @Function
    long[] use(int n) {
      used.set(n);
      return used.toLongArray();
    }
  }

  static class NewEnumMap {
    private final EnumMap<TimeUnit, Integer> used = new EnumMap<>(TimeUnit.class);

    @Function
    Map<TimeUnit, Integer> use(int n) {
      used.merge(TimeUnit.values()[n % 7], 1, Integer::sum);
      return new EnumMap<>(used);
    }
  }

  static class NewStringBuilder {
    private final StringBuilder text = new StringBuilder();

    @Function
    StringBuilder text(String word) {
      text.append(word);
      return new StringBuilder(text);
    }
  }

  static class NewDate {
    private final Date date = new Date(0);

    @Function
    Date later(long millis) {
      date.setTime(date.getTime() + millis);
      return new Date(date.getTime());
    }
  }

  static class DateAsInstant {
    private final Date date = new Date(0);

    @Function
    Object later(long millis) {
      date.setTime(date.getTime() + millis);
      return date.toInstant();
    }
  }

  static class WrappedClone {
    private final byte[] bytes = new byte[8];

    @Function
    ByteBuffer encode(int n) {
      bytes[0] = (byte) n;
      return ByteBuffer.wrap(bytes.clone());
    }
  }

  static class CopiedBuffer {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    ByteBuffer encode(int n) {
      buffer.clear().putInt(n).flip();
      ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
      copy.put(buffer).flip();
      return copy;
    }
  }

  static class BytesOutOfABuffer {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    byte[] encode(long n) {
      buffer.clear().putLong(n).flip();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    }
  }

  static class CharsAsString {
    private final CharBuffer line = CharBuffer.allocate(32);

    @Function
    String start(String text) {
      line.clear();
      line.put(text).flip();
      return line.toString();
    }
  }

  static class PropertyNames {
    private final Properties settings = new Properties();

    @Function
    Set<String> set(String name) {
      settings.setProperty(name, "on");
      return settings.stringPropertyNames();
    }
  }

  static class SnapshotOfTheFirstEntry {
    private final TreeMap<String, Integer> counts = new TreeMap<>();

    @Function
    Map.Entry<String, Integer> first(String word) {
      counts.merge("first", word.length(), Integer::sum);
      return counts.firstEntry();
    }
  }

  static class NewEntries {
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    @Function
    List<Map.Entry<String, Integer>> ranking(String word) {
      counts.merge(word, 1, Integer::sum);
      List<Map.Entry<String, Integer>> ranking = new ArrayList<>();
      for (Map.Entry<String, Integer> entry : counts.entrySet()) {
        ranking.add(Map.entry(entry.getKey(), entry.getValue()));
      }
      return ranking;
    }
  }

  static class CopyInARecord {
    record Page(String title, List<String> rows) {
      Page {
        rows = List.copyOf(rows);
      }
    }

    private final List<String> rows = new ArrayList<>();

    @Function
    Page page(String row) {
      rows.add(row);
      return new Page("rows", rows);
    }
  }

  static class CopyOfAnOwnClass {
    /** A board whose copies are deep. */
    static final class Board {
      private final char[] cells;

      Board() {
        cells = new char[] {'-', '-', '-', '-'};
      }

      Board(Board other) {
        this.cells = other.cells.clone();
      }

      void set(int index, char mark) {
        cells[index] = mark;
      }
    }

    private final Board board = new Board();

    @Function
    Board play(int n) {
      board.set(n % 4, 'x');
      return new Board(board);
    }
  }

  static class CopyInAnOptional {
    private final List<String> rows = new ArrayList<>();

    @Function
    java.util.Optional<List<String>> rows(String row) {
      rows.add(row);
      return rows.size() > 1
          ? java.util.Optional.of(List.copyOf(rows))
          : java.util.Optional.empty();
    }
  }

  static class LambdaOverACopy {
    private final List<String> rows = new ArrayList<>();

    @Function
    Supplier<Integer> rows(String row) {
      rows.add(row);
      List<String> copy = List.copyOf(rows);
      return () -> copy.size();
    }
  }

  static class LambdaOverANumber {
    private final List<String> rows = new ArrayList<>();

    @Function
    Supplier<Integer> rows(String row) {
      rows.add(row);
      int size = rows.size();
      return () -> size;
    }
  }

  static class StreamOfACopy {
    private final List<String> rows = new ArrayList<>();

    @Function
    Stream<String> rows(String row) {
      rows.add(row);
      return new ArrayList<>(rows).stream().sorted();
    }
  }

  static class IteratorOfACopy {
    private final List<String> rows = new ArrayList<>();

    @Function
    java.util.Iterator<String> rows(String row) {
      rows.add(row);
      return List.copyOf(rows).iterator();
    }
  }

  static class CopyIntoAnArgument {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(List<Object> target) {
      rows.add("row " + target.size());
      target.add(new ArrayList<>(rows));
      return rows.size();
    }
  }

  static class StringsIntoAnArgument {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(List<Object> target) {
      rows.add("row " + target.size());
      target.addAll(rows);
      return rows.size();
    }
  }

  static class HandedOver {
    private List<String> batch = new ArrayList<>();

    @Function
    List<String> batch(String item) {
      batch.add(item);
      if (batch.size() < 2) {
        return null;
      }
      List<String> full = batch;
      batch = new ArrayList<>();
      return full;
    }
  }

  static class HandedOverArray {
    private int[] window = new int[2];
    private int used;

    @Function
    int[] window(int n) {
      window[used++] = n;
      if (used == window.length) {
        int[] full = window;
        window = new int[2];
        used = 0;
        return full;
      }
      return new int[0];
    }
  }

  static class HandedOverByAHelper {
    private Map<String, Integer> counts = new HashMap<>();

    private Map<String, Integer> drain() {
      Map<String, Integer> full = counts;
      counts = new HashMap<>();
      return full;
    }

    @Function
    Map<String, Integer> count(String word) {
      counts.merge(word, 1, Integer::sum);
      return drain();
    }
  }

  static class HandedOverInARecord {
    record Batch(int number, List<String> items) {}

    private List<String> items = new ArrayList<>();
    private int number;

    @Function
    Batch batch(String item) {
      items.add(item);
      Batch batch = new Batch(++number, items);
      items = new ArrayList<>();
      return batch;
    }
  }

  static class CopyOfWhatIsHandedOver {
    private List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(List.of("a"))));
    private List<Integer> sizes = new ArrayList<>();

    @Function
    List<List<String>> rows(String row) {
      List<List<String>> full = rows;
      rows = new ArrayList<>(List.of(new ArrayList<>(List.of(row))));
      sizes = new ArrayList<>();
      full.forEach(r -> sizes.add(r.size()));
      return new ArrayList<>(full);
    }
  }

  static class ComparatorOfTwoMaps {
    private Map<String, Integer> counts = new HashMap<>();

    @Function
    Map<String, Integer> count(String word) {
      Comparator<String> order = (a, b) -> a.length() - b.length();
      counts = new TreeMap<>(order);
      counts.put(word, word.length());
      Map<String, Integer> copy = new TreeMap<>(order);
      copy.putAll(counts);
      return copy;
    }
  }

  static class CopiedAndCleared {
    private final List<String> batch = new ArrayList<>();

    @Function
    List<String> batch(String item) {
      batch.add(item);
      List<String> full = new ArrayList<>(batch);
      batch.clear();
      return full;
    }
  }

  static class RemovedElement {
    private final Map<Integer, List<String>> open = new HashMap<>();

    @Function
    List<String> finish(String word) {
      open.computeIfAbsent(word.length() % 2, key -> new ArrayList<>()).add(word);
      return open.remove(word.length() % 2);
    }
  }

  static class PolledElement {
    private final Deque<int[]> waiting = new ArrayDeque<>();

    @Function
    int[] delay(int n) {
      waiting.add(new int[] {n, n * n});
      return waiting.size() > 1 ? waiting.poll() : null;
    }
  }

  static class JoinedCopies {
    private final List<String> left = new ArrayList<>();
    private final List<String> right = new ArrayList<>();

    @Function
    List<String> both(String word) {
      (word.length() % 2 == 0 ? left : right).add(word);
      return Stream.concat(left.stream(), right.stream()).collect(Collectors.toList());
    }
  }

  /** A class of which a subclass among the leaks returns the lines themselves. */
  static class Overridable {
    protected final List<String> lines = new ArrayList<>();

    @Function
    public List<String> lines(String line) {
      lines.add(line);
      return answer();
    }

    protected List<String> answer() {
      return List.copyOf(lines);
    }
  }

  static class HandedOverAsAnIterator {
    private List<String> rows = new ArrayList<>();

    @Function
    Iterator<String> rows(String row) {
      rows.add(row);
      List<String> full = rows;
      rows = new ArrayList<>();
      return full.iterator();
    }
  }

  static class HandedOverInAnOptional {
    private List<String> rows = new ArrayList<>();

    @Function
    Optional<List<String>> rows(String row) {
      rows.add(row);
      List<String> full = rows;
      rows = new ArrayList<>();
      return Optional.of(full);
    }
  }

  static class UnknownObjectHandedOver {
    private List<HttpCookie> last = List.of();

    @Function
    List<HttpCookie> before(String ignored) {
      List<HttpCookie> before = last;
      last = HttpCookie.parse("a=1");
      return before;
    }
  }

  static class MapOfCopies {
    private final Map<String, List<String>> rows = new HashMap<>();

    @Function
    Map<String, List<String>> byLine(String line) {
      rows.computeIfAbsent(line, any -> new ArrayList<>()).add(line);
      return rows.entrySet().stream()
          .collect(Collectors.toMap(e -> e.getKey(), e -> List.copyOf(e.getValue())));
    }
  }

  static class CountedGroups {
    private final List<StringBuilder> texts = new ArrayList<>();

    @Function
    Map<Integer, List<String>> byLength(String line) {
      texts.add(new StringBuilder(line));
      texts.getFirst().append('!');
      return texts.stream()
          .collect(
              Collectors.groupingBy(
                  StringBuilder::length,
                  Collectors.mapping(StringBuilder::toString, Collectors.toList())));
    }
  }
}
