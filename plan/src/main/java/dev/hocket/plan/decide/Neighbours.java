package dev.hocket.plan.decide;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists the neighbours of a plan: plans with one change, which is a worker more or fewer in a pool,
 * a worker moved from one pool to another, a thread more or fewer for a class, two pools joined, or
 * a class given a pool of its own.
 */
final class Neighbours {
  private final Plan plan;
  private final List<Handler> handlers;
  private final Set<Plan> found = new LinkedHashSet<>();

  private Neighbours(Plan plan, List<Handler> handlers) {
    this.plan = plan;
    this.handlers = handlers;
  }

  /** Returns the neighbours of a plan; the caller checks whether they fit on the machine. */
  static Set<Plan> of(Plan plan, List<Handler> handlers) {
    Neighbours neighbours = new Neighbours(plan, handlers);
    for (int i = 0; i < plan.pools().size(); i++) {
      neighbours.resize(i);
      neighbours.widen(i);
      neighbours.split(i);
      for (int other = 0; other < plan.pools().size(); other++) {
        neighbours.move(i, other);
        neighbours.join(i, other);
      }
    }
    neighbours.found.remove(plan);
    return neighbours.found;
  }

  private Pool pool(int i) {
    return plan.pools().get(i);
  }

  /** Adds a copy of the plan with some of its pools replaced. */
  private void replace(List<Integer> gone, Pool... coming) {
    List<Pool> pools = new ArrayList<>();
    for (int i = 0; i < plan.pools().size(); i++) {
      if (!gone.contains(i)) {
        pools.add(pool(i));
      }
    }
    pools.addAll(List.of(coming));
    found.add(new Plan(pools));
  }

  private static Pool withWorkers(Pool pool, int workers) {
    return new Pool(pool.classes(), Math.max(1, workers), pool.widths());
  }

  private void resize(int i) {
    int workers = pool(i).workers();
    for (int size : new int[] {workers - 1, workers + 1, workers / 2, 2 * workers}) {
      replace(List.of(i), withWorkers(pool(i), size));
    }
  }

  private void widen(int i) {
    Pool pool = pool(i);
    for (int position = 0; position < pool.classes().size(); position++) {
      Handler handler = handlers.get(pool.classes().get(position));
      int width = pool.widths().get(position);
      for (int threads : new int[] {width - 1, width + 1}) {
        // Only widths that make the handler faster, and only known ones.
        if (threads >= 1 && handler.fastestWidth(threads) == threads) {
          List<Integer> widths = new ArrayList<>(pool.widths());
          widths.set(position, threads);
          Pool wider = new Pool(pool.classes(), pool.workers(), widths);
          replace(List.of(i), wider);
          // The new width on the same number of cores, with other workers.
          int fitting = Math.max(1, pool.workers() * width / threads);
          replace(List.of(i), withWorkers(wider, fitting));
        }
      }
    }
  }

  private void split(int i) {
    Pool pool = pool(i);
    for (int position = 0;
        pool.classes().size() > 1 && position < pool.classes().size();
        position++) {
      List<Integer> classes = new ArrayList<>(pool.classes());
      List<Integer> widths = new ArrayList<>(pool.widths());
      Pool own = new Pool(List.of(classes.remove(position)), 1, List.of(widths.remove(position)));
      for (int workers = 1; workers < pool.workers(); workers *= 2) {
        replace(
            List.of(i),
            withWorkers(own, workers),
            new Pool(classes, pool.workers() - workers, widths));
      }
    }
  }

  private void move(int from, int to) {
    if (from != to && pool(from).workers() > 1) {
      replace(
          List.of(from, to),
          withWorkers(pool(from), pool(from).workers() - 1),
          withWorkers(pool(to), pool(to).workers() + 1));
    }
  }

  private void join(int one, int other) {
    if (one < other) {
      List<Integer> classes = new ArrayList<>(pool(one).classes());
      classes.addAll(pool(other).classes());
      classes.sort(null);
      List<Integer> widths = classes.stream().map(this::width).toList();
      replace(
          List.of(one, other),
          new Pool(classes, pool(one).workers() + pool(other).workers(), widths));
    }
  }

  private int width(int handler) {
    for (Pool pool : plan.pools()) {
      int position = pool.classes().indexOf(handler);
      if (position >= 0) {
        return pool.widths().get(position);
      }
    }
    throw new IllegalArgumentException("no pool has class " + handler);
  }
}
