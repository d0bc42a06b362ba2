package dev.hocket.tune;

import dev.hocket.core.RunTimes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Cuts the times of a worker into windows of a number of events. A window is over when this number
 * of runs has ended, or when as many have been queued of which at least some have ended. The second
 * case shows a rush to a worker that is far too small.
 */
final class Windows {
  /** The fewest ended runs of a window. */
  private static final int LEAST_ENDS = 20;

  private final int events;
  private int size;
  private long start;
  private long arrivalsBefore;
  private long endsBefore;

  Windows(int events, int size, long now) {
    this.events = events;
    this.size = size;
    this.start = now;
  }

  /** The number of arrivals and ends before which no window can be over. */
  long worthLooking(RunTimes.Sample seen) {
    long arrivals = events - (seen.arrivals() - arrivalsBefore);
    long ends = events - (seen.ends() - endsBefore);
    long missing = arrivals <= 0 ? LEAST_ENDS - (events - ends) : Math.min(arrivals, ends);
    return seen.arrivals() + seen.ends() + Math.max(1, missing);
  }

  /**
   * Returns the window that ends with this sample; null if it is not over, or the size has changed.
   */
  Window next(RunTimes.Sample sample, int sizeNow, long now) {
    if (sizeNow != size) {
      begin(sample, sizeNow, now);
      return null;
    }
    long arrivals = sample.arrivals() - arrivalsBefore;
    long ends = sample.ends() - endsBefore;
    if (ends < Math.min(LEAST_ENDS, events) || ends < events && arrivals < events) {
      return null;
    }
    Window window = window(sample, (int) Math.min(ends, sample.runs()));
    begin(sample, sizeNow, now);
    return window;
  }

  /**
   * Begins a new window after a change of the size, because earlier runs show nothing about the new
   * size.
   */
  void begin(RunTimes.Sample sample, int newSize, long now) {
    size = newSize;
    start = now;
    arrivalsBefore = sample.arrivals();
    endsBefore = sample.ends();
  }

  private Window window(RunTimes.Sample sample, int runs) {
    int first = sample.runs() - runs;
    // If more have ended than are kept, the window begins with the oldest that is kept.
    boolean all = sample.ends() - endsBefore == runs;
    long from = all ? start : sample.ended()[first];
    int[] order =
        IntStream.range(first, sample.runs())
            .boxed()
            .sorted(Comparator.comparingLong(i -> sample.queued()[i]))
            .mapToInt(i -> i)
            .toArray();
    return new Window(
        size,
        from,
        picked(sample.queued(), order),
        picked(sample.began(), order),
        picked(sample.ended(), order),
        picked(sample.waited(), order),
        Arrays.stream(order).map(i -> Math.clamp(sample.atOnce()[i], 1, size)).toArray(),
        pending(sample));
  }

  /**
   * Finds the pending blocks: blocks begin in the order in which they were queued, so the latest.
   */
  private static long[] pending(RunTimes.Sample sample) {
    long open = sample.arrivals() - sample.ends() - sample.withdrawn();
    long[] latest = sample.latestArrivals();
    int known = Math.clamp(open, 0, latest.length);
    return Arrays.copyOfRange(latest, latest.length - known, latest.length);
  }

  private static long[] picked(long[] values, int[] order) {
    return Arrays.stream(order).mapToLong(i -> values[i]).toArray();
  }
}
