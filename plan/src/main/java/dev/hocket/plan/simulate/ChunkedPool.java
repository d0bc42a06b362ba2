package dev.hocket.plan.simulate;

import dev.hocket.plan.model.SpeedUp;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulates handlers whose threads change to other handlers only between two chunks of a loop,
 * which is how a program can approximate even sharing of the cores. Each handler has a whole number
 * of threads. A new handler gets the free ones. Other handlers release the threads beyond their
 * fair share when they end their current chunks, and get more when some become free.
 */
final class ChunkedPool {
  private final Workload workload;
  private final List<SpeedUp> curves;
  private final int cores;
  private final int chunks;
  private final int[] widest;
  private final double[] flows;

  /** The handlers that are present, in order of arrival. */
  private final List<Running> present = new ArrayList<>();

  private int free;

  /** A handler that has begun, or waits for its first thread. */
  private static final class Running {
    final int event;
    final int kind;
    double left;
    int threads;
    int share;

    /** The time at which the handler releases the threads beyond its share. */
    double lets = Double.POSITIVE_INFINITY;

    Running(int event, int kind, double left) {
      this.event = event;
      this.kind = kind;
      this.left = left;
    }
  }

  ChunkedPool(Workload workload, List<SpeedUp> curves, int cores, int chunks) {
    if (cores < 1 || chunks < 1) {
      throw new IllegalArgumentException(
          "at least 1 core and 1 chunk are needed, not " + cores + " and " + chunks);
    }
    this.workload = workload;
    this.curves = curves;
    this.cores = cores;
    this.chunks = chunks;
    this.free = cores;
    this.flows = new double[workload.events()];
    this.widest = curves.stream().mapToInt(curve -> fastest(curve, cores)).toArray();
  }

  /** Finds the most threads that make a handler faster. */
  private static int fastest(SpeedUp curve, int cores) {
    int best = 1;
    for (int threads = 2; threads <= Math.min(cores, curve.most()); threads++) {
      best = curve.at(threads) > curve.at(best) ? threads : best;
    }
    return best;
  }

  FlowTimes run() {
    double now = 0;
    int next = 0;
    while (next < flows.length || !present.isEmpty()) {
      double arrival = next < flows.length ? workload.arrivals[next] : Double.POSITIVE_INFINITY;
      Running first = null;
      double end = Double.POSITIVE_INFINITY;
      Running letting = null;
      double lets = Double.POSITIVE_INFINITY;
      for (Running one : present) {
        double ends = one.threads == 0 ? Double.POSITIVE_INFINITY : now + one.left / speed(one);
        if (ends < end) {
          end = ends;
          first = one;
        }
        if (one.lets < lets) {
          lets = one.lets;
          letting = one;
        }
      }
      double until = Math.min(arrival, Math.min(end, lets));
      advance(until - now);
      now = until;
      if (end <= until) {
        finish(first, now);
      } else if (lets <= until) {
        letGo(letting);
      } else {
        int kind = workload.classes[next];
        present.add(new Running(next, kind, workload.service[next]));
        next++;
      }
      share();
      give(now);
    }
    return new FlowTimes(flows, workload.classes);
  }

  private double speed(Running one) {
    return curves.get(one.kind).at(one.threads);
  }

  private void advance(double seconds) {
    for (Running one : present) {
      one.left -= one.threads == 0 ? 0 : seconds * speed(one);
    }
  }

  private void finish(Running one, double now) {
    present.remove(one);
    free += one.threads;
    flows[one.event] = now - workload.arrivals[one.event] + workload.pause(one.event);
  }

  private void letGo(Running one) {
    int surplus = Math.max(0, one.threads - Math.max(1, one.share));
    one.threads -= surplus;
    free += surplus;
    one.lets = Double.POSITIVE_INFINITY;
  }

  /** Computes the fair shares: one thread to each handler in turn, in order of arrival. */
  private void share() {
    present.forEach(one -> one.share = 0);
    int left = cores;
    boolean given = true;
    while (left > 0 && given) {
      given = false;
      for (Running one : present) {
        if (left > 0 && one.share < widest[one.kind]) {
          one.share++;
          left--;
          given = true;
        }
      }
    }
  }

  /**
   * Gives free threads to handlers below their share, those with the fewest threads first. Handlers
   * above their share release threads when their chunks end.
   */
  private void give(double now) {
    while (free > 0) {
      Running neediest = null;
      for (Running one : present) {
        if (one.threads < one.share && (neediest == null || one.threads < neediest.threads)) {
          neediest = one;
        }
      }
      if (neediest == null) {
        break;
      }
      neediest.threads++;
      free--;
    }
    for (Running one : present) {
      if (one.threads <= Math.max(1, one.share)) {
        one.lets = Double.POSITIVE_INFINITY;
      } else if (one.lets == Double.POSITIVE_INFINITY) {
        // A chunk on one thread: the time of the whole on all threads, times threads, over chunks.
        one.lets = now + workload.service[one.event] * one.threads / speed(one) / chunks;
      }
    }
  }
}
