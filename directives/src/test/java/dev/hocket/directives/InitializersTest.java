package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Wait;
import dev.hocket.directives.region.Initializers;
import dev.hocket.elsewhere.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions in static initialisers, which other threads of a team would wait for. */
@Timeout(300)
class InitializersTest {
  private static final List<Integer> SIZES = new ArrayList<>();
  private static Thread other;
  private static String report;

  /** A class whose initialiser runs the region that may have initialised it. */
  private static final class RunsTheRegion {
    static {
      region(2, null);
    }
  }

  private static final class Waits {
    static {
      report = reportOfAWait();
    }
  }

  static void region(int threads, Class<?> used) {
    Lowered.parallel(
        threads,
        () -> {
          if (Omp.getThreadNum() == 0) {
            if (used == null) {
              SIZES.add(Omp.getNumThreads());
            } else {
              MethodHandles.lookup().ensureInitialized(used);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aRegionThatInitialisesAClass_whoseInitialiserRunsThatRegion_isAloneThere(int threads)
      throws IOException, IllegalAccessException {
    for (int round = 0; round < 50; round++) {
      SIZES.clear();
      // Another thread of this team, free afterwards, has just run this code.
      region(threads + 1, null);
      region(threads, uninitialised());
      assertEquals(List.of(threads + 1, 1), SIZES);
    }
  }

  private static Class<?> uninitialised() throws IOException, IllegalAccessException {
    try (InputStream code = RunsTheRegion.class.getResourceAsStream(resource())) {
      return MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), false).lookupClass();
    }
  }

  private static String resource() {
    return "InitializersTest$RunsTheRegion.class";
  }

  @Test
  void anInitialiserThatWaitsForItsTeam_isReportedWithBothSides() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    other =
        Thread.ofPlatform()
            .name("other")
            .start(() -> {
              running.countDown();
              Program.await(end);
            });
    running.await();
    MethodHandles.lookup().ensureInitialized(Waits.class);
    end.countDown();
    other.join();
    String name = Thread.currentThread().getName();
    assertTrue(
        report.startsWith(
            "hocket: thread "
                + name
                + " has waited 0 s for the end of the region in the static initialiser of "
                + Waits.class.getName()
                + " (InitializersTest.java:"),
        report);
    assertTrue(report.contains("of the region at A.java:1 are other (Program.java:"), report);
  }

  private static String reportOfAWait() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true));
    try {
      Initializers.await(
          Wait.of("the end of the region", () -> printed.size() > 0),
          "A.java:1",
          () -> Stream.of(Thread.currentThread(), other),
          Duration.ofMillis(1));
    } finally {
      System.setErr(before);
    }
    return printed.toString();
  }
}
