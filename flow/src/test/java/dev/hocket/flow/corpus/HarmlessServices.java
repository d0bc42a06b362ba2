package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** Harmless functions as they are written in services. */
final class HarmlessServices {
  private HarmlessServices() {}

  static class Window {
    private final Deque<Double> last = new ArrayDeque<>();
    private double sum;

    @Function
    double mean(double x) {
      last.addLast(x);
      sum += x;
      if (last.size() > 2) {
        sum -= last.removeFirst();
      }
      return sum / last.size();
    }
  }

  static class Csv {
    record Row(int number, List<String> cells) {}

    private int rows;

    @Function
    Row row(String line) {
      return new Row(++rows, List.of(line.split(" ")));
    }
  }

  static class DeepCopyOfATable {
    private final int[][] table = new int[2][2];

    @Function
    int[][] add(int n) {
      table[n % 2][0] += n;
      return Arrays.stream(table).map(int[]::clone).toArray(int[][]::new);
    }
  }

  static class Kinds {
    enum Kind {
      SHORT,
      LONG
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    @Function
    Map<Kind, Integer> count(String line) {
      counts.merge(line.length() > 8 ? Kind.LONG : Kind.SHORT, 1, Integer::sum);
      return new EnumMap<>(counts);
    }
  }

  static class TopThree {
    private final PriorityQueue<Integer> heap = new PriorityQueue<>();

    @Function
    List<Integer> top(int n) {
      heap.add(n);
      if (heap.size() > 3) {
        heap.remove();
      }
      List<Integer> sorted = new ArrayList<>(heap);
      sorted.sort(Comparator.reverseOrder());
      return sorted;
    }
  }

  static class LastPoint {
    record Point(int x, int y) {}

    private final List<Point> points = new ArrayList<>();

    @Function
    Point last(int n) {
      points.add(new Point(n, -n));
      return points.get(points.size() - 1);
    }
  }

  static class KnownPoint {
    record Point(int x, int y) {}

    private final Map<String, Point> points = new HashMap<>();

    @Function
    Optional<Point> known(String name) {
      return Optional.ofNullable(points.put(name.substring(0, 1), new Point(name.length(), 0)));
    }
  }

  static class Money {
    private BigDecimal balance = BigDecimal.ZERO;

    @Function
    BigDecimal deposit(double amount) {
      balance = balance.add(BigDecimal.valueOf(amount)).setScale(2, RoundingMode.HALF_UP);
      return balance;
    }
  }

  static class Words {
    private static final Pattern WORD = Pattern.compile("\\w+");
    private final Set<String> known = new HashSet<>();

    @Function
    List<String> fresh(String line) {
      List<String> found = new ArrayList<>();
      Matcher matcher = WORD.matcher(line);
      while (matcher.find()) {
        if (known.add(matcher.group())) {
          found.add(matcher.group());
        }
      }
      return found;
    }
  }

  static class LinesOfAText {
    private int total;

    @Function
    List<String> lines(String text) throws java.io.IOException {
      try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
        List<String> all = reader.lines().map(line -> total++ + line).toList();
        return all;
      }
    }
  }

  static class Fibonacci {
    private final Map<Integer, BigInteger> memo = new HashMap<>();

    @Function
    BigInteger fibonacci(int n) {
      if (n < 2) {
        return BigInteger.valueOf(n);
      }
      BigInteger known = memo.get(n);
      if (known == null) {
        known = fibonacci(n - 1).add(fibonacci(n - 2));
        memo.put(n, known);
      }
      return known;
    }
  }

  static class TreeOfItsOwn {
    static final class Node {
      final String name;
      final List<Node> children = new ArrayList<>();

      Node(String name) {
        this.name = name;
      }
    }

    private int made;

    @Function
    Node tree(String line) {
      Node root = new Node("root" + made++);
      for (String word : line.split(" ")) {
        root.children.add(new Node(word));
      }
      return root;
    }
  }

  static class SortedArgument {
    private long calls;

    @Function
    List<String> sorted(List<String> words) {
      calls++;
      Collections.sort(words);
      return words;
    }
  }

  static class Undo {
    private final Deque<String> done = new ArrayDeque<>();

    @Function
    String undo(String line) {
      done.push(line);
      return done.size() % 2 == 0 ? done.pop() : done.peek();
    }
  }

