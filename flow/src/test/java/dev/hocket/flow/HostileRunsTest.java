package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests runs whose functions share a value, and which fail, are cancelled or get new functions. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileRunsTest {
  private static final long PACKETS = 1_000;

  private static final Library LIBRARY =
      Functions.library().and(Library.of(RemappingTest.Until.class, Flaky.class, Noting.class));

  private final List<Long> list = new ArrayList<>();
  private final AtomicBoolean over = new AtomicBoolean();

  /** Notes a number; fails at every tenth the first time. */
  static final class Flaky {
    private long failed = -1;

    @Function
    long flaky(List<Long> notes, long x) {
      Hostile.slow(x);
      notes.add(x);
      if (x % 10 == 9 && failed != x) {
        failed = x;
        throw new IllegalStateException("not yet");
      }
      return notes.size();
    }
  }

  static final class Noting {
    private Noting() {}

    @Function
    static long note(List<Long> notes, long x) {
      Hostile.slow(x);
      notes.add(-x);
      return notes.size();
    }

    @Function
    static long checked(long x) {
      Hostile.slow(x);
      if (x % 10 == 9) {
        throw new IllegalStateException("never");
      }
      return x;
    }

    @Function
    static long noteAgain(List<Long> notes, long x) {
      Hostile.slow(x + 1);
      notes.add(-x);
      return notes.size();
    }

    @Function
    static long count(List<Long> notes, long x) {
      Hostile.slow(x);
      return notes.size();
    }

    @Function
    static String joined(Object... values) {
      return List.of(values).toString();
    }
  }

  static final class Notes {
    private Notes() {}

    @Function
    static long count(List<Long> notes, long x) {
      notes.add(0L);
      return notes.size();
    }
  }

  private interface Body {
    Object of(Definition f, Value list, Value x);
  }

  private Flow flow(Body body) {
    return Flow.define(
            "runs",
            LIBRARY,
            f ->
                body.of(
                    f,
                    f.environment("list", List.class, list),
                    f.call(
                        "until", f.environment("over", AtomicBoolean.class, over), PACKETS * 1000)))
        .result(Results.ALL);
  }

  private Flow numbers(BiFunction<Definition, Value, Object> body) {
    return Flow.define("runs", LIBRARY, f -> body.apply(f, f.call("numbers", PACKETS)))
        .result(Results.ALL);
  }

  private static Value list(Definition f, List<Long> list) {
    return f.environment("list", List.class, list);
  }

  private static void goesOn(Run run) {
    long finished = run.statistics().finished();
    Eventually.holds(() -> run.statistics().finished() > finished + 50);
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aRepeatedCall_changesASharedValueBeforeLaterFunctions(Sections sections) {
    Flow flow =
        numbers((f, x) -> {
          Value l = list(f, list);
          return f.call("plus", f.call("flaky", l, x), f.call("note", l, x));
        });
    flow.sections(sections).failures(Failures.retry(1)).run();
    List<Long> expected = new ArrayList<>();
    for (long x = 0; x < PACKETS; x++) {
      expected.add(x);
      if (x % 10 == 9) {
        expected.add(x);
      }
      expected.add(-x);
    }
    assertEquals(expected, list);
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aSkippedPacket_hasTheEffectsUntilItsFailure(Sections sections) {
    Flow flow =
        numbers((f, x) -> {
          Value l = list(f, list);
          return f.call("plus", f.call("note", l, x), f.call("flaky", l, x), f.call("count", l, x));
        });
    List<?> results =
        (List<?>) flow.sections(sections).failures(Failures.skip(failure -> {})).run();
    List<Long> expected =
        LongStream.range(0, PACKETS).boxed().flatMap(x -> List.of(-x, x).stream()).toList();
    assertEquals(expected, list);
    assertEquals(PACKETS * 9 / 10, results.size());
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aSkippedPacket_hasNoEffectsAfterItsFailure(Sections sections) {
    Flow flow =
        numbers((f, x) -> {
          Value checked = f.call("checked", x);
          return f.call("plus", checked, f.call("note", list(f, list), x));
        });
    List<?> results =
        (List<?>) flow.sections(sections).failures(Failures.skip(failure -> {})).run();
    List<Long> expected =
        LongStream.range(0, PACKETS).filter(x -> x % 10 != 9).map(x -> -x).boxed().toList();
    assertEquals(expected, list);
    assertEquals(PACKETS * 9 / 10, results.size());
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aSkippedPacket_hasNoEffectsInABranchAfterItsFailure(Sections sections) {
    Flow flow =
        numbers((f, x) -> {
          Value checked = f.call("checked", x);
          Value noted =
              f.when(
                  f.apply("odd", a -> (long) a[0] % 2 == 1, x),
                  () -> f.call("note", list(f, list), x),
                  () -> 0L);
          return f.call("plus", checked, noted);
        });
    flow.sections(sections).failures(Failures.retry(1, Failures.skip(failure -> {}))).run();
    List<Long> expected =
        LongStream.range(0, PACKETS)
            .filter(x -> x % 2 == 1 && x % 10 != 9)
            .map(x -> -x)
            .boxed()
            .toList();
    assertEquals(expected, list);
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aCancelledRun_changesNothingAfterItsEnd(Sections sections) {
    Run run =
        flow((f, l, x) -> f.call("plus", f.call("note", l, x), f.call("note-again", l, x)))
            .sections(sections)
            .start();
    goesOn(run);
    run.cancel();
    assertThrows(CancellationException.class, run::await);
    List<Long> seen = new ArrayList<>(list);
    // Each packet is noted twice, in order; the last one may be missing once.
    for (int i = 0; i < seen.size(); i++) {
      assertEquals((long) (-i / 2), seen.get(i), "note " + i);
    }
    assertEquals(seen, list);
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aReplacementThatChangesAValue_takesTurnsWithThoseThatReadIt(Sections sections) {
    Run run =
        flow((f, l, x) -> f.call("joined", f.call("count", l, x), f.call("count", l, x), x))
            .sections(sections)
            .start();
    goesOn(run);
    assertTrue(run.replace("count#1", Library.of(Notes.class), former -> former));
    goesOn(run);
    over.set(true);
    List<?> results = (List<?>) run.await();
    long size = 0;
    int changed = results.size() - list.size();
    assertTrue(changed > 0 && changed < results.size());
    for (int i = 0; i < results.size(); i++) {
      size += i < changed ? 0 : 1;
      assertEquals(List.of(size, size, (long) i).toString(), results.get(i));
    }
  }

  @Test
  void aReplacementThatChangesAValueOfAnotherSection_isRefused() {
    Run run =
        flow((f, l, x) -> f.call("joined", f.call("count", l, x), f.call("count", l, x), x))
            .sections(
                Sections.of(List.of(List.of("until", "count#1"), List.of("count#2", "joined"))))
            .start();
    goesOn(run);
    String message =
        assertThrows(
                FlowException.class,
                () -> run.replace("count#1", Library.of(Notes.class), former -> former))
            .getMessage();
    assertTrue(message.contains("share list, which is mutable"), message);
    goesOn(run);
    over.set(true);
    run.await();
    assertFalse(list.contains(0L));
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void anEndedRun_hasTheEffectsOfAllItsPackets(Sections sections) {
    Run run =
        flow((f, l, x) -> f.call("plus", f.call("note", l, x), f.call("note-again", l, x)))
            .sections(sections)
            .start();
    goesOn(run);
    run.end();
    int packets = ((List<?>) run.await()).size();
    assertEquals(2 * packets, list.size());
    for (int i = 0; i < list.size(); i++) {
      assertEquals((long) (-i / 2), list.get(i), "note " + i);
    }
  }
}
