package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests containers that several threads may use, into which functions put objects while a flow
 * runs, and change what others have put there.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ContainersTest {
  private static final long PACKETS = 100_000;

  /** A value that leads to a container. */
  record Holder(ConcurrentMap<String, List<Long>> lists) {}

  /** Functions that put, take and change. */
  static final class Users {
    static final ConcurrentMap<String, List<Long>> LISTS = new ConcurrentHashMap<>();

    private Users() {}

    @Function
    static void addToMap(ConcurrentMap<String, List<Long>> lists, long x) {
      lists.computeIfAbsent("all", name -> new ArrayList<>()).add(x);
    }

    @Function
    static void addAlsoToMap(ConcurrentMap<String, List<Long>> lists, long x) {
      List<Long> list = lists.get("all");
      if (list == null) {
        lists.putIfAbsent("all", new ArrayList<>());
        list = lists.get("all");
      }
      list.add(x);
    }

    @Function
    static void addToReference(AtomicReference<List<Long>> list, long x) {
      list.compareAndSet(null, new ArrayList<>());
      list.get().add(x);
    }

    @Function
    static void addToArray(AtomicReferenceArray<long[]> counts, long x) {
      counts.compareAndSet(0, null, new long[1]);
      counts.get(0)[0]++;
    }

    @Function
    static void addToFirst(CopyOnWriteArrayList<List<Long>> lists, long x) {
      if (lists.isEmpty()) {
        lists.add(new ArrayList<>());
      }
      lists.get(0).add(x);
    }

    @Function
    static void addToHead(Queue<List<Long>> lists, long x) {
      if (lists.peek() == null) {
        lists.add(new ArrayList<>());
      }
      lists.peek().add(x);
    }

    @Function
    static void addToHolder(Holder holder, long x) {
      addToMap(holder.lists(), x);
    }

    @Function
    static void addInMap(Map<String, ConcurrentMap<String, List<Long>>> maps, long x) {
      addToMap(maps.get("inner"), x);
    }

    @Function
    static void addToStatic(long x) {
      LISTS.computeIfAbsent("all", name -> new ArrayList<>()).add(x);
    }

    @Function
    static void addAlsoToStatic(long x) {
      addToMap(LISTS, -x);
    }

    @Function
    static void count(ConcurrentMap<String, Long> counts, long x) {
      counts.merge("all", 1L, Long::sum);
    }

    @Function
    static void countByAdder(ConcurrentMap<String, LongAdder> counts, long x) {
      counts.computeIfAbsent("all", name -> new LongAdder()).increment();
    }

    @Function
    static long sizeOf(ConcurrentMap<String, List<Long>> lists, long x) {
      return lists.size() + x;
    }

    @Function
    static void put(ConcurrentMap<String, List<Long>> lists, long x) {
      lists.put("all", List.of(x));
    }

    @Function
    static void give(BlockingQueue<long[]> free, long x) {
      free.add(new long[] {x});
    }

    @Function
    static void take(BlockingQueue<long[]> free, long x) throws InterruptedException {
      free.take()[0]++;
    }
  }

  private static Flow flow(Supplier<?> maker, Class<?> type, String one, String other) {
    Library library = Functions.library().and(Library.of(Users.class));
    return Flow.define(
            "containers",
            library,
            f -> {
              var x = f.call("numbers", PACKETS);
              if (maker == null) {
                f.call(one, x);
                f.call(other, x);
              } else {
                var value = f.environment("value", type, maker.get());
                f.call(one, value, x);
                f.call(other, value, x);
              }
              return x;
            })
        .result(Results.NONE)
        .sections(Sections.perFunction());
  }

  private static List<String> sections(Flow flow) {
    return flow.explain().lines().filter(line -> line.startsWith("section")).toList();
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> changing() {
    AtomicReference<List<Long>> reference = new AtomicReference<>();
    AtomicReferenceArray<long[]> array = new AtomicReferenceArray<>(1);
    ConcurrentMap<String, List<Long>> map = new ConcurrentHashMap<>();
    ConcurrentMap<String, List<Long>> sorted = new ConcurrentSkipListMap<>();
    CopyOnWriteArrayList<List<Long>> copied = new CopyOnWriteArrayList<>();
    Queue<List<Long>> queue = new ConcurrentLinkedQueue<>();
    Holder holder = new Holder(new ConcurrentHashMap<>());
    Map<String, ConcurrentMap<String, List<Long>>> maps =
        new HashMap<>(Map.of("inner", new ConcurrentHashMap<>()));
    return Stream.of(
        of(map, ConcurrentMap.class, "add-to-map", "add-also-to-map", () -> map.get("all")),
        of(sorted, ConcurrentMap.class, "add-to-map", "add-to-map", () -> sorted.get("all")),
        of(
            reference,
            AtomicReference.class,
            "add-to-reference",
            "add-to-reference",
            reference::get),
        of(copied, CopyOnWriteArrayList.class, "add-to-first", "add-to-first", copied::getFirst),
        of(queue, Queue.class, "add-to-head", "add-to-head", queue::peek),
        of(holder, Holder.class, "add-to-holder", "add-to-holder", () -> holder.lists().get("all")),
        of(maps, Map.class, "add-in-map", "add-in-map", () -> maps.get("inner").get("all")),
        of(null, null, "add-to-static", "add-also-to-static", () -> Users.LISTS.get("all")),
        of(
            array,
            AtomicReferenceArray.class,
            "add-to-array",
            "add-to-array",
            () -> Arrays.asList(new Long[(int) array.get(0)[0]])));
  }

  private static org.junit.jupiter.params.provider.Arguments of(
      Object container, Class<?> type, String one, String other, Supplier<List<Long>> list) {
    return arguments(container, type, one, other, list);
  }

  @ParameterizedTest
  @MethodSource("changing")
  void functionsThatChangeWhatOthersPut_loseNothing(
      Object container, Class<?> type, String one, String other, Supplier<List<Long>> list) {
    Users.LISTS.clear();
    flow(container == null ? null : () -> container, type, one, other).run();
    assertEquals(2 * PACKETS, list.get().size());
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> harmless() {
    return Stream.of(
        arguments(new ConcurrentHashMap<>(), ConcurrentMap.class, "count", "count"),
        arguments(
            new ConcurrentHashMap<>(), ConcurrentMap.class, "count-by-adder", "count-by-adder"),
        arguments(new ConcurrentHashMap<>(), ConcurrentMap.class, "put", "size-of"),
        arguments(new LinkedBlockingQueue<>(), BlockingQueue.class, "give", "take"));
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void functionsThatOnlyPutOrHandOver_mayBeApart(
      Object container, Class<?> type, String one, String other) {
    Flow flow = flow(() -> container, type, one, other);
    List<String> sections = sections(flow);
    String last = other.equals(one) ? other + "#2" : other + "#1";
    assertTrue(sections.stream().anyMatch(line -> line.contains(one + "#1")), flow.explain());
    assertFalse(
        sections.stream().anyMatch(line -> line.contains(one + "#1") && line.contains(last)),
        flow.explain());
  }
}
