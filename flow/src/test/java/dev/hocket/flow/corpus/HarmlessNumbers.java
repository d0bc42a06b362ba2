package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/** Harmless functions that count, measure and decide. */
final class HarmlessNumbers {
  private HarmlessNumbers() {}

  static class Counter {
    private long count;

    @Function
    long count(String ignored) {
      return ++count;
    }
  }

  static class AtomicCounter {
    private final AtomicLong count = new AtomicLong();

    @Function
    long count(String ignored) {
      return count.incrementAndGet();
    }
  }

  static class RunningMean {
    private double sum;
    private int n;

    @Function
    double mean(double value) {
      sum += value;
      n++;
      return sum / n;
    }
  }

  static class Deviation {
    private long n;
    private double mean;
    private double squares;

    @Function
    double deviation(double value) {
      n++;
      double delta = value - mean;
      mean += delta / n;
      squares += delta * (value - mean);
      return Math.sqrt(squares / n);
    }
  }

  static class Smallest {
    private int smallest = Integer.MAX_VALUE;

    @Function
    Integer smallest(int n) {
      smallest = Math.min(smallest, n);
      return smallest;
    }
  }

  static class Summary {
    private final IntSummaryStatistics statistics = new IntSummaryStatistics();

    @Function
    double average(int n) {
      statistics.accept(n);
      return statistics.getAverage();
    }
  }

  static class SummaryAsText {
    private final IntSummaryStatistics statistics = new IntSummaryStatistics();

    @Function
    String summary(int n) {
      statistics.accept(n);
      return statistics.toString();
    }
  }

  static class Bucket {
    private final int[] histogram = new int[8];

    @Function
    int bucket(int n) {
      return ++histogram[n % 8];
    }
  }

  static class MovingAverage {
    private final Deque<Double> window = new ArrayDeque<>();
    private double sum;

    @Function
    double average(double value) {
      window.addLast(value);
      sum += value;
      if (window.size() > 2) {
        sum -= window.removeFirst();
      }
      return sum / window.size();
    }
  }

  static class RingAverage {
    private final double[] ring = new double[2];
    private int next;

    @Function
    double average(double value) {
      ring[next] = value;
      next = (next + 1) % ring.length;
      return Arrays.stream(ring).average().orElse(0);
    }
  }

  static class Distinct {
    private final Set<String> seen = new HashSet<>();

    @Function
    int distinct(String word) {
      seen.add(word);
      return seen.size();
    }
  }

  static class FirstTime {
    private final Set<String> seen = new HashSet<>();

    @Function
    boolean isNew(String word) {
      return seen.add(word);
    }
  }

  static class Frequency {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    int frequency(String word) {
      return counts.merge(word, 1, Integer::sum);
    }
  }

  static class MergedArgument {
    private final Map<String, Integer> totals = new HashMap<>();

