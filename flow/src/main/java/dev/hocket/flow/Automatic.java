package dev.hocket.flow;

import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Clock;
import dev.hocket.flow.engine.Cost;
import dev.hocket.flow.engine.Costs;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Remapping;
import dev.hocket.flow.engine.Samples;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Division.Loads;
import dev.hocket.flow.mapping.Places;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.walk.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Changes the sections of one run while it goes on. The clock's samples in a window of time give
 * the costs of units, and the costs give the best division. A division that promises enough is
 * tried; if packets do not begin more often with it, the run goes back.
 */
final class Automatic implements Clock.Listener {
  /** The mean time between two samples at first, and while a change may be near. */
  static final long SAMPLE_NANOS = 1_000_000;

  /** The mean time between two samples while the present division is the best. */
  private static final long SETTLED_NANOS = 4_000_000;

  private static final int WINDOWS_UNTIL_SETTLED = 3;

  /** The longest mean time between two samples, while the run has nothing to do. */
  private static final long IDLE_NANOS = 128_000_000;

  private static final long WINDOW_NANOS = 100_000_000;
  private static final int LOOKS_OF_WINDOW = 20;
  private static final int PACKETS_OF_WINDOW = 20;

  /**
   * The number of samples before code with timed calls is generated. Most short runs end before.
   */
  private static final int LOOKS_UNTIMED = 5;

  /**
   * Packets that take this long make the first change soon, after one short window. Their costs are
   * far above those of code that the JIT has not compiled yet, and a change costs no more than a
   * packet.
   */
  private static final double LONG_PACKET_NANOS = 1_000_000;

  private static final int LOOKS_OF_LONG = 10;
  private static final int PACKETS_OF_LONG = 3;

  /**
   * Costs must be seen in this many windows in a row. A preempted thread makes a call seem long,
   * and so does timed code that the JIT has not compiled yet.
   */
  private static final int WINDOWS_OF_COSTS = 3;

  /** A function is rare if fewer than this share of the packets call it. */
  private static final double RARE = 0.01;

  /** A section limits the run if it is busy for at least this share of the time. */
  private static final double LIMITING = 0.7;

  /**
   * A change must promise a time between two packets that is at most this share of the present one.
   */
  private static final double PROMISING = 0.8;

  /** Packets must become more frequent by this factor, or the run goes back. */
  private static final double BETTER = 1.05;

  /**
   * A unit blocks if its calls take at least this long, and it was waiting in this share of the
   * samples and in at least this many.
   */
  private static final double LONG_NANOS = 50_000;

  private static final double WAITING = 0.5;
  private static final int LOOKS_OF_WAITING = 5;

  /**
   * The number of windows that pass after a change; twice as many after each change without a gain.
   */
  private static final int LEAST_REST = 8;

  private static final int MOST_REST = 600;

  /** A trial ends without a judgement after this many windows in which the run was idle. */
  private static final int MOST_IDLE = 10;

  /**
   * The times of a change that must wait for the packets in flight.
   *
   * @param patienceNanos the longest time without the end of a packet while no others begin; then
   *     the run keeps its sections for the present
   * @param rest the number of windows until the next change is tried; then twice as many, and so on
   */
  record Times(LongSupplier patienceNanos, int rest) {
    static final Times DEFAULT = new Times(() -> 2_000_000_000, MOST_REST);
  }

  private final Times times;

  /** The number of windows that pass when packets have not ended for a change. */
  private long restAfterWait;

  private final Assembly assembly;
  private final Execution run;
  private final Settings settings;
  private final Units units;
  private final Samples samples = new Samples();
  private final int processors;

  private Division division;

  /** The costs of units in the last windows. */
  private final Deque<double[]> recent = new ArrayDeque<>();

  /** The division that the one on trial has replaced; null if there is no trial. */
  private Division former;

  private double formerRate;
  private long rest;
  private int restAfterFailure = LEAST_REST;
  private boolean warmsUp;

  /** The number of windows of a trial in which the run was idle. */
  private int idleWindows;

  /** The number of windows in a row that have promised nothing. */
  private int unpromising;

  private int looks;
  private long period = SAMPLE_NANOS;
  private Moment window;
  private boolean isTimed;

  /** Whether the run still has its first division. */
  private boolean isFirst = true;

  /** Whether the mapper's thread is at work; the clock's thread then uses nothing of this. */
  private volatile boolean changing;

  /** Whether the run keeps its deployment, because it cannot change to another. */
  private volatile boolean stays;

  Automatic(Assembly assembly, Settings settings, Units units, Times times) {
    this.times = times;
    this.restAfterWait = times.rest();
    this.assembly = assembly;
    this.run = assembly.execution();
    this.settings = settings;
    this.units = units;
    this.division = first(units, settings);
    this.processors = Places.processors(settings);
  }

