package dev.hocket.compiler;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings of exceptions that leave a block unseen by the surrounding code. */
class ExceptionRulesTest {
  @TempDir Path folder;

  private void check(String body) throws Exception {
    Marks.checkBody(folder, body);
  }

  @Test
  void exceptions_leavingBlocksNotWaitedFor_areWarnedOf() throws Exception {
    check(
        """
        // expect: HK104
        //#omp target virtual(w) nowait
        throw new Exception();
        """
            .replace("throw", "if (flag()) throw"));
    check(
        """
        //#omp target virtual(w)
        {
          // expect: HK104
          //#omp target virtual(v) name_as(t)
          Thread.sleep(1);
        }
        //#omp target virtual(w) name_as(t)
        {
          // expect: HK104
          //#omp target virtual(v) nowait
          Thread.sleep(1);
        }
        //#omp wait(t)
        """);
  }

  @Test
  void exceptions_thatComeOutOfAWaitUnderTheSameHandler_areSilent() throws Exception {
    check(
        """
        //#omp target virtual(w) name_as(t)
        Thread.sleep(1);
        while (flag()) {
          //#omp wait(t)
        }
        try {
          //#omp target virtual(w) name_as(u)
          if (flag()) Thread.sleep(1);
          try {
            //#omp wait(u)
          } finally {
            f++;
          }
        } catch (IllegalStateException | InterruptedException e) {
          f++;
        }
        java.util.concurrent.Callable<Integer> call = () -> {
          //#omp target virtual(w) name_as(v)
          Thread.sleep(1);
          //#omp wait(v)
          return 1;
        };
        //#omp target virtual(w)
        {
          //#omp target virtual(v) name_as(x)
          Thread.sleep(1);
          //#omp wait(x)
        }
        """);
  }

  @Test
  void exceptions_thatComeOutOfAWaitElsewhere_areWarnedOf() throws Exception {
    check(
        """
        try {
          try {
            // expect: HK104
            //#omp target virtual(w) name_as(t)
            Thread.sleep(1);
          } catch (InterruptedException e) {
            //#omp wait(t)
          }
          //#omp wait(t)
        } catch (Exception e) {
          f++;
        }
        //#omp wait(u)
        // expect: HK104
        //#omp target virtual(w) name_as(u)
        {
          Thread.sleep(1);
          //#omp wait(u)
        }
        Runnable other = () -> {
          //#omp wait(u)
        };
        // expect: HK104
        //#omp target virtual(w) nowait
        {
          //#omp target virtual(v) name_as(x)
          Thread.sleep(1);
          //#omp wait(x)
        }
        """);
  }

  @Test
  void exceptions_keptInBlocksOrSeenAround_areSilent() throws Exception {
    check(
        """
        //#omp target virtual(w) nowait
        try { Thread.sleep(1); } catch (InterruptedException e) { f++; }
        //#omp target virtual(w) nowait
        if (flag()) throw new IllegalStateException();
        //#omp target virtual(w) nowait
        new Thread() { void rest() throws Exception { Thread.sleep(1); } }.start();
        //#omp target virtual(w) nowait if(false)
        Thread.sleep(1);
        //#omp target virtual(w)
        Thread.sleep(1);
        """);
  }
}
