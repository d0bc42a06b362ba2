package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Leaks inside other objects: records, arrays, holders, exceptions, nodes, and through aliases. */
final class LeakingHolders {
  private LeakingHolders() {}

  static class InARecord {
    record Page(String title, List<String> rows) {}

    private final List<String> rows = new ArrayList<>();

    @Function
    Page page(String row) {
      rows.add(row);
      return new Page("rows", rows);
    }
  }

  static class InARecordThatChecks {
    record Page(String title, List<String> rows) {
      Page {
        Objects.requireNonNull(title);
        if (rows.isEmpty()) {
          throw new IllegalArgumentException("no rows");
        }
      }
    }

    private final List<String> rows = new ArrayList<>();

    @Function
    Record page(String row) {
      rows.add(row);
      return new Page("rows", rows);
    }
  }

  static class InANestedRecord {
    record Inner(int[] cells) {}

    record Outer(String name, Inner inner) {}

    private final int[] cells = new int[3];

    @Function
    Outer snapshot(int n) {
      cells[n % 3] += n;
      return new Outer("cells", new Inner(cells));
    }
  }

  static class InAnOptional {
    private final List<String> rows = new ArrayList<>();

    @Function
    Optional<List<String>> rows(String row) {
      rows.add(row);
      return rows.isEmpty() ? Optional.empty() : Optional.of(rows);
    }
  }

