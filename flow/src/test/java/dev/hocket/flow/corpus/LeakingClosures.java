package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Leaks through lambdas, method references, and objects of inner classes. */
final class LeakingClosures {
  private LeakingClosures() {}

  static class CallableLambda {
    private final List<String> jobs = new ArrayList<>();

    @Function
    Callable<Integer> later(String job) {
      jobs.add(job);
      return () -> jobs.size();
    }
  }

  static class CounterLambda {
    private int count;

    @Function
    IntSupplier counter(String ignored) {
      count++;
      return () -> count;
    }
  }

  static class MethodReference {
    private final List<String> jobs = new ArrayList<>();

    @Function
    Supplier<Integer> later(String job) {
      jobs.add(job);
      return jobs::size;
    }
  }

  static class MethodReferenceOfItself {
    private int sum;

    private int total() {
      return sum;
    }

    @Function
    IntSupplier add(int n) {
      sum += n;
      return this::total;
    }
  }

  static class RunnableLambda {
    private final List<String> done = new ArrayList<>();

    @Function
    Runnable later(String job) {
      return () -> done.add(job);
    }
  }

  static class ConsumerReference {
    private final List<String> received = new ArrayList<>();

    @Function
    Consumer<String> mailbox(String ignored) {
      return received::add;
    }
  }

  static class Ranking {
    private final Map<String, Integer> rank = new HashMap<>();

    @Function
    Comparator<String> order(String word) {
      rank.merge("a", word.length(), Integer::sum);
      return (a, b) -> rank.getOrDefault(a, 5) - rank.getOrDefault(b, 5);
    }
  }

  static class ComparingByRank {
    private final Map<String, Integer> rank = new HashMap<>();

    private int rankOf(String word) {
      return rank.getOrDefault(word, 5);
    }

    @Function
    Comparator<String> order(String word) {
      rank.put("a", rank.isEmpty() ? word.length() : 0);
      return Comparator.nullsFirst(Comparator.comparing(this::rankOf).reversed());
    }
  }

  static class Membership {
    private final Set<Object> members = new HashSet<>();

    @Function
    Predicate<Object> members(String name) {
      members.add(members.isEmpty() ? name : "a");
      return members::contains;
    }
  }

  static class NegatedMembership {
    private final Set<Object> members = new HashSet<>();

    @Function
    Predicate<Object> strangers(String name) {
      members.add(members.isEmpty() ? name : "a");
      Predicate<Object> known = members::contains;
      return known.negate().or(x -> x == null);
    }
  }

  static class Lookup {
    private final Map<String, String> aliases = new HashMap<>();

    @Function
    java.util.function.Function<String, String> resolver(String name) {
      aliases.put("a", name);
      return aliases::get;
    }
  }

  static class Composition {
    private final Map<String, String> aliases = new HashMap<>();

    @Function
    java.util.function.Function<String, String> resolver(String name) {
      aliases.put("a", name);
      java.util.function.Function<String, String> trim = String::trim;
      return trim.andThen(word -> aliases.getOrDefault(word, word));
    }
  }

  static class Curried {
    private final List<String> words = new ArrayList<>();

    @Function
    Object curried(String word) {
      words.add(word);
      java.util.function.Function<String, Supplier<String>> outer = a -> () -> a + words.size();
      return outer;
    }
  }

  static class TwoArguments {
    private final StringBuilder trace = new StringBuilder();

    @Function
    BiFunction<String, String, Integer> measure(String word) {
      trace.append(word);
      return (a, b) -> a.length() + b.length() + trace.length();
    }
  }

  static class LambdaInOptional {
    private final List<String> words = new ArrayList<>();

    @Function
    Optional<Supplier<Integer>> size(String word) {
      words.add(word);
      return Optional.of(() -> words.size());
    }
  }

  static class ChosenLambda {
    private int[] weights = {1, 2};

    @Function
    IntUnaryOperator weigh(int n) {
      weights[0] += n;
      return switch (n % 2) {
        case 0 -> x -> x * weights[1];
        default -> x -> x * weights[0];
      };
    }
  }

  static class ArrayInALambda {
    private final double[] average = new double[1];

    @Function
    Supplier<Double> average(double value) {
      average[0] = 0.9 * average[0] + 0.1 * value;
      double[] shared = average;
      return () -> shared[0];
    }
  }

  static class IterableLambda {
    private final List<String> names = new ArrayList<>();

    @Function
    Iterable<String> all(String name) {
      names.add(name);
      return () -> names.iterator();
    }
  }

  static class AnonymousIterator {
    private final List<String> names = new ArrayList<>();

    @Function
    Iterator<String> backwards(String name) {
      names.add(name);
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < names.size();
        }

