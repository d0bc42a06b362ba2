package dev.hocket.bench.planning;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.processes.RealTime;
import dev.hocket.bench.race.Race;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.plan.load.OpenLoop;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.ParkingThread;
import dev.hocket.plan.model.Station;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares predicted flow times with measured ones. Each kernel, cut down to about a millisecond,
 * runs on a target of one thread under Poisson arrivals. The model gets the rate, the mean and
 * variation of the measured service times, and how long the thread took to wake when it was parked.
 *
 * <p>The mean of some ten thousand flow times at 85 % utilisation is uncertain by a tenth, because
 * it depends on how the arrivals happened to fall. So the same arrivals are also put through an
 * ideal thread whose handlers all take the mean service time. The true mean of that M/D/1 queue is
 * known exactly. The difference between its mean on these arrivals and its true mean is subtracted
 * from the measured mean (a control variate of weight 1). The subtraction does not change the
 * expected value and removes most of the variation.
 *
 * <p>Where the system permits it, generator and handler run before the threads of other programs
 * ({@link RealTime}). A cell whose generator was late by more than 1 % of the service time has
 * measured the generator, and the table drops it.
 */
final class FlowTimeCells {
  private static final double[] UTILISATIONS = {0.5, 0.7, 0.85};
  private static final double SERVICE_NANOS = 1e6;
  private static final int BATCHES = 30;
  private static final int WARM_UP_SECONDS = 5;
  private static final int CALIBRATIONS = 8;

  /**
   * From this utilisation on, successive flow times stay correlated for {@link #LONGER} times as
   * long.
   */
  private static final double HIGH_UTILISATION = 0.8;

  private static final double LONGER = 2.4;

  /** 97.5 % quantile of Student's t with 29 degrees of freedom. */
  private static final double STUDENT = 2.045;

  /** Whether the generator ran with real-time priority. */
  private static final AtomicBoolean FIRST = new AtomicBoolean();

  private final Kernel kernel;
  private final double size;
  private final int seconds;
  private final long seed;

  private int cells;
  private int dropped;
  private int vague;
  private int inside;
  private int p95Inside;

  private FlowTimeCells(Kernel kernel, int seconds, long seed) {
    this.kernel = kernel;
    this.size = sizeOf(kernel);
    this.seconds = seconds;
    this.seed = seed;
  }

