package dev.hocket.plan.advise;

import dev.hocket.plan.measure.MadeRecording;
import dev.hocket.plan.measure.Measurement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A program on a virtual clock whose handlers do things that the planner's replay does not know:
 * they hold a lock or one of some connections, and share processors. Advice is compared with its
 * runs, so it shares no code with the planner.
 *
 * @param events the events, in order of arrival
 * @param computes whether runs compute, and share the processors; otherwise they sleep
 * @param processors the number of processors of the machine
 * @param permits the number of runs that may hold the resource at once
 * @param inside the share of each run's need, at its end, for which it holds the resource
 */
record SimulatedProgram(
    List<Due> events, boolean computes, int processors, int permits, double inside) {

  /**
   * An event: its time of arrival, its class, and the time that its run takes alone, in seconds.
   */
  record Due(double arrival, int kind, double need) {}

  /** A change of the number of workers of a pool. */
  record Resize(double at, int pool, int workers) {}

  /** The runs of the program, in order of their ends. */
  record Ran(Due event, int pool, double start, double end, double ready) {
    double flow() {
      return end - event.arrival;
    }
  }

  /** Makes a program without a resource. */
  static SimulatedProgram free(List<Due> events, boolean computes, int processors) {
    return new SimulatedProgram(events, computes, processors, Integer.MAX_VALUE, 0);
  }

  private static final class Active {
    final Due event;
    final int pool;
    final double start;

    /** The rest of the current part of the run, and of the part with the resource. */
    double left;

    double leftInside;
    boolean holds;
    boolean waits;
    double ready;

    Active(Due event, int pool, double start, double inside) {
      this.event = event;
      this.pool = pool;
      this.start = start;
      this.leftInside = inside * event.need;
      this.left = event.need - leftInside;
    }
  }

  /** Runs the program. */
  final class Machine {
    private final int[] poolOf;
    private final int[] workers;
    private final List<Resize> resizes;
    private final int[] running;
    private final List<Queue<Due>> queues = new ArrayList<>();
    private final List<Active> active = new ArrayList<>();
    private final Queue<Active> waiting = new ArrayDeque<>();
    private final List<Ran> ran = new ArrayList<>();
    private int free = permits;
    private double now;

    Machine(int[] poolOf, int[] workers, List<Resize> resizes) {
      this.poolOf = poolOf;
      this.workers = workers.clone();
      this.resizes = resizes;
      this.running = new int[workers.length];
      for (int ignored : workers) {
        queues.add(new ArrayDeque<>());
      }
    }

    List<Ran> run() {
      int next = 0;
      int resized = 0;
      while (next < events.size() || !active.isEmpty()) {
        double arrives = next < events.size() ? events.get(next).arrival : Double.MAX_VALUE;
        double resizes = resized < this.resizes.size() ? this.resizes.get(resized).at : 1e300;
        double until = Math.min(Math.min(arrives, resizes), now + firstEnd());
        advance(until - now);
        now = until;
        while (next < events.size() && events.get(next).arrival <= now) {
          Due due = events.get(next++);
          queues.get(poolOf[due.kind]).add(due);
        }
        while (resized < this.resizes.size() && this.resizes.get(resized).at <= now) {
          Resize one = this.resizes.get(resized++);
          workers[one.pool] = one.workers;
        }
        finishParts();
        begin();
      }
      return ran;
    }

    private double rate() {
      long computing = active.stream().filter(one -> !one.waits).count();
      return computes ? Math.min(1, (double) processors / Math.max(1, computing)) : 1;
    }

    private double firstEnd() {
      double rate = rate();
      return active.stream()
          .filter(one -> !one.waits)
          .mapToDouble(one -> one.left / rate)
          .min()
          .orElse(Double.MAX_VALUE);
    }

    private void advance(double seconds) {
      double rate = rate();
      for (Active one : active) {
        if (!one.waits) {
          one.left -= seconds * rate;
          one.ready += seconds * (1 - rate);
        }
      }
    }

    private void finishParts() {
      for (Active one : List.copyOf(active)) {
        if (!one.waits && one.left <= 1e-12) {
          if (one.holds || one.leftInside == 0) {
            end(one);
          } else if (free > 0) {
            acquire(one);
          } else {
            one.waits = true;
            waiting.add(one);
          }
        }
      }
    }

    private void acquire(Active one) {
      free--;
      one.waits = false;
      one.holds = true;
      one.left = one.leftInside;
    }

    private void end(Active one) {
      active.remove(one);
      running[one.pool]--;
      ran.add(new Ran(one.event, one.pool, one.start, now, one.ready));
      if (one.holds) {
        free++;
        if (!waiting.isEmpty()) {
          acquire(waiting.poll());
        }
      }
    }

    private void begin() {
      for (int pool = 0; pool < workers.length; pool++) {
        while (running[pool] < workers[pool] && !queues.get(pool).isEmpty()) {
          Due due = queues.get(pool).poll();
          running[pool]++;
          active.add(new Active(due, pool, now, inside));
        }
      }
      // A run whose first part is empty asks for the resource at once.
      finishParts();
    }
  }

  List<Ran> run(int[] poolOf, int[] workers, List<Resize> resizes) {
    return new Machine(poolOf, workers, resizes).run();
  }

  /** Returns the measurement of a recording of these runs. */
  Measurement recorded(List<Ran> ran, int[] workers, List<Resize> resizes, boolean processorTime) {
    MadeRecording made = new MadeRecording();
    for (int pool = 0; pool < workers.length; pool++) {
      made.pool("pool " + pool, workers[pool], 0);
    }
    resizes.forEach(one -> made.pool("pool " + one.pool, one.workers, one.at));
    for (Ran one : ran) {
      double needed = computes ? one.event.need : 0.01 * one.event.need;
      made.run(
          label(one.event.kind),
          "pool " + one.pool,
          one.event.arrival,
          one.start,
          one.end,
          processorTime ? needed : -1,
          one.ready);
    }
    return made.measurement();
  }

  public static String label(int kind) {
    return "Handler.java:" + (kind + 1);
  }
}
