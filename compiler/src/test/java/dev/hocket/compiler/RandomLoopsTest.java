package dev.hocket.compiler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random loops that a team shares give the results of a sequential run for each size of team:
 * bounds up to the limits of their types, all comparisons and steps, schedules, collapsed loops and
 * reductions; sums of fractions within their error. A failure prints the seed; {@code
 * -Dhocket.seed=…} repeats it.
 */
@Timeout(3600)
class RandomLoopsTest {
  private static final int[] TEAMS = {1, 2, 4, 7};
  private static final int LOOPS = 60;
  private static final int CLASSES = Boolean.getBoolean("hocket.long") ? 300 : 6;

  @TempDir Path folder;

  @Test
  void randomLoops_findWhatASequentialRunFinds() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    for (int i = 0; i < CLASSES; i++) {
      compare(seed + i);
    }
  }

  private void compare(long seed) throws Exception {
    Random random = new Random(seed);
    List<RandomLoop> loops = new ArrayList<>();
    StringBuilder source = new StringBuilder("public class Main {\n");
    for (int i = 0; i < LOOPS; i++) {
      RandomLoop loop = RandomLoop.of(random);
      loops.add(loop);
      source.append("static String m" + i + "() {\n").append(loop.code()).append("}\n");
    }
    try (LoadedProgram program =
        LoadedProgram.of(folder.resolve("c" + seed), source.append("}\n").toString())) {
      for (int i = 0; i < LOOPS; i++) {
        for (int threads : TEAMS) {
          String what = "-Dhocket.seed=" + seed + ", " + threads + " threads:\n";
          RandomLoop loop = loops.get(i);
          loop.check((String) program.call("m" + i, threads), what + loop.code());
        }
      }
    }
  }
}