    @Function
    int total(Map<String, Integer> counts) {
      counts.forEach((key, value) -> totals.merge(key, value, Integer::sum));
      return totals.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  static class Median {
    private final List<Integer> numbers = new ArrayList<>();

    @Function
    int median(int n) {
      numbers.add(n);
      Collections.sort(numbers);
      return numbers.get(numbers.size() / 2);
    }
  }

  static class MedianOfACopy {
    private final List<Double> numbers = new ArrayList<>();

    @Function
    Double median(double n) {
      numbers.add(n);
      List<Double> sorted = new ArrayList<>(numbers);
      sorted.sort(null);
      return sorted.get(sorted.size() / 2);
    }
  }

  static class Percentile {
    private double[] samples = new double[16];
    private int size;

    @Function
    double percentile(double sample) {
      if (size == samples.length) {
        samples = Arrays.copyOf(samples, 2 * size);
      }
      samples[size++] = sample;
      double[] sorted = Arrays.copyOf(samples, size);
      Arrays.sort(sorted);
      return sorted[(int) (0.95 * (size - 1))];
    }
  }

  static class ThirdLargest {
    private final PriorityQueue<Integer> heap = new PriorityQueue<>();

    @Function
    Integer thirdLargest(int n) {
      heap.offer(n);
      if (heap.size() > 3) {
        heap.poll();
      }
      return heap.peek();
    }
  }

  static class LargestFirst {
    private final PriorityQueue<String> heap =
        new PriorityQueue<>(Comparator.comparing(String::length).reversed());

    @Function
    String longest(String word) {
      heap.add(word);
      return heap.peek();
    }
  }

  static class NearestKey {
    private final TreeMap<Integer, String> stations = new TreeMap<>();

    @Function
    String nearest(int position) {
      stations.put(position, "station " + position);
      Map.Entry<Integer, String> above = stations.ceilingEntry(position + 1);
      return above == null ? "none" : above.getValue();
    }
  }

  static class Bloom {
    private final BitSet bits = new BitSet(1024);

    @Function
    boolean mayContain(String word) {
      int hash = Math.floorMod(word.hashCode(), 1024);
      boolean known = bits.get(hash);
      bits.set(hash);
      return known;
    }
  }

  static class Change {
    private String last;

    @Function
    boolean changed(String value) {
      boolean changed = !value.equals(last);
      last = value;
      return changed;
    }
  }

  static class Delay {
    private String previous = "";

    @Function
    String previous(String value) {
      String result = previous;
      previous = value;
      return result;
    }
  }

  static class LongDelay {
    private final Deque<String> line = new ArrayDeque<>();

    @Function
    String delayed(String value) {
      line.add(value);
      return line.size() > 2 ? line.remove() : null;
    }
  }

  static class Total {
    private BigDecimal total = BigDecimal.ZERO;

    @Function
    BigDecimal total(int cents) {
      total = total.add(BigDecimal.valueOf(cents, 2)).setScale(2, RoundingMode.HALF_UP);
      return total;
    }
  }

  static class Factorial {
    private final Map<Integer, BigInteger> known = new HashMap<>();

    private BigInteger factorial(int n) {
      BigInteger result = known.get(n);
      if (result == null) {
        result = n < 2 ? BigInteger.ONE : factorial(n - 1).multiply(BigInteger.valueOf(n));
        known.put(n, result);
      }
      return result;
    }

    @Function
    BigInteger factorialOf(int n) {
      return factorial(n);
    }
  }

  static class Cache {
    private final Map<String, Integer> lengths = new HashMap<>();

    @Function
    int length(String word) {
      return lengths.computeIfAbsent(word, String::length);
    }
  }

  static class CacheOfRecords {
    record Point(int x, int y) {}

    private final Map<Integer, Point> points = new HashMap<>();

    @Function
    Point point(int n) {
      return points.computeIfAbsent(n % 2, key -> new Point(key, key * key));
    }
  }

  static class CacheOfDates {
    private final Map<Long, LocalDate> dates = new HashMap<>();

    @Function
    LocalDate date(long day) {
      return dates.computeIfAbsent(day, LocalDate::ofEpochDay);
    }
  }

  static class LeastRecentlyUsed {
    private final Map<String, Integer> cache =
        new java.util.LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
          }
        };

    @Function
    Integer cached(String word) {
      Integer known = cache.get(word);
      if (known == null) {
        known = word.length();
        cache.put(word, known);
      }
      return known;
    }
  }

  static class LazilyComputed {
    private int[] table;

    private int[] table() {
      if (table == null) {
        table = new int[] {1, 1, 2, 3, 5, 8, 13, 21};
      }
      return table;
    }

    @Function
    int fibonacci(int n) {
      return table()[n % table().length];
    }
  }

  static class Seeded {
    private final Random random = new Random(42);

    @Function
    int jitter(int n) {
      return n + random.nextInt(100);
    }
  }

  static class Sampling {
    private final Random random = new Random(1);
    private final List<String> sample = new ArrayList<>();
    private int seen;

    @Function
    String sample(String item) {
      seen++;
      if (sample.size() < 2) {
        sample.add(item);
      } else if (random.nextInt(seen) < 2) {
        sample.set(random.nextInt(2), item);
      }
      return sample.get(0);
    }
  }

  static class RateLimit {
    private static final int CAPACITY = 2;
    private double tokens = CAPACITY;
    private long last;

    @Function
    boolean admits(long now) {
      tokens = Math.min(CAPACITY, tokens + (now - last) / 1000.0);
      last = now;
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }

  static class Gaps {
    private Instant last = Instant.EPOCH;

