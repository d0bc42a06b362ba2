package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.TimeUnit;

/** Leaks through collections: views of them, iterators, entries, and elements that are mutable. */
final class LeakingViews {
  private LeakingViews() {}

  static class Unmodifiable {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> remember(String name) {
      names.add(name);
      return Collections.unmodifiableList(names);
    }
  }

  static class KeySet {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Set<String> words(String word) {
      counts.merge(word, 1, Integer::sum);
      return counts.keySet();
    }
  }

  static class Values {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Collection<Integer> frequencies(String word) {
      counts.merge(word, 1, Integer::sum);
      return counts.values();
    }
  }

  static class EntrySet {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Object pairs(String word) {
      counts.merge(word, 1, Integer::sum);
      return counts.entrySet();
    }
  }

  static class SubList {
    private final List<String> log = new ArrayList<>();

    @Function
    List<String> newest(String line) {
      log.add(line);
      int size = log.size();
      return log.subList(Math.max(0, size - 10), size);
    }
  }

  static class HeadMap {
    private final TreeMap<String, Integer> index = new TreeMap<>();

    @Function
    SortedMap<String, Integer> before(String word) {
      index.put(word, index.size());
      return index.headMap("zebra");
    }
  }

  static class TailSet {
    private final TreeSet<String> seen = new TreeSet<>();

    @Function
    NavigableSet<String> after(String word) {
      seen.add(word);
      return seen.tailSet("a", true);
    }
  }

  static class DescendingSet {
    private final TreeSet<String> seen = new TreeSet<>();

    @Function
    NavigableSet<String> backwards(String word) {
      seen.add(word);
      return seen.descendingSet();
    }
  }

  static class NavigableKeys {
    private final TreeMap<String, Integer> index = new TreeMap<>();

    @Function
    NavigableSet<String> keys(String word) {
      index.put(word, index.size());
      return index.navigableKeySet();
    }
  }

  static class DescendingMap {
    private final TreeMap<String, Integer> index = new TreeMap<>();

    @Function
    Object down(String word) {
      index.put(word, index.size());
      return index.descendingMap();
    }
  }

  static class Reversed {
    private final List<String> history = new ArrayList<>();

    @Function
    List<String> newestFirst(String page) {
      history.add(page);
      return history.reversed();
    }
  }

  static class SequencedValues {
    private final LinkedHashMap<String, Integer> order = new LinkedHashMap<>();

    @Function
    Object inOrder(String word) {
      order.putIfAbsent(word, order.size());
      return order.sequencedValues();
    }
  }

  static class ArrayAsList {
    private final String[] slots = new String[4];
    private int next;

    @Function
    List<String> slots(String value) {
      slots[next++ % slots.length] = value;
      return Arrays.asList(slots);
    }
  }

  static class Synchronized {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> remember(String name) {
      names.add(name);
      return Collections.synchronizedList(names);
    }
  }

  static class Checked {
    private final Set<String> names = new HashSet<>();

    @Function
    Set<String> remember(String name) {
      names.add(name);
      return Collections.checkedSet(names, String.class);
    }
  }

  static class StackView {
    private final Deque<String> stack = new ArrayDeque<>();

    @Function
    Queue<String> push(String value) {
      stack.push(value);
      return Collections.asLifoQueue(stack);
    }
  }

  static class SetFromMap {
    private final Map<String, Boolean> marks = new HashMap<>();

    @Function
    Set<String> mark(String word) {
      marks.clear();
      Set<String> marked = Collections.newSetFromMap(marks);
      marked.add(word);
      return marked;
    }
  }

  static class UnmodifiableEnumMap {
    private final EnumMap<TimeUnit, Integer> used = new EnumMap<>(TimeUnit.class);

    @Function
    Map<TimeUnit, Integer> use(int n) {
      used.put(TimeUnit.values()[n % 7], n);
      return Collections.unmodifiableMap(used);
    }
  }

  static class LiveEntry {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Map.Entry<String, Integer> total(String word) {
      counts.merge("total", word.length(), Integer::sum);
      return counts.entrySet().iterator().next();
    }
  }

  static class MostFrequentEntry {
    private final Map<Integer, Integer> counts = new HashMap<>();

