package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.Deque;
import java.util.Formatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Leaks that are typical of services: caches, pools, double buffers, results built from parts. */
final class LeakingServices {
  private LeakingServices() {}

  static class GroupThatComputeIfAbsentReturns {
    private final Map<Integer, List<String>> byLength = new HashMap<>();

    @Function
    List<String> sameLength(String word) {
      List<String> group = byLength.computeIfAbsent(word.length(), n -> new ArrayList<>());
      group.add(word);
      byLength.values().forEach(other -> other.add("+"));
      return group;
    }
  }

  static class ResultOfMerge {
    private final Map<String, List<String>> all = new HashMap<>();

    @Function
    List<String> merged(String word) {
      return all.merge(
          "all",
          new ArrayList<>(List.of(word)),
          (old, more) -> {
            old.addAll(more);
            return old;
          });
    }
  }

  static class ValueOfAFloorEntry {
    private final TreeMap<Integer, int[]> buckets = new TreeMap<>(Map.of(0, new int[1]));

    @Function
    int[] bucket(int n) {
      Map.Entry<Integer, int[]> floor = buckets.floorEntry(n);
      floor.getValue()[0] += n;
      return floor.getValue();
    }
  }

  static class FirstEntrySnapshot {
    private final LinkedHashMap<String, StringBuilder> texts = new LinkedHashMap<>();

    @Function
    Map.Entry<String, StringBuilder> oldest(String line) {
      texts.putIfAbsent("first", new StringBuilder());
      texts.get("first").append(line);
      return texts.firstEntry();
    }
  }

  static class TopOfAHeapOfArrays {
    private final PriorityQueue<int[]> heap =
        new PriorityQueue<>(Comparator.comparingInt((int[] a) -> a[1]));

    @Function
    int[] least(int n) {
      if (heap.isEmpty()) {
        heap.add(new int[] {0, 1});
      }
      heap.peek()[0] += n;
      return heap.peek();
    }
  }

  static class SwappedRows {
    private final double[][] rows = {new double[1], new double[1]};

    @Function
    double[] swapped(double x) {
      double[] first = rows[0];
      rows[0] = rows[1];
      rows[1] = first;
      first[0] += x;
      return first;
    }
  }

  static class DoubleBuffer {
    private List<String> front = new ArrayList<>();
    private List<String> back = new ArrayList<>();

    @Function
    List<String> flip(String line) {
      back.add(line);
      List<String> full = back;
      back = front;
      front = full;
      return full;
    }
  }

  static class FilledIntoAnArgument {
    private final List<String> lines = new ArrayList<>();

    @Function
    int fill(Object[] out, String line) {
      lines.add(line);
      Arrays.fill(out, lines);
      return lines.size();
    }
  }

  static class SetAllOfAnArgument {
    private final StringBuilder text = new StringBuilder();

    @Function
    int set(Object[] out, String line) {
      text.append(line);
      Arrays.setAll(out, i -> i == 0 ? text : null);
      return text.length();
    }
  }

  static class ReplaceAllOfAnArgument {
    private final List<String> seen = new ArrayList<>();

    @Function
    int replace(Map<String, Object> counts, String line) {
      seen.add(line);
      counts.replaceAll((key, count) -> seen);
      return seen.size();
    }
  }

  static class SetterAsAReference {
    private final List<String> seen = new ArrayList<>();

    @Function
    int give(Slot<List<String>> slot, String line) {
      seen.add(line);
      Consumer<List<String>> setter = slot::set;
      setter.accept(seen);
      return seen.size();
    }
  }

  static class ThenApply {
    private final List<String> seen = new ArrayList<>();

    @Function
    CompletableFuture<List<String>> later(String line) {
      seen.add(line);
      return CompletableFuture.completedFuture(line).thenApply(any -> seen);
    }
  }

  static class NonNullElse {
    private List<String> seen;

    @Function
    List<String> orNew(String line) {
      List<String> now = Objects.requireNonNullElseGet(seen, ArrayList::new);
      now.add(line);
      seen = now;
      return now;
    }
  }

  static class LazilyMadeAndReturned {
    private StringBuilder text;

    @Function
    CharSequence text(String line) {
      StringBuilder now = text != null ? text : (text = new StringBuilder());
      return now.append(line);
    }
  }

  static class GreatestOfArrays {
    private final List<long[]> totals = new ArrayList<>(List.of(new long[2], new long[2]));

    @Function
    long[] greatest(long n) {
      long[] found = Collections.max(totals, Comparator.comparingLong((long[] t) -> t[0]));
      found[0] += n;
      return found;
    }
  }

  static class OutOfAFormatter {
    private final Formatter formatter = new Formatter();

    @Function
    Appendable report(String line) {
      formatter.format("%s;", line);
      return formatter.out();
    }
  }

  static class UpdatedReference {
    private final AtomicReference<List<String>> latest = new AtomicReference<>(new ArrayList<>());