  static class FromAnOptional {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      return Optional.<List<String>>empty().orElseGet(() -> rows);
    }
  }

  static class InAMappedOptional {
    private final Map<String, StringBuilder> lines = new HashMap<>();

    @Function
    Object line(String word) {
      lines.computeIfAbsent("x", key -> new StringBuilder()).append(word);
      return Optional.ofNullable(lines.get("x")).filter(line -> line.length() > 0);
    }
  }

  static class InAnObjectArray {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object[] both(String word) {
      text.append(word);
      return new Object[] {word, text};
    }
  }

  static class InAnArrayOfArrays {
    private final int[] row = new int[3];

    @Function
    int[][] table(int n) {
      row[n % 3] += n;
      int[][] table = new int[2][];
      table[1] = row;
      return table;
    }
  }

  static class ClonedMatrix {
    private final int[][] matrix = new int[2][2];

    @Function
    int[][] matrix(int n) {
      matrix[0][n % 2] += n;
      return matrix.clone();
    }
  }

  static class CopiedMatrix {
    private final double[][] matrix = new double[2][2];

    @Function
    double[][] matrix(double x) {
      matrix[1][1] += x;
      return Arrays.copyOf(matrix, 2);
    }
  }

  static class ArraycopyOfMutable {
    private final StringBuilder[] lines = {new StringBuilder(), new StringBuilder()};

    @Function
    StringBuilder[] lines(String word) {
      lines[0].append(word);
      StringBuilder[] copy = new StringBuilder[2];
      System.arraycopy(lines, 0, copy, 0, 2);
      return copy;
    }
  }

  static class RowOfAMatrix {
    private final int[][] matrix = new int[2][2];

    @Function
    int[] row(int n) {
      matrix[1][n % 2] += n;
      return matrix[1];
    }
  }

  static class ClonedListOfMutable {
    private final ArrayList<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));

    @Function
    Object lines(String word) {
      lines.get(0).append(word);
      return lines.clone();
    }
  }

  static class ArrayOfMutable {
    private final List<StringBuilder> lines = List.of(new StringBuilder());

    @Function
    Object[] lines(String word) {
      lines.get(0).append(word);
      return lines.toArray();
    }
  }

  static class InAGenericHolder {
    private final List<String> rows = new ArrayList<>();

    @Function
    Slot<List<String>> rows(String row) {
      rows.add(row);
      return new Slot<>(rows);
    }
  }

  static class ThroughAGenericHolder {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      Slot<Object> slot = new Slot<>();
      slot.set(new Slot<>(rows));
      @SuppressWarnings("unchecked")
      Slot<List<String>> inner = (Slot<List<String>>) slot.get();
      return inner.get();
    }
  }

  static class InASimpleEntry {
    private final int[] counts = new int[2];

    @Function
    Map.Entry<String, int[]> counts(String word) {
      counts[word.length() % 2]++;
      return new AbstractMap.SimpleImmutableEntry<>(word, counts);
    }
  }

  static class InASealedResult {
    sealed interface Result permits Ok, Failed {}

    record Ok(List<String> values) implements Result {}

    record Failed(String why) implements Result {}

    private final List<String> values = new ArrayList<>();

    @Function
    Result add(String value) {
      values.add(value);
      return values.size() > 100 ? new Failed("too many") : new Ok(values);
    }
  }

  /** An exception that reports a mistake. */
  static final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient List<String> reasons;

    Rejected(List<String> reasons) {
      super("rejected");
      this.reasons = reasons;
    }

    List<String> reasons() {
      return reasons;
    }
  }

  static class InAnException {
    private final List<String> reasons = new ArrayList<>();

    @Function
    String check(String value) {
      reasons.add(value);
      throw new Rejected(reasons);
    }
  }

  static class InACause {
    private final List<String> reasons = new ArrayList<>();

    @Function
    String check(String value) {
      try {
        reasons.add(value);
        throw new Rejected(reasons);
      } catch (Rejected e) {
        throw new IllegalStateException("not checked", e);
      }
    }
  }

  static class InACaughtException {
    private final List<String> reasons = new ArrayList<>();

    @Function
    Object check(String value) {
      try {
        reasons.add(value);
        throw new Rejected(reasons);
      } catch (Rejected e) {
        return e.reasons();
      }
    }
  }

  static class InASuppressedException {
    private final List<String> reasons = new ArrayList<>();

    @Function
    Exception check(String value) {
      reasons.add(value);
      Exception failure = new IllegalStateException("several");
      failure.addSuppressed(new Rejected(reasons));
      return failure;
    }
  }

  static class Built {
    /** A mail with its lines. */
    record Mail(String to, List<String> lines) {}

    /** A builder of mails. */
    static final class Builder {
      private String to = "";
      private List<String> lines = List.of();

      Builder to(String to) {
        this.to = to;
        return this;
      }

      Builder lines(List<String> lines) {
        this.lines = lines;
        return this;
      }

      Mail build() {
        return new Mail(to, lines);
      }
    }

    private final List<String> lines = new ArrayList<>();

    @Function
    Mail mail(String line) {
      lines.add(line);
      return new Builder().to("all").lines(lines).build();
    }
  }

  static class KeptBuilder {
    /** A builder that builds the same list again. */
    static final class ListBuilder {
      private final List<String> list = new ArrayList<>();

      ListBuilder with(String item) {
        list.add(item);
        return this;
      }

      List<String> build() {
        return list;
      }
    }

    private final ListBuilder builder = new ListBuilder();

    @Function
    List<String> list(String item) {
      return builder.with(item).build();
    }
  }

  static class LinkedNodes {
    /** A node that is linked to the one before it. */
    static final class Node {
      final String name;
      Node next;

      Node(String name) {
        this.name = name;
      }
    }

    private final Node first = new Node("first");
    private Node last = first;

    @Function
    Node append(String name) {
      Node node = new Node(name);
      last.next = node;
      last = node;
      return node;
    }
  }

  static class ChildOfATree {
    /** An element that refers to its parent. */
    static final class Element {
      final Element parent;
      int children;

      Element(Element parent) {
        this.parent = parent;
      }
    }

    private final Element root = new Element(null);

    @Function
    Element open(String tag) {
      root.children++;
      return new Element(root);
    }
  }

  static class ItselfAsIterator implements Iterator<String> {
    private final Deque<String> waiting = new ArrayDeque<>();

    @Override
    public boolean hasNext() {
      return !waiting.isEmpty();
    }

    @Override
    public String next() {
      return waiting.poll();
    }

    @Function
    Iterator<String> add(String item) {
      waiting.add(item);
      return this;
    }
  }

  static class Itself {
    private int count;

    @Function
    Itself count(String ignored) {
      count++;
      return this;
    }
  }

  static class ThroughALocalDeque {
    private final List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) {
      rows.add(row);
      Deque<Object> stack = new ArrayDeque<>();
      stack.push("nothing");
      stack.push(rows);
      return stack.pop();
    }
  }

  static class ThroughALocalMap {
    private final List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) {
      rows.add(row);
      Map<String, Object> model = new HashMap<>();
      model.put("rows", rows);
      model.putIfAbsent("title", row);
      return model;
    }
  }

  static class ThroughALocalArray {
    private final int[] totals = new int[1];

    @Function
    Object totals(int n) {
      totals[0] += n;
      Object[] columns = {"name", totals};
      Object[] copy = Arrays.copyOf(columns, 3);
      return copy[1];
    }
  }

  static class KeptAlias {
    private List<String> batch = new ArrayList<>();
    private List<String> previous;

    @Function
    List<String> batch(String item) {
      if (previous != null) {
        previous.add("changed after all");
      }
      batch.add(item);
      List<String> full = batch;
      previous = batch;
      batch = new ArrayList<>();
      return full;
    }
  }

  static class AliasInAList {
    private final List<List<String>> all = new ArrayList<>();
    private List<String> batch = new ArrayList<>();

    @Function
    List<String> batch(String item) {
      batch.add(item);
      all.add(batch);
      all.get(0).add("again");
      List<String> full = batch;
      batch = new ArrayList<>();
      return full;
    }
  }

  static class InAListThatAFieldGets {
    private List<List<String>> rows = new ArrayList<>();

    @Function
    List<String> row(String word) {
      List<String> row = new ArrayList<>(List.of(word));
      rows = new ArrayList<>(List.of(row));
      return row;
    }
  }

  static class InAListThatAHelperStores {
    private List<List<String>> rows = new ArrayList<>();

    private void store(List<List<String>> all) {
      rows = new ArrayList<>(all);
    }

    @Function
    List<String> row(String word) {
      List<List<String>> all = new ArrayList<>();
      all.add(new ArrayList<>(List.of(word)));
      store(all);
      return all.get(0);
    }
  }

  static class StoredOutOfAList {
    private List<String> row = new ArrayList<>();

    @Function
    List<String> row(String word) {
      List<List<String>> rows = List.of(new ArrayList<>(List.of(word)));
      row = rows.get(0);
      return rows.get(0);
    }
  }

  static class HandedOverButCopiedToAnotherField {
    private List<List<String>> rows = new ArrayList<>();
    private List<List<String>> last = new ArrayList<>();

    @Function
    List<List<String>> rows(List<List<String>> next) {
      List<List<String>> full = rows;
      rows = next;
      last = new ArrayList<>(full);
      return full;
    }
  }

  static class HandedOverSometimes {
    private List<String> batch = new ArrayList<>();

    @Function
    List<String> batch(String item) {
      batch.add(item);
      List<String> full = batch;
      if (batch.size() > 1000) {
        batch = new ArrayList<>();
      }
      return full;
    }
  }

  static class TwoBuffers {
    private byte[] front = new byte[4];
    private byte[] back = new byte[4];

    @Function
    byte[] frame(int n) {
      back[0] = (byte) n;
      byte[] full = back;
      back = front;
      front = full;
      return full;
    }
  }

  static class RingOfBuffers {
    private final StringBuilder[] ring = {new StringBuilder(), new StringBuilder()};
    private int next;

    @Function
    CharSequence format(String text) {
      StringBuilder buffer = ring[next++ % ring.length];
      buffer.setLength(0);
      return buffer.append(text);
    }
  }

  static class Flyweight {
    /** An event that is filled again and again. */
    static final class Event {
      String name;
      int number;
    }

    private final Event event = new Event();

    @Function
    Event event(String name) {
      event.name = name;
      event.number++;
      return event;
    }
  }

  static class ChosenByACondition {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      return row.isEmpty() ? List.of() : rows;
    }
  }

  static class ChosenByAPattern {
    private final Object state = new ArrayList<>(List.of("start"));

    @Function
    @SuppressWarnings("unchecked")
    Object rows(String row) {
      return switch (state) {
        case List<?> rows when row.isEmpty() -> rows.size();
        case List<?> rows -> {
          ((List<String>) rows).add(row);
          yield rows;
        }
        default -> "";
      };
    }
  }

  static class DeconstructedRecord {
    record Both(StringBuilder text, String name) {}

    private final Both both = new Both(new StringBuilder(), "both");

    @Function
    Object text(String word) {
      Object any = both;
      if (any instanceof Both(StringBuilder text, String name) && !name.isEmpty()) {
        return text.append(word);
      }
      return word;
    }
  }

  static class RequiredNonNull {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      return Objects.requireNonNullElse(null, Objects.requireNonNull(rows, "rows"));
    }
  }

  static class ShallowClone implements Cloneable {
    private int[] cells = new int[2];

    @Override
    protected ShallowClone clone() {
      try {
        return (ShallowClone) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    @Function
    ShallowClone snapshot(int n) {
      cells[n % 2] += n;
      return clone();
    }
  }

  static class ShallowCopyConstructor {
    /** A board whose copies have the same cells. */
    static final class Board {
      private final char[] cells;

      Board() {
        cells = new char[4];
      }

      Board(Board other) {
        this.cells = other.cells;
      }

      void set(int index, char mark) {
        cells[index] = mark;
      }
    }

    private final Board board = new Board();

    @Function
    Board play(int n) {
      board.set(n % 4, (char) ('A' + n));
      return new Board(board);
    }
  }

  static class Above {
    protected List<String> rows = new ArrayList<>(List.of("a"));
  }

  /** The two fields of one name hold different lists. */
  static class HiddenField extends Above {
    private List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      List<String> all = super.rows;
      all.set(0, row);
      rows = new ArrayList<>(List.of(row));
      return all;
    }
  }

  static class FieldHiddenByAText extends Above {
    private String rows = "";

    @Function
    List<String> rows(String row) {
      rows += row;
      super.rows.set(0, rows);
      return super.rows;
    }
  }

  static final class Cell {
    final List<String> rows;

    Cell(List<String> rows) {
      this.rows = rows;
    }
  }

  static class InTwoHolders {
    private Cell front;
    private final Cell back;

    InTwoHolders() {
      List<String> rows = new ArrayList<>(List.of("a"));
      front = new Cell(rows);
      back = new Cell(rows);
    }

    @Function
    Cell swap(String row) {
      back.rows.set(0, row);
      Cell full = front;
      front = new Cell(new ArrayList<>());
      return full;
    }
  }

  static class InTwoListsOfAHelper {
    private List<List<String>> all;
    private List<List<String>> open;

    private void start(String row) {
      List<String> rows = new ArrayList<>(List.of(row));
      all = new ArrayList<>(List.of(rows));
      open = new ArrayList<>(List.of(rows));
    }

    @Function
    Object take(String row) {
      if (open == null) {
        start(row);
      }
      open.get(0).set(0, row);
      List<List<String>> full = all;
      all = new ArrayList<>();
      return full;
    }
  }

  static class HandedOverAndBack {
    private List<String> rows = new ArrayList<>(List.of("a"));

    @Function
    Optional<List<String>> take(String row) {
      List<String> full = rows;
      rows = new ArrayList<>();
      Optional<List<String>> taken = Optional.of(full);
      rows = full;
      rows.set(0, row);
      return taken;
    }
  }

  /** An unchecked cast puts a text that changes among those that do not. */
  static class UncheckedElement {
    private final List<String> names = new ArrayList<>();

    @Function
    Object add(String name) {
      StringBuilder text = new StringBuilder(name);
      UncheckedElement.<Object>replace(names, text);
      return text;
    }

    @SuppressWarnings("unchecked")
    private static <T> void replace(List<?> list, T element) {
      list.clear();
      ((List<T>) list).add(element);
    }
  }

  static class UncheckedCopy {
    private final Map<String, List<String>> rows = new HashMap<>();
    private final List<StringBuilder> texts = new ArrayList<>(List.of(new StringBuilder()));

    @Function
    Object add(String line) {
      texts.getFirst().append(line);
      rows.computeIfAbsent("all", any -> new ArrayList<>()).addAll(this.<String>cast(texts));
      return new ArrayList<>(rows.get("all"));
    }

    @SuppressWarnings("unchecked")
    private <T> List<T> cast(List<?> list) {
      return (List<T>) list;
    }
  }

  /** A row is in two fields: messages name both, and no other place. */
  static class KeptTwice {
    private Object last;
    private Object batch;

    @Function
    List<String> keep(String line) {
      List<String> row = new ArrayList<>(List.of(line));
      last = row;
      batch = List.of(row);
      return row;
    }
  }
}
