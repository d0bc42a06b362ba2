package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlowdownTest {
  /** A window of runs in groups that are queued at once, first small ones, then large ones. */
  private static Window window(long seed, double slowest) {
    SplittableRandom random = new SplittableRandom(seed);
    int runs = 600;
    long[] queued = new long[runs];
    long[] ended = new long[runs];
    for (int i = 0; i < runs; i++) {
      int group = i < runs / 2 ? 2 : 8;
      queued[i] = 1_000_000_000L * (i / group) + (i < runs / 2 ? 0 : 1_000_000_000_000L);
      double length = 1e7 * -Math.log(random.nextDouble());
      ended[i] = queued[i] + (long) (length * (group == 8 ? slowest : 1)) + 1;
    }
    int[] atOnce = new int[runs];
    Arrays.setAll(atOnce, i -> i < runs / 2 ? 2 : 8);
    return new Window(8, 0, queued, queued, ended, new long[runs], atOnce, new long[0]);
  }

  @Test
  void runsThatTakeLongerBesideOthers_areLearned_alsoForMoreOfThemThanWereSeen() {
    Slowdown slowdown = new Slowdown();
    for (int i = 0; i < 5; i++) {
      slowdown.add(window(i, 2));
    }
    assertEquals(1, slowdown.of(2));
    assertEquals(2, slowdown.of(8), .3);
    assertEquals(slowdown.of(8), slowdown.of(100));
  }

  @Test
  void differencesThatMayBeChance_doNotCount() {
    for (int seed = 0; seed < 20; seed++) {
      Slowdown slowdown = new Slowdown();
      slowdown.add(window(seed, 1));
      assertTrue(slowdown.isNone(), "seed " + seed);
      assertEquals(1, slowdown.of(8));
    }
  }

  /**
   * Two hundred windows with two runs at once show nothing of eight, and older ones are outdated.
   */
  @Test
  void levelsThatAreNoLongerSeen_areForgotten() {
    Slowdown slowdown = new Slowdown();
    slowdown.add(window(1, 4));
    assertTrue(slowdown.of(8) > 2);
    long[] queued = new long[500];
    Arrays.setAll(queued, i -> 1_000_000_000L * (i / 2));
    long[] ended = Arrays.stream(queued).map(t -> t + 10_000_000).toArray();
    for (int i = 0; i < 200; i++) {
      int[] atOnce = new int[500];
      Arrays.fill(atOnce, 2);
      slowdown.add(new Window(8, 0, queued, queued, ended, new long[500], atOnce, new long[0]));
    }
    assertTrue(slowdown.isNone());
  }
}