        @Override
        public String next() {
          return names.get(next++);
        }
      };
    }
  }

  static class AnonymousList {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> shouting(String name) {
      names.add(name);
      return new AbstractList<>() {
        @Override
        public String get(int index) {
          return names.get(index).toUpperCase(java.util.Locale.ROOT);
        }

        @Override
        public int size() {
          return names.size();
        }
      };
    }
  }

  static class InnerClass {
    private int balance;

    /** A statement of its account. */
    class Statement implements Supplier<String> {
      @Override
      public String get() {
        return "balance " + balance;
      }
    }

    @Function
    Object pay(int amount) {
      balance += amount;
      return new Statement();
    }
  }

  static class LocalClass {
    private int balance;

    @Function
    Object pay(int amount) {
      balance += amount;
      class Statement implements Supplier<String> {
        @Override
        public String get() {
          return amount + " of " + balance;
        }
      }

      return new Statement();
    }
  }

  static class CharSequenceOverChars {
    /** A text in an array that other code also has. */
    record Text(char[] array, int length) implements CharSequence {
      @Override
      public char charAt(int index) {
        return array[index];
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return new String(array, start, end - start);
      }

      @Override
      public String toString() {
        return new String(array, 0, length);
      }
    }

    private final char[] line = new char[8];

    @Function
    CharSequence head(String text) {
      text.getChars(0, 3, line, 0);
      return new Text(line, 3);
    }
  }

  static class FilteringIterator {
    /** Filters another iterator. */
    static final class Long implements Iterator<String> {
      private final Iterator<String> from;

      Long(Iterator<String> from) {
        this.from = from;
      }

      @Override
      public boolean hasNext() {
        return from.hasNext();
      }

      @Override
      public String next() {
        return from.next();
      }
    }

    private final List<String> names = new ArrayList<>();

    @Function
    Iterator<String> longOnes(String name) {
      names.add(name);
      return new Long(names.iterator());
    }
  }

  static class ProxyOverState {
    private final List<String> names = new ArrayList<>();

    @Function
    Object proxy(String name) {
      names.add(name);
      return Proxy.newProxyInstance(
          ProxyOverState.class.getClassLoader(),
          new Class<?>[] {Supplier.class},
          (proxy, method, arguments) -> names.size());
    }
  }

  static class ThreadLocalInitial {
    private final List<String> names = new ArrayList<>();

    @Function
    ThreadLocal<List<String>> perThread(String name) {
      names.add(name);
      return ThreadLocal.withInitial(() -> names);
    }
  }

  static class LambdaInAField {
    /** An interface that shows an object's contents. */
    interface Tap {
      Object tap();
    }

    private final List<String> names = new ArrayList<>();
    private final Tap tap = () -> names;

    @Function
    Object tapped(String name) {
      names.add(name);
      return tap.tap();
    }
  }

  static class LambdaFromAMap {
    private final StringBuilder page = new StringBuilder();
    private final Map<String, Supplier<Object>> commands = new HashMap<>();

    LambdaFromAMap() {
      commands.put("show", () -> page);
    }

    @Function
    Object command(String text) {
      page.append(text);
      return commands.get("show").get();
    }
  }

  static class ImmediateLambda {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      Supplier<List<String>> get = () -> names;
      return get.get();
    }
  }

  static class IdentityFunction {
    private final List<String> names = new ArrayList<>();

    @Function
    List<String> names(String name) {
      names.add(name);
      return UnaryOperator.<List<String>>identity().apply(names);
    }
  }

  static class AssignedInALambda {
    private final List<String> names = new ArrayList<>();

    @Function
    Object names(String name) {
      names.add(name);
      Object[] out = new Object[1];
      Runnable assign = () -> out[0] = names;
      assign.run();
      return out[0];
    }
  }

  static class LazyValue {
    /** Computes a value on request. */
    static final class Lazy<T> implements Supplier<T> {
      private final Supplier<? extends T> how;

      Lazy(Supplier<? extends T> how) {
        this.how = how;
      }

      @Override
      public T get() {
        return how.get();
      }
    }

    private long total;

    @Function
    Lazy<Long> total(long value) {
      total += value;
      return new Lazy<>(() -> total);
    }
  }

  static class SupplierOfWhatAFieldGets {
    private List<List<String>> rows = new ArrayList<>();

    @Function
    List<String> row(String word) {
      List<String> row = new ArrayList<>(List.of(word));
      Supplier<List<String>> made = () -> row;
      rows = new ArrayList<>(List.of(row));
      return made.get();
    }
  }

  static class FieldThatGetsACapturingSupplier {
    private Supplier<String> text = () -> "";

    @Function
    List<String> row(String word) {
      List<String> row = new ArrayList<>(List.of(word));
      text = () -> row.toString();
      return row;
    }
  }

  static class LambdaThatRunsAfterItsObjectIsStored {
    private List<String> row = new ArrayList<>();

    @Function
    int row(String word, Consumer<Object> listener) {
      List<String> made = new ArrayList<>(List.of(word));
      Runnable tell = () -> listener.accept(made);
      row = made;
      tell.run();
      return row.size();
    }
  }

  static class LambdaThatGivesAPartAway {
    private final List<List<String>> rows = new ArrayList<>();

    @Function
    int row(String word, List<Object> target) {
      List<List<String>> made = List.of(new ArrayList<>(List.of(word)));
      Consumer<String> give = ignored -> target.add(made.get(0));
      rows.add(made.get(0));
      List.of("once").forEach(give);
      return rows.size();
    }
  }

  static class OrderThatGivesAway {
    private List<String> row = new ArrayList<>();

    @Function
    int row(String word, List<Object> target) {
      List<String> made = new ArrayList<>(List.of(word));
      Comparator<String> order =
          (a, b) -> {
            target.add(made);
            return a.compareTo(b);
          };
      row = made;
      return new TreeSet<>(order).add(word) ? row.size() : 0;
    }
  }
}