  /**
   * Makes the first division: one section, besides those of units that may wait. Each section runs
   * on the target for its kind of work.
   */
  static Division first(Units units, Settings settings) {
    Set<Integer> blocking = new HashSet<>(units.blocking());
    // A target that the program has chosen is where its functions run.
    if (settings.target() == null) {
      blocking.addAll(units.waiting());
    }
    return Division.best(Loads.unknown(units.count(), units.apart(), blocking), 1);
  }

  /** The counters of a run at one moment, which belong to one deployment. */
  private record Moment(
      Deployment of, long nanos, long packets, long held, long busiest, List<Costs> sections) {}

  private Moment now() {
    Deployment deployed = run.deployed();
    List<Costs> sections = new ArrayList<>();
    long busiest = 0;
    for (Section section : deployed.sections()) {
      sections.add(section.costs());
      busiest = Math.max(busiest, section.busyNanos());
    }
    long nanos = System.nanoTime();
    return new Moment(deployed, nanos, run.admitted(), run.heldNanos(), busiest, sections);
  }

  /**
   * The measurements between two moments.
   *
   * @param rate packets in a nanosecond
   * @param busy the share of the time for which the busiest section had packets
   * @param held the share of the time in which too many packets were in flight for another one
   * @param known whether calls of all functions except rare ones have been timed
   * @param costs nanoseconds for each packet, by unit
   * @param visits the number of times that a packet comes to a unit
   * @param waiting the units that were found waiting
   */
  private record Window(
      double rate,
      double busy,
      double held,
      boolean known,
      double[] costs,
      double[] visits,
      Set<Integer> waiting) {}

  private Window between(Moment from, Moment to) {
    double nanos = to.nanos() - from.nanos();
    double packets = to.packets() - from.packets();
    double[] costs = new double[units.count()];
    double[] visits = new double[units.count()];
    boolean known = true;
    for (int section = 0; section < to.sections().size(); section++) {
      List<Cost> all = to.sections().get(section).all();
      List<Cost> since = to.sections().get(section).since(from.sections().get(section));
      for (int i = 0; i < all.size(); i++) {
        Cost added = since.get(i);
        int unit = units.of(Site.original(added.id()));
        if (unit >= 0 && added.calls() > 0) {
          // If no call of a window was timed, its calls count as long as the earlier ones.
          double each = added.timed() > 0 ? added.nanosOfOne() : all.get(i).nanosOfOne();
          costs[unit] += each * added.calls() / packets;
          visits[unit] = Math.max(visits[unit], added.calls() / packets);
          known &= all.get(i).timed() > 0 || added.calls() < RARE * packets;
        }
      }
    }
    return new Window(
        packets / nanos,
        (to.busiest() - from.busiest()) / nanos,
        (to.held() - from.held()) / nanos,
        known,
        costs,
        visits,
        waiting());
  }

  private Set<Integer> waiting() {
    int[] looks = new int[units.count()];
    int[] waits = new int[units.count()];
    samples
        .take()
        .forEach((id, seen) -> {
          int unit = units.of(Site.original(id));
          if (unit >= 0) {
            looks[unit] += seen.all();
            waits[unit] += seen.waiting();
          }
        });
    Set<Integer> waiting = new HashSet<>();
    for (int unit = 0; unit < looks.length; unit++) {
      if (waits[unit] >= LOOKS_OF_WAITING && waits[unit] > WAITING * looks[unit]) {
        waiting.add(unit);
      }
    }
    return waiting;
  }

  @Override
  public long look() {
    if (!run.isGoing() || stays || !assembly.isCurrent(units)) {
      Samples.end(run.deployed());
      return 0;
    }
    if (changing) {
      window = null;
      return SAMPLE_NANOS;
    }
    if (!isTimed) {
      if (++looks >= LOOKS_UNTIMED) {
        isTimed = true;
        aside(run.deployed()::makeTimed);
      }
      return SAMPLE_NANOS;
    }
    if (window == null) {
      window = now();
      looks = 0;
      return SAMPLE_NANOS;
    }
    boolean runs = samples.look(run.deployed());
    looks++;
    if (isComplete()) {
      Moment before = window;
      window = now();
      looks = 0;
      if (before.of() != window.of()) {
        // A function has been replaced meanwhile.
        return SAMPLE_NANOS;
      }
      consider(between(before, window));
      if (changing) {
        return SAMPLE_NANOS;
      }
    }
    boolean isIdle = !runs && !run.hasPackets();
    period = isIdle ? Math.min(IDLE_NANOS, 2 * period) : isSettled() ? SETTLED_NANOS : SAMPLE_NANOS;
    return period;
  }

  private boolean isSettled() {
    return former == null && (rest > 0 || unpromising >= WINDOWS_UNTIL_SETTLED);
  }

