package dev.hocket.compiler.suggest;

import static dev.hocket.compiler.suggest.LibrarySamples.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.compiler.suggest.library.Library;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two threads use an object of each type that {@code jdk.txt} lists as shared. */
class SharedTypesTest {
  /** A change, to be made by two threads at once, and how often it has happened. */
  private record Counted(Runnable change, IntSupplier count) {}

  private static Counted adding(Collection<Object> collection) {
    return new Counted(() -> collection.add(new Object()), collection::size);
  }

  private static Counted sorted(Collection<Integer> collection) {
    AtomicInteger next = new AtomicInteger();
    return new Counted(() -> collection.add(next.getAndIncrement()), collection::size);
  }

  private static Counted putting(Map<Integer, String> map) {
    AtomicInteger next = new AtomicInteger();
    return new Counted(() -> map.put(next.getAndIncrement(), "a"), map::size);
  }

  private static Counted locked(java.util.concurrent.locks.Lock lock) {
    int[] count = {0};
    return new Counted(
        () -> {
          lock.lock();
          count[0]++;
          lock.unlock();
        },
        () -> count[0]);
  }

  /** A type for each line of shared types; interfaces stand for the classes behind them. */
  private static final Map<String, Supplier<Counted>> SHARED =
      Map.ofEntries(
          Map.entry("ConcurrentHashMap", () -> putting(new ConcurrentHashMap<>())),
          Map.entry("ConcurrentMap", () -> putting(new ConcurrentHashMap<>())),
          Map.entry("ConcurrentSkipListMap", () -> putting(new ConcurrentSkipListMap<>())),
          Map.entry("ConcurrentSkipListSet", () -> sorted(new ConcurrentSkipListSet<>())),
          Map.entry("ConcurrentLinkedDeque", () -> adding(new ConcurrentLinkedDeque<>())),
          Map.entry("ConcurrentLinkedQueue", () -> adding(new ConcurrentLinkedQueue<>())),
          Map.entry("CopyOnWriteArrayList", () -> adding(new CopyOnWriteArrayList<>())),
          Map.entry("CopyOnWriteArraySet", () -> adding(new CopyOnWriteArraySet<>())),
          Map.entry("ArrayBlockingQueue", () -> adding(new ArrayBlockingQueue<>(9_999))),
          Map.entry("BlockingQueue", () -> adding(new LinkedBlockingQueue<>())),
          Map.entry("BlockingDeque", () -> adding(new LinkedBlockingDeque<>())),
          Map.entry("LinkedBlockingQueue", () -> adding(new LinkedBlockingQueue<>())),
          Map.entry("LinkedBlockingDeque", () -> adding(new LinkedBlockingDeque<>())),
          Map.entry("PriorityBlockingQueue", () -> sorted(new PriorityBlockingQueue<>())),
          Map.entry("AtomicInteger", () -> of(new AtomicInteger())),
          Map.entry("Lock", () -> locked(new java.util.concurrent.locks.ReentrantLock())),
          Map.entry("ReentrantLock", () -> locked(new java.util.concurrent.locks.ReentrantLock())));

  private static Counted of(AtomicInteger number) {
    return new Counted(number::incrementAndGet, number::get);
  }

  @Test
  void shared_countChangesOfTwoThreads() throws Exception {
    for (Map.Entry<String, Supplier<Counted>> each : SHARED.entrySet()) {
      Counted counted = each.getValue().get();
      Runnable changes = () -> IntStream.range(0, 500).forEach(i -> counted.change().run());
      Thread other = new Thread(changes);
      other.start();
      changes.run();
      other.join();
      assertEquals(1000, counted.count().getAsInt(), each.getKey());
    }
    for (String name : Library.jdk().types("shared")) {
      if (LibrarySamples.isHere(name)) {
        type(name);
      }
    }
  }
}
