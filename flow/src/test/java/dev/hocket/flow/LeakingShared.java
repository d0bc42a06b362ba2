package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Small classes that let out state which several threads may use, and which changes. */
final class LeakingShared {
  static AtomicInteger last;

  private LeakingShared() {}

  static class Shown {
    final int at;
    final AtomicInteger count;

    Shown(int at, AtomicInteger count) {
      this.at = at;
      this.count = count;
    }
  }

  static class ReturnsAtomic {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    AtomicInteger f(Object x) {
      count.incrementAndGet();
      return count;
    }
  }

  static class ReturnsNumber {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    Number f(Object x) {
      return count;
    }
  }

  static class ReturnsAdder {
    private final LongAdder count = new LongAdder();

    @Function
    Object f(Object x) {
      count.increment();
      return count;
    }
  }

  static class ReturnsByHelper {
    private final AtomicInteger count = new AtomicInteger();

    private AtomicInteger count() {
      return count;
    }

    @Function
    Object f(Object x) {
      return count();
    }
  }

  static class ReturnsGetter {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    IntSupplier f(Object x) {
      return count::get;
    }
  }

  static class ReturnsShown {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    Shown f(int x) {
      return new Shown(x, count);
    }
  }

  static class ReturnsPart {
    private final Shown shown = new Shown(1, new AtomicInteger());

    @Function
    AtomicInteger f(int x) {
      shown.count.addAndGet(x);
      return shown.count;
    }
  }

  static class ReturnsElement {
    private final Map<String, AtomicInteger> counts = new HashMap<>();

    @Function
    AtomicInteger f(String x) {
      AtomicInteger count = counts.computeIfAbsent(x, any -> new AtomicInteger());
      count.incrementAndGet();
      return count;
    }
  }

  static class ReturnsCopyOfElements {
    private final Map<String, AtomicInteger> counts = new HashMap<>();

    @Function
    List<AtomicInteger> f(String x) {
      return new ArrayList<>(counts.values());
    }
  }

  static class CollectsElements {
    private final Map<String, AtomicInteger> counts = new HashMap<>();

    @Function
    List<AtomicInteger> f(String x) {
      List<AtomicInteger> all = new ArrayList<>();
      counts.forEach((key, count) -> all.add(count));
      return all;
    }
  }

  static class KeepsWhatItReturns {
    private AtomicInteger kept = new AtomicInteger();

    @Function
    AtomicInteger f(int x) {
      kept.incrementAndGet();
      AtomicInteger made = new AtomicInteger(x);
      kept = made;
      return made;
    }
  }

  static class ReturnsConcurrentMap {
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

    @Function
    Object f(String x) {
      map.put(x, x);
      return map;
    }
  }

  static class ReturnsValues {
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

    @Function
    Object f(String x) {
      map.put(x, x);
      return map.values();
    }
  }

  static class ReturnsCopyOnWrite {
    private final List<String> list = new CopyOnWriteArrayList<>();

    @Function
    Object f(String x) {
      list.add(x);
      return list;
    }
  }

  static class ReturnsQueue {
    private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

    @Function
    Object f(String x) {
      queue.add(x);
      return queue;
    }
  }

  static class ReturnsReference {
    private final AtomicReference<String> text = new AtomicReference<>("");

    @Function
    Object f(String x) {
      text.set(x);
      return text;
    }
  }

  static class ReturnsFuture {
    private CompletableFuture<String> next = new CompletableFuture<>();

    @Function
    Object f(String x) {
      next.complete(x);
      return next;
    }
  }

  static class ReturnsRandom {
    private final Random random = new Random(1);

    @Function
    Random f(int x) {
      return random;
    }
  }

  static class ReturnsNumbers {
    private final Random random = new Random(1);

    @Function
    IntStream f(int x) {
      return random.ints(x);
    }
  }

  static class PutsIntoArgument {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    int f(Map<String, AtomicInteger> counts) {
      counts.put("count", count);
      return count.incrementAndGet();
    }
  }

  static class StoresInStatic {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    int f(int x) {
      last = count;
      return count.incrementAndGet();
    }
  }
}
