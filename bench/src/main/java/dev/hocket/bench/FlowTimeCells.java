package dev.hocket.bench;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.plan.load.OpenLoop;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.report.TimeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Predicted flow times against measured ones: each kernel, cut down to about a millisecond, on a
 * target of one thread under Poisson arrivals. The model gets the rate and the mean and variation
 * of the measured service times. A cell whose generator was late by more than 1 % of the service
 * time has measured the generator, and is dropped.
 */
final class FlowTimeCells {
  private static final double[] UTILISATIONS = {0.5, 0.7, 0.85};
  private static final double SERVICE_NANOS = 1e6;
  private static final int BATCHES = 30;

  /** 97.5 % quantile of Student's t with 29 degrees of freedom. */
  private static final double STUDENT = 2.045;

  private final Kernel kernel;
  private final double size;
  private final int seconds;
  private final long seed;

  private int cells;
  private int dropped;
  private int inside;
  private int p95Inside;

  private FlowTimeCells(Kernel kernel, int seconds, long seed) {
    this.kernel = kernel;
    this.size = SERVICE_NANOS / nanos(kernel, 1);
    this.seconds = seconds;
    this.seed = seed;
  }

  static void run(int seconds, long seed) throws InterruptedException {
    System.out.printf("%n### Flow times, predicted and measured (%d s a cell)%n%n", seconds);
    System.out.println(
        "| kernel | utilisation | service time, cs² | mean: measured | predicted | 95 %: measured |"
            + " predicted | generator's lag |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    int all = 0;
    int dropped = 0;
    int inside = 0;
    int p95Inside = 0;
    for (Kernel kernel : Kernel.values()) {
      FlowTimeCells cells = new FlowTimeCells(kernel, seconds, seed);
      for (double utilisation : UTILISATIONS) {
        cells.measure(utilisation);
      }
      all += cells.cells;
      dropped += cells.dropped;
      inside += cells.inside;
      p95Inside += cells.p95Inside;
    }
    System.out.printf(
        "%nOf %d cells %d were dropped for the generator's lag; of the others the predicted mean is"
            + " inside the measured 95 %% interval in %d, and the predicted 95th percentile within"
            + " 15 %% in %d.%n",
        all, dropped, inside, p95Inside);
  }

  /** The median of warm runs. */
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

  private void measure(double utilisation) throws InterruptedException {
    double rate = utilisation * 1e9 / nanos(kernel, size);
    int most = (int) (2 * rate * seconds) + 100;
    double[] service = new double[most];
    double[] flow = new double[most];
    long expected = kernel.compute(size);
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger next = new AtomicInteger();
    LongAdder lag = new LongAdder();
    Target target = Targets.create("cell " + kernel + " " + utilisation, 1);
    OpenLoop.Outcome generator =
        new OpenLoop(rate, seed)
            .run(
                Duration.ofSeconds(seconds),
                most,
                due -> {
                  lag.add(System.nanoTime() - due);
                  target.execute(
                      "cell",
                      () -> {
                        long start = System.nanoTime();
                        boolean right = kernel.compute(size) == expected;
                        long end = System.nanoTime();
                        wrong.addAndGet(right ? 0 : 1);
                        // One thread runs all blocks, in the order in which they come.
                        int i = next.getAndIncrement();
                        service[i] = (end - start) / 1e9;
                        flow[i] = (end - due) / 1e9;
                      });
                });
    CountDownLatch done = new CountDownLatch(1);
    target.execute("done", done::countDown);
    done.await();
    target.shutdown(Duration.ofSeconds(1));
    if (wrong.get() > 0 || next.get() != generator.events()) {
      throw new AssertionError(wrong + " wrong results, " + next + " of " + generator.events());
    }
    report(
        utilisation,
        generator,
        lag.sum() / 1e9 / next.get(),
        Arrays.copyOf(service, next.get()),
        Arrays.copyOf(flow, next.get()));
  }

  private void report(
      double utilisation,
      OpenLoop.Outcome generator,
      double lagSeconds,
      double[] service,
      double[] flow) {
    cells++;
    double mean = Arrays.stream(service).average().orElseThrow();
    double variance =
        Arrays.stream(service).map(one -> (one - mean) * (one - mean)).average().orElseThrow();
    Load load = new Load(generator.events() / generator.seconds(), mean, variance / (mean * mean));
    Station model = Station.of(load, 1);
    double measured = Arrays.stream(flow).average().orElseThrow();
    double halfWidth = halfWidth(flow);
    double[] sorted = flow.clone();
    Arrays.sort(sorted);
    double p95 = Race.quantile(sorted, .95);
    double predicted95 = model.flowQuantile(.95);
    boolean isDropped = lagSeconds > .01 * mean;
    dropped += isDropped ? 1 : 0;
    inside += !isDropped && Math.abs(model.meanFlow() - measured) <= halfWidth ? 1 : 0;
    p95Inside += !isDropped && Math.abs(predicted95 - p95) <= .15 * p95 ? 1 : 0;
    System.out.printf(
        "| %s | %.2f | %.3f ms, %.3f | %.3f ± %.3f ms | %s | %.3f ms | %s | %.1f µs%s |%n",
        kernel.title(),
        utilisation,
        1e3 * mean,
        load.squaredVariation(),
        1e3 * measured,
        1e3 * halfWidth,
        TimeText.of(model.meanFlow()),
        1e3 * p95,
        TimeText.of(predicted95),
        1e6 * lagSeconds,
        isDropped ? ", dropped" : "");
  }

  /** By batch means: flow times of neighbours depend on each other. */
  private static double halfWidth(double[] flow) {
    int length = flow.length / BATCHES;
    double[] means = new double[BATCHES];
    for (int i = 0; i < BATCHES * length; i++) {
      means[i / length] += flow[i] / length;
    }
    double mean = Arrays.stream(means).average().orElseThrow();
    double squares = Arrays.stream(means).map(one -> (one - mean) * (one - mean)).sum();
    return STUDENT * Math.sqrt(squares / (BATCHES - 1) / BATCHES);
  }
}
