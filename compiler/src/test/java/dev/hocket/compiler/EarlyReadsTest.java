package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of variables that a block writes, before the code has waited for the block. */
class EarlyReadsTest {
  @TempDir private Path folder;

  private String check(String body) throws Exception {
    String source =
        """
        import java.util.*;
        import java.util.concurrent.*;
        abstract class Main {
          int f;
          volatile boolean ready;
          final CountDownLatch latch = new CountDownLatch(1);
          abstract boolean flag();
          void own() { log("own"); }
          private static void log(String what) { System.out.println(what); }
          private void waits() throws Exception { log("a"); latch.await(); }
          private void ping() throws Exception { if (f > 0) pong(); latch.await(); }
          private void pong() throws Exception { ping(); }
          private void waitsByTag() {
            //#omp wait(t)
            //#omp target virtual(w) name_as(t)
            own();
          }
          private boolean isReady() { return ready; }
          int run(int n, Object o) throws Exception {
        %s
            return 0;
          }
        }
        """
            .formatted(body);
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled.output();
  }

  @Test
  void aReadAfterABlockNotWaitedFor_isWarnedOf() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d, e = 0;
        //#omp target virtual(w) nowait
        a = 5;
        log("meanwhile");
        List.of("x").forEach(each -> log(each));
        List.of("x").forEach(System.out::println);
        own();
        // expect: HK109
        System.out.println("a" + a);
        System.out.println(a);
        //#omp target virtual(w) nowait
        { if (n > 0) b++; }
        // expect: HK109
        if (b > 0) return b;
        //#omp target virtual(w) nowait
        {
          //#omp target virtual(v)
          c = 1;
        }
        // expect: HK109
        c += 2;
        //#omp target virtual(w) nowait
        d = 3;
        // expect: HK109
        for (int i = 0; i < d; i++) log("d");
        if (n > 1) {
          try {
            //#omp target device(1) nowait
            e = 3;
          } finally {
            log("e");
          }
        } else {
          log("e" + e);
        }
        switch (n) {
          case 1:
            break;
          default:
            // expect: HK109
            f = e;
        }
        """);
  }

  @Test
  void theHelp_namesTheTag() throws Exception {
    String said =
        check(
            """
            int a = 0;
            //#omp target virtual(w) name_as(t)
            a = 5;
            // expect: HK109
            n = a;
            //#omp wait(t)
            """);
    assertTrue(said.contains("this may read 'a' before the block of line 21 has written it"), said);
    assertTrue(said.contains("help: put //#omp wait(t) before this statement"), said);
  }

  @Test
  void aReadInTheNextRoundOfALoop_isWarnedOf() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d = 0;
        while (f > 0) {
          // expect: HK109
          System.out.println(a);
          //#omp target virtual(w) nowait
          a++;
        }
        outer:
        for (int i = 0; i < n; i++) {
          // expect: HK109
          log("b" + b);
          for (String s : List.of("x")) {
            if (i == 1) {
              //#omp target virtual(w) name_as(t)
              b++;
              continue outer;
            }
          }
        }
        //#omp wait(t)
        // expect: HK109
        for (; c < n; log("c")) {
          //#omp target virtual(w) nowait
          c++;
        }
        do {
          //#omp target virtual(w) nowait
          d++;
          if (n > 2) break;
          log("d");
          // expect: HK109
        } while (d < 3);
        """);
  }

  @Test
  void aReadAfterAWait_isSilent() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d = 0;
        //#omp target virtual(w) name_as(t)
        a = 5;
        if (n > 0) {
          //#omp wait(t)
        }
        n = a;
        for (int i = 0; i < n; i++) {
          //#omp wait(u)
          log("b" + b);
          //#omp target virtual(w) name_as(u) firstprivate(i)
          b = i;
        }
        //#omp wait(u)
        log("b" + b);
        switch (n) {
          case 1:
            //#omp target virtual(w) name_as(x)
            c = 1;
            //#omp wait(x)
          default:
            n = c;
        }
        //#omp target virtual(w) name_as(y)
        d = 1;
        //#omp target virtual(v)
        {
          //#omp wait(y)
        }
        n = d;
        """);
  }

  @Test
  void aReadAfterACallThatMayWait_isSilent() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d = 0, e = 0, g = 0, h = 0, i = 0, j = 0, k = 0;
        List<Future<String>> futures = List.of();
        //#omp target virtual(w) nowait
        h = 5;
        futures.forEach(each -> each.resultNow());
        n = h;
        //#omp target virtual(w) nowait
        i = 5;
        futures.forEach(Future::resultNow);
        n = i;
        //#omp target virtual(w) nowait
        j = 5;
        pong();
        n = j;
        //#omp target virtual(w) name_as(t)
        k = 5;
        log("k");
        waitsByTag();
        n = k;
        //#omp target virtual(w) nowait
        { a = 5; latch.countDown(); }
        latch.await();
        n = a;
        //#omp target virtual(w) nowait
        b = 5;
        waits();
        n = b;
        //#omp target virtual(w) nowait
        { c = 5; ready = true; }
        while (!ready) {}
        n = c;
        //#omp target virtual(w) nowait
        { d = 5; ready = true; }
        while (!isReady()) {}
        n = d;
        //#omp target virtual(w) nowait
        {
          //#omp critical
          g = 4;
        }
        //#omp critical
        n = g;
        //#omp target virtual(w) nowait
        synchronized (this) { e = 5; }
        synchronized (this) { n = e; }
        //#omp target virtual(w) nowait
        g = 5;
        for (Thread.sleep(1); flag(); ) {}
        n = g;
        """);
  }

  @Test
  void aReadThatNoPathLeadsTo_isSilent() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d = 0;
        if (n > 0) {
          //#omp target virtual(w) nowait
          a = 5;
        } else {
          n = a;
        }
        while (n > 0) {
          if (n == 3) {
            //#omp target virtual(w) nowait
            b = 5;
            break;
          }
          n -= b;
        }
        int k = switch (n) {
          case 1 -> {
            //#omp target virtual(w) nowait
            c = 5;
            yield 1;
          }
          default -> c;
        };
        for (int i = 0; i < n; i++) {
          int own = 0;
          if (own > 0) continue;
          //#omp target virtual(w) nowait
          own = 1;
        }
        if (n > 7) {
          //#omp target virtual(w) nowait
          d = 1;
          return 3;
        }
        n = d;
        """);
  }

  @Test
  void anIntendedOrOrderedRead_isSilent() throws Exception {
    check(
        """
        int a = 0, b = 0, c = 0, d = 0, e = 0;
        //#omp target virtual(w) nowait shared(a)
        a = 5;
        n = a;
        //#omp target virtual(w)
        {
          //#omp target virtual(w) nowait
          b = 5;
          n = b;
        }
        //#omp target virtual(w) nowait if(false)
        c = 5;
        n = c;
        //#omp target virtual(w) nowait
        d = 5;
        //#omp target virtual(w)
        log("after d");
        n = d;
        //#omp target virtual(w) nowait private(e)
        e = 5;
        // expect: HK118
        n = e;
        """);
  }

  @Test
  void aReadInAnotherBlockOrFunction_isSilent() throws Exception {
    check(
        """
        int a = 0, b = 0;
        //#omp target virtual(w) nowait
        a = 5;
        //#omp target virtual(v)
        log("a" + a);
        //#omp target virtual(w) nowait
        {
          //#omp target virtual(v) nowait
          b = 5;
        }
        """);
  }
}