  static void run(int seconds, long seed) throws InterruptedException {
    System.out.printf(
        "%n### Flow times, predicted and measured (%d to %d s a cell)%n%n",
        seconds, (int) (LONGER * seconds));
    System.out.println(
        "| kernel | utilisation | service time, cs² | waking | mean: measured | less the chance of"
            + " these arrivals | predicted | 95 %: measured | predicted | generator's lag |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    int all = 0;
    int dropped = 0;
    int vague = 0;
    int inside = 0;
    int p95Inside = 0;
    for (Kernel kernel : Kernel.values()) {
      FlowTimeCells cells = new FlowTimeCells(kernel, seconds, seed);
      for (double utilisation : UTILISATIONS) {
        cells.measure(utilisation);
      }
      all += cells.cells;
      dropped += cells.dropped;
      vague += cells.vague;
      inside += cells.inside;
      p95Inside += cells.p95Inside;
    }
    System.out.printf(
        "%nOf %d cells %d were dropped for the generator's lag, and %d because the measured mean is"
            + " uncertain by more than 5 %%; of the other %d the predicted mean is inside the measured"
            + " 95 %% interval in %d, and the predicted 95th percentile within 15 %% in %d.%n",
        all, dropped, vague, all - dropped - vague, inside, p95Inside);
    System.out.println(
        FIRST.get()
            ? "The generator and the handlers had priority over all other programs."
            : "Other programs could take the processor away from the generator and the handlers.");
  }

  /** The part of a kernel that takes this long after warm-up. */
  private static double sizeOf(Kernel kernel) {
    double size = 1;
    for (int i = 0; i < CALIBRATIONS; i++) {
      size *= SERVICE_NANOS / nanos(kernel, size);
    }
    return size;
  }

  /** The median time of warm runs. */
  private static double nanos(Kernel kernel, double size) {
    double[] nanos = new double[101];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      kernel.compute(size);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  /** The times of each event, in nanoseconds since the start, in order of arrival. */
  private static final class Log {
    final long[] due;
    final long[] posted;
    final long[] started;
    final long[] ended;
    int size;

    Log(int most) {
      due = new long[most];
      posted = new long[most];
      started = new long[most];
      ended = new long[most];
    }
  }

  private void measure(double utilisation) throws InterruptedException {
    double rate = utilisation * 1e9 / nanos(kernel, size);
    run(rate, Math.min(WARM_UP_SECONDS, seconds));
    Log log = run(rate, utilisation < HIGH_UTILISATION ? seconds : (int) (LONGER * seconds));
    report(utilisation, rate, log);
  }

  private Log run(double rate, int forSeconds) throws InterruptedException {
    Log log = new Log((int) (2 * rate * forSeconds) + 100);
    long expected = kernel.compute(size);
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger posted = new AtomicInteger();
    Target target = Targets.create("cell " + kernel + " " + rate + " " + forSeconds, 1);
    target.submit("come first", RealTime::comeFirst).join();
    long begin = System.nanoTime();
    OpenLoop.Arrival arrival =
        due -> {
          int event = posted.getAndIncrement();
          log.due[event] = due - begin;
          log.posted[event] = System.nanoTime() - begin;
          target.execute(
              "cell",
              () -> {
                // One thread runs all blocks, in the order of their arrival.
                int i = next.getAndIncrement();
                log.started[i] = System.nanoTime() - begin;
                boolean right = kernel.compute(size) == expected;
                log.ended[i] = System.nanoTime() - begin;
                wrong.addAndGet(right ? 0 : 1);
              });
        };
    long events = generated(rate, forSeconds, log.due.length, arrival);
    CountDownLatch done = new CountDownLatch(1);
    target.execute("done", done::countDown);
    done.await();
    target.shutdown(Duration.ofSeconds(1));
    log.size = next.get();
    if (wrong.get() > 0 || log.size != events) {
      throw new AssertionError(wrong + " wrong results, " + log.size + " events");
    }
    return log;
  }

  /**
   * Generates events on its own thread, with real-time priority where permitted; returns how many
   * arrived.
   */
  private long generated(double rate, int forSeconds, int most, OpenLoop.Arrival arrival)
      throws InterruptedException {
    AtomicLong events = new AtomicLong(-1);
    Thread generator =
        Thread.ofPlatform()
            .name("cell-generator")
            .start(() -> {
              FIRST.set(RealTime.comeFirst());
              events.set(
                  new OpenLoop(rate, seed)
                      .run(Duration.ofSeconds(forSeconds), most, arrival)
                      .events());
            });
    generator.join();
    return events.get();
  }

  private void report(double utilisation, double rate, Log log) {
    cells++;
    double[] service = new double[log.size];
    double[] flow = new double[log.size];
    double[] wakes = new double[log.size];
    int woken = 0;
    double lag = 0;
    for (int i = 0; i < log.size; i++) {
      boolean waited = i > 0 && log.ended[i - 1] > log.posted[i];
      // Fetching the next block belongs to its service time; waking the thread does not.
      service[i] = (log.ended[i] - (waited ? log.ended[i - 1] : log.started[i])) / 1e9;
      flow[i] = (log.ended[i] - log.due[i]) / 1e9;
      if (!waited) {
        wakes[woken++] = (log.started[i] - log.posted[i]) / 1e9;
      }
      lag += (log.posted[i] - log.due[i]) / 1e9 / log.size;
    }
    double mean = mean(service);
    double wake = mean(Arrays.copyOf(wakes, woken));
    ParkingThread model =
        new ParkingThread(
            Station.of(new Load(rate, mean, squaredVariation(service)), 1),
            wake,
            squaredVariation(Arrays.copyOf(wakes, woken)));
    Station ideal = Station.of(new Load(rate, mean, 0), 1);
    double[] excess = new double[log.size];
    double end = 0;
    for (int i = 0; i < log.size; i++) {
      double arrival = log.due[i] / 1e9;
      end = Math.max(end, arrival) + mean;
      excess[i] = flow[i] - (end - arrival);
    }
    double measured = ideal.meanFlow() + mean(excess);
    double halfWidth = halfWidth(excess);
    double[] sorted = flow.clone();
    Arrays.sort(sorted);
    double p95 = Race.quantile(sorted, .95);
    double predicted95 = model.flowQuantile(.95);
    boolean isDropped = lag > .01 * mean;
    boolean isVague = !isDropped && halfWidth > .05 * measured;
    dropped += isDropped ? 1 : 0;
    vague += isVague ? 1 : 0;
    if (!isDropped && !isVague) {
      inside += Math.abs(model.meanFlow() - measured) <= halfWidth ? 1 : 0;
      p95Inside += Math.abs(predicted95 - p95) <= .15 * p95 ? 1 : 0;
    }
    System.out.printf(
        "| %s | %.2f | %.3f ms, %.3f | %.0f µs | %.3f ± %.3f ms | %.3f ± %.3f ms | %.3f ms | %.2f ms |"
            + " %.2f ms | %.1f µs%s |%n",
        kernel.title(),
        utilisation,
        1e3 * mean,
        model.station().load().squaredVariation(),
        1e6 * wake,
        1e3 * mean(flow),
        1e3 * halfWidth(flow),
        1e3 * measured,
        1e3 * halfWidth,
        1e3 * model.meanFlow(),
        1e3 * p95,
        1e3 * predicted95,
        1e6 * lag,
        isDropped ? ", dropped" : isVague ? ", too uncertain" : "");
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double squaredVariation(double[] values) {
    double mean = mean(values);
    double variance =
        Arrays.stream(values).map(one -> (one - mean) * (one - mean)).average().orElse(0);
    return mean == 0 ? 0 : variance / (mean * mean);
  }

  /** Uses batch means, because flow times of successive events depend on each other. */
  private static double halfWidth(double[] values) {
    int length = values.length / BATCHES;
    double[] means = new double[BATCHES];
    for (int i = 0; i < BATCHES * length; i++) {
      means[i / length] += values[i] / length;
    }
    double mean = mean(means);
    double squares = Arrays.stream(means).map(one -> (one - mean) * (one - mean)).sum();
    return STUDENT * Math.sqrt(squares / (BATCHES - 1) / BATCHES);
  }
}
