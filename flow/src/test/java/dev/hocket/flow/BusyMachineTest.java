package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.ChildJvm;
import dev.hocket.core.OneProcessor;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Tests twenty sections on twenty threads that share one processor: with every setting, they use
 * little more of it than sections that never check twice for a packet.
 */
class BusyMachineTest {
  private static final int SECTIONS = 20;
  private static final long WARM = 2_000;
  private static final long PACKETS = 1_000;

  /** The limit. A section that spins without a limit of tries uses some thirty times as much. */
  private static final int MOST_TIMES = 12;

  @Test
  @EnabledOnOs(OS.LINUX)
  void sectionsThatSpin_leaveTheProcessorToTheOthers() throws Exception {
    ChildJvm child =
        ChildJvm.run(
            Duration.ofMinutes(10),
            List.of("-XX:ActiveProcessorCount=" + SECTIONS),
            ChildJvm.CLASS_PATH,
            Program.class);
    Map<Waiting, Long> used = new TreeMap<>();
    for (String line : child.lines()) {
      String[] words = line.split(" ");
      used.put(Waiting.valueOf(words[0]), Long.parseLong(words[1]));
    }
    assertEquals(Waiting.values().length, used.size());
    long most = MOST_TIMES * used.get(Waiting.BLOCKING);
    used.forEach((waiting, nanos) ->
        assertTrue(nanos < most, waiting + ": nanoseconds of processor time: " + used));
  }

  /** Prints how much processor time each setting needs. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      OneProcessor.confine();
      Target threads = Targets.create("busy", SECTIONS);
      for (Waiting waiting : Waiting.values()) {
        chain(WARM, waiting, threads).run();
        long before = OneProcessor.nanosOfThreads();
        Object last = chain(PACKETS, waiting, threads).run();
        System.out.println(waiting + " " + (OneProcessor.nanosOfThreads() - before));
        assertEquals(PACKETS - 1 + SECTIONS, last);
      }
      System.exit(0);
    }

    /** A flow with one packet at a time, so that all sections but one wait. */
    private static Flow chain(long packets, Waiting waiting, Target threads) {
      return Flow.define(
              "busy",
              Functions.library(),
              f -> {
                Object value = f.call("numbers", packets);
                for (int i = 1; i <= SECTIONS; i++) {
                  value = f.stateful("step" + i, () -> a -> (Long) a[0] + 1, value);
                }
                return value;
              })
          .target(threads)
          .inFlight(1)
          .arcs(Arcs.defaults().waiting(waiting));
    }
  }
}
