package dev.hocket.plan.measure;

import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Keeps when each handler of a recording was requested and how long it ran, so that the same events
 * can be simulated on other pools. Keeps the first {@value #MOST} runs, some 30 MB.
 */
public final class Trace {
  /** Runs that are kept. */
  public static final int MOST = 1_000_000;

  private final Map<String, Integer> labels = new HashMap<>();
  private long[] arrivals = new long[1024];
  private long[] service = new long[1024];
  private long[] pauses = new long[1024];
  private int[] labelOf = new int[1024];
  private int size;

  Trace() {}

  void add(Run run) {
    if (size == MOST || run.inPlace() || run.neverRan() || run.queueTime() < 0) {
      return;
    }
    if (size == arrivals.length) {
      int longer = Math.min(MOST, 2 * size);
      arrivals = Arrays.copyOf(arrivals, longer);
      service = Arrays.copyOf(service, longer);
      pauses = Arrays.copyOf(pauses, longer);
      labelOf = Arrays.copyOf(labelOf, longer);
    }
    arrivals[size] = run.start() - run.queueTime();
    service[size] = run.running();
    pauses[size] = run.pausing();
    labelOf[size] = labels.computeIfAbsent(run.label(), label -> labels.size());
    size++;
  }

  /** When the runs of some labels were requested, in no order. */
  long[] arrivalsOf(Collection<String> chosen) {
    boolean[] isChosen = new boolean[labels.size()];
    labels.forEach((label, index) -> isChosen[index] = chosen.contains(label));
    return IntStream.range(0, size)
        .filter(i -> isChosen[labelOf[i]])
        .mapToLong(i -> arrivals[i])
        .toArray();
  }

  /**
   * The runs of some labels as a workload whose first event arrives at 0.
   *
   * @param classes labels of each class of handlers, in the order of the classes
   * @return the workload; empty if none of these labels ran
   */
  public Workload workload(List<? extends List<String>> classes) {
    int[] classOf = new int[labels.size()];
    Arrays.fill(classOf, -1);
    for (int i = 0; i < classes.size(); i++) {
      for (String label : classes.get(i)) {
        if (labels.containsKey(label)) {
          classOf[labels.get(label)] = i;
        }
      }
    }
    int[] order =
        IntStream.range(0, size)
            .filter(i -> classOf[labelOf[i]] >= 0)
            .boxed()
            .sorted(Comparator.comparingLong(i -> arrivals[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long first = order.length == 0 ? 0 : arrivals[order[0]];
    return Workload.replayed(
            Arrays.stream(order).mapToDouble(i -> (arrivals[i] - first) / 1e9).toArray(),
            Arrays.stream(order).mapToDouble(i -> service[i] / 1e9).toArray(),
            Arrays.stream(order).map(i -> classOf[labelOf[i]]).toArray(),
            classes.size())
        .pausing(Arrays.stream(order).mapToDouble(i -> pauses[i] / 1e9).toArray());
  }
}
