package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks outside of regions that a handler awaits: {@code taskwait await}, {@code taskgroup await}.
 */
class HandlerTasksTest {
  @TempDir Path folder;

  private Harness harness(String members, String code) throws Exception {
    String source =
        """
        import dev.hocket.core.*;
        import java.io.IOException;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;

        public class Main {
        %s
          public static void main(String[] args) throws Exception {
            Targets.create("shop", 1);
        %s  }
        }
        """
            .formatted(members.indent(2), code.indent(4));
    return new Harness(folder).file("Main.java", source);
  }

  private void prints(String expected, String members, String code) throws Exception {
    Harness harness = harness(members, code);
    assertEquals("", harness.compile("out", "-nowarn").output());
    Harness.Ran ran = harness.run("out", "Main");
    assertEquals(expected, ran.out(), ran.err());
  }

  /** Runs a program with and without its directives. */
  private void isSequential(String members, String code) throws Exception {
    Harness harness = harness(members, code);
    assertEquals("", harness.compile("out", "-nowarn").output());
    assertEquals("", harness.compileSequentially("plain", "-nowarn").output());
    Harness.Ran expected = harness.run("plain", "Main");
    Harness.Ran actual = harness.run("out", "Main");
    assertEquals(expected.out(), actual.out(), actual.err());
    assertTrue(expected.out().endsWith("end\n"), expected.out() + expected.err());
  }

