package dev.hocket.tune;

/**
 * Netflix's gradient limiter, written after its published description. The limit follows the ratio
 * of a long average of run times to the present one, with some room for a queue. Here the events
 * above the limit wait instead of being refused. It has the default settings with windows of a
 * second, except for the least limit, 20 by default.
 */
final class GradientLimit implements SizePolicy {
  private static final int LONG = 600;
  private static final int WARM_UP = 10;
  private static final double TOLERANCE = 1.5;
  private static final double SMOOTHING = 0.2;
  private static final double ROOM = 4;
  private static final long WINDOW = 1_000_000_000;
  private static final int LEAST_SAMPLES = 10;

  private final int most;
  private double limit;
  private double longTime;
  private int seen;
  private long windowBegan;
  private double sum;
  private int count;

  GradientLimit(int size, int most) {
    this.limit = size;
    this.most = most;
  }

  @Override
  public int size() {
    return (int) limit;
  }

  @Override
  public void ends(long queued, long began, long now, int running, int atOnce) {
    sum += now - began;
    count++;
    if (now - windowBegan >= WINDOW && count >= LEAST_SAMPLES) {
      update(sum / count, running);
      windowBegan = now;
      sum = 0;
      count = 0;
    }
  }

  private void update(double time, int running) {
    seen++;
    longTime =
        seen <= WARM_UP
            ? longTime + (time - longTime) / seen
            : longTime + (time - longTime) * 2 / (LONG + 1);
    if (longTime / time > 2) {
      longTime *= 0.95;
    }
    if (running < limit / 2) {
      return;
    }
    double gradient = Math.clamp(TOLERANCE * longTime / time, 0.5, 1.0);
    double next = limit * gradient + ROOM;
    limit = Math.clamp((1 - SMOOTHING) * limit + SMOOTHING * next, 1, most);
  }
}
