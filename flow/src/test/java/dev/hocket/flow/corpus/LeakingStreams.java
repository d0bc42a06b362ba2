package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Leaks through streams that are evaluated later, or whose elements are mutable. */
final class LeakingStreams {
  private LeakingStreams() {}

  static class OfAList {
    private final List<String> names = new ArrayList<>();

    @Function
    Stream<String> names(String name) {
      names.add(name);
      return names.stream();
    }
  }

  static class Filtered {
    private final List<String> names = new ArrayList<>();

    @Function
    Stream<String> longNames(String name) {
      names.add(name);
      return names.stream().filter(n -> n.length() > 2).sorted();
    }
  }

  static class Parallel {
    private final TreeSet<String> names = new TreeSet<>();

    @Function
    Stream<Integer> lengths(String name) {
      names.add(name);
      return names.parallelStream().map(String::length);
    }
  }

  static class KeysOfEntries {
    private final Map<String, Integer> counts = new HashMap<>();

    @Function
    Stream<String> keys(String word) {
      counts.merge(word, 1, Integer::sum);
      return counts.entrySet().stream().map(Map.Entry::getKey);
    }
  }

  static class FilterThatLooksUp {
    private final TreeSet<String> banned = new TreeSet<>();

    @Function
    Stream<String> allowed(String word) {
      banned.add(banned.isEmpty() ? word : "a");
      return Stream.of("a", "b").filter(w -> !banned.contains(w));
    }
  }

  static class OfAnArray {
    private final int[] counts = new int[4];

    @Function
    IntStream counts(int n) {
      counts[n % 4]++;
      return Arrays.stream(counts);
    }
  }

  static class OfBits {
    private final BitSet used = new BitSet();

    @Function
    IntStream used(int n) {
      used.set(n);
      return used.stream();
    }
  }

  static class OfCharacters {
    private final StringBuilder text = new StringBuilder();

    @Function
    IntStream chars(String word) {
      text.append(word);
      return text.chars();
    }
  }

  static class OfOneList {
    private final List<String> names = new ArrayList<>();

    @Function
    Stream<List<String>> batches(String name) {
      names.add(name);
      return Stream.of(names);
    }
  }

  static class Generated {
    private long next;

    @Function
    LongStream numbers(long step) {
      next += step;
      return LongStream.generate(() -> next).limit(3);
    }
  }

  static class ThatChangesState {
    private final List<Integer> seen = new ArrayList<>();

    @Function
    IntStream traced(int n) {
      return IntStream.range(0, n).peek(seen::add);
    }
  }

  static class LinesOfAReader {
    private final BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\nthree"));

    @Function
    Stream<String> lines(String ignored) {
      return reader.lines().limit(1);
    }
  }

  static class TokensOfAScanner {
    private final Scanner scanner = new Scanner("one two three four");

    @Function
    Stream<String> tokens(String ignored) {
      return scanner.tokens();
    }
  }

  static class Concatenated {
    private final List<String> names = new ArrayList<>();

    @Function
    Stream<String> names(String name) {
      names.add(name);
      return Stream.concat(Stream.of("first"), names.stream());
    }
  }

  static class IteratorOfAStream {
    private final List<String> names = new ArrayList<>();

    @Function
    Iterator<Integer> lengths(String name) {
      names.add(name);
      return names.stream().map(String::length).iterator();
    }
  }

  static class StreamAsIterable {
    private final List<String> names = new ArrayList<>();

    @Function
    Iterable<String> names(String name) {
      names.add(name);
      return names.stream().skip(0)::iterator;
    }
  }

  static class OfASpliterator {
    private final List<String> names = new ArrayList<>();

    @Function
    Stream<String> names(String name) {
      names.add(name);
      return StreamSupport.stream(names.spliterator(), false);
    }
  }

  static class FlatMapped {
    private final Map<String, List<String>> groups = new HashMap<>();

    @Function
    Stream<String> members(String word) {
      groups.computeIfAbsent("all", key -> new ArrayList<>()).add(word);
      return Stream.of("all", "none").flatMap(k -> groups.getOrDefault(k, List.of()).stream());
    }
  }

  static class SplitLater {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private final StringBuilder text = new StringBuilder();

    @Function
    Stream<String> words(String line) {
      text.append(line).append(' ');
      return BLANKS.splitAsStream(text);
    }
  }

  static class ListOfMutable {
    private final List<int[]> rows = new ArrayList<>(List.of(new int[2]));