    @Function
    Duration gap(long millis) {
      Instant now = Instant.ofEpochMilli(millis);
      Duration gap = Duration.between(last, now);
      last = now;
      return gap;
    }
  }

  static class Sieve {
    private final BitSet composite = new BitSet();

    @Function
    boolean isPrime(int n) {
      for (int i = 2; i * i <= n; i++) {
        for (int j = i * i; j <= n; j += i) {
          composite.set(j);
        }
      }
      return n > 1 && !composite.get(n);
    }
  }

  static class UnionFind {
    private final int[] parent = new int[16];

    UnionFind() {
      Arrays.setAll(parent, i -> i);
    }

    private int find(int x) {
      while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
      }
      return x;
    }

    @Function
    int union(int n) {
      parent[find(n % 16)] = find((n + 1) % 16);
      return find(n % 16);
    }
  }

  static class Matrix {
    private final double[][] weights = {{1, 2}, {3, 4}};

    @Function
    double[] transform(double[] vector) {
      double[] result = new double[2];
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          result[i] += weights[i][j] * vector[j];
        }
      }
      weights[0][0] += 0.5;
      return result;
    }
  }

  static class Levenshtein {
    private int[] previous = new int[32];
    private int[] current = new int[32];

    @Function
    int distance(String word) {
      String other = "whale";
      for (int j = 0; j <= other.length(); j++) {
        previous[j] = j;
      }
      for (int i = 1; i <= word.length(); i++) {
        current[0] = i;
        for (int j = 1; j <= other.length(); j++) {
          int change = word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
          current[j] =
              Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
        }
        int[] swap = previous;
        previous = current;
        current = swap;
      }
      return previous[other.length()];
    }
  }

  static class OwnStatistics {
    /** The sum and the number of values. */
    static final class Sum {
      private double sum;
      private int n;

      void add(double value) {
        sum += value;
        n++;
      }

      double mean() {
        return n == 0 ? 0 : sum / n;
      }
    }

    private final Sum sum = new Sum();

    @Function
    double mean(double value) {
      sum.add(value);
      return sum.mean();
    }
  }

  static class Rules {
    private final List<IntPredicate> rules = List.of(n -> n > 3, n -> n % 2 == 0);

    @Function
    long satisfied(int n) {
      return rules.stream().filter(rule -> rule.test(n)).count();
    }
  }

  static class Shortest {
    private final Map<Integer, List<Integer>> roads = new HashMap<>();

    @Function
    int hops(int n) {
      roads.computeIfAbsent(n % 5, key -> new ArrayList<>()).add((n + 1) % 5);
      Map<Integer, Integer> distance = new HashMap<>(Map.of(n % 5, 0));
      Deque<Integer> open = new ArrayDeque<>(List.of(n % 5));
      while (!open.isEmpty()) {
        int here = open.remove();
        for (int there : roads.getOrDefault(here, List.of())) {
          if (!distance.containsKey(there)) {
            distance.put(there, distance.get(here) + 1);
            open.add(there);
          }
        }
      }
      return Collections.max(distance.values());
    }
  }

  static class StateMachine {
    enum State {
      IDLE,
      BUSY,
      DONE
    }

    private State state = State.IDLE;

    @Function
    State next(int n) {
      state =
          switch (state) {
            case IDLE -> State.BUSY;
            case BUSY -> n % 2 == 0 ? State.DONE : State.BUSY;
            case DONE -> State.IDLE;
          };
      return state;
    }
  }

  static class Account {
    private long balance = 100;

    @Function
    long withdraw(int amount) {
      if (amount > balance) {
        throw new IllegalArgumentException("only " + balance + " left");
      }
      balance -= amount;
      return balance;
    }
  }

  static class SnapshotRecord {
    record Snapshot(long count, double mean, String last) {}

    private long count;
    private double sum;

    @Function
    Snapshot snapshot(String word) {
      count++;
      sum += word.length();
      return new Snapshot(count, sum / count, word);
    }
  }

  static class Numbered {
    private int next;

    /** The packets of a source. */
    @Function(source = true)
    Object numbers() {
      return next < 5 ? (Object) next++ : dev.hocket.flow.Flow.END;
    }
  }
}
