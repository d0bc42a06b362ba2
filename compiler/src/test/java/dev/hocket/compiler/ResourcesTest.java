package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code close()} at the end of a try statement is checked like any other call. */
class ResourcesTest {
  private static final String RESOURCES =
      """
      class Awaiting implements AutoCloseable {
        //#omp async
        @Override public void close() {
          //#omp target virtual(worker) await
          System.out.print("closed ");
        }
      }
      class Early implements AutoCloseable {
        @Override public void close() {
          //#omp target virtual(worker) await
          System.out.print("closed ");
        }
      }
      class Plain implements AutoCloseable {
        @Override public void close() {}
      }
      interface Unmarked extends AutoCloseable {
        @Override void close();
      }
      """;

  @TempDir Path folder;

  private Harness.Compiled check(String members) throws Exception {
    String source = RESOURCES + "class Main {\n" + members + "}\n";
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled;
  }

  @Test
  void resources_thatContinueAfterTheStatement_areRefused() throws Exception {
    check(
        """
        final Early early = new Early();
        void m(Early e) {
          // expect: HK035
          try (Early r = new Early()) {}
          // expect: HK035
          try (var r = new Early(); Awaiting a = new Awaiting();
               // expect: HK035
               e; Plain p = new Plain();
               // expect: HK035
               this.early) {
            System.out.println("last action, but not of the method");
          }
        }
        Main() {
          // expect: HK035
          try (Early r = new Early()) {}
          try (Awaiting r = new Awaiting()) {}
        }
        <T extends Early & Runnable> Runnable generic(T t) {
          return () -> {
            // expect: HK035
            try (t) {}
          };
        }
        """);
  }

  @Test
  void listedClose_ofTheRightResources_isAwaited() throws Exception {
    check(
        """
        //#omp async
        int m(boolean b) {
          //#omp await(close())
          try (var r = new Awaiting()) { if (b) return 1; }
          //#omp await(void close())
          { try (var r = new Awaiting(); Plain p = null) {} }
          // expect: HK039
          //#omp await(close())
          { Runnable r = () -> { try (var a = new Awaiting()) {} }; }
          // expect: HK040
          //#omp await(close())
          try (Plain p = null) {}
          // expect: HK039
          //#omp await(close(int))
          try (var r = new Awaiting()) {}
          //#omp async-call nowait(close())
          // expect: HK041
          try (var r = new Awaiting()) {}
          //#omp async-call name_as(tag) (close())
          // expect: HK041
          try (var r = new Awaiting()) {}
          //#omp await(close())
          synchronized (this) {
            // expect: HK033
            try (var r = new Awaiting()) {}
          }
          return 2;
        }
        """);
  }

  @Test
  void resources_closedByAnUnmarkedDeclaration_areWarnedOf() throws Exception {
    Harness.Compiled compiled =
        check(
            """
            void m(Unmarked u) {
              try (u) {}
              System.out.println("too early");
            }
            class Late implements Unmarked {
              // expect: HK106
              @Override public void close() {
                //#omp target virtual(worker) await
                System.out.println();
              }
            }
            """);
    assertTrue(compiled.output().contains("Main.java:22"), compiled.output());
  }

  @Test
  void listedClose_leavesTheLoopToOthers() throws Exception {
    String main =
        """
        import java.util.concurrent.Semaphore;
        public class Main {
          static final Semaphore left = new Semaphore(0);
          static final Semaphore ended = new Semaphore(0);
          static class Slow implements AutoCloseable {
            //#omp async
            @Override public void close() {
              //#omp target virtual(worker) await
              left.acquireUninterruptibly();
            }
          }
          //#omp async
          static void handler() {
            //#omp await(close())
            try (Slow slow = new Slow()) {
              System.out.print("body ");
            }
            System.out.println("after");
            ended.release();
          }
          public static void main(String[] args) {
            Runnable handler = Main::handler;
            //#omp target virtual(edt)
            {
              handler.run();
              System.out.print("left ");
              left.release();
            }
            ended.acquireUninterruptibly();
            System.exit(0);
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", main);
    assertEquals("", harness.compile("out").output());
    Harness.Ran ran = harness.run("out", "Main");
    assertEquals("body left after\n", ran.out(), ran.err());
  }

  @Test
  void resources_ofACompiledLibrary_areWaitedForBySourcesWithoutDirectives() throws Exception {
    Harness library = new Harness(folder.resolve("lib"));
    library.file("lib/Awaiting.java", "package lib; public " + RESOURCES);
    assertEquals("", library.compile("out").output());
    Path classes = library.root().resolve("out");
    String main =
        """
        public class Main {
          public static void main(String[] args) {
            try (var r = new lib.Awaiting()) {
              System.out.print("body ");
            }
            System.out.println("after");
          }
        }
        """;
    Harness client = new Harness(folder.resolve("client")).file("Main.java", main);
    assertEquals("", client.compile("out", "-cp", classes.toString()).output());
    String translated = Files.readString(client.root().resolve("out-source/Main.java"));
    assertTrue(
        translated.contains("r.close(); dev.hocket.directives.Resumed.waited();"), translated);
  }
}
