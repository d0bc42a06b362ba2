package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sources in the first function's section, and in sections that run ahead. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SourcesTest {
  static final class Drawing {
    private long next;

    /** Draws the next value and counts it. */
    @Function(source = true)
    Object drawn(AtomicInteger values, long count) {
      if (next == count) {
        return Flow.END;
      }
      values.incrementAndGet();
      return next++;
    }

    @Function(source = true)
    Object failsAt(long packet) {
      if (++next == packet) {
        throw new IllegalStateException("on purpose");
      }
      return next;
    }

    /** Adds numbers to a list, and waits for the end of all packets before it ends. */
    @Function(source = true, blocking = true)
    Object noted(List<Object> log, CountDownLatch ended, long count) throws InterruptedException {
      if (next == count) {
        if (!ended.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException("packets wait for the source");
        }
        return Flow.END;
      }
      log.add(next);
      return next++;
    }

    /** Adds numbers to a list. */
    @Function(source = true)
    Object added(List<Object> log, long count) {
      if (next == count) {
        return Flow.END;
      }
      log.add(next);
      return next++;
    }

    @Function
    static int size(List<Object> log, CountDownLatch ended, long number) {
      ended.countDown();
      return log.size();
    }

    @Function
    static long plus(long a, long b) {
      return a + b;
    }
  }

  private static Flow sharing(boolean waits, long count) {
    return Flow.define(
            "sharing",
            LIBRARY,
            f -> {
              Object log = f.environment("log", List.class, new ArrayList<>());
              Object ended =
                  f.environment("ended", CountDownLatch.class, new CountDownLatch((int) count));
              Object number =
                  waits ? f.call("noted", log, ended, count) : f.call("added", log, count);
              return f.call("size", log, ended, f.call("plus", number, 1L));
            })
        .result(Results.ALL);
  }

  /** The source must not change the list before earlier packets have used it. */
  @ParameterizedTest
  @MethodSource("sections")
  void aSourceThatSharesAListWithAFunction_changesItAsInTheProgram(Sections sections) {
    for (boolean waits : List.of(true, false)) {
      Object expected = sharing(waits, 200).interpret();
      Flow flow = sharing(waits, 200).sections(sections);
      assertEquals(expected, flow.run());
      assertTrue(flow.explain().contains("    shares log with size#1"), flow.explain());
    }
  }

  static Stream<Sections> sections() {
    return Stream.of(Sections.single(), Sections.perFunction(), Sections.automatic());
  }

  private static final Library LIBRARY = Library.of(Drawing.class);

  @ParameterizedTest
  @MethodSource("sections")
  void valuesThatNoPacketGot_areCounted(Sections sections) throws Exception {
    for (long[] counts : new long[][] {{100, 3}, {3, 100}, {3, 3}, {0, 5}}) {
      AtomicInteger first = new AtomicInteger();
      AtomicInteger second = new AtomicInteger();
      Flow flow =
          Flow.define(
              "tuples",
              LIBRARY,
              f ->
                  f.call(
                      "plus",
                      f.call("drawn", first, counts[0]),
                      f.call("drawn", second, counts[1])));
      Run run = flow.result(Results.NONE).sections(sections).start();
      run.await();
      long packets = Math.min(counts[0], counts[1]);
      assertEquals(packets, run.statistics().admitted());
      assertEquals(first.get() + second.get() - 2 * packets, run.statistics().dropped());
    }
  }

  @ParameterizedTest
  @MethodSource("sections")
  void aFailureOfASource_namesThePacketThatWouldHaveBegun(Sections sections) {
    for (Algorithm algorithm :
        List.<Algorithm>of(
            f -> f.call("plus", f.call("fails-at", 3), 1),
            f -> f.call("plus", f.call("fails-at", 3), f.call("drawn", new AtomicInteger(), 9)),
            f -> f.call("plus", f.call("drawn", new AtomicInteger(), 9), f.call("fails-at", 3)))) {
      Flow flow =
          Flow.define("fails", LIBRARY, algorithm::of).result(Results.NONE).sections(sections);
      IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
      String note = failure.getSuppressed()[0].toString();
      assertTrue(note.matches("in fails-at, call fails-at#1 at .*, packet 3"), note);
    }
  }

  private interface Algorithm {
    Definition.Value of(Definition f);
  }
}
