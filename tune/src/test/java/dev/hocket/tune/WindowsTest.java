package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hocket.core.RunTimes;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static final int WINDOW = 100;

  /**
   * Run i was queued and began at 10 i, and ended at 10 i + 5; the sample keeps the latest {@code
   * kept}.
   */
  private static RunTimes.Sample sample(int arrivals, int ends, int withdrawn, int kept) {
    long[] queued = LongStream.range(Math.max(0, ends - kept), ends).map(i -> 10 * i).toArray();
    long[] ended = Arrays.stream(queued).map(t -> t + 5).toArray();
    long[] latest =
        LongStream.range(Math.max(0, arrivals - kept), arrivals).map(i -> 10 * i).toArray();
    long[] waited = new long[queued.length];
    int[] atOnce = new int[queued.length];
    return new RunTimes.Sample(
        arrivals, ends, withdrawn, queued, queued, ended, waited, atOnce, latest);
  }

  @Test
  void windowIsOver_whenEnoughRunsHaveEnded() {
    Windows windows = new Windows(WINDOW, 2, 0);
    assertNull(windows.next(sample(99, 99, 0, 200), 2, 1_000));
    Window window = windows.next(sample(100, 100, 0, 200), 2, 1_000);
    assertEquals(100, window.runs());
    assertEquals(0, window.pending().length);
    assertNull(windows.next(sample(199, 199, 0, 200), 2, 2_000));
    Window second = windows.next(sample(200, 200, 0, 200), 2, 2_000);
    assertEquals(1_000, second.start());
    assertEquals(1_000, second.queued()[0]);
  }

  @Test
  void windowIsOver_whenEnoughRunsWereQueued_andTwentyHaveEnded() {
    Windows windows = new Windows(WINDOW, 1, 0);
    assertNull(windows.next(sample(100, 19, 0, 200), 1, 1_000));
    Window window = windows.next(sample(102, 20, 2, 200), 1, 1_000);
    assertEquals(20, window.runs());
    assertArrayEquals(LongStream.range(22, 102).map(i -> 10 * i).toArray(), window.pending());
  }

  @Test
  void changeOfTheSize_beginsAnotherWindow() {
    Windows windows = new Windows(WINDOW, 2, 0);
    assertNull(windows.next(sample(150, 150, 0, 200), 3, 1_500));
    assertNull(windows.next(sample(249, 249, 0, 200), 3, 2_490));
    Window window = windows.next(sample(250, 250, 0, 200), 3, 2_500);
    assertEquals(3, window.size());
    assertEquals(1_500, window.start());
  }

  @Test
  void ifMoreHaveEndedThanAreKept_theWindowBeginsWithTheOldestKept() {
    Window window = new Windows(WINDOW, 2, 0).next(sample(500, 500, 0, 200), 2, 5_000);
    assertEquals(200, window.runs());
    assertEquals(3_005, window.start());
  }

  /** For all numbers of arrivals and ends, the next look is due when the window can be over. */
  @Test
  void nextCheck_isNeverAfterTheEndOfTheWindow() {
    for (int ends = 0; ends <= 120; ends++) {
      for (int arrivals = ends; arrivals <= 220; arrivals++) {
        Windows windows = new Windows(WINDOW, 1, 0);
        RunTimes.Sample sample = sample(arrivals, ends, 0, 200);
        if (windows.next(sample, 1, 0) == null) {
          long missing = windows.worthLooking(sample) - arrivals - ends;
          int fewest = arrivals >= WINDOW ? 20 - ends : Math.min(WINDOW - arrivals, WINDOW - ends);
          assertEquals(Math.max(1, fewest), missing, arrivals + " arrivals, " + ends + " ends");
        }
      }
    }
    assertNotNull(new Windows(WINDOW, 1, 0).next(sample(100, 20, 0, 200), 1, 0));
  }
}
