package dev.hocket.core.pool;

/** The most blocks of a target that run at once. A change and its record are one step. */
public final class PoolSize {
  /** Records a change. */
  @FunctionalInterface
  public interface Change {
    void resized(int from, int to);
  }

  private final Change record;
  private volatile int now;

  public PoolSize(int size, Change record) {
    this.record = record;
    this.now = size;
  }

  public int now() {
    return now;
  }

  /**
   * Two concurrent changes are recorded as a chain: the second starts at the size that the first
   * set.
   */
  public synchronized void change(int to) {
    int from = now;
    now = to;
    if (from != to) {
      record.resized(from, to);
    }
  }
}
