package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Leaks through the methods and classes of a program: calls many levels deep, and inheritance. */
final class LeakingHelpers {
  private LeakingHelpers() {}

  static class TenCallsDeep {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      return one();
    }

    private List<String> one() {
      return two();
    }

    private List<String> two() {
      return three();
    }

    private List<String> three() {
      return four();
    }

    private List<String> four() {
      return five();
    }

    private List<String> five() {
      return six();
    }

    private List<String> six() {
      return seven();
    }

    private List<String> seven() {
      return eight();
    }

    private List<String> eight() {
      return nine();
    }

    private List<String> nine() {
      return ten();
    }

    private List<String> ten() {
      return rows;
    }
  }

  static class Recursive {
    private final List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) {
      rows.add(row);
      return descend(row.length());
    }

    private Object descend(int depth) {
      return depth == 0 ? rows : descend(depth - 1);
    }
  }

  static class MutuallyRecursive {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object text(String word) {
      text.append(word);
      return even(word.length());
    }

    private Object even(int n) {
      return n == 0 ? text : odd(n - 1);
    }

    private Object odd(int n) {
      return n == 0 ? text : even(n - 1);
    }
  }

  static class Varargs {
    private final StringBuilder text = new StringBuilder();

    private static Object[] pack(Object... things) {
      return things;
    }

    @Function
    Object[] packed(String word) {
      text.append(word);
      return pack(word, 1, text);
    }
  }

  static class GenericHelper {
    private final StringBuilder text = new StringBuilder();

    private static <T> T firstOf(T first, T second) {
      return first == null ? second : first;
    }

    @Function
    Object text(String word) {
      text.append(word);
      return firstOf(null, text);
    }
  }

  /** An interface of objects that show their contents. */
  interface Showing {
    Object state();

    default Object show() {
      return state();
    }
  }

  static class DefaultMethod implements Showing {
    private final List<String> rows = new ArrayList<>();

    @Override
    public Object state() {
      return rows;
    }

    @Function
    Object rows(String row) {
      rows.add(row);
      return show();
    }
  }

  /** A class with a function that its subclasses complete. */
  abstract static class Template {
    @Function
    public Object handle(String input) {
      accept(input);
      return answer();
    }

    abstract void accept(String input);

    abstract Object answer();
  }

  static class TemplateMethod extends Template {
    private final Map<String, Integer> counts = new HashMap<>();

    @Override
    void accept(String input) {
      counts.merge(input, 1, Integer::sum);
    }

    @Override
    Object answer() {
      return counts;
    }
  }

  static class OverriddenWithoutCopy extends HarmlessCopies.Overridable {
    @Override
    protected List<String> answer() {
      return lines;
    }
  }

  /** A superclass with state. */
  static class Base {
    private final StringBuilder text = new StringBuilder();

    protected Object add(String word) {
      return text.append(word);
    }
  }

  static class StateOfTheSuperclass extends Base {
    @Function
    Object text(String word) {
      return super.add(word);
    }
  }

  /** An object made of a component. */
  static class Store {
    private final List<String> rows = new ArrayList<>();

    void insert(String row) {
      rows.add(row);
    }

    List<String> all() {
      return rows;
    }
  }

  static class GetterOfAComponent {
    private final Store store = new Store();

    @Function
    List<String> insert(String row) {
      store.insert(row);
      return store.all();
    }
  }

  static class ChainOfComponents {
    static class Database {
      private final Map<String, Store> tables = new HashMap<>();

      Store table(String name) {
        return tables.computeIfAbsent(name, key -> new Store());
      }
    }

    static class Session {
      private final Database database = new Database();

      Database database() {
        return database;
      }
    }

    private final Session session = new Session();

    @Function
    Object insert(String row) {
      session.database().table("rows").insert(row);
      return session.database().table("rows").all();
    }
  }

  static class OneOfTwoStrategies {
    /** The strategy that decides which value is returned. */
    interface Strategy {
      List<String> apply(List<String> rows);
    }

    static final class Copy implements Strategy {
      @Override
      public List<String> apply(List<String> rows) {
        return new ArrayList<>(rows);
      }
    }

    static final class Same implements Strategy {
      @Override
      public List<String> apply(List<String> rows) {
        return rows;
      }
    }

    private final List<String> rows = new ArrayList<>();
    private Strategy strategy = new Copy();

    @Function
    List<String> rows(String row) {
      rows.add(row);
      strategy = row.isEmpty() ? new Copy() : new Same();
      return strategy.apply(rows);
    }
  }

  static class Visitor {
    /** A visitor that keeps the objects it visits. */
    static final class Collecting {
      private Object found;

      void visit(Object object) {
        found = object;
      }
    }

    private final List<String> rows = new ArrayList<>();

    private void accept(Collecting visitor) {
      visitor.visit(rows);
    }

    @Function
    Object rows(String row) {
      rows.add(row);
      Collecting visitor = new Collecting();
      accept(visitor);
      return visitor.found;
    }
  }

  static class OutParameter {
    private final int[] totals = new int[2];

    private void read(Slot<int[]> out) {
      out.value = totals;
    }

    @Function
    Slot<int[]> totals(int n) {
      totals[n % 2] += n;
      Slot<int[]> out = new Slot<>();
      read(out);
      return out;
    }
  }

  static class BridgedMethod {
    /** A source of one value. */
    interface Source<T> {
      T next(String seed);
    }

    static final class Builders implements Source<StringBuilder> {
      private final StringBuilder one = new StringBuilder();

      @Override
      public StringBuilder next(String seed) {
        return one.append(seed);
      }
    }

    private final Source<?> source = new Builders();

    @Function
    Object next(String seed) {
      return source.next(seed);
    }
  }

  static class OwnIterable {
    /** A bag that can be iterated over. */
    static final class Bag implements Iterable<StringBuilder> {
      private final StringBuilder[] items = {new StringBuilder()};

      @Override
      public Iterator<StringBuilder> iterator() {
        return List.of(items).iterator();
      }
    }

    private final Bag bag = new Bag();

    @Function
    Object first(String word) {
      for (StringBuilder item : bag) {
        return item.append(word);
      }
      return "";
    }
  }

  static class ParentOfAChild {
    /** An object that refers to its maker. */
    static final class Child {
      private final ParentOfAChild parent;

      Child(ParentOfAChild parent) {
        this.parent = parent;
      }
    }

    private int children;

    @Function
    Child child(String ignored) {
      children++;
      return new Child(this);
    }
  }

  static class TryAndFinally {
    private final List<String> rows = new ArrayList<>();

    @Function
    List<String> rows(String row) {
      List<String> result = List.of();
      try {
        rows.add(row);
        result = rows;
        return result;
      } finally {
        rows.remove("");
      }
    }
  }

  static class LoopCarried {
    private final List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) {
      Object now = row;
      Object next = row;
      for (int i = 0; i < 3; i++) {
        now = next;
        next = rows;
      }
      rows.add(row);
      return now;
    }
  }

  static class ReflectiveField {
    private final List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) throws ReflectiveOperationException {
      rows.add(row);
      return ReflectiveField.class.getDeclaredField("rows").get(this);
    }
  }

  static class ReflectiveCall {
    private final StringBuilder text = new StringBuilder();

    Object text() {
      return text;
    }

    @Function
    Object text(String word) throws ReflectiveOperationException {
      text.append(word);
      return ReflectiveCall.class.getDeclaredMethod("text").invoke(this);
    }
  }

  static class VarHandleOfAField {
    private List<String> rows = new ArrayList<>();

    @Function
    Object rows(String row) throws ReflectiveOperationException {
      rows.add(row);
      return MethodHandles.lookup()
          .findVarHandle(VarHandleOfAField.class, "rows", List.class)
          .getAcquire(this);
    }
  }
}
