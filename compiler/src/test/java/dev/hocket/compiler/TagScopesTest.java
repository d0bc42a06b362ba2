package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each run of a body that waits for its own blocks sees the exceptions of these, and of no others.
 */
class TagScopesTest {
  @TempDir Path folder;

  /** A method with two blocks and a wait, and code between them. */
  private static final String HALF =
      """
      static int half(int n, Callable<?> between) throws Exception {
          int r;
          //#omp target virtual(worker) name_as(h)
          {
            if (n % 2 != 0) throw new ArithmeticException("odd " + n);
            r = n / 2;
          }
          between.call();
          //#omp wait(h)
          return r;
        }

        static void expect(String expected, Callable<?> action) {
          String got;
          try {
            got = String.valueOf(action.call());
          } catch (Exception e) {
            got = e.getMessage();
            for (Throwable other : e.getSuppressed()) {
              if (!other.getClass().getName().startsWith("dev.hocket")) {
                got += " and " + other.getMessage();
              }
            }
          }
          System.out.println(got.equals(expected) ? "ok" : "expected " + expected + ", got " + got);
        }
      """;

  /** Runs a program that must print {@code ok} the given number of times. */
  private Harness.Ran assertOk(int times, String body, String members) throws Exception {
    String source =
        """
        import dev.hocket.core.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;

        public class Main {
          %s
          %s
          public static void main(String[] args) throws Exception {
        %s  }
        }
        """
            .formatted(HALF, members, body.indent(4));
    Harness harness = new Harness(folder).file("Main.java", source);
    Harness.Compiled compiled = harness.compile("out", "-nowarn");
    assertEquals("", compiled.output());
    Harness.Ran ran = harness.run("out", "Main");
    assertEquals("ok\n".repeat(times), ran.out(), ran.err());
    return ran;
  }

  @Test
  void twoRunsOnOneThread_eachGetsItsOwnFailure() throws Exception {
    assertOk(
        4,
        """
        expect("odd 1", () -> half(1, () -> {
          expect("4", () -> half(8, () -> null));
          return null;
        }));
        expect("4", () -> half(8, () -> {
          try {
            return half(3, () -> null);
          } catch (ArithmeticException e) {
            System.out.println(e.getMessage().equals("odd 3") ? "ok" : e);
            return null;
          }
        }));
        """,
        "");
  }

  @Test
  void twoThreadsInOneMethod_doNotSeeEachOthersBlocks() throws Exception {
    assertOk(
        3,
        """
        CountDownLatch ended = new CountDownLatch(1);
        Thread other = new Thread(() ->
            expect("odd 5", () -> half(5, () -> {
              Thread inner = new Thread(() -> expect("3", () -> half(6, () -> null)));
              inner.start();
              inner.join();
              ended.countDown();
              return null;
            })));
        other.start();
        expect("4", () -> half(8, () -> {
          ended.await();
          other.join();
          return null;
        }));
        """,
        "");
  }

  @Test
  void aWait_doesNotWaitForABlockOfAnotherRun() throws Exception {
    assertOk(
        2,
        """
        CountDownLatch gate = new CountDownLatch(1);
        expect("1", () -> gated(gate, () -> {
          expect("2", () -> half(4, () -> null));
          gate.countDown();
          return null;
        }));
        """,
        """
        static int gated(CountDownLatch gate, Callable<?> between) throws Exception {
            int r;
            //#omp target virtual(worker) name_as(h)
            {
              gate.await();
              r = 1;
            }
            between.call();
            //#omp wait(h)
            return r;
          }
        """);
  }

  @Test
  void aBlockThatRunsTheMethodAgain_waitsForTheInnerBlocksOnly() throws Exception {
    assertOk(
        1,
        """
        expect("21", () -> fibonacci(8));
        """,
        """
        static int fibonacci(int n) {
            if (n < 2) return n;
            int a, b;
            //#omp target virtual(worker) name_as(f)
            a = fibonacci(n - 1);
            //#omp target virtual(worker) name_as(f)
            b = fibonacci(n - 2);
            //#omp wait(f)
            return a + b;
          }
        """);
  }