    @Function
    List<String> latest(String line) {
      return latest.updateAndGet(list -> {
        list.add(line);
        return list;
      });
    }
  }

  static class ReplacedElementThatIsElsewhere {
    private final List<StringBuilder> slots = new ArrayList<>();
    private final List<StringBuilder> all = new ArrayList<>();

    @Function
    StringBuilder replace(String line) {
      StringBuilder made = new StringBuilder(line);
      all.add(made);
      slots.add(made);
      all.forEach(each -> each.append('.'));
      return slots.set(0, new StringBuilder());
    }
  }

  static class CursorGoingBack {
    private final List<List<String>> pages = new ArrayList<>(List.of(new ArrayList<>()));

    @Function
    List<String> last(String line) {
      ListIterator<List<String>> cursor = pages.listIterator(pages.size());
      List<String> page = cursor.previous();
      page.add(line);
      return page;
    }
  }

  static class FieldOfAnAnonymousObject {
    private final List<String> lines = new ArrayList<>();

    @Function
    List<String> lines(String line) {
      lines.add(line);
      var both =
          new Object() {
            final int size = lines.size();
            final List<String> list = lines;
          };
      return both.size > 0 ? both.list : List.of();
    }
  }

  static class CaseOfASealedType {
    sealed interface Shape permits Text, Table {}

    record Text(StringBuilder chars) implements Shape {}

    record Table(List<String> rows) implements Shape {}

    private final Shape shape = new Table(new ArrayList<>());

    @Function
    Object parts(String line) {
      return switch (shape) {
        case Text(StringBuilder chars) -> chars.append(line);
        case Table(List<String> rows) -> {
          rows.add(line);
          yield rows;
        }
      };
    }
  }

  static class FilledException {
    static class Refused extends RuntimeException {
      private static final long serialVersionUID = 1;
      transient List<String> lines;
    }

    private final List<String> lines = new ArrayList<>();

    @Function
    int refuse(String line) {
      lines.add(line);
      Refused refused = new Refused();
      refused.lines = lines;
      throw refused;
    }
  }

  static class Teeing {
    private final List<String> lines = new ArrayList<>();

    @Function
    Object both(String line) {
      lines.add(line);
      return Stream.of(line)
          .collect(
              Collectors.teeing(
                  Collectors.counting(), Collectors.joining(), (count, text) -> lines));
    }
  }

  static class MapMulti {
    private final List<String> lines = new ArrayList<>();

    @Function
    List<List<String>> all(String line) {
      lines.add(line);
      return Stream.of(line).<List<String>>mapMulti((one, sink) -> sink.accept(lines)).toList();
    }
  }

  static class FilledWhenConstructed {
    private final List<String> lines = new ArrayList<>();
    private final List<List<String>> all = new ArrayList<>();

    {
      all.add(lines);
    }

    @Function
    List<String> first(String line) {
      lines.add(line);
      return all.get(0);
    }
  }

  static class ViewMadeOnce {
    private final List<String> lines;
    private final Collection<String> view;

    ViewMadeOnce() {
      lines = new ArrayList<>();
      view = Collections.unmodifiableCollection(lines);
    }

    @Function
    Collection<String> view(String line) {
      lines.add(line);
      return view;
    }
  }

  static class ClonedMapOfLists {
    private final HashMap<String, List<String>> lists =
        new HashMap<>(Map.of("all", new ArrayList<>()));

    @Function
    Object copy(String line) {
      lists.get("all").add(line);
      return lists.clone();
    }
  }

  static class CopiedSetOfDates {
    private final Set<Date> dates = new java.util.HashSet<>(Set.of(new Date(1)));

    @Function
    Set<Date> dates(long n) {
      dates.iterator().next().setTime(n);
      return Set.copyOf(dates);
    }
  }

  static class ArrayOfAStream {
    private final List<StringBuilder> texts = List.of(new StringBuilder());

    @Function
    Object[] texts(String line) {
      texts.get(0).append(line);
      return texts.stream().toArray();
    }
  }

  static class DateInACopiedRecord {
    record Event(String name, Date last) {}

    private final Date last = new Date(0);
    private final List<String> names = new ArrayList<>();

    @Function
    Event event(String name, long time) {
      names.add(name);
      last.setTime(time);
      return new Event(String.join(",", List.copyOf(names)), last);
    }
  }

  static class FoundInALoop {
    private final List<StringBuilder> texts =
        List.of(new StringBuilder("a"), new StringBuilder("b"));

    @Function
    StringBuilder find(String line) {
      StringBuilder found = null;
      search:
      for (StringBuilder text : texts) {
        for (char c : text.toString().toCharArray()) {
          if (c == 'b') {
            found = text;
            break search;
          }
        }
      }
      return found == null ? null : found.append(line);
    }
  }

  static class OwnPool {
    static final class Pool<T> {
      private final Deque<T> free = new ArrayDeque<>();

