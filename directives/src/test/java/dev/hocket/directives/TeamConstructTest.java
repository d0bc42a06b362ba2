package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Body;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Constructs in a region other than loops. */
@Timeout(300)
class TeamConstructTest {
  @Tag("every-size")
  @Test
  void aBarrier_holdsEachThreadUntilAllHaveArrived() {
    AtomicInteger arrived = new AtomicInteger();
    Lowered.parallel(() -> {
      int threads = Omp.getNumThreads();
      for (int round = 1; round <= 1_000; round++) {
        arrived.incrementAndGet();
        Teams.barrier("Barrier.java:1");
        assertEquals(round * threads, arrived.get());
        Teams.barrier("Barrier.java:2");
      }
    });
  }

  @Tag("every-size")
  @Test
  void aSingle_isRunByOneThread_andTheOthersWait() {
    int[] runs = {0};
    Lowered.parallel(() -> {
      for (int round = 1; round <= 500; round++) {
        Lowered.single(() -> runs[0]++);
        assertEquals(round, runs[0]);
        Teams.barrier("Barrier.java:1");
      }
    });
  }

  @Tag("every-size")
  @Test
  void aValueThatASinglePublishes_reachesAllOthers() {
    AtomicInteger copied = new AtomicInteger();
    int[] threads = {0};
    Lowered.parallel(() -> {
      threads[0] = Omp.getNumThreads();
      for (int round = 0; round < 200; round++) {
        int mine = -1;
        Single single = Teams.single("Single.java:1");
        int now = round;
        Lowered.share(
            single,
            part -> {
              if (part.isMine()) {
                part.publish(now, "text");
              }
            });
        if (single.hasCopies()) {
          mine = (int) single.copy(0);
          assertEquals("text", single.copy(1));
          copied.incrementAndGet();
        }
        assertEquals(single.isMine() ? -1 : round, mine);
      }
    });
    assertEquals(200 * (threads[0] - 1), copied.get());
  }

  @Test
  void masked_isRunByTheThreadOfThatNumber() {
    AtomicInteger runs = new AtomicInteger();
    Lowered.parallel(
        4,
        () -> {
          if (Teams.enterMasked(2, "Masked.java:1")) {
            try {
              assertEquals(2, Omp.getThreadNum());
              runs.incrementAndGet();
            } finally {
              Teams.exitMasked();
            }
          }
          Teams.barrier("Barrier.java:1");
        });
    assertEquals(1, runs.get());
    assertTrue(Teams.enterMasked(0, "Masked.java:2"), "outside every region");
    Teams.exitMasked();
  }

  @Tag("every-size")
  @Test
  void critical_letsOneThreadInAtATime() {
    int[] count = {0};
    int[] threads = {0};
    Lowered.parallel(() -> {
      threads[0] = Omp.getNumThreads();
      for (int i = 0; i < 2_000; i++) {
        Lowered.critical(() -> count[0]++);
      }
    });
    assertEquals(2_000 * threads[0], count[0]);
  }

  @Tag("every-size")
  @Test
  void atomic_losesNoUpdate() {
    long[] values = new long[3];
    int[] threads = {0};
    Lowered.parallel(() -> {
      threads[0] = Omp.getNumThreads();
      for (int i = 0; i < 300_000; i++) {
        Atomic.enter(values);
        try {
          values[i % 3] += 1;
        } finally {
          Atomic.exit(values);
        }
      }
    });
    assertEquals(100_000L * threads[0], values[1]);
  }

  @Test
  void aRegionsReduction_isCombinedOnce_inTheOrderOfThreads() {
    for (int round = 0; round < 300; round++) {
      StringBuilder text = new StringBuilder();
      Lowered.parallel(
          4,
          () -> {
            Partials all = Teams.combine(Omp.getThreadNum());
            for (int t = 0; t < all.threads(); t++) {
              text.append(all.get(t, 0));
            }
          });
      assertEquals("0123", text.toString());
    }
  }

  static Stream<Arguments> misplaced() {
    Body barrier = () -> Teams.barrier("In.java:2");
    Body loop = () -> Lowered.each(Lowered.loop(3, Schedule.STATIC, "In.java:2"), i -> {});
    Body single = () -> Teams.single("In.java:2").end();
    Outer inSingle = body -> Lowered.single(body);
    Outer inCritical = body -> Lowered.critical(body);
    Outer inLoop =
        body ->
            Lowered.share(
                Lowered.loop(4, Schedule.STATIC, "Loop.java:1"),
                part -> {
                  while (part.next()) {
                    body.run();
                  }
                });
    return Stream.of(
        Arguments.of("barrier", "single at Single.java:1", inSingle, barrier),
        Arguments.of("barrier", "critical at Critical.java:1", inCritical, barrier),
        Arguments.of("barrier", "for at Loop.java:1", inLoop, barrier),
        Arguments.of("for", "single at Single.java:1", inSingle, loop),
        Arguments.of("for", "for at Loop.java:1", inLoop, loop),
        Arguments.of("single", "critical at Critical.java:1", inCritical, single));
  }

  /** A construct that contains other code. */
  interface Outer {
    void run(Body body) throws Throwable;
  }

  @ParameterizedTest
  @MethodSource("misplaced")
  void aMisplacedConstruct_isReported_withBothPlaces(
      String name, String around, Outer outer, Body inner) {
    for (int threads = 1; threads <= 4; threads++) {
      int now = threads;
      IllegalStateException thrown =
          assertThrows(
              IllegalStateException.class, () -> Lowered.parallel(now, () -> outer.run(inner)));
      assertEquals(
          "the "
              + name
              + " at In.java:2 is inside the "
              + around
              + ", so not all threads of the team reach it; move it behind that",
          thrown.getMessage());
    }
  }

  @Test
  void constructsInDifferentOrder_areReported_withBothPlaces() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    2,
                    () ->
                        Lowered.each(
                            Lowered.loop(3, Schedule.DYNAMIC, "L" + Omp.getThreadNum() + ".java:1"),
                            i -> {})));
    assertTrue(thrown.getMessage().contains("L0.java:1"), thrown::getMessage);
    assertTrue(thrown.getMessage().contains("L1.java:1"), thrown::getMessage);
  }

  @Test
  void orderedInALoopWithoutTheClause_isReported_withBothPlaces() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    2,
                    () ->
                        Lowered.share(
                            Lowered.loop(3, Schedule.STATIC, "Loop.java:1"),
                            part -> {
                              while (part.next()) {
                                Lowered.ordered(() -> {});
                              }
                            })));
    assertEquals(
        "the ordered at Ordered.java:1 is inside the loop at Loop.java:1, which has no clause"
            + " ordered; add the clause to the loop",
        thrown.getMessage());
  }

  @Test
  void outsideEveryRegion_constructsWorkAsInATeamOfOne() throws Throwable {
    Teams.barrier("Barrier.java:1");
    int[] runs = {0};
    Lowered.single(() -> runs[0]++);
    Lowered.critical(() -> Lowered.single(() -> runs[0]++));
    assertEquals(2, runs[0]);
    assertEquals(1, Teams.combine(5).threads());
    assertFalse(Omp.inParallel());
    Teams.flush();
  }
}
