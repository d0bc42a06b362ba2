package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.hocket.core.Body;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The distribution of a loop's iterations. */
@Timeout(600)
class TeamLoopTest {
  static Stream<Schedule> schedules() {
    return Stream.of(
        Schedule.STATIC,
        Schedule.STATIC.chunk(1),
        Schedule.STATIC.chunk(3),
        Schedule.DYNAMIC,
        Schedule.DYNAMIC.chunk(4),
        Schedule.GUIDED,
        Schedule.GUIDED.chunk(2),
        Schedule.AUTO,
        Schedule.RUNTIME,
        Schedule.STATIC.chunk(Long.MAX_VALUE),
        Schedule.DYNAMIC.chunk(Long.MAX_VALUE));
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void everyIteration_runsOnce(Schedule schedule) {
    for (int trips : new int[] {0, 1, 2, 3, 7, 64, 1001}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(trips);
      Lowered.parallel(() -> {
        for (int repeat = 0; repeat < 3; repeat++) {
          Lowered.each(
              Lowered.loop(trips, schedule, "Loop.java:1"), i -> runs.incrementAndGet((int) i));
        }
      });
      for (int i = 0; i < trips; i++) {
        assertEquals(3, runs.get(i), "iteration " + i + " of " + trips);
      }
    }
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void aThreadsIterations_riseInNumber(Schedule schedule) {
    Lowered.parallel(() -> {
      long[] before = {-1};
      Lowered.each(
          Lowered.loop(500, schedule, "Loop.java:1"),
          i -> {
            assertTrue(i > before[0]);
            before[0] = i;
          });
    });
  }

  @Test
  void aStaticLoopWithoutChunk_givesEachThreadOnePart_thatDiffersByOneAtMost() {
    List<String> parts = Collections.synchronizedList(new ArrayList<>());
    Lowered.parallel(
        4,
        () ->
            Lowered.share(
                Lowered.loop(10, Schedule.STATIC, "Loop.java:1"),
                loop -> {
                  while (loop.next()) {
                    parts.add(Omp.getThreadNum() + ": " + loop.first() + "+" + loop.size());
                  }
                }));
    parts.sort(null);
    assertEquals(List.of("0: 0+3", "1: 3+3", "2: 6+2", "3: 8+2"), parts);
  }

  @Test
  void staticChunks_goRoundTheThreads() {
    int[] owner = new int[11];
    Lowered.parallel(
        3,
        () ->
            Lowered.each(
                Lowered.loop(11, Schedule.STATIC.chunk(2), "Loop.java:1"),
                i -> owner[(int) i] = Omp.getThreadNum()));
    assertArrayEquals(new int[] {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2}, owner);
  }

  @Test
  void guidedChunks_shrinkDownToTheGivenSize() {
    List<Integer> sizes = new ArrayList<>();
    Lowered.parallel(
        1,
        () -> {
          Loop loop = Lowered.loop(1000, Schedule.GUIDED.chunk(7), "Loop.java:1");
          Lowered.share(
              loop,
              part -> {
                while (part.next()) {
                  sizes.add(part.size());
                }
              });
        });
    assertEquals(List.of(1000), sizes, "one thread has no reason to divide");
    List<Integer> ofFour = Collections.synchronizedList(new ArrayList<>());
    Lowered.parallel(
        4,
        () ->
            Lowered.share(
                Lowered.loop(1000, Schedule.GUIDED.chunk(7), "Loop.java:1"),
                part -> {
                  while (part.next()) {
                    ofFour.add(part.size());
                  }
                }));
    assertEquals(1000, ofFour.stream().mapToInt(Integer::intValue).sum());
    assertTrue(Collections.max(ofFour) == 250, ofFour::toString);
    assertTrue(ofFour.stream().filter(size -> size < 7).count() <= 1, ofFour::toString);
  }

  @Test
  void aChunkOfMoreThanAnInt_comesInPieces() {
    AtomicLong pieces = new AtomicLong();
    AtomicLong iterations = new AtomicLong();
    long trips = 5L << 31;
    Lowered.parallel(
        2,
        () ->
            Lowered.share(
                Lowered.loop(trips, Schedule.STATIC, "Loop.java:1"),
                loop -> {
                  while (loop.next()) {
                    pieces.incrementAndGet();
                    iterations.addAndGet(loop.size());
                  }
                }));
    assertEquals(trips, iterations.get());
    assertTrue(pieces.get() >= 5);
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void aCollapse_runsEveryCombinationOnce_inRows(Schedule schedule) {
    AtomicIntegerArray runs = new AtomicIntegerArray(5 * 3 * 4);
    Lowered.parallel(() ->
        Lowered.share(
            Lowered.collapse(schedule, "Loop.java:1", 5, 3, 4),
            loop -> {
              while (loop.next()) {
                assertTrue(loop.first() + loop.size() <= 4);
                for (int k = 0; k < loop.size(); k++) {
                  long row = loop.index(0) * 3 + loop.index(1);
                  runs.incrementAndGet((int) (row * 4 + loop.first()) + k);
                }
              }
            }));
    for (int i = 0; i < runs.length(); i++) {
      assertEquals(1, runs.get(i), "combination " + i);
    }
  }

  @Tag("every-size")
  @Test
  void aCollapseWithAnEmptyLoop_runsNothing() {
    Lowered.parallel(() ->
        Lowered.each(
            Lowered.collapse(Schedule.DYNAMIC, "Loop.java:1", 5, 0, 3),
            i -> {
              throw new AssertionError();
            }));
  }

  @Test
  void aCollapseOfMoreIterationsThanALongCounts_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Lowered.collapse(Schedule.STATIC, "Loop.java:1", 1L << 32, 1L << 32));
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void elementsOfAnyIterable_comeOnceEach(Schedule schedule) {
    List<Integer> list = IntStream.range(0, 100).boxed().toList();
    List<Iterable<Integer>> kinds =
        List.of(list, new LinkedHashSet<>(list), () -> list.iterator(), List.<Integer>of());
    for (Iterable<Integer> elements : kinds) {
      AtomicIntegerArray runs = new AtomicIntegerArray(100);
      Lowered.parallel(() -> Lowered.eachOf(elements, schedule, runs::incrementAndGet));
      int expected = elements.iterator().hasNext() ? 1 : 0;
      for (int i = 0; i < 100; i++) {
        assertEquals(expected, runs.get(i));
      }
    }
  }

  @Test
  void anIterator_isReadByOneThread() {
    AtomicLong iterators = new AtomicLong();
    Iterable<Integer> elements =
        () -> {
          iterators.incrementAndGet();
          return List.of(1, 2, 3).iterator();
        };
    Lowered.parallel(4, () -> Lowered.eachOf(elements, Schedule.STATIC, i -> {}));
    assertEquals(1, iterators.get());
  }

  @Test
  void valuesOfAHead_areThoseOfOneThread_onAllThreads() {
    AtomicInteger evaluations = new AtomicInteger();
    Set<List<Long>> seen = ConcurrentHashMap.newKeySet();
    Lowered.parallel(
        4,
        () -> {
          for (int round = 0; round < 100; round++) {
            Lowered.share(
                Teams.loop("Loop.java:1"),
                loop -> {
                  long from = loop.once(loop.evaluates() ? evaluations.getAndIncrement() : -1);
                  long to = loop.once(loop.evaluates() ? evaluations.getAndIncrement() : -1);
                  seen.add(List.of(from, to));
                });
          }
        });
    assertEquals(200, evaluations.get());
    Set<List<Long>> pairs =
        LongStream.range(0, 100)
            .mapToObj(round -> List.of(2 * round, 2 * round + 1))
            .collect(Collectors.toSet());
    assertEquals(pairs, seen);
  }

  @Test
  void aCollapse_withAnEmptyLoop_hasNoIterations_howeverLongTheOthersAre() throws Throwable {
    Lowered.each(
        Lowered.collapse(Schedule.STATIC, "Loop.java:1", 1L << 62, 1L << 62, 0),
        i -> fail("iteration " + i));
  }

  @Tag("every-size")
  @Test
  void sections_runOnceEach() {
    AtomicIntegerArray runs = new AtomicIntegerArray(5);
    Lowered.parallel(() ->
        Lowered.share(
            Teams.sections(5, "Sections.java:1"),
            sections -> {
              while (sections.next()) {
                runs.incrementAndGet(sections.section());
              }
            }));
    assertEquals("[1, 1, 1, 1, 1]", runs.toString());
  }

  @Tag("every-size")
  @Test
  void partials_areCombinedOnce_inTheOrderOfThreads() {
    for (int round = 0; round < 200; round++) {
      List<Object> combined = Collections.synchronizedList(new ArrayList<>());
      int[] threads = {0};
      Lowered.parallel(() -> {
        threads[0] = Omp.getNumThreads();
        Lowered.share(
            Lowered.loop(10, Schedule.DYNAMIC, "Loop.java:1"),
            loop -> {
              Lowered.iterate(loop, i -> {});
              Partials all = loop.combine("thread " + Omp.getThreadNum());
              for (int t = 0; t < all.threads(); t++) {
                combined.add(all.get(t, 0));
              }
            });
        assertEquals(threads[0], combined.size(), "seen by all after the construct");
      });
      assertEquals(IntStream.range(0, threads[0]).mapToObj(t -> "thread " + t).toList(), combined);
    }
  }

  @Tag("every-size")
  @Test
  void sharedPartials_reachEveryThread() {
    Lowered.parallel(() -> {
      for (int round = 0; round < 200; round++) {
        long[] sum = {0};
        Lowered.share(
            Lowered.loop(100, Schedule.DYNAMIC, "Loop.java:1"),
            loop -> {
              long[] mine = {0};
              Lowered.iterate(loop, i -> mine[0] += i);
              Partials all = loop.share(mine[0]);
              for (int t = 0; t < all.threads(); t++) {
                sum[0] += (long) all.get(t, 0);
              }
            });
        assertEquals(LongStream.range(0, 100).sum(), sum[0]);
      }
    });
  }

  @Test
  void aConstruct_mayHaveVariablesOfAll_andOfEachThread() {
    Lowered.parallel(
        4,
        () -> {
          for (int round = 0; round < 200; round++) {
            Lowered.share(
                Lowered.loop(4, Schedule.STATIC, "Loop.java:1"),
                loop -> {
                  Lowered.iterate(loop, i -> {});
                  loop.combine("combined");
                  Partials own = loop.share("shared");
                  assertEquals(4, own.threads());
                  assertEquals("shared", own.get(3, 0));
                });
          }
        });
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void theValuesOfTheLastIteration_areStored(Schedule schedule) {
    long[] stored = {-7};
    Lowered.parallel(() ->
        Lowered.share(
            Lowered.loop(37, schedule, "Loop.java:1"),
            loop -> {
              long[] mine = {0};
              Lowered.iterate(loop, i -> mine[0] = i);
              Partials all = loop.combine(mine[0]);
              if (all.hasLast()) {
                stored[0] = (long) all.last(0);
              }
            }));
    assertEquals(36, stored[0]);
  }

  @Tag("every-size")
  @Test
  void anEmptyLoop_hasNoLastIteration() {
    Lowered.parallel(() ->
        Lowered.share(
            Lowered.loop(0, Schedule.STATIC, "Loop.java:1"),
            loop -> {
              Lowered.iterate(loop, i -> {});
              assertEquals(false, loop.combine(1L).hasLast());
            }));
  }

  @Tag("every-size")
  @ParameterizedTest
  @MethodSource("schedules")
  void orderedStatements_runInTheOrderOfIterations(Schedule schedule) {
    List<Long> order = new ArrayList<>();
    Lowered.parallel(() ->
        Lowered.each(
            Lowered.orderedLoop(200, schedule, "Loop.java:1"),
            i -> sneakily(() -> Lowered.ordered(() -> order.add(i)))));
    assertEquals(LongStream.range(0, 200).boxed().toList(), order);
  }

  @Test
  void aSecondOrderedStatementOfAnIteration_isRefused_ifTheTurnHasBeenPassedOn() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    4,
                    () ->
                        Lowered.each(
                            Lowered.orderedLoop(100, Schedule.DYNAMIC, "Loop.java:1"),
                            i -> {
                              sneakily(() -> Lowered.ordered(() -> {}));
                              sneakily(() -> Lowered.ordered(() -> {}));
                            })));
    assertEquals(
        "an iteration of the loop at Loop.java:1 comes to the ordered at Ordered.java:1 after it has"
            + " left another one; an iteration may have only one",
        refused.getMessage());
  }

