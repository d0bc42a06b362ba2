package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of targets with {@code depend}. */
class OrderedBlocksTest {
  @TempDir Path folder;

  private Harness harness(String members, String code) throws Exception {
    String source =
        """
        import dev.hocket.core.*;
        import java.io.IOException;
        import java.util.*;
        import java.util.concurrent.*;

        public class Main {
        %s
          public static void main(String[] args) throws Exception {
            Targets.create("shop", 1);
            Targets.create("store", 2);
        %s  }
        }
        """
            .formatted(members.indent(2), code.indent(4));
    return new Harness(folder).file("Main.java", source);
  }

  private void prints(String expected, String code) throws Exception {
    Harness harness = harness("", code);
    assertEquals("", harness.compile("out", "-nowarn").output());
    Harness.Ran ran = harness.run("out", "Main");
    assertEquals(expected, ran.out(), ran.err());
  }

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
  void blocksOfEveryMode_runInTheOrderOfTheirLocations() throws Exception {
    isSequential(
        """
        static int[] cells = new int[4];
        int own = 1;

        //#omp async
        void handler(int round) {
          int x = 1;
          List<Integer> seen = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            //#omp target virtual(store) name_as(a) depend(inout: x) firstprivate(i)
            x = x * 3 + i;
            //#omp target virtual(shop) name_as(b) depend(inout: x)
            x -= 1;
            //#omp target virtual(store) nowait depend(in: x) depend(out: seen)
            seen.add(x);
            //#omp target virtual(shop) depend(inout: x)
            x += round;
            //#omp target virtual(store) depend(inout: own) name_as(a)
            own += 2;
          }
          //#omp target virtual(store) await depend(mutexinoutset: seen) depend(in: x, own)
          seen.add(x + own);
          List.of(1, 2, 3).forEach(k -> {
            //#omp target virtual(store) name_as(b) depend(inout: seen)
            seen.add(k);
          });
          //#omp target virtual(worker) depend(inout: seen)
          {
            //#omp target virtual(store) await
            seen.add(99);
            seen.add(100);
          }
          //#omp wait(a, b)
          System.out.println(seen + " " + x);
        }
        """,
        """
        for (int round = 0; round < 20; round++) {
          new Main().handler(round);
        }
        for (int i = 0; i < 40; i++) {
          //#omp target virtual(store) name_as(c) depend(inout: cells[i % 4]) firstprivate(i)
          cells[i % 4] = cells[i % 4] * 3 + i;
        }
        //#omp target virtual(store) depend(in: cells)
        System.out.println(Arrays.toString(cells));
        //#omp wait(c)
        System.out.println("end");
        """);
  }

  @Test
  void blocksBeforeTheCallOfAnotherConstructor_areOrderedWithThoseAfterIt() throws Exception {
    isSequential(
        """
        static class Shop {
          Shop(List<Integer> sold) {
            sold.add(0);
          }
        }

        static class Market extends Shop {
          Market(List<Integer> sold, int n) {
            int x = n;
            for (int i = 0; i < 5; i++) {
              //#omp target virtual(store) name_as(a) depend(inout: x) firstprivate(i)
              x = x * 3 + i;
            }
            super(sold);
            //#omp target virtual(shop) depend(in: x)
            sold.add(x);
          }

          Market(List<Integer> sold) {
            this(sold, 1);
            int x = 1;
            //#omp target virtual(store) name_as(a) depend(out: x)
            x = 2;
            //#omp target virtual(shop) depend(in: x)
            sold.add(x);
          }
        }
        """,
        """
        for (int i = 0; i < 20; i++) {
          List<Integer> sold = new ArrayList<>();
          new Market(sold);
          System.out.println(sold);
        }
        System.out.println("end");
        """);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksAndBlocksOfARegion_areOrdered(int threads) throws Exception {
    isSequential(
        "static volatile int sink;",
        """
        for (int round = 0; round < 20; round++) {
          int x = 1, y = 1;
          //#omp parallel num_threads(%d)
          {
            //#omp single
            for (int i = 0; i < 6; i++) {
              //#omp task depend(inout: x)
              x = x * 3 + 1;
              //#omp task depend(mutexinoutset: y)
              y = y + 1;
              //#omp target virtual(store) name_as(t) depend(inout: x) depend(mutexinoutset: y)
              { x = x - 2; y = y * 2; }
              //#omp task depend(in: x) depend(inout: y)
              y += x;
              //#omp target virtual(shop) depend(in: y)
              sink = y;
              //#omp taskwait
            }
          }
          //#omp wait(t)
          System.out.println(x + " " + y + " " + sink);
        }
        System.out.println("end");
        """
            .formatted(threads));
  }

  @Test
  void tasksOfAHandler_areOrderedWithItsBlocks() throws Exception {
    isSequential(
        """
        //#omp async
        static void handler() {
          int x = 1;
          //#omp taskgroup await
          {
            for (int i = 0; i < 8; i++) {
              //#omp task depend(inout: x) shared(x)
              x = x * 3 + 1;
              //#omp target virtual(store) nowait depend(inout: x)
              x -= 2;
            }
            //#omp target virtual(shop) depend(in: x)
            System.out.println("in " + x);
          }
          //#omp task depend(inout: x) shared(x)
          x += 5;
          System.out.println(x);
        }
        """,
        """
        handler();
        //#omp target virtual(shop)
        handler();
        System.out.println("end");
        """);
  }

  @Test
  void aWaitingBlock_occupiesNoThread_andReadersRunAtTheSameTime() throws Exception {
    prints(
        "third\nfirst\nsecond\nboth\n",
        """
        int[] data = new int[1];
        CountDownLatch open = new CountDownLatch(1);
        //#omp target virtual(store) name_as(t) depend(out: data)
        { open.await(); System.out.println("first"); }
        //#omp target virtual(shop) name_as(t) depend(inout: data)
        System.out.println("second");
        //#omp target virtual(shop)
        System.out.println("third");
        open.countDown();
        CyclicBarrier both = new CyclicBarrier(2);
        //#omp target virtual(store) name_as(t) depend(in: data)
        both.await();
        //#omp target virtual(store) name_as(t) depend(in: data)
        both.await();
        //#omp wait(t)
        System.out.println("both");
        """);
  }

  @Test
  void aBlockThatFailed_orWasCancelled_hasEnded() throws Exception {
    prints(
        "after the failure\nlost\nafter the cancel\nnot begun\n",
        """
        int[] data = new int[1];
        try {
          //#omp target virtual(store) name_as(a) depend(out: data)
          { if (true) throw new IOException("lost"); }
          //#omp target virtual(shop) depend(in: data)
          System.out.println("after the failure");
          //#omp wait(a)
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        //#omp target virtual(shop) name_as(c)
        { begun.countDown(); open.await(); }
        begun.await();
        //#omp target virtual(shop) name_as(b) depend(inout: data)
        System.out.println("never");
        Targets.cancel("b");
        //#omp target virtual(store) depend(inout: data)
        System.out.println("after the cancel");
        open.countDown();
        try {
          //#omp wait(b)
        } catch (CancellationException e) {
          System.out.println("not begun");
        }
        //#omp wait(c)
        """);
  }
}
