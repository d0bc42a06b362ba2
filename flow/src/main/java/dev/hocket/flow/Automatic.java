package dev.hocket.flow;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.Worker;
import dev.hocket.flow.engine.Clock;
import dev.hocket.flow.engine.Cost;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Changes the sections of one run while it goes on. The clock's samples in a window of time give
 * the costs of units, and the costs give the best division. A division that promises enough, twice
 * in a row, is tried; if packets do not begin more often with it, the run goes back.
 */
final class Automatic implements Clock.Listener {
  private static final int LOOKS_OF_WINDOW = 100;
  private static final int PACKETS_OF_WINDOW = 20;

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

  /**
   * The longest time in which packets may end while no others begin; else the run keeps its
   * sections.
   */
  private static final long PATIENCE_NANOS = 2_000_000_000;

  private final Assembly assembly;
  private final Execution run;
  private final Settings settings;
  private final Units units;
  private final Samples samples = new Samples();
  private final int processors;

  private Division division;
  private Division promised;

  /** The division that the one on trial has replaced; null if there is no trial. */
  private Division former;

  private double formerRate;
  private int rest;
  private int restAfterFailure = LEAST_REST;
  private boolean warmsUp;

  private int looks;
  private Moment window;

  /** Whether another thread is changing the deployment. */
  private volatile boolean changing;

  /** Whether the run keeps its deployment, because it cannot change to another. */
  private volatile boolean stays;

  Automatic(Assembly assembly, Settings settings, Units units) {
    this.assembly = assembly;
    this.run = assembly.execution();
    this.settings = settings;
    this.units = units;
    this.division = first(units, settings);
    this.processors = processors(Places.computing(settings));
  }

  private static int processors(Target target) {
    int all = Runtime.getRuntime().availableProcessors();
    return switch (target) {
      case EventLoop loop -> 1;
      case Worker worker -> Math.min(worker.size(), all);
      default -> all;
    };
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
  private record Moment(long nanos, long packets, long busiest, Map<String, Cost> costs) {}

  private Moment now() {
    Map<String, Cost> costs = new HashMap<>();
    long busiest = 0;
    for (Section section : run.deployed().sections()) {
      section.costs().forEach(cost -> costs.put(cost.id(), cost));
      busiest = Math.max(busiest, section.busyNanos());
    }
    return new Moment(System.nanoTime(), run.admitted(), busiest, costs);
  }

  /**
   * The measurements between two moments.
   *
   * @param rate packets in a nanosecond
   * @param busy the share of the time for which the busiest section had packets
   * @param known whether calls of all functions except rare ones have been timed
   * @param costs nanoseconds for each packet, by unit
   * @param visits the number of times that a packet comes to a unit
   * @param waiting the units that were found waiting
   */
  private record Window(
      double rate,
      double busy,
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
    for (Cost cost : to.costs().values()) {
      int unit = units.of(Site.original(cost.id()));
      Cost added = cost.since(from.costs().getOrDefault(cost.id(), Cost.none(cost.id())));
      if (unit >= 0 && added.calls() > 0) {
        // If no call of a window was timed, its calls count as long as the earlier ones.
        double each = added.timed() > 0 ? added.nanosOfOne() : cost.nanosOfOne();
        costs[unit] += each * added.calls() / packets;
        visits[unit] = Math.max(visits[unit], added.calls() / packets);
        known &= cost.timed() > 0 || added.calls() < RARE * packets;
      }
    }
    return new Window(
        packets / nanos, (to.busiest() - from.busiest()) / nanos, known, costs, visits, waiting());
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
  public boolean look() {
    if (!run.isGoing() || stays || !assembly.isCurrent(units)) {
      return false;
    }
    if (changing) {
      window = null;
      return true;
    }
    if (window == null) {
      window = now();
      looks = 0;
      return true;
    }
    samples.look(run.deployed());
    if (++looks >= LOOKS_OF_WINDOW && run.admitted() - window.packets() >= PACKETS_OF_WINDOW) {
      Moment before = window;
      window = now();
      looks = 0;
      consider(between(before, window));
    }
    return true;
  }

  private void consider(Window seen) {
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
    Division back = former;
    former = null;
    if (seen.rate() >= BETTER * formerRate) {
      rest = LEAST_REST;
      restAfterFailure = LEAST_REST;
    } else {
      rest = restAfterFailure;
      restAfterFailure = Math.min(MOST_REST, 2 * restAfterFailure);
      change(back);
    }
  }

  private void propose(Window seen) {
    Loads loads =
        new Loads(seen.costs(), seen.visits(), units.apart(), blocking(seen), units.copyable());
    Division best = Division.best(loads, processors);
    boolean promises =
        seen.known()
            && seen.busy() >= LIMITING
            && best.nanos(loads, processors) <= PROMISING * division.nanos(loads, processors);
    if (!promises) {
      promised = null;
    } else if (promised == null
        || promised.groups() != best.groups()
        || !promised.copies().equals(best.copies())
        || !promised.blocking().equals(best.blocking())) {
      promised = best;
    } else {
      promised = null;
      former = division;
      formerRate = seen.rate();
      change(best);
    }
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

  private void changeTo(Division next) {
    Deployment made = assembly.deployment(next);
    if (run.deployed().admission().mayPause()) {
      run.pause();
      if (Remapping.change(run, made, PATIENCE_NANOS)) {
        division = next;
        assembly.changed(next);
        return;
      }
    }
    stays = true;
  }

  /** Changes the deployment, on a thread that keeps the JVM alive while no section runs. */
  private void change(Division next) {
    changing = true;
    warmsUp = true;
    Thread.ofPlatform()
        .name("hocket-flow-mapper")
        .daemon(false)
        .inheritInheritableThreadLocals(false)
        .start(() -> {
          try {
            assembly.whileCurrent(units, () -> changeTo(next));
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
