package dev.hocket.events.model;

import dev.hocket.events.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the library makes of programs is what the model says. */
class ConformanceTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final Duration LIMIT = Duration.ofMinutes(LONG ? 60 : 5);

  @TempDir Path directory;

  @Test
  void randomPrograms_endAsTheModelAllows() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("ConformanceTest: -Dhocket.seed=" + seed);
    int programs = LONG ? 20_000 : 1_500;
    int schedules = LONG ? 30 : 10;
    inOwnJvm(
        Conformance.class,
        Long.toString(seed),
        Integer.toString(programs),
        Integer.toString(schedules));
  }

  @Test
  void everyInterleavingOfSmallPrograms_isTheModelsAndTheOtherWayRound() throws Exception {
    inOwnJvm(Interleavings.class);
  }

  private void inOwnJvm(Class<?> main, String... arguments) throws Exception {
    System.out.print(ChildJvm.run(directory, LIMIT, List.of(Turns.OPTION), main, arguments));
  }
}
