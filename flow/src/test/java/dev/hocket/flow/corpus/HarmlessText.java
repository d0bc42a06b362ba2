package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Harmless functions that build, parse and digest text and bytes, and streams that end inside. */
final class HarmlessText {
  private HarmlessText() {}

  static class ReusedBuilder {
    private final StringBuilder line = new StringBuilder();

    @Function
    String quoted(String word) {
      line.setLength(0);
      return line.append('"').append(word).append('"').toString();
    }
  }

  static class GrowingBuilder {
    private final StringBuilder text = new StringBuilder();

    @Function
    String tail(String word) {
      text.append(word).append('\n');
      return text.substring(Math.max(0, text.length() - 5));
    }
  }

  static class Backwards {
    private final StringBuilder line = new StringBuilder();

    @Function
    String backwards(String word) {
      line.setLength(0);
      line.append(word);
      line.reverse().insert(0, '>');
      return String.valueOf(line);
    }
  }

  static class PartOfABuilder {
    private final StringBuilder line = new StringBuilder();

    @Function
    CharSequence start(String word) {
      line.insert(0, word);
      return line.subSequence(0, 3);
    }
  }

  static class Joined {
    private final List<String> words = new ArrayList<>();

    @Function
    String sentence(String word) {
      words.add(word);
      return String.join(" ", words) + ".";
    }
  }

  static class JoinedByAJoiner {
    private final StringJoiner joiner = new StringJoiner(", ", "[", "]");

    @Function
    String all(String word) {
      joiner.add(word);
      return joiner.toString();
    }
  }

  static class ListAsText {
    private final List<String> words = new ArrayList<>();

    @Function
    String show(String word) {
      words.add(word);
      return "words " + words + ", " + words.hashCode();
    }
  }

  static class Formatted {
    private final Map<String, Integer> counts = new TreeMap<>();

    @Function
    String line(String word) {
      counts.merge(word, 1, Integer::sum);
      return String.format(Locale.ROOT, "%-10s %3d %s", word, counts.get(word), counts);
    }
  }

  static class Report {
    private final Map<String, Integer> counts = new TreeMap<>();