  @Test
  void handlersSuspendedBetweenTheBlockAndTheWait_keepTheirOwn() throws Exception {
    assertOk(
        12,
        """
        gates.add(new CountDownLatch(1));
        for (int i = 1; i <= 4; i++) gates.add(new CountDownLatch(1));
        for (int i = 1; i <= 4; i++) {
          int n = i;
          //#omp target virtual(edt) name_as(all)
          handler(n);
        }
        CountDownLatch begun = new CountDownLatch(1);
        //#omp target virtual(edt)
        begun.countDown();
        for (int i = 1; i <= 4; i++) {
          gates.get(i).countDown();
          gone.acquire();
        }
        //#omp wait(all)
        Collections.sort(seen);
        expect("[1 threw odd 1, 2 got 1, 3 threw odd 3, 4 got 2]", () -> seen.toString());
        for (int i = 0; i < 11; i++) {
          int n = i;
          expect("" + n, () -> half(2 * n, () -> null));
        }
        """,
        """
        static final List<CountDownLatch> gates = new ArrayList<>();
          static final List<String> seen = new ArrayList<>();
          static final Semaphore gone = new Semaphore(0);

          static void handler(int n) {
            int r;
            //#omp target virtual(edt) name_as(h)
            {
              if (n % 2 != 0) throw new ArithmeticException("odd " + n);
              r = n / 2;
            }
            try {
              //#omp target virtual(worker) await
              gates.get(n).await();
              //#omp wait(h) await
              seen.add(n + " got " + r);
            } catch (ArithmeticException e) {
              seen.add(n + " threw " + e.getMessage());
            } catch (InterruptedException e) {
              seen.add(n + " was interrupted");
            } finally {
              gone.release();
            }
          }
        """);
  }

  @Test
  void innerBlocksAndLambdasOnOtherThreads_belongToTheRunAroundThem() throws Exception {
    assertOk(
        2,
        """
        expect("inner and lambda", () -> creates(() -> null));
        expect("inner and lambda", () -> creates(() -> {
          expect0(() -> creates(() -> null));
          return null;
        }));
        """,
        """
        static void expect0(Callable<?> action) {
            try {
              action.call();
              System.out.println("no failure");
            } catch (Exception e) {
              if (!e.getMessage().equals("inner")) System.out.println(e);
            }
          }

          static Object creates(Callable<?> between) throws Exception {
            Runnable lambda = () -> {
              //#omp target virtual(worker) name_as(h)
              {
                if (true) throw new IllegalStateException("lambda");
              }
            };
            //#omp target virtual(worker)
            {
              //#omp target virtual(edt) name_as(h)
              {
                if (true) throw new IllegalStateException("inner");
              }
              //#omp target virtual(edt)
              {
              }
            }
            Thread other = new Thread(lambda);
            other.start();
            other.join();
            while (Tags.busy("h")) Thread.onSpinWait();
            between.call();
            //#omp wait(h)
            return "nothing";
          }

          static class Tags {
            static boolean busy(String tag) {
              return Targets.of("worker").isBusy();
            }
          }
        """);
  }

  @Test
  void aWaitForTheProgram_takesOnlyTheFailuresThatAnEndedRunLeaves() throws Exception {
    assertOk(
        5,
        """
        expect("odd 1", () -> half(1, () -> {
          expect("null", () -> collect());
          return null;
        }));
        expect("gone", () -> half(3, () -> {
          expect("null", () -> collect());
          throw new Exception("gone");
        }));
        expect("odd 3", () -> collect());
        collect();
        """,
        """
        static Object collect() {
            //#omp wait(h)
            return null;
          }
        """);
  }

  @Test
  void aWaitForTheProgram_waitsForTheBlocksOfAllRuns() throws Exception {
    assertOk(
        2,
        """
        AtomicInteger done = new AtomicInteger();
        CountDownLatch gate = new CountDownLatch(1);
        expect("2", () -> {
          //#omp target virtual(worker) name_as(h)
          {
            gate.await();
            done.addAndGet(1);
          }
          //#omp target virtual(worker) name_as(h)
          {
            gate.await();
            done.addAndGet(1);
          }
          Thread opens = new Thread(gate::countDown);
          Object nothing = collect(opens);
          expect("2", () -> done.get());
          //#omp wait(h)
          return done.get();
        });
        """,
        """
        static Object collect(Thread opens) {
            opens.start();
            //#omp wait(h)
            return null;
          }
        """);
  }