    @Function
    List<int[]> rows(int n) {
      rows.get(0)[n % 2] += n;
      return rows.stream().filter(row -> row.length == 2).toList();
    }
  }

  static class GroupedMutable {
    private final List<StringBuilder> lines = List.of(new StringBuilder(), new StringBuilder("-"));

    @Function
    Map<Boolean, List<StringBuilder>> byEmptiness(String word) {
      lines.get(1).append(word);
      return lines.stream().collect(Collectors.partitioningBy(line -> line.isEmpty()));
    }
  }

  static class FirstMutable {
    private final List<StringBuilder> lines = List.of(new StringBuilder(), new StringBuilder("-"));

    @Function
    Optional<StringBuilder> firstWithText(String word) {
      lines.get(1).append(word);
      return lines.stream().filter(line -> line.length() > 0).findFirst();
    }
  }

  static class CollectedIntoState {
    private final TreeSet<String> words = new TreeSet<>();

    @Function
    Collection<String> words(String line) {
      return Stream.of(line.split(" ")).collect(Collectors.toCollection(() -> words));
    }
  }

  static class AccumulatedInState {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object letters(String line) {
      return line.chars()
          .collect(() -> text, (sum, c) -> sum.append((char) c), StringBuilder::append);
    }
  }

  static class ReducedToState {
    private final StringBuilder text = new StringBuilder();

    @Function
    CharSequence letters(String line) {
      return Stream.of(line.split(" ")).reduce(text, (sum, word) -> sum.append(word), (a, b) -> a);
    }
  }

  static class BuilderOfAStream {
    private final Stream.Builder<String> all = Stream.builder();

    @Function
    Stream.Builder<String> add(String word) {
      return all.add(word);
    }
  }

  static class CollectedIntoAnotherField {
    private List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>(List.of("a"))));
    private Map<String, List<String>> index = new HashMap<>();

    @Function
    Iterator<String> first(String row) {
      List<List<String>> full = rows;
      rows = new ArrayList<>(List.of(new ArrayList<>(List.of(row))));
      index = full.stream().collect(Collectors.toMap(r -> r.toString(), r -> r, (a, b) -> a));
      return full.get(0).iterator();
    }
  }

  /** The functions of a collector may run in any order. */
  static class KeptByACollector {
    private List<String> last;

    private List<String> keep(List<String> list) {
      last = list;
      return list;
    }

    @Function
    Map<String, List<String>> byLine(String line) {
      return Stream.of(line, line)
          .collect(
              Collectors.toMap(
                  key -> "k", row -> new ArrayList<>(List.of(row)), (a, b) -> keep(a)));
    }
  }

  static class KeptAtTheEndOfACollector {
    private List<String> last;

    @Function
    List<String> lines(String line) {
      return Stream.of(line)
          .collect(
              Collectors.collectingAndThen(
                  Collectors.toCollection(() -> new ArrayList<>()), list -> last = list));
    }
  }

  static class KeptByACombinedCollector {
    private List<String> last;

    @Function
    List<String> lines(String line) {
      return Stream.of(line)
          .collect(
              Collectors.teeing(
                  Collectors.mapping(
                      word -> word + "!", Collectors.toCollection(() -> new ArrayList<>())),
                  Collectors.counting(),
                  (list, count) -> last = list));
    }
  }

  static class MapOfItsLists {
    private final Map<String, List<String>> rows = new HashMap<>();

    @Function
    Map<String, List<String>> byLine(String line) {
      rows.computeIfAbsent("all", any -> new ArrayList<>()).add(line);
      return rows.entrySet().stream().collect(Collectors.toMap(e -> e.getKey(), e -> e.getValue()));
    }
  }

  static class GroupsOfItsTexts {
    private final List<StringBuilder> texts = new ArrayList<>();

    @Function
    Map<Boolean, List<StringBuilder>> byLength(String line) {
      texts.add(new StringBuilder(line));
      texts.getFirst().append('!');
      return texts.stream()
          .collect(
              Collectors.partitioningBy(
                  text -> text.length() > 5,
                  Collectors.filtering(text -> true, Collectors.toList())));
    }
  }

  static class MappedToItself {
    private final List<StringBuilder> texts = new ArrayList<>();

    @Function
    List<StringBuilder> texts(String line) {
      texts.add(new StringBuilder(line));
      texts.getFirst().append('!');
      return texts.stream()
          .collect(Collectors.mapping(java.util.function.Function.identity(), Collectors.toList()));
    }
  }
}