    @Function
    Object mostFrequent(int n) {
      counts.merge(n % 2, 1, Integer::sum);
      Map.Entry<Integer, Integer> best = null;
      for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
        if (best == null || entry.getValue() > best.getValue()) {
          best = entry;
        }
      }
      return best;
    }
  }

  static class EntriesInAnArray {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Object[] pairs(String word) {
      counts.merge("words", 1, Integer::sum);
      counts.merge("letters", word.length(), Integer::sum);
      return counts.entrySet().toArray();
    }
  }

  static class CopiedEntries {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    List<Map.Entry<String, Integer>> pairs(String word) {
      counts.merge("letters", word.length(), Integer::sum);
      return List.copyOf(counts.entrySet());
    }
  }

  static class SortedEntries {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    List<Map.Entry<String, Integer>> ranking(String word) {
      counts.merge("letters", word.length(), Integer::sum);
      List<Map.Entry<String, Integer>> ranking = new ArrayList<>(counts.entrySet());
      ranking.sort(Map.Entry.comparingByValue());
      return ranking;
    }
  }

  static class ShallowMapCopy {
    private final Map<Integer, List<String>> byLength = new HashMap<>();

    @Function
    Map<Integer, List<String>> group(String word) {
      byLength.computeIfAbsent(0, length -> new ArrayList<>()).add(word);
      return new HashMap<>(byLength);
    }
  }

  static class ShallowListCopy {
    private final List<int[]> rows = new ArrayList<>();

    @Function
    List<int[]> addTo(int n) {
      if (rows.isEmpty()) {
        rows.add(new int[3]);
      }
      rows.get(0)[n % 3] += n;
      return List.copyOf(rows);
    }
  }

  static class UnmodifiableCopyOfBuilders {
    private final ArrayList<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));

    @Function
    Object append(String text) {
      lines.get(0).append(text);
      return Collections.unmodifiableList(new ArrayList<>(lines));
    }
  }

  static class ListCursor {
    private final List<String> names = new LinkedList<>();

    @Function
    ListIterator<String> walk(String name) {
      names.add(name);
      return names.listIterator();
    }
  }

  static class SetCursor {
    private final Set<String> names = new LinkedHashSet<>();

    @Function
    Iterator<String> walk(String name) {
      names.add(name);
      return names.iterator();
    }
  }

  static class MapCursor {
    private final Map<String, Integer> sizes = new HashMap<>();

    @Function
    Iterator<Integer> walk(String name) {
      sizes.put(name, name.length());
      return sizes.values().iterator();
    }
  }

  static class EnumerationOfAList {
    private final List<String> names = new ArrayList<>();

    @Function
    Enumeration<String> walk(String name) {
      names.add(name);
      return Collections.enumeration(names);
    }
  }

  static class EnumerationOfAVector {
    private final Vector<String> names = new Vector<>();

    @Function
    Enumeration<String> walk(String name) {
      names.add(name);
      return names.elements();
    }
  }

  static class Splitting {
    private final List<String> names = new ArrayList<>();

    @Function
    Spliterator<String> parts(String name) {
      names.add(name);
      return names.spliterator();
    }
  }

  static class Bits {
    private final BitSet used = new BitSet();

    @Function
    BitSet use(int n) {
      used.set(n);
      return used;
    }
  }

  static class PropertyPairs {
    private final Properties settings = new Properties();

    @Function
    Object set(String value) {
      settings.setProperty(value, "on");
      return settings.entrySet();
    }
  }

  static class HeapAsCollection {
    private final PriorityQueue<Integer> heap = new PriorityQueue<>();

    @Function
    Collection<Integer> offer(int n) {
      heap.offer(n);
      return heap;
    }
  }

  static class FirstElement {
    private final List<StringBuilder> columns = List.of(new StringBuilder(), new StringBuilder());

    @Function
    CharSequence left(String text) {
      columns.get(0).append(text);
      return columns.get(0);
    }
  }

  static class LastElement {
    private final Deque<long[]> windows = new ArrayDeque<>();

    @Function
    long[] current(long value) {
      if (windows.isEmpty()) {
        windows.addLast(new long[2]);
      }
      windows.peekLast()[0]++;
      windows.peekLast()[1] += value;
      return windows.peekLast();
    }
  }

  /** A score that grows. */
  static class Score implements Comparable<Score> {
    int points;

    @Override
    public int compareTo(Score other) {
      return Integer.compare(points, other.points);
    }
  }

  static class Greatest {
    private final List<Score> scores = new ArrayList<>(List.of(new Score()));

    @Function
    Score best(int points) {
      scores.get(0).points += points;
      return Collections.max(scores);
    }
  }

  static class DefaultElement {
    private final Map<String, List<String>> groups = new HashMap<>();
    private final List<String> others = new ArrayList<>();

    @Function
    List<String> groupOf(String word) {
      others.add(word);
      return groups.getOrDefault(word, others);
    }
  }

  static class ComputedElement {
    private final Map<Integer, Set<String>> index = new TreeMap<>();

    @Function
    Set<String> sameInitial(String word) {
      Set<String> bucket = index.computeIfAbsent(7, initial -> new TreeSet<>());
      bucket.add(word);
      return bucket;
    }
  }

  static class ElementFromAnIterator {
    private final Map<String, StringBuilder> lines = new LinkedHashMap<>();

    @Function
    Object longest(String text) {
      lines.computeIfAbsent("all", key -> new StringBuilder()).append(text);
      for (StringBuilder line : lines.values()) {
        if (line.length() > 2) {
          return line;
        }
      }
      return "";
    }
  }

  static class Singleton {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    List<Map<String, Integer>> report(String word) {
      counts.merge(word, 1, Integer::sum);
      return Collections.singletonList(counts);
    }
  }

  static class Repeated {
    private final StringBuilder line = new StringBuilder();

    @Function
    List<? extends CharSequence> twice(String text) {
      line.append(text);
      return Collections.nCopies(2, line);
    }
  }

  static class MapWithAList {
    private final List<String> rows = new ArrayList<>();

    @Function
    Map<String, Object> page(String row) {
      rows.add(row);
      return Map.of("title", row, "rows", rows);
    }
  }

  static class ElementThatPutReturns {
    private final Map<String, List<String>> tables = new HashMap<>();
    private final List<String> all = new ArrayList<>();

    @Function
    Object replace(String row) {
      all.add(row);
      tables.put("all", all);
      return tables.put("all", all);
    }
  }
}