  @Test
  void aBlockBelowTheWaitInTheSameLoop_belongsToTheRun_oneBelowWithoutALoopDoesNot()
      throws Exception {
    assertOk(
        4,
        """
        expect("1 2", () -> loop(2, () -> {
          expect("1 2", () -> loop(2, () -> null));
          return null;
        }));
        save("first");
        try {
          save("second");
        } catch (IllegalStateException e) {
          System.out.println(e.getMessage().equals("first") ? "ok" : e);
        }
        """,
        """
        static void save(String text) {
            //#omp wait(saved)
            //#omp target virtual(worker) name_as(saved)
            throw new IllegalStateException(text);
          }

          static String loop(int n, Callable<?> between) throws Exception {
            String seen = "";
            for (int i = 0; ; i++) {
              try {
                //#omp wait(h)
              } catch (IllegalStateException e) {
                seen += e.getMessage() + (i < n ? " " : "");
              }
              if (i == n) return seen;
              //#omp target virtual(worker) name_as(h) firstprivate(i)
              {
                if (i >= 0) throw new IllegalStateException("" + (i + 1));
              }
              between.call();
            }
          }
        """);
  }

  @Test
  void cancel_reachesTheBlocksOfAllRuns_andEachRunGetsItsOwnFailures() throws Exception {
    assertOk(
        4,
        """
        Targets.create("one", 1);
        CountDownLatch gate = new CountDownLatch(1);
        //#omp target virtual(one) nowait
        gate.await();
        expect("block Main.java:LINE was cancelled before it ran", () -> queued(() -> {
          expect("block Main.java:LINE was cancelled before it ran", () -> queued(() -> {
            expect("2", () -> Targets.cancel("q"));
            return null;
          }));
          return null;
        }));
        gate.countDown();
        expect("null", () -> queued(() -> null));
        """
            .replace("LINE", "35"),
        """
        static Object queued(Callable<?> between) throws Exception {
            //#omp target virtual(one) name_as(q)
            {
            }
            between.call();
            //#omp wait(q)
            return null;
          }
        """);
  }

  @Test
  void theOlderName_isForTheWholeProgram() throws Exception {
    assertOk(
        2,
        """
        expect("0", () -> older(1, () -> {
          expect("odd 1", () -> older(4, () -> null));
          return null;
        }));
        """,
        """
        static int older(int n, Callable<?> between) throws Exception {
            AtomicInteger r = new AtomicInteger();
            //#omp target virtual(worker) name_as(h)
            {
              if (n % 2 != 0) throw new ArithmeticException("odd " + n);
              r.set(n / 2);
            }
            between.call();
            //#omp taskwait(h)
            return r.get();
          }
        """);
  }

  @Test
  void failuresThatNoWaitClaims_areReportedAtTheEnd() throws Exception {
    Harness.Ran ran =
        assertOk(
            1,
            """
            expect("gone", () -> half(3, () -> { throw new Exception("gone"); }));
            """,
            "");
    assertTrue(ran.err().contains("failed and no wait(h) came:"), ran.err());
    assertTrue(ran.err().contains("ArithmeticException: odd 3"), ran.err());
  }

  @Test
  void aFunctionThatARunLeavesBehind_stillWaitsForItsBlocksOnly() throws Exception {
    assertOk(
        2,
        """
        Callable<?> failing = deferred(1);
        Callable<?> healthy = deferred(2);
        expect("1", healthy);
        expect("odd 1", failing);
        """,
        """
        static Callable<Integer> deferred(int n) {
            AtomicInteger r = new AtomicInteger();
            //#omp target virtual(worker) name_as(h)
            {
              if (n % 2 != 0) throw new ArithmeticException("odd " + n);
              r.set(n / 2);
            }
            return () -> {
              //#omp wait(h)
              return r.get();
            };
          }
        """);
  }

  /**
   * The wait of the block is one of the whole method, whose blocks it is one of; the lambda's block
   * before it has the same tag.
   */
  @Test
  void aWaitInABlockOfItsOwnTag_isRefused() throws Exception {
    String method =
        """
        static void %s() {
          //#omp target virtual(worker) name_as(own)
          {
            Runnable make = () -> {
              //#omp target virtual(worker) name_as(own)
              Thread.onSpinWait();
            };
            make.run();
            //#omp %s
            Thread.onSpinWait();
          }
          //#omp wait(own)
        }
        """;
    String refused =
        """
        static void expectRefusal(Runnable waits) {
          try {
            waits.run();
            System.out.println("no exception");
          } catch (DeadlockException e) {
            System.out.println(e.getMessage().contains("(wait(own) at") ? "ok" : e.getMessage());
          }
        }
        """;
    assertOk(
        2,
        """
        expectRefusal(() -> waits());
        expectRefusal(() -> awaits());
        """,
        method.formatted("waits", "wait(own)")
            + method.formatted("awaits", "wait(own) await")
            + refused);
  }
}
