package dev.hocket.plan.measure;

import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Keeps the arrival and the run time of each handler of a recording, so that the same events can be
 * simulated on other pools. Of a long recording it keeps stretches from all of it: at most {@value
 * #MOST} runs, some 60 MB.
 */
public final class Trace {
  /** The most runs that are kept. */
  public static final int MOST = 1_000_000;

  /** Stretches of time into which the recording is cut when the first runs do not fit. */
  private static final int STRETCHES = 32;

  private final int most;
  private final Map<String, Integer> labels = new HashMap<>();
  private long[] arrivals = new long[1024];
  private long[] service = new long[1024];
  private long[] pauses = new long[1024];
  private long[] processor = new long[1024];
  private long[] ready = new long[1024];
  private long[] flows = new long[1024];
  private int[] labelOf = new int[1024];
  private int size;

  /** The begin of the first stretch, and the length of each; 0 while all runs are kept. */
  private long origin;

  private long width;

  /** The trace keeps one of this many stretches. */
  private long stride = 1;

  Trace() {
    this(MOST);
  }

  Trace(int most) {
    this.most = most;
  }

  void add(Run run) {
    if (run.inPlace() || run.neverRan() || run.queueTime() < 0) {
      return;
    }
    long arrival = run.start() - run.queueTime();
    if (!isKept(arrival)) {
      return;
    }
    while (size == most) {
      thin();
      if (!isKept(arrival)) {
        return;
      }
    }
    if (size == arrivals.length) {
      grow();
    }
    arrivals[size] = arrival;
    service[size] = run.running();
    pauses[size] = run.pausing();
    processor[size] = Math.max(0, run.times().processor());
    ready[size] = Math.max(0, run.ready());
    flows[size] = run.queueTime() + run.duration();
    labelOf[size] = labels.computeIfAbsent(run.label(), label -> labels.size());
    size++;
  }

  private void grow() {
    int longer = Math.min(most, 2 * size);
    arrivals = Arrays.copyOf(arrivals, longer);
    service = Arrays.copyOf(service, longer);
    pauses = Arrays.copyOf(pauses, longer);
    processor = Arrays.copyOf(processor, longer);
    ready = Arrays.copyOf(ready, longer);
    flows = Arrays.copyOf(flows, longer);
    labelOf = Arrays.copyOf(labelOf, longer);
  }

  private boolean isKept(long arrival) {
    return width == 0 || Math.floorMod(stretch(arrival), stride) == 0;
  }

  private long stretch(long arrival) {
    return Math.floorDiv(arrival - origin, width);
  }

  /** Drops every second stretch. */
  private void thin() {
    if (width == 0) {
      origin = Arrays.stream(arrivals, 0, size).min().orElseThrow();
      long last = Arrays.stream(arrivals, 0, size).max().orElseThrow();
      width = Math.max(1, (last - origin) / STRETCHES);
    }
    stride *= 2;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (isKept(arrivals[i])) {
        arrivals[kept] = arrivals[i];
        service[kept] = service[i];
        pauses[kept] = pauses[i];
        processor[kept] = processor[i];
        ready[kept] = ready[i];
        flows[kept] = flows[i];
        labelOf[kept] = labelOf[i];
        kept++;
      }
    }
    size = kept;
  }

  /**
   * The time at which an event would arrive if the kept stretches followed each other without gaps.
   */
  private long joined(long arrival) {
    if (width == 0) {
      return arrival;
    }
    long stretch = stretch(arrival);
    return arrival - (stretch - Math.floorDiv(stretch, stride)) * width;
  }

  /** The times at which the runs of some labels were requested, unordered. */
  long[] arrivalsOf(Collection<String> chosen) {
    boolean[] isChosen = new boolean[labels.size()];
    labels.forEach((label, index) -> isChosen[index] = chosen.contains(label));
    return IntStream.range(0, size)
        .filter(i -> isChosen[labelOf[i]])
        .mapToLong(i -> arrivals[i])
        .toArray();
  }

  /**
   * Recorded events, in order of arrival.
   *
   * @param workload the events, to be simulated; the first one arrives at 0
   * @param flows the flow times of the same events as recorded
   */
  public record Events(Workload workload, FlowTimes flows) {}

  /**
   * Returns the runs of some labels.
   *
   * @param classes the labels of each class of handlers, in the order of the classes
   * @return the events; none if none of these labels ran
   */
  public Events events(List<? extends List<String>> classes) {
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
            .sorted(
                Comparator.comparingLong((Integer i) -> arrivals[i])
                    .thenComparingLong(this::untilBegin))
            .mapToInt(Integer::intValue)
            .toArray();
    long first = order.length == 0 ? 0 : joined(arrivals[order[0]]);
    int[] kinds = Arrays.stream(order).map(i -> classOf[labelOf[i]]).toArray();
    Workload workload =
        Workload.replayed(
                Arrays.stream(order)
                    .mapToDouble(i -> (joined(arrivals[i]) - first) / 1e9)
                    .toArray(),
                seconds(service, order),
                kinds,
                classes.size())
            .pausing(seconds(pauses, order))
            .computing(seconds(processor, order), seconds(ready, order));
    return new Events(workload, FlowTimes.measured(seconds(flows, order), kinds));
  }

  /**
   * The time from the arrival to the begin: of events that arrive at once, a pool begins the first
   * one first.
   */
  private long untilBegin(int i) {
    return flows[i] - service[i] - pauses[i];
  }

  private static double[] seconds(long[] nanos, int[] order) {
    return Arrays.stream(order).mapToDouble(i -> nanos[i] / 1e9).toArray();
  }
}
