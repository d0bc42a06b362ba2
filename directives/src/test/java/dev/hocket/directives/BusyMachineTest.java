package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.ChildJvm;
import dev.hocket.core.OneProcessor;
import dev.hocket.core.ThreadBudget;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A team with a thread for each processor that the JVM sees, on a single processor. It uses little
 * more processor time than a team that knows that it has too many threads.
 */
class BusyMachineTest {
  private static final int THREADS = 20;
  private static final int WARM = 1_000;
  private static final int BARRIERS = 1_000;

  /** The largest accepted ratio; a team that spins in each wait uses some sixty times as much. */
  private static final int MOST_TIMES = 12;

  @Test
  @EnabledOnOs(OS.LINUX)
  void threadsThatSpinAtBarriers_leaveTheProcessorToTheOthers() throws Exception {
    ChildJvm child =
        ChildJvm.run(
            Duration.ofMinutes(10),
            List.of("-XX:ActiveProcessorCount=" + THREADS),
            ChildJvm.CLASS_PATH,
            Program.class);
    List<Long> used = child.lines().stream().map(Long::valueOf).toList();
    assertTrue(used.get(0) < MOST_TIMES * used.get(1), "nanoseconds of processor time: " + used);
  }

  /**
   * Prints the processor time of a team that expects a processor for each thread, and of one that
   * does not.
   */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      OneProcessor.confine();
      System.out.println(nanos());
      ThreadBudget.resize(1);
      System.out.println(nanos());
      System.exit(0);
    }

    private static long nanos() {
      barriers(WARM);
      long before = OneProcessor.nanosOfThreads();
      barriers(BARRIERS);
      return OneProcessor.nanosOfThreads() - before;
    }

    private static void barriers(int count) {
      Teams.parallel(
          THREADS,
          true,
          "BusyMachineTest.java:1",
          () -> {
            for (int i = 0; i < count; i++) {
              Teams.barrier("BusyMachineTest.java:2");
            }
          });
    }
  }
}
