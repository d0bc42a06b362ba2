package dev.hocket.plan.measure;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Shape;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The figures of all blocks with one label, that is, of one place in the source. Blocks that never
 * ran count only in {@link #neverRan}, and those that ran in place, as a part of another block,
 * only in {@link #inPlace}.
 */
public final class Label {
  private final String name;
  private String target;
  private boolean severalTargets;
  private final Arrivals arrivals = new Arrivals();
  private final Moments service = new Moments();
  private final Moments processor = new Moments();
  private final Moments ready = new Moments();
  private final Histogram services = new Histogram(3);
  private final Moments pauses = new Moments();
  private final Moments queueing = new Moments();
  private final Moments flow = new Moments();
  private final Histogram flows = new Histogram(3);
  private long failed;
  private long neverRan;
  private long inPlace;
  private long items;
  private long overNoticeable;
  private int widestTeam = 1;

  /** The delay that people notice, in nanoseconds. */
  private static final long NOTICEABLE = 100_000_000;

  Label(String name) {
    this.name = name;
  }

  void add(Run run) {
    if (run.inPlace()) {
      inPlace++;
      target = target == null ? run.target() : target;
      return;
    }
    severalTargets |= target != null && !target.equals(run.target());
    target = run.target();
    if (run.neverRan()) {
      neverRan++;
      return;
    }
    failed += run.hasFailed() ? 1 : 0;
    service.add(run.running() / 1e9);
    pauses.add(run.pausing() / 1e9);
    items += Math.max(0, run.items());
    services.recordValue(run.running());
    if (run.times().processor() >= 0) {
      processor.add(run.times().processor() / 1e9);
      ready.add(run.ready() / 1e9);
    }
    if (run.queueTime() >= 0) {
      arrivals.add(run.start() - run.queueTime());
      long whole = run.queueTime() + run.duration();
      queueing.add((run.queueTime() + Math.max(0, run.requeueTime())) / 1e9);
      flow.add(whole / 1e9);
      flows.recordValue(whole);
      overNoticeable += whole > NOTICEABLE ? 1 : 0;
    }
  }

  void hadTeam(int threads) {
    widestTeam = Math.max(widestTeam, threads);
  }

  /**
   * The largest team of a parallel region in one of its runs.
   *
   * @return number of threads; 1 if it has no such region
   */
  public int widestTeam() {
    return widestTeam;
  }

  /**
   * The label: the position of the code in the source.
   *
   * @return the label, as in {@code Photos.java:12}
   */
  public String name() {
    return name;
  }

  /**
   * The target on which the label's blocks ran last.
   *
   * @return the target's name
   */
  public String target() {
    return target;
  }

  /**
   * Returns whether its blocks ran on more than one target.
   *
   * @return true if several targets ran them; then a single pool cannot explain their waits
   */
  public boolean hasSeveralTargets() {
    return severalTargets;
  }

  /**
   * The arrivals of its events.
   *
   * @return the arrivals
   */
  public Arrivals arrivals() {
    return arrivals;
  }

  /**
   * Number of runs.
   *
   * @return 0 or more
   */
  public long runs() {
    return service.count();
  }

  /**
   * Number of runs that threw.
   *
   * @return 0 or more
   */
  public long failed() {
    return failed;
  }

  /**
   * Number of blocks that were cancelled or rejected before they began.
   *
   * @return 0 or more
   */
  public long neverRan() {
    return neverRan;
  }

  /**
   * Number of runs on the thread that encountered them.
   *
   * @return 0 or more
   */
  public long inPlace() {
    return inPlace;
  }

  /**
   * Service time: the mean time for which a run held a thread and did not wait, in seconds.
   *
   * @return the estimate
   */
  public Estimate service() {
    return service.mean();
  }

  /**
   * Squared coefficient of variation of the service time.
   *
   * @return the estimate
   */
  public Estimate squaredVariation() {
    return service.squaredVariation();
  }

  /**
   * Mean time for which a run waited for something else (another block, an event, an answer) or was
   * suspended. It had no thread then, or had passed it on.
   *
   * @return the estimate, in seconds
   */
  public Estimate pauses() {
    return pauses.mean();
  }

  /**
   * Number of pieces of work of all runs. A run that is a batch, such as a run of a flow's section,
   * has several.
   *
   * @return 0 or more
   */
  public long items() {
    return items;
  }

  /**
   * Mean processor time of a run, in seconds.
   *
   * @return the estimate; unknown unless processor times were recorded
   */
  public Estimate processor() {
    return processor.mean();
  }

  /**
   * Mean time for which a run was ready but had no processor, because other threads had them all.
   *
   * @return the estimate, in seconds; unknown unless processor times were recorded
   */
  public Estimate ready() {
    return ready.mean();
  }

  /**
   * Share of the run time for which a run was ready but had no processor.
   *
   * @return between 0 and 1; 0 if the share is not known
   */
  public double readyShare() {
    double share = ready.mean().value() / service.mean().value();
    return share > 0 ? share : 0;
  }

  /**
   * Share of the run time for which a run needed a processor, whether it got one or not; less than
   * 1 for a handler that waits for disks or networks.
   *
   * @return above 0 and at most 1; 1 unless processor times were recorded
   */
  public double processorShare() {
    double share = (processor.mean().value() + ready.mean().value()) / service.mean().value();
    return share > 0 && share < 1 ? share : 1;
  }

  /**
   * Mean time a block waited for a thread, in seconds, at first and after it had been suspended.
   *
   * @return the estimate
   */
  public Estimate queueing() {
    return queueing.mean();
  }

  /**
   * Mean time from the event to the end of its handler, in seconds.
   *
   * @return the estimate. Its interval takes flow times to be independent, which those of a busy
   *     pool are not, and is too narrow there
   */
  public Estimate flow() {
    return flow.mean();
  }

  /**
   * The flow time that a share of events did not exceed.
   *
   * @param share between 0 and 1
   * @return seconds, to three digits; not a number if no flow time is known
   */
  public double flowQuantile(double share) {
    return flow.count() == 0 ? Double.NaN : flows.getValueAtPercentile(100 * share) / 1e9;
  }

  /**
   * Share of events that took longer than 100 ms.
   *
   * @return between 0 and 1; not a number if no flow time is known
   */
  public double shareOver100Millis() {
    return (double) overNoticeable / flow.count();
  }

  /**
   * The load that models take as their input.
   *
   * @return the measured load; without arrivals if the rate is not known
   */
  public Load load() {
    double rate = arrivals.perSecond().value();
    double variation = squaredVariation().value();
    return new Load(
        Double.isNaN(rate) ? 0 : rate,
        runs() == 0 ? 0 : service().value(),
        Double.isNaN(variation) ? 0 : variation,
        shape());
  }

  /** The distribution of the service times, to three digits. */
  private Shape shape() {
    if (!(service.mean().value() > 0)) {
      return new Shape.Gamma(0);
    }
    double[] times = new double[0];
    long[] counts = new long[0];
    int size = 0;
    for (HistogramIterationValue value : services.recordedValues()) {
      if (size == times.length) {
        times = Arrays.copyOf(times, 2 * size + 16);
        counts = Arrays.copyOf(counts, times.length);
      }
      times[size] = services.medianEquivalentValue(value.getValueIteratedTo());
      counts[size++] = value.getCountAddedInThisIterationStep();
    }
    return Shape.Recorded.of(Arrays.copyOf(times, size), Arrays.copyOf(counts, size));
  }
}
