package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.hocket.core.Body;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks of a team: the threads that run them, the code that waits for them, and the places where
 * their exceptions are thrown.
 */
@Timeout(300)
class TaskTest {
  private static void task(Body body) {
    Tasks.create(true, false, "Task.java:1", body);
  }

  private static void taskwait() {
    Tasks.await("Wait.java:1");
  }

  private static void taskgroup(Body body) throws Throwable {
    TaskGroup group = Tasks.group("Group.java:1");
    try {
      body.run();
    } catch (Throwable thrown) {
      group.failed(thrown);
      throw thrown;
    } finally {
      group.end();
    }
  }

  private static void inSingle(int threads, Body body) {
    Lowered.parallel(threads, () -> Lowered.single(body));
  }

  private static long fib(int n) {
    if (n < 2) {
      return n;
    }
    long[] x = new long[2];
    task(() -> x[0] = fib(n - 1));
    task(() -> x[1] = fib(n - 2));
    taskwait();
    return x[0] + x[1];
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksOfTasks_areWaitedFor(int threads) {
    long[] result = new long[1];
    for (int round = 0; round < 20; round++) {
      inSingle(threads, () -> result[0] = fib(17));
      assertEquals(1597, result[0]);
    }
  }

  @Test
  void tasksOutsideOfRegions_runAtOnce() {
    List<Integer> order = new ArrayList<>();
    order.add(1);
    task(() -> order.add(2));
    order.add(3);
    taskwait();
    assertEquals(List.of(1, 2, 3), order);
    IOException thrown = new IOException();
    assertSame(
        thrown,
        assertThrows(
            IOException.class,
            () ->
                task(() -> {
                  throw thrown;
                })));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aTaskwait_waitsForChildren_andABarrierForAll(int threads) {
    AtomicInteger children = new AtomicInteger();
    AtomicInteger all = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    Lowered.parallel(
        threads,
        () -> {
          for (int i = 0; i < 10; i++) {
            task(() -> {
              task(all::incrementAndGet);
              children.incrementAndGet();
              all.incrementAndGet();
            });
          }
          Teams.barrier("Barrier.java:1");
          wrong.addAndGet(all.get() == 20 * threads ? 0 : 1);
          Teams.barrier("Barrier.java:2");
          task(() -> task(all::incrementAndGet));
        });
    assertEquals(0, wrong.get());
    assertEquals(10 * threads, children.get());
    assertEquals(21 * threads, all.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aTaskgroup_waitsForTasksOfTasks(int threads) {
    AtomicInteger wrong = new AtomicInteger();
    inSingle(
        threads,
        () -> {
          for (int round = 0; round < 50; round++) {
            AtomicInteger ended = new AtomicInteger();
            taskgroup(() -> {
              for (int i = 0; i < 5; i++) {
                task(() -> {
                  task(() -> task(ended::incrementAndGet));
                  ended.incrementAndGet();
                });
              }
            });
            wrong.addAndGet(ended.get() == 10 ? 0 : 1);
          }
        });
    assertEquals(0, wrong.get());
  }

  /** Only a thread at the region's end or at a barrier can be the second one. */
  @Test
  void threadsThatHaveNothingElseToDo_runTasks() {
    for (Body wait : List.<Body>of(() -> {}, () -> Teams.barrier("Barrier.java:1"))) {
      CountDownLatch both = new CountDownLatch(2);
      Set<Thread> by = ConcurrentHashMap.newKeySet();
      Lowered.parallel(
          2,
          () -> {
            if (Teams.enterMasked(0, "Masked.java:1")) {
              Teams.exitMasked();
              for (int i = 0; i < 2; i++) {
                task(() -> {
                  by.add(Thread.currentThread());
                  both.countDown();
                  assertTrue(both.await(200, TimeUnit.SECONDS));
                });
              }
            }
            wait.run();
          });
      assertEquals(2, by.size());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void anException_isThrownByTheTaskwait_once(int threads) {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    inSingle(
        threads,
        () -> {
          IOException thrown = new IOException("task");
          task(() -> {
            throw thrown;
          });
          try {
            TargetBlocks.<IOException>mayThrow();
            taskwait();
          } catch (IOException e) {
            seen.add(e.getMessage());
          }
          taskwait();
          task(() -> seen.add("next"));
        });
    assertEquals(List.of("task", "next"), seen);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void anException_isThrownByTheGroup_howeverDeepItsTaskIs(int threads) {
    AtomicInteger caught = new AtomicInteger();
    inSingle(
        threads,
        () -> {
          try {
            taskgroup(() ->
                task(() ->
                    task(() -> {
                      throw new IOException("deep");
                    })));
          } catch (IOException e) {
            caught.incrementAndGet();
          }
        });
    assertEquals(1, caught.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void anExceptionThatNothingWaitsFor_isThrownByTheRegion(int threads) {
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                inSingle(
                    threads,
                    () ->
                        task(() -> {
                          throw new IOException("region");
                        })));
    assertEquals("region", thrown.getMessage());
    assertThrows(
        IOException.class,
        () ->
            Teams.parallel(
                false,
                "Region.java:1",
                () ->
                    task(() -> {
                      throw new IOException("alone");
                    })));
  }

  @Test
  void afterAnException_noOtherTaskOfTheWaitIsBegun() {
    AtomicInteger begun = new AtomicInteger();
    Lowered.parallel(
        1,
        () -> {
          task(() -> {
            throw new IOException();
          });
          task(begun::incrementAndGet);
          assertThrows(IOException.class, TaskTest::taskwait);
          task(begun::incrementAndGet);
        });
    assertEquals(1, begun.get());
  }

  @Test
  void anExceptionOfAGroupsStatement_comesBeforeThoseOfItsTasks() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                inSingle(
                    1,
                    () ->
                        taskgroup(() -> {
                          task(() -> {
                            throw new IOException();
                          });
                          throw new IllegalStateException();
                        })));
    assertEquals(IOException.class, thrown.getSuppressed()[0].getClass());
    assertEquals(1, thrown.getSuppressed().length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aTaskThatIsNotDeferred_orInAFinalOne_runsAtOnce(int threads) {
    List<Integer> order = new ArrayList<>();
    inSingle(
        threads,
        () -> {
          Tasks.create(false, false, "Task.java:1", () -> order.add(1));
          order.add(2);
          Tasks.create(
              false,
              true,
              "Task.java:2",
              () -> {
                task(() -> order.add(3));
                order.add(4);
              });
        });
    assertEquals(List.of(1, 2, 3, 4), order);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksThatRunAtOnce_allocateNothing(int threads) {
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int tasks = 10_000;
    long[] bytes = new long[1];
    inSingle(
        threads,
        () -> {
          nested(3);
          long before = memory.getCurrentThreadAllocatedBytes();
          for (int i = 0; i < tasks; i++) {
            nested(3);
          }
          bytes[0] = memory.getCurrentThreadAllocatedBytes() - before;
        });
    assertTrue(bytes[0] < 10 * tasks, bytes[0] + " bytes for six times as many tasks");
  }

  private static final Body NESTED_TWICE = () -> nested(1);
  private static final Body NESTED_ONCE = () -> nested(0);

  private static void nested(int depth) {
    if (depth > 0) {
      Tasks.create(false, false, "Task.java:1", depth > 1 ? NESTED_TWICE : NESTED_ONCE);
      Tasks.create(false, false, "Task.java:2", depth > 1 ? NESTED_TWICE : NESTED_ONCE);
      taskwait();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 7})
  void aTaskThatRanAtOnce_isNotTakenForTheNextOne_byTheTasksThatItQueued(int threads) {
    CountDownLatch over = new CountDownLatch(1);
    IOException late = new IOException("late");
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                inSingle(
                    threads,
                    () -> {
                      Tasks.create(
                          false,
                          false,
                          "Task.java:1",
                          () ->
                              // The task around the creator is known to the queued one, too.
                              Tasks.create(
                                  false,
                                  false,
                                  "Task.java:2",
                                  () ->
                                      task(() -> {
                                        over.await(1, TimeUnit.MINUTES);
                                        throw late;
                                      })));
                      for (int i = 0; i < 3; i++) {
                        Tasks.create(false, false, "Task.java:3", TaskTest::taskwait);
                      }
                      assertEquals(1, over.getCount());
                      over.countDown();
                    }));
    assertSame(late, thrown);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aTaskloop_runsEachIterationOnce_andCombinesInTheirOrder(int threads) {
    for (long tasks : new long[] {0, 1, 7, 60, 1000}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(60);
      List<Object> combined = new ArrayList<>();
      inSingle(
          threads,
          () ->
              Tasks.loop(
                  true,
                  false,
                  false,
                  0,
                  tasks,
                  "Loop.java:1",
                  new long[] {5, 12},
                  part -> {
                    long last = -1;
                    while (part.next()) {
                      for (int k = 0; k < part.size(); k++) {
                        last = part.index(0) * 12 + part.first() + k;
                        runs.incrementAndGet((int) last);
                      }
                    }
                    Partials all = part.combine(last);
                    for (int i = 0; i < all.threads(); i++) {
                      combined.add(all.get(i, 0));
                    }
                  }));
      assertEquals("[" + "1, ".repeat(59) + "1]", runs.toString());
      assertEquals(combined.stream().sorted().toList(), combined);
      assertEquals(59L, combined.getLast());
    }
  }

  @Test
  void aTaskloop_withoutIterations_runsNothing_andNumbersBelowOneAreRefused() {
    Tasks.LoopBody none = part -> fail("a part");
    inSingle(2, () -> Tasks.loop(true, false, false, 3, 0, "L", new long[] {4, 0}, none));
    assertThrows(IllegalArgumentException.class, () -> Tasks.number(0));
  }

  @Test
  void manyTasks_areQueuedInBoundedMemory() {
    AtomicLong ended = new AtomicLong();
    AtomicLong created = new AtomicLong();
    AtomicLong most = new AtomicLong();
    long tasks = Boolean.getBoolean("hocket.long") ? 10_000_000 : 300_000;
    inSingle(
        2,
        () -> {
          for (long i = 0; i < tasks; i++) {
            task(ended::incrementAndGet);
            most.accumulateAndGet(created.incrementAndGet() - ended.get(), Math::max);
          }
        });
    assertEquals(tasks, ended.get());
    assertTrue(most.get() < 1_000, "queued at once: " + most);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aLock_keepsOtherTasksOut_evenThoseOnItsThread(int threads) {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    Lowered.parallel(
        threads,
        () -> {
          for (int i = 0; i < 30; i++) {
            task(() ->
                Lowered.critical(() -> {
                  wrong.addAndGet(inside.incrementAndGet() == 1 ? 0 : 1);
                  for (int k = 0; k < 5; k++) {
                    task(() ->
                        Lowered.critical(() -> {
                          wrong.addAndGet(inside.incrementAndGet() == 1 ? 0 : 1);
                          inside.decrementAndGet();
                        }));
                  }
                  Tasks.yield("Yield.java:1");
                  inside.decrementAndGet();
                }));
          }
        });
    assertEquals(0, wrong.get());
  }

  @Test
  void aTaskThatNeedsTheLockOfTheCodeThatWaitsForIt_isRefused() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    1,
                    () ->
                        Lowered.critical(() -> {
                          task(() -> Lowered.critical(() -> {}));
                          taskwait();
                        })));
    assertTrue(
        refused.getMessage().startsWith("the task at Task.java:1 would wait for ever for critical"),
        refused.getMessage());
  }

  @Test
  void aConstructForAllThreads_isRefusedInsideATask() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> inSingle(2, () -> task(() -> Teams.barrier("Barrier.java:1"))));
    assertTrue(refused.getMessage().contains("is inside the task at Task.java:1"), "" + refused);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void randomTrees_runEachTaskOnce_andItsWaitsHold(int threads) {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("TaskTest: seed " + seed);
    for (int round = 0; round < 30; round++) {
      AtomicInteger ended = new AtomicInteger();
      AtomicInteger wrong = new AtomicInteger();
      long of = seed + round;
      int[] size = new int[1];
      inSingle(threads, () -> size[0] = grow(new Random(of), 5, ended, wrong));
      assertEquals(0, wrong.get(), "seed " + of);
      assertEquals(size[0], ended.get(), "seed " + of);
    }
  }

  /** Creates a random tree of tasks; returns their number. */
  private static int grow(Random random, int depth, AtomicInteger ended, AtomicInteger wrong)
      throws Throwable {
    int size = 0;
    int children = depth == 0 ? 0 : random.nextInt(5);
    AtomicInteger mine = new AtomicInteger();
    for (int i = 0; i < children; i++) {
      long seed = random.nextLong();
      size += 1 + count(new Random(seed), depth - 1);
      Body body =
          () -> {
            grow(new Random(seed), depth - 1, ended, wrong);
            mine.incrementAndGet();
            ended.incrementAndGet();
          };
      if (random.nextInt(4) == 0) {
        taskgroup(() -> task(body));
        wrong.addAndGet(mine.get() > 0 ? 0 : 1);
      } else {
        Tasks.create(random.nextInt(5) > 0, random.nextInt(9) == 0, "Task.java:1", body);
      }
    }
    switch (random.nextInt(3)) {
      case 0 -> {
        taskwait();
        wrong.addAndGet(mine.get() == children ? 0 : 1);
      }
      case 1 -> Tasks.yield("Yield.java:1");
      default -> {}
    }
    return size;
  }

  private static int count(Random random, int depth) {
    int size = 0;
    int children = depth == 0 ? 0 : random.nextInt(5);
    for (int i = 0; i < children; i++) {
      size += 1 + count(new Random(random.nextLong()), depth - 1);
      if (random.nextInt(4) > 0) {
        random.nextInt(5);
        random.nextInt(9);
      }
    }
    return size;
  }
}
