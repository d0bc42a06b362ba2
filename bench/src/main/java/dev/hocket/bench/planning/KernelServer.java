package dev.hocket.bench.planning;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.WideKernel;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Worker;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.simulate.FlowTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Serves requests for kernels in one way, and measures how long each takes. */
final class KernelServer {
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** The ways in which requests get threads. */
  enum Way {
    /** Pools of fixed sizes. */
    POOLS("%s"),
    /** A virtual thread for each request. */
    VIRTUAL("virtual"),
    /** Tasks of one parallel region: listing 1 of the paper. */
    TASKS("tasks of a region"),
    /** One pool, whose handlers share the cores while they run. */
    SHARED_WIDTHS("shared widths");

    private final String title;

    Way(String title) {
      this.title = title;
    }
  }

  /**
   * Flow times and run times of the same requests, in order of arrival.
   *
   * @param flows the time from each request's due time to its end
   * @param runs the time from the start of each request's handler
   */
  record Measured(FlowTimes flows, FlowTimes runs) {}

  private final WideKernel program;
  private final List<Kernel> kernels;
  private final Way way;
  private final Plan plan;
  private final KernelArrivals arrivals;
  private final int cores;
  private final List<Measured> measured = new ArrayList<>();

  KernelServer(
      WideKernel program,
      List<Kernel> kernels,
      Way way,
      Plan plan,
      KernelArrivals arrivals,
      int cores) {
    this.program = program;
    this.kernels = kernels;
    this.way = way;
    this.plan = plan;
    this.arrivals = arrivals;
    this.cores = cores;
  }

  Way way() {
    return way;
  }

  Plan plan() {
    return plan;
  }

  String name() {
    return way.title.formatted(plan);
  }

  /** The measurement of the round whose mean flow time is the median. */
  Measured median() {
    return measured.stream()
        .sorted(Comparator.comparingDouble(one -> one.flows().mean()))
        .toList()
        .get(measured.size() / 2);
  }

  void measure() throws InterruptedException {
    switch (way) {
      case TASKS -> measureTasks();
      case SHARED_WIDTHS -> {
        ThreadBudget.shareWidths(true);
        try {
          measurePools();
        } finally {
          ThreadBudget.shareWidths(false);
        }
      }
      default -> measurePools();
    }
  }

  /** Requests that start one after another, each as soon as it is due. */
  private final class Requests {
    private final double[] flows = new double[arrivals.count()];
    private final double[] runs = new double[arrivals.count()];
    private final long start = System.nanoTime();

    private void awaitDue(int event) {
      for (long ahead; (ahead = due(event) - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(ahead);
      }
    }

    private long due(int event) {
      return start + (long) (1e9 * arrivals.due()[event]);
    }

    private void handle(int event, int threads) {
      Kernel kernel = kernels.get(arrivals.kinds()[event]);
      long begin = System.nanoTime();
      program.compute(kernel, arrivals.rounds()[event], threads);
      long end = System.nanoTime();
      flows[event] = (end - due(event)) / 1e9;
      runs[event] = (end - begin) / 1e9;
    }

    private void keep() {
      measured.add(
          new Measured(
              FlowTimes.measured(flows, arrivals.kinds()),
              FlowTimes.measured(runs, arrivals.kinds())));
    }
  }

  private void measurePools() throws InterruptedException {
    Target[] targetOf = new Target[kernels.size()];
    int[] widthOf = new int[kernels.size()];
    List<Target> targets = new ArrayList<>();
    for (Pool pool : plan.pools()) {
      Target target = target(pool);
      targets.add(target);
      for (int position = 0; position < pool.classes().size(); position++) {
        int kind = pool.classes().get(position);
        targetOf[kind] = target;
        widthOf[kind] =
            way == Way.SHARED_WIDTHS ? WideKernel.SHARED_WIDTH : pool.widths().get(position);
      }
    }
    Requests requests = new Requests();
    for (int i = 0; i < arrivals.count(); i++) {
      int event = i;
      int kind = arrivals.kinds()[i];
      requests.awaitDue(event);
      targetOf[kind].execute(
          kernels.get(kind).title(), () -> requests.handle(event, widthOf[kind]));
    }
    for (Target target : targets) {
      target.shutdown(LIMIT);
    }
    requests.keep();
  }

  private Target target(Pool pool) {
    String title = "pxay " + plan + " " + NUMBERS.incrementAndGet();
    return way == Way.VIRTUAL
        ? Targets.createVirtual(title)
        : Targets.create(title, pool.workers());
  }

  /**
   * Measures tasks. One thread of the region submits them, so there is one thread more than cores.
   */
  private void measureTasks() throws InterruptedException {
    Worker loop = Targets.create("pxay tasks " + NUMBERS.incrementAndGet(), 1);
    AtomicInteger next = new AtomicInteger();
    loop.execute(
        "region",
        () -> {
          Requests requests = new Requests();
          program.serve(
              cores + 1,
              () -> {
                int event = next.getAndIncrement();
                if (event >= arrivals.count()) {
                  return null;
                }
                requests.awaitDue(event);
                return () -> requests.handle(event, 1);
              });
          requests.keep();
        });
    loop.shutdown(LIMIT);
  }
}