  @Test
  void anOrderedStatementInsideCritical_isRefused_whereItWouldWaitForEver() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    4,
                    () ->
                        Lowered.each(
                            Lowered.orderedLoop(100, Schedule.STATIC.chunk(1), "Loop.java:1"),
                            i ->
                                sneakily(
                                    () -> Lowered.critical(() -> Lowered.ordered(() -> {}))))));
    assertTrue(
        refused
            .getMessage()
            .startsWith(
                "the ordered at Ordered.java:1 is inside the critical at Critical.java:1, where"),
        refused.getMessage());
  }

  @Test
  void iterationsWithoutTheirOrderedStatement_passTheTurnOn() {
    List<Long> order = new ArrayList<>();
    Lowered.parallel(
        4,
        () ->
            Lowered.each(
                Lowered.orderedLoop(100, Schedule.DYNAMIC, "Loop.java:1"),
                i -> {
                  if (i % 3 == 0) {
                    sneakily(() -> Lowered.ordered(() -> order.add(i)));
                  }
                }));
    assertEquals(34, order.size());
    assertEquals(order.stream().sorted().toList(), order);
  }

  @Test
  void nowaitLoops_areMatchedOneByOne_howeverFarAThreadIsAhead() {
    int rounds = 300;
    AtomicIntegerArray runs = new AtomicIntegerArray(rounds);
    Lowered.parallel(
        4,
        () -> {
          for (int round = 0; round < rounds; round++) {
            int now = round;
            Lowered.share(
                Lowered.loop(5, Schedule.DYNAMIC, "Loop.java:1"),
                true,
                loop -> Lowered.iterate(loop, i -> runs.incrementAndGet(now)));
          }
        });
    int[] expected = new int[rounds];
    Arrays.fill(expected, 5);
    assertEquals(Arrays.toString(expected), runs.toString());
  }

  @Test
  void aLoopOutsideEveryRegion_runsOnTheCallingThread() throws Throwable {
    List<Long> order = new ArrayList<>();
    Lowered.each(
        Lowered.orderedLoop(5, Schedule.GUIDED, "Loop.java:1"),
        i -> sneakily(() -> Lowered.ordered(() -> order.add(i))));
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), order);
  }

  private static void sneakily(Body body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
