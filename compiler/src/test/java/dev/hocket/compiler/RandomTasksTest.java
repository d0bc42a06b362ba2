package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs with tasks give the same results with and without directives, for each size of
 * team. A failure prints the seed; {@code -Dhocket.seed=…} repeats it.
 */
@Timeout(3600)
class RandomTasksTest {
  private static final int[] TEAMS = {1, 2, 4, 7};
  private static final int PROGRAMS = Boolean.getBoolean("hocket.long") ? 1000 : 12;
  private static final int ROUNDS = 10;

  @TempDir Path folder;

  @Test
  void randomTasks_findWhatASequentialRunFinds() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    for (int i = 0; i < PROGRAMS; i++) {
      compare(seed + i);
    }
  }

  private void compare(long seed) throws Exception {
    String source = RandomTasks.program(new Random(seed));
    Path plain = folder.resolve("p" + seed);
    try (LoadedProgram sequential = LoadedProgram.sequential(plain, source);
        LoadedProgram program = LoadedProgram.of(folder.resolve("c" + seed), source)) {
      Object expected = sequential.call("run", 1);
      for (int threads : TEAMS) {
        for (int round = 0; round < ROUNDS; round++) {
          String what = "-Dhocket.seed=" + seed + ", " + threads + " threads:\n" + source;
          assertEquals(expected, program.call("run", threads), what);
        }
      }
    }
  }
}
