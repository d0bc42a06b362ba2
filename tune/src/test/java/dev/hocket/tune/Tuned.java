package dev.hocket.tune;

import dev.hocket.core.RunTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The library's deciders, on a virtual clock. */
final class Tuned implements SizePolicy {
  private final List<Decision> decisions = new ArrayList<>();
  private final Function<Window, Decision> decider;
  private final Windows windows;
  private final int capacity;
  private final boolean dryRun;
  private final long[][] ring;
  private final long[] arrivalRing;
  private final int[] atOnceRing;
  private final String name;
  private final Map<String, Tuned> peers;
  private final Budget budget;
  private int size;
  private long arrivals;
  private long ends;
  private long look;

  Tuned(int size, int most, int events) {
    this(size, most, events, false);
  }

  Tuned(int size, int most, int events, boolean dryRun) {
    this("pool", size, most, events, dryRun, TuningGoal.MEAN, new HashMap<>(), null);
  }

  /** Makes a worker with another goal. */
  Tuned(int size, int most, int events, TuningGoal goal) {
    this("pool", size, most, events, false, goal, new HashMap<>(), null);
  }

  /** Makes a worker that shares a budget with others. */
  static Tuned sharing(
      String name, int size, int events, int most, Budget budget, Map<String, Tuned> peers) {
    return new Tuned(name, size, most, events, false, TuningGoal.MEAN, peers, budget);
  }

  /** Makes a virtual target. */
  static Tuned limit(int most, int events) {
    return new Tuned(
        "virtual", most, most, events, false, TuningGoal.MEAN, new HashMap<>(), null, true);
  }

  private Tuned(
      String name,
      int size,
      int most,
      int events,
      boolean dryRun,
      TuningGoal goal,
      Map<String, Tuned> peers,
      Budget budget) {
    this(name, size, most, events, dryRun, goal, peers, budget, false);
  }

  private Tuned(
      String name,
      int size,
      int most,
      int events,
      boolean dryRun,
      TuningGoal goal,
      Map<String, Tuned> peers,
      Budget budget,
      boolean isVirtual) {
    this.name = name;
    this.size = size;
    this.dryRun = dryRun;
    this.peers = peers;
    this.budget = budget;
    peers.put(name, this);
    this.decider =
        isVirtual
            ? new LimitDecider(name, most, goal)::decide
            : new Decider(name, most, goal)::decide;
    this.windows = new Windows(events, size, 0);
    this.capacity = 2 * events;
    this.ring = new long[4][capacity];
    this.arrivalRing = new long[capacity];
    this.atOnceRing = new int[capacity];
    this.look = windows.worthLooking(sample());
  }

  List<Decision> decisions() {
    return decisions;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void arrives(long now) {
    arrivalRing[(int) (arrivals++ % capacity)] = now;
    look(now);
  }

  @Override
  public void ends(long queued, long began, long now, int running, int atOnce) {
    int at = (int) (ends++ % capacity);
    ring[0][at] = queued;
    ring[1][at] = began;
    ring[2][at] = now;
    atOnceRing[at] = atOnce;
    look(now);
  }

  private void look(long now) {
    if (arrivals + ends < look) {
      return;
    }
    RunTimes.Sample sample = sample();
    Window window = windows.next(sample, size, now);
    if (window != null) {
      Decision wish = decider.apply(window);
      List<Decision> settled =
          budget == null
              ? List.of(wish)
              : budget.settle(wish, window, target -> peers.get(target).size, now);
      settled.reversed().forEach(decision -> peers.get(decision.target()).carryOut(decision));
      if (size != window.size()) {
        windows.begin(sample, size, now);
      }
    }
    look = windows.worthLooking(sample);
  }

  private void carryOut(Decision decision) {
    decisions.add(decision);
    if (decision.isChange() && !dryRun) {
      size = decision.to();
    }
  }

  private RunTimes.Sample sample() {
    return new RunTimes.Sample(
        arrivals,
        ends,
        0,
        latest(ring[0], ends),
        latest(ring[1], ends),
        latest(ring[2], ends),
        latest(ring[3], ends),
        latestAtOnce(),
        latest(arrivalRing, arrivals));
  }

  private int[] latestAtOnce() {
    int[] ordered = new int[(int) Math.min(ends, capacity)];
    copyLatest(atOnceRing, ends, ordered, ordered.length);
    return ordered;
  }

  private long[] latest(long[] values, long count) {
    long[] ordered = new long[(int) Math.min(count, capacity)];
    copyLatest(values, count, ordered, ordered.length);
    return ordered;
  }

  /** Copies the latest values of a ring, the oldest of them first. */
  private void copyLatest(Object ring, long count, Object ordered, int kept) {
    int first = (int) ((count - kept) % capacity);
    int untilEnd = Math.min(kept, capacity - first);
    System.arraycopy(ring, first, ordered, 0, untilEnd);
    System.arraycopy(ring, 0, ordered, untilEnd, kept - untilEnd);
  }
}