    @Function
    String report(String word) {
      counts.merge(word, 1, Integer::sum);
      StringWriter text = new StringWriter();
      try (PrintWriter out = new PrintWriter(text)) {
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
          out.println(entry.getKey() + "=" + entry.getValue());
        }
      }
      return text.toString();
    }
  }

  static class ReusedWriter {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Function
    String print(String word) {
      text.getBuffer().setLength(0);
      out.print(word);
      out.printf(Locale.ROOT, " %d", word.length());
      out.flush();
      return text.toString();
    }
  }

  static class Messages {
    private final MessageFormat format = new MessageFormat("{0} is {1}", Locale.ROOT);

    @Function
    String message(String word) {
      return format.format(new Object[] {word, "here"});
    }
  }

  static class Decimals {
    private final DecimalFormat format =
        new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));

    @Function
    String amount(double value) {
      return format.format(value);
    }
  }

  static class Percentages {
    private final NumberFormat format = NumberFormat.getPercentInstance(Locale.ROOT);

    @Function
    String percent(double value) {
      format.setMaximumFractionDigits(1);
      return format.format(value / 100);
    }
  }

  static class Dates {
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);

    Dates() {
      format.setTimeZone(TimeZone.getTimeZone("UTC"));
    }

    @Function
    String day(long millis) {
      return format.format(new Date(millis));
    }
  }

  static class Days {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("dd.MM.yyyy");
    private int days;

    @Function
    String day(int n) {
      days += n;
      return FORMAT.format(LocalDate.ofEpochDay(days));
    }
  }

  static class Digest {
    private final MessageDigest digest;

    Digest() throws NoSuchAlgorithmException {
      digest = MessageDigest.getInstance("SHA-256");
    }

    @Function
    byte[] digest(byte[] bytes) {
      return digest.digest(bytes);
    }
  }

  static class DigestOfAll {
    private final MessageDigest digest;

    DigestOfAll() throws NoSuchAlgorithmException {
      digest = MessageDigest.getInstance("SHA-1");
    }

    @Function
    String digest(String word) throws CloneNotSupportedException {
      digest.update(word.getBytes(StandardCharsets.UTF_8));
      MessageDigest now = (MessageDigest) digest.clone();
      return HexFormat.of().formatHex(now.digest());
    }
  }

  static class Checksum {
    private final CRC32 checksum = new CRC32();

    @Function
    long checksum(byte[] bytes) {
      checksum.update(bytes, 0, bytes.length);
      return checksum.getValue();
    }
  }

  static class Encoded {
    private final Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();

    @Function
    String encode(String word) {
      return encoder.encodeToString(word.getBytes(StandardCharsets.UTF_8));
    }
  }

  static class Collected {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    byte[] all(byte[] bytes) {
      out.writeBytes(bytes);
      return out.toByteArray();
    }
  }

  static class Framed {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    @Function
    byte[] frame(String word) throws IOException {
      bytes.reset();
      out.writeInt(word.length());
      out.writeUTF(word);
      return bytes.toByteArray();
    }
  }

  static class Swapped {
    private final ByteBuffer buffer = ByteBuffer.allocate(8);

    @Function
    int swapped(int n) {
      buffer.clear();
      buffer.putInt(n).flip();
      return Integer.reverseBytes(buffer.getInt());
    }
  }

  static class Decoded {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    @Function
    String decode(byte[] bytes) throws CharacterCodingException {
      CharBuffer chars = decoder.decode(ByteBuffer.wrap(bytes));
      return chars.toString();
    }
  }

  static class Caesar {
    private final char[] alphabet = "abcdefghijklmnopqrstuvwxyz".toCharArray();

    @Function
    String encrypt(String word) {
      char[] result = word.toCharArray();
      for (int i = 0; i < result.length; i++) {
        if (Character.isLowerCase(result[i])) {
          result[i] = alphabet[(result[i] - 'a' + 3) % 26];
        }
      }
      return new String(result);
    }
  }

  static class CharsOfState {
    private final char[] line = new char[20];

    @Function
    String padded(String word) {
      Arrays.fill(line, ' ');
      word.getChars(0, Math.min(word.length(), 20), line, 0);
      return String.valueOf(line, 0, 12) + new String(line).length();
    }
  }

  static class Groups {
    private final Matcher matcher = Pattern.compile("(\\w+) (\\w+)").matcher("");

    @Function
    String noun(String line) {
      return matcher.reset(line).matches() ? matcher.group(2) : "";
    }
  }

  static class Lines {
    private int read;

    @Function
    String first(String text) throws IOException {
      try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
        read++;
        return read + ": " + reader.readLine();
      }
    }
  }

  static class Tokens {
    private final Map<String, Integer> numbers = new HashMap<>();

    @Function
    List<Integer> tokens(String line) {
      List<Integer> result = new ArrayList<>();
      StringTokenizer tokens = new StringTokenizer(line);
      while (tokens.hasMoreTokens()) {
        result.add(numbers.computeIfAbsent(tokens.nextToken(), t -> numbers.size()));
      }
      return result;
    }
  }

  static class Scanned {
    private int words;

    @Function
    int words(String line) {
      try (Scanner scanner = new Scanner(line)) {
        while (scanner.hasNext()) {
          scanner.next();
          words++;
        }
      }
      return words;
    }
  }

  static class Brackets {
    private final Deque<Character> open = new ArrayDeque<>();

    @Function
    boolean balanced(String text) {
      open.clear();
      for (char c : text.toCharArray()) {
        if (c == '(') {
          open.push(c);
        } else if (c == ')' && (open.isEmpty() || open.pop() != '(')) {
          return false;
        }
      }
      return open.isEmpty();
    }
  }

  static class Trie {
    /** A letter with the letters that may follow it. */
    static final class Node {
      private final Map<Character, Node> next = new HashMap<>();
      private int words;
    }

    private final Node root = new Node();

    @Function
    int insert(String word) {
      Node node = root;
      for (int i = 0; i < word.length(); i++) {
        node = node.next.computeIfAbsent(word.charAt(i), c -> new Node());
      }
      return ++node.words;
    }
  }

  static class FreshTree {
    /** A number or a sum. */
    sealed interface Tree permits Leaf, Plus {}

    record Leaf(int n) implements Tree {}

    record Plus(Tree left, Tree right) implements Tree {}

    private int depth;

    @Function
    Tree tree(int n) {
      depth++;
      return new Plus(
          new Leaf(n), depth > 1 ? new Plus(new Leaf(depth), new Leaf(1)) : new Leaf(0));
    }
  }

  static class FreshMap {
    private final Map<String, String> defaults = new HashMap<>(Map.of("size", "1"));

    @Function
    Map<String, String> parse(String line) {
      Map<String, String> result = new LinkedHashMap<>();
      for (String word : line.split(" ")) {
        result.put(word, defaults.getOrDefault(word, "none"));
      }
      defaults.put(line, "seen");
      return result;
    }
  }

  static class Interned {
    private final Map<String, String> names = new HashMap<>();

    @Function
    String intern(String name) {
      String known = names.putIfAbsent(name, name);
      return known == null ? name : known;
    }
  }

  static class RunLengths {
    private char last;
    private int run;

    @Function
    String runs(String text) {
      StringBuilder result = new StringBuilder();
      for (char c : text.toCharArray()) {
        if (c == last) {
          run++;
        } else {
          result.append(last).append(run);
          last = c;
          run = 1;
        }
      }
      return result.toString();
    }
  }

  static class StreamCount {
    private final List<String> words = new ArrayList<>();

    @Function
    long longWords(String word) {
      words.add(word);
      return words.stream().filter(w -> w.length() > 8).count();
    }
  }

  static class StreamSum {
    private final List<String> words = new ArrayList<>();

    @Function
    int letters(String word) {
      words.add(word);
      return words.stream().mapToInt(String::length).sum();
    }
  }

  static class StreamToList {
    private final List<String> words = new ArrayList<>();

    @Function
    List<String> sorted(String word) {
      words.add(word);
      return words.stream().sorted(Comparator.reverseOrder()).limit(2).toList();
    }
  }

  static class StreamFirst {
    private final List<String> words = new ArrayList<>();

    @Function
    Optional<String> first(String word) {
      words.add(word);
      return words.stream().findFirst();
    }
  }

  static class StreamMax {
    private final Set<String> words = new TreeSet<>();

    @Function
    String longest(String word) {
      words.add(word);
      return words.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
    }
  }

  static class StreamJoined {
    private final Map<String, Integer> counts = new TreeMap<>();

    @Function
    String table(String word) {
      counts.merge(word, 1, Integer::sum);
      return counts.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + entry.getValue())
          .collect(Collectors.joining(", ", "{", "}"));
    }
  }

  static class StreamGrouped {
    private final List<String> words = new ArrayList<>();

    @Function
    Map<Integer, Long> byLength(String word) {
      words.add(word);
      return words.stream()
          .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
    }
  }

  static class StreamGroupedWords {
    private final List<String> words = new ArrayList<>();

    @Function
    Map<Integer, List<String>> byLength(String word) {
      words.add(word);
      return words.stream().collect(Collectors.groupingBy(String::length));
    }
  }

  static class StreamToMap {
    private final Set<String> words = new TreeSet<>();

    @Function
    Map<String, Integer> lengths(String word) {
      words.add(word);
      return words.stream().collect(Collectors.toMap(w -> w, String::length));
    }
  }

  static class StreamMatch {
    private final Set<String> stop = new TreeSet<>(Set.of("fish"));

    @Function
    boolean hasStopWord(String line) {
      boolean found = Arrays.stream(line.split(" ")).anyMatch(stop::contains);
      stop.add(line);
      return found;
    }
  }

  static class StreamFiltered {
    private final Set<String> stop = new TreeSet<>(Set.of("fish"));

    @Function
    List<String> goWords(String line) {
      List<String> result = Stream.of(line.split(" ")).filter(w -> !stop.contains(w)).toList();
      stop.add(line);
      return result;
    }
  }

  static class StreamForEach {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    int count(String line) {
      Stream.of(line.split(" ")).forEach(word -> counts.merge(word, 1, Integer::sum));
      return counts.size();
    }
  }

  static class StreamOfInts {
    private final int[] table = {3, 1, 4, 1, 5};

    @Function
    int sum(int n) {
      table[n % 5] = n;
      return Arrays.stream(table).sum()
          + IntStream.range(0, n).map(i -> table[i % 5]).max().orElse(0);
    }
  }

  static class StreamStatistics {
    private final List<String> words = new ArrayList<>();

    @Function
    IntSummaryStatistics lengths(String word) {
      words.add(word);
      return words.stream().mapToInt(String::length).summaryStatistics();
    }
  }

  static class StreamOfGroups {
    private final Map<Integer, List<String>> groups = new TreeMap<>();

    @Function
    List<String> all(String word) {
      groups.computeIfAbsent(word.length(), length -> new ArrayList<>()).add(word);
      return groups.values().stream().flatMap(List::stream).distinct().collect(Collectors.toList());
    }
  }

  static class SortedByRank {
    private final Map<String, Integer> rank = new HashMap<>();

    @Function
    String[] ranked(String line) {
      String[] words = line.split(" ");
      Arrays.sort(words, Comparator.comparing(word -> rank.getOrDefault(word, 0)));
      rank.merge(words[0], 1, Integer::sum);
      return words;
    }
  }

  static class SortedInside {
    private final List<String> words = new ArrayList<>();

    @Function
    String alphabeticallyFirst(String word) {
      words.add(word);
      words.sort(Comparator.naturalOrder());
      return words.get(0);
    }
  }

  static class Checked {
    private final List<String> problems = new ArrayList<>();

    @Function
    String check(String line) {
      if (line.length() > 8) {
        problems.add(line);
        throw new IllegalStateException(problems.size() + " problems, the last one: " + line);
      }
      return line;
    }
  }

  static class TryFinally {
    private final List<String> open = new ArrayList<>();

    @Function
    String within(String name) {
      open.add(name);
      try {
        return String.join("/", open);
      } finally {
        open.remove(open.size() - 1);
      }
    }
  }

  static class ReadByAnOwnHelper {
    private final List<String> words = new ArrayList<>();

    private static int letters(List<String> words) {
      int letters = 0;
      for (String word : words) {
        letters += word.length();
      }
      return letters;
    }

    @Function
    int letters(String word) {
      words.add(word);
      return letters(words);
    }
  }

  static class ArgumentGoesOn {
    private int lines;

    @Function
    List<Object> number(List<Object> line) {
      line.add(0, ++lines);
      return line;
    }
  }

  static class ConfiguredByAMap {
    private static final Map<String, Integer> PRICES = Map.of("red fish", 10, "blue whale", 1000);
    private long sum;

    @Function
    long price(String item) {
      sum += PRICES.getOrDefault(item, 1);
      return sum;
    }
  }
}
