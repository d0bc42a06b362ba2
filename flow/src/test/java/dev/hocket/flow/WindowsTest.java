package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.windows.CountWindow;
import dev.hocket.flow.windows.Event;
import dev.hocket.flow.windows.Late;
import dev.hocket.flow.windows.LateException;
import dev.hocket.flow.windows.TimeWindow;
import dev.hocket.flow.windows.Window;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests windows by count and by time, with clocks and watermarks that the test sets. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WindowsTest {
  private static final Library LIBRARY =
      Functions.library().and(Library.of(CountWindow.class, TimeWindow.class));

  /** Returns a flow over the given packets. */
  private static Flow flow(
      List<?> packets,
      java.util.function.BiFunction<Definition, Definition.Value, Object> algorithm) {
    return Flow.define(
            "windows",
            LIBRARY,
            f ->
                algorithm.apply(
                    f,
                    f.source(
                        "packets",
                        () -> {
                          Iterator<?> left = packets.iterator();
                          return a -> left.hasNext() ? left.next() : Flow.END;
                        })))
        .result(Results.ALL);
  }

  private static List<Object> counted(int packets, int size, int step) {
    List<Integer> numbers = java.util.stream.IntStream.range(0, packets).boxed().toList();
    Flow flow = flow(numbers, (f, n) -> f.call("count-window", n, size, step));
    Object expected = flow.interpret();
    assertEquals(expected, flow.run());
    return ((List<?>) expected).stream().filter(Objects::nonNull).map(w -> (Object) w).toList();
  }

  @Test
  void countWindows_followOverlapOrOmitPackets() {
    assertEquals(List.of(List.of(0, 1, 2), List.of(3, 4, 5)), counted(8, 3, 3));
    assertEquals(List.of(List.of(0, 1, 2), List.of(1, 2, 3), List.of(2, 3, 4)), counted(5, 3, 1));
    assertEquals(List.of(List.of(0, 1), List.of(5, 6)), counted(8, 2, 5));
    assertEquals(List.of(), counted(2, 3, 3));
    assertEquals(List.of(List.of(0), List.of(1)), counted(2, 1, 1));
  }

  @Test
  void nullIsAValueOfAWindow() {
    List<Object> packets = Arrays.asList(null, 1, null);
    Flow flow = flow(packets, (f, n) -> f.call("count-window", n, 3));
    assertEquals(Arrays.asList(null, null, packets), flow.run());
  }

  private static List<List<Window>> closed(Late late, long size, long step, Event... events) {
    Flow flow = flow(List.of(events), (f, event) -> f.call("time-window", event, size, step, late));
    Object expected = flow.interpret();
    for (Sections sections : ByKeyTest.mappings()) {
      assertEquals(expected, flow.sections(sections).run());
    }
    @SuppressWarnings("unchecked")
    List<List<Window>> windows = (List<List<Window>>) expected;
    return windows;
  }

  private static Window window(long start, long end, Object... values) {
    return new Window(start, end, Arrays.asList(values), false);
  }

  @Test
  void aWatermark_closesTheWindowsBeforeIt() {
    assertEquals(
        List.of(
            List.of(),
            List.of(),
            List.of(),
            List.of(window(0, 10, "a", "c")),
            List.of(window(10, 20, "b"), window(20, 30, "d"))),
        closed(
            Late.DROP,
            10,
            10,
            Event.at("a", 3),
            Event.at("b", 12, 5),
            Event.at("c", 9, 9),
            Event.at("d", 20, 10),
            Event.mark(Long.MAX_VALUE)));
  }

  @Test
  void withoutWatermarks_noWindowCloses() {
    assertEquals(
        List.of(List.of(), List.of()),
        closed(Late.DROP, 10, 10, Event.at("a", 3), Event.at("b", 1_000)));
  }

  @Test
  void aWatermarkThatFallsBack_isIgnored() {
    assertEquals(
        List.of(List.of(window(0, 10, "a")), List.of(), List.of()),
        closed(Late.DROP, 10, 10, Event.at("a", 3, 10), Event.mark(5), Event.at("late", 4, 6)));
  }

  @Test
  void slidingWindows_shareValues() {
    assertEquals(
        List.of(
            List.of(), List.of(window(-5, 5, "a"), window(0, 10, "a", "b"), window(5, 15, "b"))),
        closed(Late.DROP, 10, 5, Event.at("a", 3), Event.at("b", 7, 100)));
  }

  @Test
  void aStepLongerThanTheWindow_omitsPacketsBetweenWindows() {
    assertEquals(
        List.of(List.of(), List.of(), List.of(window(0, 2, "a"))),
        closed(Late.FAIL, 2, 10, Event.at("a", 1), Event.at("out", 5), Event.mark(9)));
  }

  @Test
  void anEventThatIsLateForSomeWindows_isInTheOthers() {
    assertEquals(
        List.of(List.of(), List.of(), List.of(window(5, 15, "b"))),
        closed(Late.FAIL, 10, 5, Event.mark(10), Event.at("b", 7), Event.mark(15)));
  }

  @Test
  void timesBeforeZeroAndAtTheEnds_haveWindows() {
    assertEquals(
        List.of(List.of(window(-10, 0, "a")), List.of(window(0, 10, "b"))),
        closed(Late.DROP, 10, 10, Event.at("a", -1, 0), Event.at("b", 0, 10)));
    long last = Long.MAX_VALUE;
    assertEquals(
        List.of(List.of(window(last - 7, last, "z"))),
        closed(Late.DROP, 10, 10, Event.at("z", last - 3, last)));
  }

  @Test
  void lateEvents_areDroppedReturnedAloneOrFail() {
    Event[] events = {Event.at("a", 3, 10), Event.at("late", 4), Event.mark(20)};
    assertEquals(
        List.of(List.of(window(0, 10, "a")), List.of(), List.of()),
        closed(Late.DROP, 10, 10, events));
    assertEquals(
        List.of(
            List.of(window(0, 10, "a")),
            List.of(new Window(0, 10, List.of("late"), true)),
            List.of()),
        closed(Late.ALONE, 10, 10, events));
    Flow failing =
        flow(List.of(events), (f, event) -> f.call("time-window", event, 10, 10, Late.FAIL));
    LateException late = assertThrows(LateException.class, failing::run);
    assertTrue(
        late.getMessage().startsWith("an event of time 4 is late: the watermark is 10"),
        late.getMessage());
    String place = late.getSuppressed()[0].toString();
    assertTrue(place.matches("in time-window, call .* at WindowsTest.java:\\d+, packet 2"), place);
    assertEquals(
        List.of(List.of(window(0, 10, "a")), List.of()),
        failing.failures(Failures.skip(failure -> {})).run());
  }

  @Test
  void randomEvents_areInTheWindowsThatContainThem() {
    long seed = RandomFlowsTest.SEED;
    for (int i = 0; i < 200; i++) {
      Random random = RandomFlowsTest.random(seed + i);
      long size = 1 + random.nextInt(20);
      long step = 1 + random.nextInt(20);
      List<Event> events = new ArrayList<>();
      Map<Long, List<Object>> expected = new TreeMap<>();
      for (int n = random.nextInt(40); n > 0; n--) {
        long time = random.nextInt(200) - 100;
        events.add(Event.at(n, time));
        for (long start = -400; start <= 400; start++) {
          if (start % step == 0 && start <= time && time < start + size) {
            expected.computeIfAbsent(start, any -> new ArrayList<>()).add(n);
          }
        }
      }
      events.add(Event.mark(Long.MAX_VALUE));
      List<Window> closed =
          closed(Late.FAIL, size, step, events.toArray(Event[]::new)).stream()
              .flatMap(Collection::stream)
              .toList();
      assertEquals(
          expected.entrySet().stream()
              .map(e -> new Window(e.getKey(), e.getKey() + size, e.getValue(), false))
              .sorted(Comparator.comparing(Window::end))
              .toList(),
          closed,
          "-Dhocket.seed=" + (seed + i));
    }
  }

  /** A clock that stands still until it is set. */
  private static final class TestClock implements InstantSource {
    private long millis;

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis);
    }
  }

  @Test
  void aClockOfTheTest_drivesWindowsOfTime() {
    TestClock clock = new TestClock();
    List<Long> times = List.of(0L, 99L, 100L, 50L, 350L);
    Flow flow =
        flow(
            times,
            (f, time) -> {
              Definition.Value source = f.environment("clock", InstantSource.class, clock);
              Definition.Value set =
                  f.apply(
                      "set",
                      a -> {
                        ((TestClock) a[0]).millis = (long) a[1];
                        return a[1];
                      },
                      source,
                      time);
              return f.call("clock-window", set, 100, source);
            });
    // At 50 the clock has been set back; the packet belongs to the present window.
    assertEquals(
        List.of(
            List.of(),
            List.of(),
            List.of(window(0, 100, 0L, 99L)),
            List.of(),
            List.of(window(100, 200, 100L, 50L))),
        flow.run());
  }

  @Test
  void windowsInCopiesByKey_areWindowsOfEachKey() {
    List<Event> events = new ArrayList<>();
    for (long n = 0; n < 40; n++) {
      events.add(Event.at(n, n, n));
    }
    Flow flow =
        flow(
            events,
            (f, event) ->
                f.byKey(
                    3,
                    event,
                    e -> f.apply("key", a -> (long) ((Event) a[0]).value() % 2, e),
                    e -> f.call("time-window", e, 10)));
    List<?> windows = (List<?>) flow.run();
    assertEquals(flow.interpret(), windows);
    assertEquals(List.of(window(0, 10, 0L, 2L, 4L, 6L, 8L)), windows.get(10));
    assertEquals(List.of(window(0, 10, 1L, 3L, 5L, 7L, 9L)), windows.get(11));
  }

  @Test
  void impossibleSizes_areRefusedWithTheCall() {
    IllegalArgumentException none =
        assertThrows(
            IllegalArgumentException.class,
            () -> flow(List.of(1), (f, n) -> f.call("count-window", n, 0)).run());
    assertTrue(none.getMessage().contains("a window of size 0"), none.getMessage());
    assertTrue(none.getSuppressed()[0].toString().contains("count-window#1 at WindowsTest.java"));
    assertThrows(IllegalArgumentException.class, () -> closed(Late.DROP, 10, -1, Event.at("a", 1)));
    Flow changing = flow(List.of(2, 3), (f, n) -> f.call("count-window", n, n));
    String message = assertThrows(IllegalArgumentException.class, changing::run).getMessage();
    assertEquals("a count window of 2 packets cannot become one of 3", message);
  }

  @Test
  void valuesThatMayChange_areRefused() {
    Object mutable = new ArrayList<>();
    IllegalArgumentException counted =
        assertThrows(
            IllegalArgumentException.class,
            () -> flow(List.of(mutable), (f, n) -> f.call("count-window", n, 2)).run());
    assertTrue(counted.getMessage().startsWith("a java.util.ArrayList cannot be in a window"));
    assertThrows(IllegalArgumentException.class, () -> Event.at(List.of(mutable), 1));
    assertThrows(IllegalArgumentException.class, () -> Event.at(new int[1], 1));
    assertEquals(List.of(1), Event.at(List.of(1), 1).value());
  }

  @Test
  void copiesWithoutAKey_areRefused() {
    assertThrows(
        FlowException.class,
        () -> flow(List.of(1), (f, n) -> f.balance(2, n, x -> f.call("count-window", x, 2))));
  }
}