  static class Evicting {
    static final class Lru extends LinkedHashMap<String, Integer> {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
        return size() > 2;
      }
    }

    private final Lru cache = new Lru();

    @Function
    int length(String line) {
      return cache.computeIfAbsent(line, String::length);
    }
  }

  static class Encoder {
    private final Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();

    @Function
    String encode(byte[] bytes) {
      return encoder.encodeToString(bytes);
    }
  }

  static class FrameOfItsOwn {
    private int number;

    @Function
    byte[] frame(byte[] payload) {
      ByteBuffer frame = ByteBuffer.allocate(8 + payload.length);
      frame.putInt(++number).putInt(payload.length).put(payload);
      return frame.array();
    }
  }

  static class ByLength {
    private final List<String> words = new ArrayList<>();

    @Function
    Map<Integer, Long> lengths(String line) {
      words.addAll(List.of(line.split(" ")));
      return words.stream().collect(Collectors.groupingBy(String::length, Collectors.counting()));
    }
  }

  static class Numbered {
    private final List<String> lines = new ArrayList<>();

    @Function
    List<String> numbered(String line) {
      lines.add(line);
      return IntStream.range(0, lines.size()).mapToObj(i -> i + ": " + lines.get(i)).toList();
    }
  }

  static class ImmutableChain {
    record Chain(String head, Chain tail) {}

    private Chain chain;

    @Function
    Chain chain(String line) {
      chain = new Chain(line, chain);
      return chain;
    }
  }

  static class Adders {
    private final LongAdder bytes = new LongAdder();

    @Function
    long count(byte[] data) {
      bytes.add(data.length);
      return bytes.sum();
    }
  }

  static class Named {
    private int next;

    @Function
    UUID id(String name) {
      return UUID.nameUUIDFromBytes((name + next++).getBytes(StandardCharsets.UTF_8));
    }
  }

  static class Rule {
    private UnaryOperator<String> rule = text -> text.toUpperCase(Locale.ROOT);

    @Function
    String apply(String line) {
      String made = rule.apply(line);
      rule = line.length() % 2 == 0 ? String::trim : text -> text + "!";
      return made;
    }
  }

  static class PatternSwitch {
    private int numbers;

    @Function
    String kind(double x) {
      Object value = x > 2 ? (Object) x : String.valueOf(x);
      return switch (value) {
        case Double number when number > 10 -> "large " + ++numbers;
        case Double number -> "small " + ++numbers;
        default -> "text";
      };
    }
  }

  static class Product {
    private double[][] matrix = {{1, 0}, {0, 1}};

    @Function
    double[][] times(double x) {
      double[][] product = new double[2][2];
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          product[i][j] = matrix[i][j] * x;
        }
      }
      matrix = new double[][] {product[0].clone(), product[1].clone()};
      return product;
    }
  }

  static class Expired {
    private final Map<String, Instant> seen = new TreeMap<>();

    @Function
    int alive(String name, long time) {
      Instant now = Instant.ofEpochMilli(time);
      seen.put(name, now);
      Iterator<Map.Entry<String, Instant>> all = seen.entrySet().iterator();
      while (all.hasNext()) {
        if (Duration.between(all.next().getValue(), now).toHours() > 1) {
          all.remove();
        }
      }
      return seen.size();
    }
  }

  static class CheckedInput {
    private int wrong;

    @Function
    int parse(String line) {
      try {
        return Integer.parseInt(line);
      } catch (NumberFormatException e) {
        wrong++;
        throw new IllegalArgumentException("line " + wrong + ": " + line, e);
      }
    }
  }

  static class CopiedReport {
    record Report(String title, Map<String, Integer> counts, List<String> order) {
      Report {
        counts = Map.copyOf(counts);
        order = List.copyOf(order);
      }
    }

    private final Map<String, Integer> counts = new HashMap<>();
    private final List<String> order = new ArrayList<>();

    @Function
    Report report(String line) {
      counts.merge(line, 1, Integer::sum);
      order.add(line);
      return new Report("lines", counts, order);
    }
  }

  static class Boxed {
    private int total;

    @Function
    int vowels(String line) {
      int[] count = {0};
      line.chars().forEach(c -> count[0] += "aeiou".indexOf(c) >= 0 ? 1 : 0);
      total += count[0];
      return total;
    }
  }

  static class Crc {
    private final CRC32 crc = new CRC32();

    @Function
    String crc(byte[] bytes) {
      crc.update(bytes, 0, bytes.length);
      return Long.toHexString(crc.getValue());
    }
  }

  static class Joiner {
    private StringJoiner line = new StringJoiner(", ", "[", "]");

    @Function
    String join(String word) {
      line.add(word);
      String text = line.toString();
      if (line.length() > 20) {
        line = new StringJoiner(", ", "[", "]");
      }
      return text;
    }
  }

  static class Chars {
    private final char[] line = new char[8];
    private int used;

    @Function
    String put(String text) {
      line[used++ % line.length] = text.charAt(0);
      return new String(line, 0, Math.min(used, line.length));
    }
  }

  static class Constants {
    private static final Map<String, Integer> SIZES = Map.of("red", 3, "blue", 4);
    private static final List<String> ORDER = List.of("red", "blue");
    private int unknown;

    @Function
    int size(String line) {
      Integer size = SIZES.get(line.substring(0, line.indexOf(' ')));
      return size == null ? --unknown : size + ORDER.size();
    }
  }

  static class Squares {
    private final int[] values = new int[3];

    @Function
    int[] squares(int n) {
      values[n % 3] = n;
      return Arrays.stream(values).map(v -> v * v).toArray();
    }
  }

  static class MembersSorted {
    private final Map<String, Set<String>> members = new TreeMap<>();

    @Function
    Map<String, List<String>> sorted(String line) {
      for (String word : line.split(" ")) {
        members.computeIfAbsent(word.substring(0, 1), key -> new HashSet<>()).add(word);
      }
      Map<String, List<String>> result = new LinkedHashMap<>();
      for (Map.Entry<String, Set<String>> entry : members.entrySet()) {
        result.put(entry.getKey(), entry.getValue().stream().sorted().toList());
      }
      return result;
    }
  }

  static class BatchesOfTwo {
    private List<String> batch = new ArrayList<>();

    @Function
    List<String> batch(String line) {
      batch.add(line);
      if (batch.size() < 2) {
        return List.of();
      }
      List<String> full = batch;
      batch = new ArrayList<>();
      return full;
    }
  }

  static class Tokens {
    record Token(String text, int at) {}

    private int at;

    @Function
    List<Token> tokens(String line) {
      var tokens = new ArrayList<Token>();
      for (String word : line.split(" ")) {
        tokens.add(new Token(word, at));
        at += word.length() + 1;
      }
      return Collections.unmodifiableList(tokens);
    }
  }

  static class Formatted {
    private final StringBuilder text = new StringBuilder();

    @Function
    String line(String name, double value) {
      text.setLength(0);
      text.append(name).append('=').append(String.format(Locale.ROOT, "%.2f", value));
      return text.toString();
    }
  }

  static class Steps {
    interface Step {
      int next(int n);
    }

    private static final class Doubling implements Step {
      private int calls;

      @Override
      public int next(int n) {
        return 2 * n + calls++;
      }
    }

    private final List<Step> steps = List.of(new Doubling(), new Doubling());

    @Function
    int run(int n) {
      int value = n;
      for (Step step : steps) {
        value = step.next(value);
      }
      return value;
    }
  }

  static class Prefixes {
    private final TreeMap<String, Integer> words = new TreeMap<>();

    @Function
    List<String> from(String line) {
      words.put(line, line.length());
      return new ArrayList<>(words.tailMap("c", true).keySet());
    }
  }

  static class ShuffledByItsOwnNumbers {
    private final Random random =
        new Random() {
          private static final long serialVersionUID = 1;
          private int last;

          @Override
          protected int next(int bits) {
            return last++ >>> (32 - bits);
          }
        };

    @Function
    List<Integer> shuffled(int n) {
      List<Integer> numbers = new ArrayList<>(List.of(n, random.nextInt(3), random.ints(3).sum()));
      Collections.shuffle(numbers, random);
      return numbers;
    }
  }

  static class TextByItsOwnClock {
    private final Clock clock =
        new Clock() {
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
        };

    @Function
    String stamped(String word) {
      return word + LocalTime.now(clock) + clock.millis();
    }
  }
}
