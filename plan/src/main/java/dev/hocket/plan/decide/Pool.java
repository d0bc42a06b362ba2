package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import java.util.List;

/**
 * A pool of a plan: the classes that share it, its workers, and how many threads each class runs
 * on.
 *
 * @param classes indices of the classes, ascending
 * @param workers Na
 * @param widths Np of each of these classes
 */
public record Pool(List<Integer> classes, int workers, List<Integer> widths) {

  /** Copies the lists. */
  public Pool {
    classes = List.copyOf(classes);
    widths = List.copyOf(widths);
    if (classes.isEmpty() || classes.size() != widths.size() || workers < 1) {
      throw new IllegalArgumentException(
          "a pool needs workers and a width for each class, not " + workers + " and " + widths);
    }
  }

  /**
   * Cores it takes when all its workers are busy with the widest handler.
   *
   * @return Na × the largest Np
   */
  public int cores() {
    return workers * widths.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  Load loadOf(int position, List<Handler> handlers) {
    Handler handler = handlers.get(classes.get(position));
    return handler.load().dividedBy(handler.curve().at(widths.get(position)));
  }

  Station station(List<Handler> handlers) {
    Load mixture = loadOf(0, handlers);
    for (int position = 1; position < classes.size(); position++) {
      mixture = mixture.mixedWith(loadOf(position, handlers));
    }
    return Station.of(mixture, workers);
  }
}
