package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Small classes with state that several threads may use, and that stays inside. */
final class HarmlessShared {
  private HarmlessShared() {}

  static class Counts {
    private final AtomicInteger count = new AtomicInteger();
    private final LongAdder sum = new LongAdder();

    @Function
    long f(int x) {
      sum.add(x);
      return count.incrementAndGet() + sum.sum();
    }
  }

  static class CountsByWord {
    private final Map<String, AtomicInteger> counts = new HashMap<>();

    @Function
    Map<String, Integer> f(String x) {
      counts.computeIfAbsent(x, any -> new AtomicInteger()).incrementAndGet();
      Map<String, Integer> copy = new HashMap<>();
      counts.forEach((word, count) -> copy.put(word, count.get()));
      return copy;
    }
  }

  static class Statistics {
    static final class Part {
      final LongAdder count = new LongAdder();
      AtomicInteger most = new AtomicInteger();
    }

    private final Map<String, Part> parts = new HashMap<>();

    @Function
    String f(String x) {
      Part part = parts.computeIfAbsent(x, any -> new Part());
      part.count.increment();
      part.most = new AtomicInteger(x.length());
      return part.count + " of " + String.format("%s %s", part.most, part.count.sum());
    }
  }

  static class CopiesConcurrentMap {
    private final ConcurrentHashMap<String, Long> map = new ConcurrentHashMap<>();

    @Function
    Map<String, Long> f(String x) {
      map.merge(x, 1L, Long::sum);
      return Map.copyOf(map);
    }
  }

  static class TakesFromConcurrentMap {
    private final ConcurrentHashMap<String, Long> map = new ConcurrentHashMap<>();

    @Function
    Long f(String x) {
      return map.merge(x, 1L, Long::sum);
    }
  }

  static class ReturnsText {
    private final AtomicReference<String> text = new AtomicReference<>("");

    @Function
    String f(String x) {
      return text.getAndSet(x);
    }
  }

  static class Shuffles {
    private final Random random = new Random(1);

    @Function
    List<String> f(List<String> x) {
      List<String> copy = new ArrayList<>(x);
      Collections.shuffle(copy, random);
      return copy;
    }
  }

  static class CountsInTasks {
    private final AtomicInteger count = new AtomicInteger();
    private final Executor executor = ForkJoinPool.commonPool();

    @Function
    int f(int x) {
      AtomicInteger tasks = count;
      executor.execute(() -> tasks.addAndGet(x));
      return x;
    }
  }

  static class ReturnsFutureOfCount {
    private final AtomicInteger count = new AtomicInteger();

    @Function
    Future<Integer> f(int x) {
      AtomicInteger tasks = count;
      return ForkJoinPool.commonPool().submit(() -> tasks.addAndGet(x));
    }
  }

  static class CountsWhenDone {
    private final AtomicInteger count = new AtomicInteger();

    @Function(async = true)
    CompletionStage<Integer> f(int x) {
      return CompletableFuture.supplyAsync(() -> x).thenApply(count::addAndGet);
    }
  }

  static class RemembersFutures {
    private final Map<String, CompletableFuture<String>> pending = new ConcurrentHashMap<>();

    @Function(async = true)
    CompletionStage<String> f(String x) {
      return pending.computeIfAbsent(x, any -> CompletableFuture.completedFuture(any));
    }
  }

  static class ReturnsExecutor {
    private final Executor executor = Executors.newVirtualThreadPerTaskExecutor();

    @Function
    Executor f(int x) {
      return executor;
    }
  }

  static class ReturnsLock {
    private final Lock lock = new ReentrantLock();
    private int count;

    @Function
    Lock f(int x) {
      count += x;
      return lock;
    }
  }

  static class ReturnsLatch {
    private final CountDownLatch latch = new CountDownLatch(1);

    @Function
    CountDownLatch f(int x) {
      return latch;
    }
  }

  static class HandsOver {
    private AtomicInteger count = new AtomicInteger();

    @Function
    AtomicInteger f(int x) {
      AtomicInteger full = count;
      count = new AtomicInteger(x);
      return full;
    }
  }

  static class MakesNew {
    private int calls;

    @Function
    AtomicInteger f(int x) {
      return new AtomicInteger(calls++);
    }
  }

  static class ReturnsArgument {
    private int calls;

    @Function
    AtomicInteger f(AtomicInteger x) {
      calls++;
      x.addAndGet(calls);
      return x;
    }
  }
}
