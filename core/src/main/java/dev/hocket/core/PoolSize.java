package dev.hocket.core;

/** How many blocks of a pool run at once at most. A change and its record are one step. */
final class PoolSize {
  private final Target target;
  private volatile int now;

  PoolSize(Target target, int size) {
    this.target = target;
    this.now = size;
  }

  int now() {
    return now;
  }

  /** Two changes at once are recorded as a chain: one starts at the size to which the other led. */
  synchronized void change(int to) {
    int from = now;
    now = to;
    if (from != to) {
      Recorder.resized(target, from, to);
    }
  }
}