      T borrow(java.util.function.Supplier<T> make) {
        T found = free.poll();
        return found == null ? make.get() : found;
      }

      void giveBack(T used) {
        free.push(used);
      }
    }

    private final Pool<StringBuilder> pool = new Pool<>();

    @Function
    CharSequence format(String line) {
      StringBuilder text = pool.borrow(StringBuilder::new);
      text.setLength(0);
      text.append('<').append(line).append('>');
      pool.giveBack(text);
      return text;
    }
  }

  static class ClosedResource {
    static final class Page implements AutoCloseable {
      private final List<String> rows;

      Page(List<String> rows) {
        this.rows = rows;
      }

      List<String> rows() {
        return rows;
      }

      @Override
      public void close() {
        rows.add("end");
      }
    }

    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> page(String line) {
      try (Page page = new Page(rows)) {
        page.rows().add(line);
        return page.rows();
      }
    }
  }

  static class OwnLinkedStack {
    static final class Node {
      String text;
      Node next;

      Node(String text, Node next) {
        this.text = text;
        this.next = next;
      }
    }

    private Node top;

    @Function
    Node push(String line) {
      for (Node n = top; n != null; n = n.next) {
        n.text += "!";
      }
      top = new Node(line, top);
      return top;
    }
  }

  static class PatternOfAnObject {
    private final Object store = new ArrayList<String>();

    @SuppressWarnings("unchecked")
    @Function
    Object rows(String line) {
      if (store instanceof List<?> rows) {
        ((List<String>) rows).add(line);
        return rows;
      }
      return line;
    }
  }

  static class ReducedToTheLast {
    private final StringBuilder text = new StringBuilder();

    @Function
    Optional<? extends CharSequence> last(String line) {
      text.append(line);
      return Stream.of(new StringBuilder(), text).reduce((a, b) -> b);
    }
  }

  static class ViewWithADefaultMethod {
    interface View {
      List<String> rows();

      default Map<String, List<String>> all() {
        return Map.of("rows", rows());
      }
    }

    private final List<String> rows = new ArrayList<>();
    private final View view = () -> rows;

    @Function
    Map<String, List<String>> all(String line) {
      rows.add(line);
      return view.all();
    }
  }

  static class CachedResponse {
    static final class Response {
      final StringBuilder body = new StringBuilder();
      int status;

      Response status(int code) {
        status = code;
        return this;
      }
    }

    private final Map<Integer, Response> cache = new HashMap<>();

    @Function
    Response get(int code) {
      Response response = cache.get(200);
      if (response == null) {
        response = new Response();
        cache.put(200, response);
      }
      response.body.append(code);
      return response.status(code);
    }
  }

  static class GroupedByThemselves {
    private final List<StringBuilder> texts = List.of(new StringBuilder("a"));

    @Function
    Map<Boolean, List<StringBuilder>> parts(String line) {
      texts.get(0).append(line);
      return texts.stream().collect(Collectors.partitioningBy(t -> t.length() > 3));
    }
  }

  static class PartOfANestedArray {
    private final int[][][] cube = new int[1][1][2];

    @Function
    Object row(int n) {
      cube[0][0][1] += n;
      return Arrays.asList(cube[0]);
    }
  }

  static class ValueOfAnOwnMap {
    static final class Lru extends LinkedHashMap<String, StringBuilder> {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, StringBuilder> eldest) {
        return size() > 2;
      }
    }

    private final Lru cache = new Lru();

    @Function
    CharSequence text(String line) {
      return cache.computeIfAbsent("all", key -> new StringBuilder()).append(line);
    }
  }

  static class EvictedIntoAStaticList {
    static final List<StringBuilder> EVICTED = new ArrayList<>();

    static final class Lru extends LinkedHashMap<String, StringBuilder> {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, StringBuilder> eldest) {
        EVICTED.add(eldest.getValue());
        return false;
      }
    }

    private final Lru cache = new Lru();

    @Function
    int evict(String line) {
      StringBuilder text = cache.computeIfAbsent("all", key -> new StringBuilder());
      text.append(line);
      return EVICTED.get(0).append(line).length();
    }
  }

  /** Random numbers of the program, for one thread. */
  static final class Drawing extends Random {
    private static final long serialVersionUID = 1;
    private long last = 1;

    @Override
    protected int next(int bits) {
      last = last * 31 + 7;
      return (int) last >>> (32 - bits);
    }
  }

  static class RandomNumbersOfTheProgram {
    private final Random random = new Drawing();

    private Random random() {
      return random;
    }

    @Function
    Random draw(String ignored) {
      random.nextInt();
      return random();
    }
  }

  /** A clock that counts. */
  static final class Ticks extends Clock {
    private long ticks;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(ticks++);
    }
  }

  static class ClockOfTheProgram {
    private final Optional<Clock> clock = Optional.of(new Ticks());

    @Function
    Clock tick(String ignored) {
      clock.get().millis();
      return clock.get();
    }
  }
}
