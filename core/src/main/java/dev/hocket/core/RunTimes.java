package dev.hocket.core;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The times of the latest runs of a {@link Worker} or a {@link VirtualWorker}, for code that sizes
 * it while it runs. {@link Worker#timeRuns} begins to measure, {@link #close} ends it. A worker
 * that is not measured reads a field twice for each block; a measured one takes up to a
 * microsecond.
 *
 * <p>A <em>run</em> is the work of a thread on a block from the time it takes the block from the
 * queue until it leaves the block: a block that is suspended and continues later has several.
 * Blocks that run in place belong to the run around them. All times are those of {@link
 * System#nanoTime}.
 *
 * <p>All methods may be called from any thread; only {@link #awaitRuns} waits.
 *
 * <pre>{@code
 * Worker pool = Targets.create("pool", 4);
 * try (RunTimes times = pool.timeRuns(1_000)) {
 *   times.awaitRuns(100);
 *   RunTimes.Sample sample = times.sample();
 *   System.out.println(sample.runs() + " runs; the first began at " + sample.began()[0]);
 * }
 * }</pre>
 */
// The lock is held for a few dozen instructions; no code of a user runs under it.
public final class RunTimes implements AutoCloseable {
  /**
   * A copy of the measurements.
   *
   * @param arrivals the number of runs that have been queued since the measurement began
   * @param ends the number of these that have ended
   * @param withdrawn the number of these that will never run: their blocks were cancelled or
   *     rejected
   * @param queued the times at which the latest of the ended runs were queued, in the order of
   *     their ends
   * @param began the times at which a thread took them
   * @param ended the times at which they ended
   * @param waited the nanoseconds for which they waited in a way that Hocket knows, without
   *     counting towards the size of the worker
   * @param atOnce the number of the target's active runs when each began, including itself but not
   *     those in waits
   * @param latestArrivals the times at which the latest runs were queued, whether or not they have
   *     ended
   */
  public record Sample(
      long arrivals,
      long ends,
      long withdrawn,
      long[] queued,
      long[] began,
      long[] ended,
      long[] waited,
      int[] atOnce,
      long[] latestArrivals) {
    /**
     * Returns the number of ended runs in the sample.
     *
     * @return at most the capacity of the measurement
     */
    public int runs() {
      return queued.length;
    }
  }

  private final String target;
  private final AtomicReference<RunTimes> slot;
  private final int capacity;

  // This object's lock guards all of these.

  /** The times at which the blocks in the queue arrived; a field would make every block larger. */
  private final Map<Block, Long> pending = new IdentityHashMap<>();

  private final long[] arrivalTimes;
  private final long[] queued;
  private final long[] began;
  private final long[] ended;
  private final long[] waited;
  private final int[] atOnce;
  private int running;
  private long arrivals;
  private long ends;
  private long withdrawn;
  private boolean closed;
  // The number of events for which a thread waits; larger than any number if none waits.
  private long wanted = Long.MAX_VALUE;

  private RunTimes(String target, AtomicReference<RunTimes> slot, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "target " + target + ": times of " + capacity + " runs; it must be 1 or more");
    }
    this.target = target;
    this.slot = slot;
    this.capacity = capacity;
    arrivalTimes = new long[capacity];
    queued = new long[capacity];
    began = new long[capacity];
    ended = new long[capacity];
    waited = new long[capacity];
    atOnce = new int[capacity];
  }

  /** Begins to measure a target, which finds the times in the slot. */
  static RunTimes begin(String target, AtomicReference<RunTimes> slot, int capacity) {
    RunTimes measured = new RunTimes(target, slot, capacity);
    if (!slot.compareAndSet(null, measured)) {
      throw new IllegalStateException(
          "target " + target + " is measured already; close its RunTimes first");
    }
    return measured;
  }

  /** Ends the measurement of a target, if there is one. */
  static void end(AtomicReference<RunTimes> slot) {
    RunTimes measured = slot.get();
    if (measured != null) {
      measured.close();
    }
  }

  /** Notes that a run of the block is about to be queued. */
  synchronized void arrives(Block block) {
    long now = System.nanoTime();
    pending.put(block, now);
    arrivalTimes[(int) (arrivals++ % capacity)] = now;
    wake();
  }

  /** Notes that a run begins; null if it was queued before the measurement. */
  synchronized Begun begins(Block block) {
    Long queuedAt = pending.remove(block);
    if (queuedAt == null || closed) {
      return null;
    }
    running++;
    return new Begun(queuedAt, System.nanoTime(), running);
  }

  /** Notes that the queued run will not happen: its block was cancelled or rejected. */
  synchronized void withdraws(Block block) {
    if (pending.remove(block) != null) {
      withdrawn++;
    }
  }

  /** A run that has begun. Only its thread uses it. */
  final class Begun {
    private final long queuedAt;
    private final long beganAt;
    private final int among;
    private long waitBegan;
    private long waitedNanos;

    private Begun(long queuedAt, long beganAt, int among) {
      this.queuedAt = queuedAt;
      this.beganAt = beganAt;
      this.among = among;
    }

    /** Notes that the run waits, and does not count towards the size meanwhile. */
    void waits() {
      waitBegan = System.nanoTime();
      synchronized (RunTimes.this) {
        running--;
      }
    }

    void goesOn() {
      waitedNanos += System.nanoTime() - waitBegan;
      synchronized (RunTimes.this) {
        running++;
      }
    }

    void ends() {
      synchronized (RunTimes.this) {
        running--;
        if (!closed) {
          add();
        }
      }
    }

    private void add() {
      int at = (int) (ends++ % capacity);
      queued[at] = queuedAt;
      began[at] = beganAt;
      ended[at] = System.nanoTime();
      waited[at] = waitedNanos;
      atOnce[at] = among;
      wake();
    }
  }

  private void wake() {
    if (arrivals + ends >= wanted) {
      wanted = Long.MAX_VALUE;
      notifyAll();
    }
  }

  /**
   * Waits until a number of arrivals and ends of runs, counted together from the beginning of the
   * measurement, have been seen, or until the measurement ends.
   *
   * @param events the number of arrivals and ends
   * @return false if the measurement has ended
   * @throws InterruptedException if the calling thread is interrupted
   */
  public synchronized boolean awaitRuns(long events) throws InterruptedException {
    while (!closed && arrivals + ends < events) {
      wanted = Math.min(wanted, events);
      wait();
    }
    return !closed;
  }

  /**
   * Copies the measurements. Takes time proportional to the capacity, and delays the threads of the
   * worker as long.
   *
   * @return the copy
   */
  public synchronized Sample sample() {
    return new Sample(
        arrivals,
        ends,
        withdrawn,
        latest(queued, ends),
        latest(began, ends),
        latest(ended, ends),
        latest(waited, ends),
        latestAtOnce(),
        latest(arrivalTimes, arrivals));
  }

  private int[] latestAtOnce() {
    int[] ordered = new int[(int) Math.min(ends, capacity)];
    Arrays.setAll(ordered, i -> atOnce[(int) ((ends - ordered.length + i) % capacity)]);
    return ordered;
  }

  private long[] latest(long[] ring, long count) {
    if (count <= capacity) {
      return Arrays.copyOf(ring, (int) count);
    }
    int oldest = (int) (count % capacity);
    long[] ordered = new long[capacity];
    System.arraycopy(ring, oldest, ordered, 0, capacity - oldest);
    System.arraycopy(ring, 0, ordered, capacity - oldest, oldest);
    return ordered;
  }

  /** Ends the measurement. Closing it twice is harmless. */
  @Override
  public void close() {
    slot.compareAndSet(this, null);
    synchronized (this) {
      closed = true;
      pending.clear();
      notifyAll();
    }
  }

  @Override
  public String toString() {
    return "run times of target " + target;
  }
}