  @Test
  void handlersOfEveryKind_haveTheResultsOfTheirTasks() throws Exception {
    isSequential(
        """
        static int twice(int x) { return 2 * x; }
        static final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());

        //#omp async
        static void handler(int n) {
          int a = 0, b = 0;
          for (int i = 0; i < n; i++) {
            //#omp task shared(a)
            a = twice(3);
            //#omp task shared(b) firstprivate(i)
            b = twice(i);
            //#omp taskwait await
            seen.add(a + b);
          }
          //#omp taskgroup await
          for (int i = 0; i < 3; i++) {
            //#omp task
            seen.add(7);
          }
          seen.add(a - b);
        }

        //#omp async
        static int counts(int depth) {
          int[] parts = new int[4];
          //#omp taskgroup await
          {
            for (int i = 0; i < parts.length; i++) {
              //#omp task
              parts[i] = depth == 0 ? i : counts(depth - 1) + i;
            }
          }
          int all = 0;
          for (int part : parts) all += part;
          return all;
        }
        """,
        """
        handler(2);
        System.out.println(seen);
        seen.clear();
        for (String on : List.of("shop")) {
          //#omp target virtual(shop) name_as(t)
          {
            int early = 0;
            //#omp task shared(early)
            early = 5;
            //#omp taskwait await
            seen.add(early);
            handler(3);
          }
          //#omp wait(t)
          System.out.println(seen);
          seen.clear();
        }
        //#omp target virtual(worker)
        {
          int sum = 0;
          //#omp taskgroup await task_reduction(+: sum)
          for (int i = 0; i < 50; i++) {
            //#omp task in_reduction(+: sum)
            sum += i;
          }
          seen.add(sum);
        }
        Runnable lambda = () -> {
          int[] box = {1};
          List.of(1, 2, 3).forEach(x -> {
            //#omp task if(x > 1)
            synchronized (box) { box[0] += x; }
          });
          //#omp taskwait await
          seen.add(box[0]);
        };
        lambda.run();
        System.out.println(seen + " " + counts(2));
        seen.clear();
        int[] order = new int[1];
        //#omp target virtual(shop)
        {
          //#omp task depend(inout: order)
          order[0] = 4;
          //#omp task depend(inout: order)
          order[0] *= 10;
          //#omp taskwait await
        }
        System.out.println(order[0]);
        System.out.println("end");
        """);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aMethodThatAwaitsTasks_isRightInARegion(int threads) throws Exception {
    isSequential(
        """
        //#omp async
        static void fill(int[] all, int from, int to) {
          if (to - from < 4) {
            for (int i = from; i < to; i++) all[i] = i * i;
            return;
          }
          int middle = (from + to) / 2;
          //#omp taskgroup await
          {
            //#omp task
            fill(all, from, middle);
            //#omp task
            fill(all, middle, to);
          }
          //#omp task
          all[from] += 0;
          //#omp taskwait await
        }
        """,
        """
        int[] all = new int[300];
        //#omp parallel num_threads(%d)
        {
          //#omp single
          fill(all, 0, all.length);
        }
        System.out.println(Arrays.hashCode(all));
        fill(all, 0, all.length);
        System.out.println(Arrays.hashCode(all));
        System.out.println("end");
        """
            .formatted(threads));
  }

  @Test
  void theThreadOfAnAwaitingHandler_isFree() throws Exception {
    prints(
        "other\nbefore 3\nafter\n",
        "",
        """
        CountDownLatch other = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        //#omp target virtual(shop) name_as(t)
        {
          int x = 0;
          //#omp task shared(x)
          { begun.countDown(); other.await(); x = 3; }
          //#omp taskwait await
          System.out.println("before " + x);
          //#omp taskgroup await
          {
            //#omp task
            { other.await(); }
          }
          System.out.println("after");
        }
        begun.await();
        //#omp target virtual(shop)
        { System.out.println("other"); other.countDown(); }
        //#omp wait(t)
        """);
  }

  @Test
  void exceptionsOfTasks_areThrownByTheWait_withTheOthersSuppressed() throws Exception {
    prints(
        "taskwait one\ngroup two\nown three 1\nend of body four\nagain 9\n",
        """
        //#omp async
        static void body() throws Exception {
          //#omp task
          { if (true) throw new IOException("four"); }
          if (System.nanoTime() != 0) return;
          //#omp taskwait await
        }
        """,
        """
        //#omp target virtual(shop)
        {
          try {
            //#omp task
            { if (true) throw new IOException("one"); }
            //#omp taskwait await
            System.out.println("not here");
          } catch (IOException e) {
            System.out.println("taskwait " + e.getMessage());
          }
          try {
            //#omp taskgroup await
            {
              //#omp task
              { if (true) throw new IOException("two"); }
            }
            System.out.println("not here");
          } catch (IOException e) {
            System.out.println("group " + e.getMessage());
          }
          CountDownLatch begun = new CountDownLatch(1);
          CountDownLatch thrown = new CountDownLatch(1);
          try {
            //#omp taskgroup await
            {
              //#omp task
              { begun.countDown(); thrown.await(); if (true) throw new IOException("late"); }
              begun.await();
              thrown.countDown();
              if (true) throw new IOException("three");
            }
          } catch (IOException e) {
            System.out.println("own " + e.getMessage() + " " + e.getSuppressed().length);
          }
          int x = 0;
          //#omp task shared(x)
          x = 9;
          //#omp taskwait await
          try {
            body();
          } catch (IOException e) {
            System.out.println("end of body " + e.getMessage());
          }
          System.out.println("again " + x);
        }
        """);
  }

  @Test
  void cancelTaskgroup_dropsTasksThatHaveNotBegun() throws Exception {
    prints(
        "1\n",
        "",
        """
        AtomicInteger ran = new AtomicInteger();
        //#omp target virtual(shop)
        {
          //#omp taskgroup await
          {
            //#omp task if(false)
            {
              ran.incrementAndGet();
              //#omp cancel taskgroup
            }
            for (int i = 0; i < 10; i++) {
              //#omp task
              ran.incrementAndGet();
            }
          }
        }
        System.out.println(ran);
        """);
  }

  @Test
  void aCancelledHandler_waitsForItsTasks_beforeItEnds() throws Exception {
    prints(
        "task\ncancelled true\n",
        "",
        """
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        //#omp target virtual(shop) name_as(t)
        {
          //#omp task
          {
            begun.countDown();
            go.await();
            System.out.println("task");
            done.set(true);
          }
          //#omp taskwait await
          System.out.println("not here");
        }
        begun.await();
        // The handler has begun to wait when another block of its only thread has run.
        //#omp target virtual(shop)
        {}
        Targets.cancel("t");
        go.countDown();
        try {
          //#omp wait(t)
        } catch (CancellationException e) {
          System.out.println("cancelled " + done);
        }
        """);
  }

  @Test
  void awaitsInARegion_areRefusedWithTheirPlace() throws Exception {
    Harness harness =
        harness(
            "",
            """
            //#omp parallel
            {
              //#omp task
              System.out.println();
              //#omp taskwait await
            }
            //#omp parallel
            {
              //#omp taskgroup await
              System.out.println();
            }
            //#omp task
            {
              //#omp taskwait await
            }
            """);
    String output = harness.compile("out", "-nowarn").output();
    for (String place : new String[] {"Main.java:15:", "Main.java:19:", "Main.java:24:"}) {
      assertTrue(output.contains(place + " error: [HK056]"), output);
    }
  }
}
