package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

/** A class with methods that can be awaited; tests compile it with additional members. */
final class AsyncMembers {
  private AsyncMembers() {}

  /** Compiles the class with the given members; unexpected messages fail the test. */
  static void check(Path folder, String members) throws Exception {
    String source =
        """
        import java.util.*;
        import java.util.concurrent.Callable;
        import java.util.function.*;
        class Main {
          int f;
          void plain() {}
          void search() {
            //#omp target virtual(a) await
            f++;
          }
          //#omp async
          void work() {
            //#omp target virtual(a) await
            f++;
          }
          //#omp async
          int size(String text) {
            //#omp target virtual(a) await
            f++;
            return f;
          }
          int size(Object o) { return 1; }
        %s
        }
        """
            .formatted(members);
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    if (Marks.in(List.of(source)).isEmpty()) {
      assertEquals("", compiled.output());
    }
  }
}
