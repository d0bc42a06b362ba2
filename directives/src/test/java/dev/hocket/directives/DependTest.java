package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Body;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of tasks with the clause {@code depend}. */
@Timeout(300)
class DependTest {
  private static final String IN = "in";
  private static final String OUT = "out";
  private static final String INOUT = "inout";
  private static final String MUTEX = "mutexinoutset";
  private static final String SET = "inoutset";

  private static void task(Depends depends, Body body) {
    Tasks.create(true, false, "Task.java:1", depends, body);
  }

  private static Depends on(String access, Object box) {
    return new Depends().variable(access, box, null);
  }

  private static void inSingle(int threads, Body body) {
    Lowered.parallel(threads, () -> Lowered.single(body));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksThatChangeAVariable_runInTheOrderOfTheirCreation(int threads) {
    Shared.Int x = new Shared.Int();
    List<Integer> seen = new ArrayList<>();
    inSingle(
        threads,
        () -> {
          for (int i = 0; i < 2_000; i++) {
            int number = i;
            task(on(INOUT, x), () -> seen.add(number));
          }
        });
    for (int i = 0; i < 2_000; i++) {
      assertEquals(i, seen.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {IN, SET})
  void tasksThatReadOrChangeParts_runAtTheSameTime(String access) {
    Shared.Int x = new Shared.Int();
    CountDownLatch both = new CountDownLatch(2);
    inSingle(
        2,
        () -> {
          for (int i = 0; i < 2; i++) {
            task(
                on(access, x),
                () -> {
                  both.countDown();
                  assertTrue(both.await(200, TimeUnit.SECONDS));
                });
          }
        });
  }

  /** The lists of each task in a graph of tasks. */
  private record Graph(long seed, List<String[]> tasks) {
    static Graph of(long seed, int locations) {
      Random random = new Random(seed);
      List<String> words = List.of(IN, IN, OUT, INOUT, MUTEX, SET);
      List<String[]> tasks = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        String[] accesses = new String[locations];
        for (int at = 0; at < locations; at++) {
          accesses[at] = random.nextInt(2) > 0 ? words.get(random.nextInt(words.size())) : null;
        }
        tasks.add(accesses);
      }
      return new Graph(seed, tasks);
    }

    /** Whether two tasks must not overlap, and whether the first must come first. */
    boolean[] conflict(int one, int other) {
      boolean excludes = false;
      boolean orders = false;
      for (int at = 0; at < tasks.get(0).length; at++) {
        String a = tasks.get(one)[at];
        String b = tasks.get(other)[at];
        if (a != null && b != null) {
          boolean same = a.equals(b);
          excludes |= same && a.equals(MUTEX);
          orders |= !(same && List.of(IN, MUTEX, SET).contains(a));
        }
      }
      return new boolean[] {excludes, orders};
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksOfRandomGraphs_waitForAllThatTheyDependOn(int threads) {
    long first = Long.getLong("hocket.seed", System.nanoTime());
    for (int round = 0; round < 150; round++) {
      Graph graph = Graph.of(first + round, 1 + round % 4);
      int count = graph.tasks().size();
      AtomicInteger clock = new AtomicInteger();
      int[] begun = new int[count];
      int[] ended = new int[count];
      Shared.Int[] boxes = new Shared.Int[4];
      Arrays.setAll(boxes, i -> new Shared.Int());
      inSingle(
          threads,
          () -> {
            for (int i = 0; i < count; i++) {
              int number = i;
              Depends depends = new Depends();
              String[] accesses = graph.tasks().get(i);
              for (int at = 0; at < accesses.length; at++) {
                if (accesses[at] != null) {
                  depends.variable(accesses[at], boxes[at], null);
                }
              }
              Tasks.create(
                  number % 7 != 6,
                  false,
                  "Task.java:1",
                  depends,
                  () -> {
                    begun[number] = clock.incrementAndGet();
                    if (number % 3 == 0) {
                      Thread.yield();
                    }
                    ended[number] = clock.incrementAndGet();
                  });
            }
          });
      for (int j = 0; j < count; j++) {
        for (int i = 0; i < j; i++) {
          boolean[] conflict = graph.conflict(i, j);
          String where = "-Dhocket.seed=" + graph.seed() + ", tasks " + i + " and " + j;
          boolean inOrder = ended[i] < begun[j];
          boolean apart = inOrder || ended[j] < begun[i];
          assertTrue(!conflict[1] || inOrder, where + " are not in order");
          assertTrue(!conflict[0] || apart, where + " overlap");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aTaskThatRunsAtOnce_waitsForThoseItDependsOn(int threads) {
    Shared.Int x = new Shared.Int();
    for (int round = 0; round < 200; round++) {
      AtomicBoolean first = new AtomicBoolean();
      inSingle(
          threads,
          () -> {
            task(on(OUT, x), () -> first.set(true));
            Tasks.create(
                false, false, "Task.java:2", on(IN, x), () -> assertTrue(first.get(), "too early"));
          });
    }
  }

  @Test
  void anArrayAndItsElements_areOrdered_andTwoElementsAreNot() {
    int[][] rows = new int[2][2];
    Depends element = new Depends().element(OUT, null, rows, 0, 1);
    assertTrue(conflicts(element, new Depends().element(IN, null, rows, 0, 1)));
    assertTrue(conflicts(element, new Depends().element(IN, null, rows, 0)));
    assertTrue(conflicts(element, new Depends().variable(IN, new Shared<>(rows), rows)));
    assertTrue(conflicts(element, new Depends().variable(IN, new Shared<>(rows[0]), rows[0])));
    assertFalse(conflicts(element, new Depends().element(IN, null, rows, 0, 0)));
    assertFalse(conflicts(element, new Depends().element(OUT, null, rows, 1)));
    assertFalse(conflicts(element, new Depends().variable(IN, new Shared<>(rows[1]), rows[1])));
  }

  @Test
  void twoVariablesOfOneObject_areOneLocation_andOfOneTextAreNot() {
    List<String> list = new ArrayList<>();
    Depends one = new Depends().variable(OUT, new Shared<>(list), list);
    assertTrue(conflicts(one, new Depends().variable(OUT, new Shared<>(list), list)));
    Depends text = new Depends().variable(OUT, new Shared<>("x"), "x");
    assertFalse(conflicts(text, new Depends().variable(OUT, new Shared<>("x"), "x")));
    Depends number = new Depends().variable(OUT, new Shared<>(1), 1);
    assertFalse(conflicts(number, new Depends().variable(OUT, new Shared<>(1), 1)));
  }

  @Test
  void fieldsOfOneName_areLocationsOfTheirObjects() {
    Object mine = new Object();
    Depends field = new Depends().field(OUT, mine, "Place.x", null);
    assertTrue(conflicts(field, new Depends().field(OUT, mine, "Place.x", null)));
    assertFalse(conflicts(field, new Depends().field(OUT, new Object(), "Place.x", null)));
    assertFalse(conflicts(field, new Depends().field(OUT, mine, "Place.y", null)));
  }

  @Test
  void anElementThatDoesNotExist_isRefusedAtTheDirective() {
    assertThrows(
        ArrayIndexOutOfBoundsException.class, () -> new Depends().element(IN, null, new int[1], 1));
  }

  /** Whether a task with the second list waits for one with the first list. */
  private static boolean conflicts(Depends first, Depends second) {
    Dependences all = new Dependences();
    Member member = Member.currentOrAlone();
    Task creator = Task.implicit();
    Dependent earlier = all.add(creator.child("", false, () -> {}), first, member.team);
    earlier.stepDone(member);
    Dependent later = all.add(creator.child("", false, () -> {}), second, member.team);
    later.stepDone(member);
    return !later.isReady();
  }

  @Test
  void ordinaryWaits_includeTasksThatWaitForOthers() {
    Shared.Int x = new Shared.Int();
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    inSingle(
        2,
        () -> {
          for (int i = 0; i < 100; i++) {
            int number = i;
            task(on(INOUT, x), () -> seen.add(number));
          }
          Tasks.await("Wait.java:1");
          seen.add(100);
          TaskGroup group = Tasks.group("Group.java:1");
          task(on(INOUT, x), () -> seen.add(101));
          task(on(INOUT, x), () -> seen.add(102));
          group.end();
          seen.add(103);
        });
    for (int i = 0; i < 104; i++) {
      assertEquals(i, seen.get(i));
    }
  }

  @Test
  void tasksAfterAFailedOne_areDropped_andTheRegionEnds() {
    Shared.Int x = new Shared.Int();
    AtomicInteger run = new AtomicInteger();
    for (int threads : new int[] {1, 2, 4}) {
      IllegalStateException thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  inSingle(
                      threads,
                      () -> {
                        task(
                            on(OUT, x),
                            () -> {
                              throw new IllegalStateException("first");
                            });
                        for (int i = 0; i < 50; i++) {
                          task(on(INOUT, x), run::incrementAndGet);
                        }
                      }));
      assertEquals("first", thrown.getMessage());
      assertEquals(0, run.get());
    }
  }

  @Test
  void manyTasksThatWaitForOneAnother_needLittleMemory() {
    Shared.Int x = new Shared.Int();
    int[] sum = new int[1];
    inSingle(
        2,
        () -> {
          for (int i = 0; i < 300_000; i++) {
            Shared.Int own = new Shared.Int();
            task(on(INOUT, x).variable(OUT, own, null), () -> sum[0]++);
          }
        });
    assertEquals(300_000, sum[0]);
  }

  /** OpenMP does not order tasks of different creators either. */
  @Test
  void tasksOfDifferentCreators_doNotWaitForOneAnother() {
    Shared.Int x = new Shared.Int();
    CountDownLatch both = new CountDownLatch(2);
    Lowered.parallel(
        2,
        () ->
            task(
                on(OUT, x),
                () -> {
                  both.countDown();
                  assertTrue(both.await(200, TimeUnit.SECONDS));
                }));
  }
}
