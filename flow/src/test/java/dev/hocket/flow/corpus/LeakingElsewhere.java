package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Leaks into arguments and into static fields, which all calls share. */
final class LeakingElsewhere {
  private LeakingElsewhere() {}

  static class IntoAList {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(List<Object> target) {
      rows.add("row " + target.size());
      target.add(rows);
      return rows.size();
    }
  }

  static class AllIntoAList {
    private final List<int[]> rows = new ArrayList<>(List.of(new int[1]));

    @Function
    int deliver(List<Object> target) {
      rows.get(0)[0] += target.size();
      target.addAll(rows);
      return target.size();
    }
  }

  static class EachIntoAList {
    private final List<StringBuilder> lines = List.of(new StringBuilder());

    @Function
    int deliver(List<Object> target) {
      lines.get(0).append(target.size());
      lines.forEach(target::add);
      return target.size();
    }
  }

  static class AddAll {
    private final StringBuilder text = new StringBuilder();

    @Function
    String deliver(List<Object> target) {
      text.append(target.size());
      Collections.addAll(target, "text", text);
      return "delivered";
    }
  }

  static class ListSetter {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object deliver(List<Object> target) {
      text.append(target.size());
      return target.set(0, text);
    }
  }

  static class ReplacedElements {
    private final StringBuilder text = new StringBuilder();

    @Function
    String deliver(List<Object> target) {
      text.append(target.size());
      target.replaceAll(old -> text);
      return "replaced";
    }
  }

  static class IntoAMap {
    private final Set<String> names = new HashSet<>();

    @Function
    int deliver(String name, Map<String, Object> model) {
      names.add(name);
      model.put("names", names);
      return names.size();
    }
  }

  static class ComputedIntoAMap {
    private final Set<String> names = new HashSet<>();

    @Function
    int deliver(String name, Map<String, Object> model) {
      names.add(name);
      model.computeIfAbsent("names", key -> names);
      return names.size();
    }
  }

  static class IntoAnArray {
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    @Function
    int deliver(String name, Object[] target) {
      counts.put(name, counts.size());
      target[0] = counts;
      return counts.size();
    }
  }

  static class IntoAField {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, Slot<Object> slot) {
      rows.add(row);
      slot.value = rows;
      return rows.size();
    }
  }

  static class IntoASetter {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, Slot<Object> slot) {
      rows.add(row);
      slot.set(Collections.unmodifiableList(rows));
      return rows.size();
    }
  }

  static class IntoAConsumer {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, Consumer<Object> consumer) {
      rows.add(row);
      consumer.accept(rows);
      return rows.size();
    }
  }

  static class IntoABiConsumer {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, BiConsumer<String, Object> consumer) {
      rows.add(row);
      consumer.accept(row, rows);
      return rows.size();
    }
  }

  static class IntoAnAtomicReference {
    private final List<String> rows = new ArrayList<>();

    @Function
    boolean deliver(String row, AtomicReference<Object> target) {
      rows.add(row);
      return target.compareAndSet(null, rows);
    }
  }

  static class IntoAQueue {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, Queue<Object> queue) {
      rows.add(row);
      queue.add(Map.entry(row, rows));
      return rows.size();
    }
  }

  static class IntoANestedList {
    private final List<String> rows = new ArrayList<>();

    @Function
    int deliver(String row, Slot<Object> slot) {
      rows.add(row);
      List<Object> fresh = new ArrayList<>();
      slot.set(fresh);
      fresh.add(rows);
      return rows.size();
    }
  }

  static class CounterOfAll {
    private static int handled;

    @Function
    int count(String ignored) {
      return ++handled;
    }
  }

  static class LogOfAll {
    private static final List<String> LOG = new ArrayList<>();

    @Function
    int log(String line) {
      LOG.add(line);
      return LOG.size();
    }
  }

  static class CacheOfAll {
    private static final Map<String, StringBuilder> CACHE = new HashMap<>();

    @Function
    CharSequence cached(String word) {
      return CACHE.computeIfAbsent("line", key -> new StringBuilder()).append(word);
    }
  }

  static class TableOfAll {
    private static final int[] TABLE = new int[4];

    @Function
    int count(int n) {
      TABLE[0] += n;
      return TABLE[0];
    }
  }

  static class StaticBuffer {
    private static final StringBuilder BUFFER = new StringBuilder();

    @Function
    static Object format(String word) {
      BUFFER.setLength(0);
      return BUFFER.append(word);
    }
  }

  /** A singleton, like those in many programs. */
  enum Registry {
    INSTANCE;

    private final List<String> names = new ArrayList<>();

    int register(String name) {
      names.add(name);
      return names.size();
    }
  }

  static class EnumSingleton {
    @Function
    int register(String name) {
      return Registry.INSTANCE.register(name);
    }
  }

  static class LazyHolder {
    private static final class Holder {
      private static final Map<String, Integer> COUNTS = new HashMap<>();
    }

    @Function
    int count(String word) {
      return Holder.COUNTS.merge("all", word.length(), Integer::sum);
    }
  }

  static class ThreadLocalBuffer {
    private static final ThreadLocal<StringBuilder> BUFFER =
        ThreadLocal.withInitial(StringBuilder::new);

    @Function
    CharSequence format(String word) {
      StringBuilder buffer = BUFFER.get();
      buffer.setLength(0);
      return buffer.append('<').append(word).append('>');
    }
  }

  /** Statistics that any code of a program may reach. */
  static final class Statistics {
    private static final Map<String, Integer> EVENTS = new HashMap<>();

    private Statistics() {}

    static int record(String event) {
      return count(event, 1);
    }

    private static int count(String event, int times) {
      return add(event.isEmpty() ? "none" : "event", times);
    }

    private static int add(String event, int times) {
      return EVENTS.merge(event, times, Integer::sum);
    }
  }

  static class StaticHelper {
    @Function
    static int record(String event) {
      return Statistics.record(event);
    }
  }

  static class StoredInAStaticField {
    private static List<String> current;
    private final List<String> rows = new ArrayList<>();

    @Function
    int publish(String row) {
      int seen = current == null ? 0 : current.size();
      rows.add(row);
      current = rows;
      return seen;
    }
  }

  static class SharedDefault {
    private static final List<String> NONE = new ArrayList<>();
    private List<String> rows = NONE;

    @Function
    int add(String row) {
      rows.add(row);
      return rows.size();
    }
  }

  static class PoolOfAll {
    private static final List<int[]> POOL = new ArrayList<>(List.of(new int[1]));

    @Function
    int use(int n) {
      int[] cell = POOL.get(0);
      cell[0] += n;
      return cell[0];
    }
  }
}