  /** Returns whether the window has seen enough. */
  private boolean isComplete() {
    long packets = run.admitted() - window.packets();
    long nanos = System.nanoTime() - window.nanos();
    return looks >= LOOKS_OF_WINDOW && nanos >= WINDOW_NANOS && packets >= PACKETS_OF_WINDOW
        || isFirst
            && looks >= LOOKS_OF_LONG
            && packets >= PACKETS_OF_LONG
            && areLong(packets, nanos);
  }

  private static boolean areLong(double packets, double nanos) {
    return nanos >= LONG_PACKET_NANOS * packets;
  }

  private void consider(Window seen) {
    recent.addLast(seen.costs());
    if (recent.size() > WINDOWS_OF_COSTS) {
      recent.removeFirst();
    }
    if (warmsUp) {
      warmsUp = false;
    } else if (former != null) {
      judge(seen);
    } else if (rest > 0) {
      rest--;
    } else {
      propose(seen);
    }
  }

  /** Ends a trial: keeps the division on trial if it was better, or goes back. */
  private void judge(Window seen) {
    boolean isBetter = seen.rate() >= BETTER * formerRate;
    boolean isIdle = seen.busy() < LIMITING && seen.held() < LIMITING;
    if (!isBetter && isIdle && ++idleWindows < MOST_IDLE) {
      // Packets come too rarely to show how fast they could be.
      return;
    }
    Division back = former;
    former = null;
    if (isBetter) {
      rest = LEAST_REST;
      restAfterFailure = LEAST_REST;
    } else if (isIdle) {
      rest = LEAST_REST;
      aside(() -> change(back));
    } else {
      rest = restAfterFailure;
      restAfterFailure = Math.min(MOST_REST, 2 * restAfterFailure);
      aside(() -> change(back));
    }
  }

  private void propose(Window seen) {
    boolean areLong = isFirst && areLong(1, 1 / seen.rate());
    if (recent.size() < WINDOWS_OF_COSTS && !areLong) {
      return;
    }
    if (seen.known() && seen.busy() >= LIMITING) {
      aside(() -> divide(seen, areLong));
    } else {
      unpromising++;
    }
  }

  /** Changes to the best division if that promises enough; on the mapper's thread. */
  private void divide(Window seen, boolean areLong) {
    Loads loads =
        new Loads(leastCosts(), seen.visits(), units.apart(), blocking(seen), units.copyable());
    Division best = Division.best(loads, processors);
    double present = division.nanos(loads, processors);
    if (best.nanos(loads, processors) <= PROMISING * present) {
      unpromising = 0;
      idleWindows = 0;
      former = division;
      // A short window may begin and end within a packet, so the number of its packets is inexact.
      formerRate = areLong ? Math.min(seen.rate(), 1 / present) : seen.rate();
      change(best);
    } else if (++unpromising >= WINDOWS_UNTIL_SETTLED) {
      rest = LEAST_REST;
    }
  }

  /** The costs of units in that of the last windows in which each was cheapest. */
  private double[] leastCosts() {
    double[] least = recent.getLast().clone();
    for (double[] costs : recent) {
      Arrays.setAll(least, unit -> Math.min(least[unit], costs[unit]));
    }
    return least;
  }

  /** The units that block, by declaration or by measurement. */
  private Set<Integer> blocking(Window seen) {
    Set<Integer> blocking = new HashSet<>(division.blocking());
    // A target that the program has chosen is where its functions run.
    if (settings.target() == null) {
      seen.waiting().stream()
          .filter(unit -> seen.costs()[unit] >= LONG_NANOS)
          .forEach(blocking::add);
    }
    return blocking;
  }

  /** Changes the deployment; on the mapper's thread. */
  private void change(Division next) {
    Admission admission = run.deployed().admission();
    if (admission.isResuming()) {
      // An earlier pause has just been cancelled.
      former = null;
      rest = LEAST_REST;
      return;
    }
    warmsUp = true;
    isFirst = false;
    Deployment made = assembly.deployment(next);
    made.makeTimed();
    if (!admission.mayPause()) {
      stays = true;
      return;
    }
    run.pause();
    if (Remapping.change(run, made, times.patienceNanos().getAsLong())) {
      division = next;
      assembly.changed(next);
      restAfterWait = times.rest();
    } else {
      // Packets that wait for later ones may end sooner another time.
      former = null;
      rest = restAfterWait;
      restAfterWait *= 2;
    }
  }

  /**
   * Does work that takes longer than a sample may, on a thread that keeps the JVM alive while no
   * section runs.
   */
  private void aside(Runnable work) {
    // A window has the counters of one deployment.
    window = null;
    changing = true;
    Thread.ofPlatform()
        .name("hocket-flow-mapper")
        .daemon(false)
        .inheritInheritableThreadLocals(false)
        .start(() -> {
          try {
            assembly.whileCurrent(units, work);
          } catch (Throwable t) {
            // The run keeps its present sections.
            stays = true;
            throw t;
          } finally {
            changing = false;
          }
        });
  }
}
