package dev.hocket.bench;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.PaperKernels;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Repeats the experiment of paper 2, section 4.2, on this machine's cores: four kernels under
 * Poisson arrivals in one process, on pools of different sizes. The shares of the kernels and the
 * ratios of their run times are those of table 4; rates are scaled to the cores. Each row compares
 * the measurement with three predictions: a simulation of the same arrivals with the speed-ups of
 * an idle machine, a simulation with the speed-ups beside busy cores, and the formulas.
 */
final class PxAy {
  /** In the order of table 4. */
  private static final List<Kernel> KERNELS =
      List.of(Kernel.CRYPT, Kernel.MONTE_CARLO, Kernel.SERIES, Kernel.RAY_TRACER);

  private static final List<Integer> ALL = List.of(0, 1, 2, 3);

  /** Cores that the paper's kernels keep busy at its rates. */
  private static final double PAPERS_BUSY = 16.2;

  /** Those cores as a share of the 64 in figures 11, 12 and 14, and of the 24 in figure 15. */
  private static final double[] UTILISATIONS = {PAPERS_BUSY / 64, PAPERS_BUSY / 24};

  /** Each kernel's threads of the 64 in P(6,13,17,28). */
  private static final int[] SHARES = {6, 13, 17, 28};

  /** How many times as fast as the paper's the kernels run here. */
  private static final double FASTER = 20;

  /** Sizes of figures 11, 12 and 14 on 64 cores, and of figure 15 on 24, by number of cores. */
  private static final Map<Integer, List<String>> PAPERS_SIZES =
      new TreeMap<>(
          Map.of(
              64,
              List.of(
                  "P1A64",
                  "P1A(6,13,17,28)",
                  "P1A(4,3,10,7)",
                  "P2A32",
                  "P4A16",
                  "P6A10",
                  "P16A4",
                  "P64A1",
                  "P(6,13,17,28)A(1,1,1,1)",
                  "P(4,3,10,7)A(1,1,1,1)"),
              24,
              List.of(
                  "P1A24",
                  "P1A(4,3,10,7)",
                  "P2A12",
                  "P4A6",
                  "P6A4",
                  "P12A2",
                  "P24A1",
                  "P(4,3,10,7)A(1,1,1,1)")));

  /** How many times as long as a measured run a simulated run is. */
  private static final int SIMULATED = 20;

  private static final double UNSETTLED = 0.05;
  private static final long SEED = 20180704;
  private static final int UNLIMITED = 10_000;

  private final WideKernel program;
  private final KernelSpeeds speeds;
  private final int cores;
  private final double seconds;

  /** Whether this row simulates the cores of another machine. */
  private final boolean simulated;

  private PxAy(
      WideKernel program, KernelSpeeds speeds, int cores, double seconds, boolean simulated) {
    this.simulated = simulated;
    this.program = program;
    this.speeds = speeds;
    this.cores = cores;
    this.seconds = seconds;
  }

  static void run(Settings settings) throws Exception {
    WideKernel program = (WideKernel) Programs.load("WideKernels");
    run(program, settings.isQuick() ? 0.3 : 10, settings.isQuick() ? 0.01 : 0.4);
  }

  static void run(WideKernel program, double seconds, double cellSeconds) throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    Map<Kernel, Double> lengths = new EnumMap<>(Kernel.class);
    for (int i = 0; i < KERNELS.size(); i++) {
      double paper = PaperKernels.handlers().get(i).load().serviceSeconds();
      lengths.put(KERNELS.get(i), paper / FASTER);
    }
    KernelSpeeds speeds = KernelSpeeds.measured(program, cores, lengths, cellSeconds);
    speeds.print();
    new PxAy(program, speeds, cores, seconds, false).all();
    for (int larger : PAPERS_SIZES.keySet()) {
      new PxAy(program, speeds, larger, SIMULATED * seconds, true).simulated();
    }
  }

  /**
   * Simulates the paper's number of cores; the kernels keep as many of them busy as in the paper.
   */
  private void simulated() {
    double utilisation = PAPERS_BUSY / cores;
    System.out.printf(
        "%n### The paper's sizes on %d cores, simulated (figures 11 to 15)%n%n", cores);
    System.out.println(
        "| sizes | mean flow time: simulated, cores idle | by busy cores | formulas | stretch of crypt,"
            + " monte carlo, series, ray tracer: cores idle | by busy cores |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    Arrivals arrivals = arrivals(utilisation);
    for (String sizes : PAPERS_SIZES.get(cores)) {
      simulatedRow(utilisation, PaperTable.plan(Sizes.parse(sizes)), arrivals);
    }
    evenSharing(arrivals, utilisation);
  }

  /** A schedule that no fixed sizes can reach: at every moment all handlers share the cores. */
  private void evenSharing(Arrivals arrivals, double utilisation) {
    List<SpeedUp> curves = handlers(utilisation, false).stream().map(Handler::curve).toList();
    FlowTimes even = Simulation.malleable(workload(arrivals), curves, cores).settled(UNSETTLED);
    System.out.printf(
        Locale.ROOT,
        "| cores shared evenly at every moment | %.1f ms | | | %s | |%n",
        1e3 * even.mean(),
        stretches(even));
  }

  private void all() throws InterruptedException {
    System.out.printf(
        "%n### Sizes PxAy for four kernels, on %d cores (figures 11 to 15)%n%n", cores);
    System.out.println(
        "| busy | sizes | mean flow time: measured | simulated, cores idle | by busy cores | formulas"
            + " | stretch of crypt, monte carlo, series, ray tracer: measured | by busy cores | runs"
            + " alone, measured |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (double utilisation : UTILISATIONS) {
      Arrivals arrivals = arrivals(utilisation);
      row(utilisation, "virtual", shared(1, UNLIMITED), arrivals);
      Set<Plan> plans = new LinkedHashSet<>(List.of(shared(1, cores), own(cores, false)));
      for (int width = 2; width <= cores; width *= 2) {
        plans.add(shared(width, cores / width));
      }
      plans.add(own(cores, true));
      for (Plan plan : plans) {
        row(utilisation, "", plan, arrivals);
      }
    }
  }

  private static Plan shared(int width, int workers) {
    return new Plan(List.of(new Pool(ALL, workers, List.of(width, width, width, width))));
  }

  /** The paper's shares of the cores for each kernel: as workers, or as threads of one worker. */
  private static Plan own(int cores, boolean parallel) {
    List<Pool> pools = new ArrayList<>();
    for (int i : ALL) {
      int share = (int) Math.max(1, Math.round(cores * SHARES[i] / 64.0));
      pools.add(new Pool(List.of(i), parallel ? 1 : share, List.of(parallel ? share : 1)));
    }
    return new Plan(pools);
  }

  /** When events are due, and the kernel of each. */
  private record Arrivals(double[] due, int[] kinds) {}

  private List<Handler> handlers(double utilisation, boolean byBusyCores) {
    double offered =
        PaperKernels.handlers().stream().mapToDouble(one -> one.load().offered()).sum();
    return ALL.stream()
        .map(i -> {
          // The kernel's share of the busy cores, as in table 4.
          double share = PaperKernels.handlers().get(i).load().offered() / offered;
          double service = speeds.seconds(KERNELS.get(i));
          Load load = new Load(share * utilisation * cores / service, service, 0);
          return new Handler(KERNELS.get(i).title(), load, curve(KERNELS.get(i), byBusyCores));
        })
        .toList();
  }

  private SpeedUp curve(Kernel kernel, boolean byBusyCores) {
    if (simulated) {
      return speeds.onMoreCores(kernel, byBusyCores);
    }
    return byBusyCores ? speeds.crowded(kernel) : speeds.alone(kernel);
  }

  private Arrivals arrivals(double utilisation) {
    List<Handler> handlers = handlers(utilisation, false);
    double rate = handlers.stream().mapToDouble(one -> one.load().arrivalsPerSecond()).sum();
    SplittableRandom random = new SplittableRandom(SEED);
    List<Double> due = new ArrayList<>();
    List<Integer> kinds = new ArrayList<>();
    for (double now = 0; now < seconds; now -= Math.log1p(-random.nextDouble()) / rate) {
      due.add(now);
      double point = random.nextDouble(rate);
      int kind = 0;
      while (kind < 3 && point >= handlers.get(kind).load().arrivalsPerSecond()) {
        point -= handlers.get(kind++).load().arrivalsPerSecond();
      }
      kinds.add(kind);
    }
    return new Arrivals(
        due.stream().mapToDouble(one -> one).toArray(),
        kinds.stream().mapToInt(one -> one).toArray());
  }

  private void row(double utilisation, String name, Plan plan, Arrivals arrivals)
      throws InterruptedException {
    List<Handler> idle = handlers(utilisation, false);
    List<Handler> busy = handlers(utilisation, true);
    double most = plan.utilisation(plan.crowded(busy, cores));
    if (most >= 1) {
      System.out.printf(
          Locale.ROOT,
          "| %.2f | %s | too small: busy %.2f of the time |%n",
          utilisation,
          plan,
          most);
      return;
    }
    Measured measured = measured(plan, name, arrivals);
    Workload workload = workload(arrivals);
    FlowTimes byBusyCores = plan.simulate(workload, busy);
    System.out.printf(
        Locale.ROOT,
        "| %.2f | %s | %.1f ms | %.1f | %.1f | %.1f | %s | %s | %s |%n",
        utilisation,
        name.isEmpty() ? plan : name,
        1e3 * measured.flows.mean(),
        1e3 * plan.simulate(workload, idle).mean(),
        1e3 * byBusyCores.mean(),
        1e3 * plan.predict(Goal.MEAN, plan.crowded(busy, cores)),
        stretches(measured.flows),
        stretches(byBusyCores),
        stretches(measured.runs));
  }

  private void simulatedRow(double utilisation, Plan plan, Arrivals arrivals) {
    List<Handler> idle = handlers(utilisation, false);
    List<Handler> busy = handlers(utilisation, true);
    FlowTimes alone = plan.simulate(workload(arrivals), idle).settled(UNSETTLED);
    FlowTimes byBusyCores = plan.simulate(workload(arrivals), busy).settled(UNSETTLED);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %s |%n",
        plan,
        text(alone.mean(), plan, idle),
        text(byBusyCores.mean(), plan, busy),
        text(plan.predict(Goal.MEAN, plan.crowded(busy, cores)), plan, busy),
        stretches(alone),
        stretches(byBusyCores));
  }

  private String text(double mean, Plan plan, List<Handler> handlers) {
    return plan.utilisation(plan.crowded(handlers, cores)) < 1
        ? String.format(Locale.ROOT, "%.1f ms", 1e3 * mean)
        : "grows without end";
  }

  private Workload workload(Arrivals arrivals) {
    double[] service =
        Arrays.stream(arrivals.kinds).mapToDouble(i -> speeds.seconds(KERNELS.get(i))).toArray();
    return Workload.replayed(arrivals.due, service, arrivals.kinds, KERNELS.size())
        .computing(service, new double[service.length])
        .onCores(cores);
  }

  private String stretches(FlowTimes flows) {
    return IntStream.range(0, KERNELS.size())
        .mapToObj(i -> stretch(flows.ofClass(i), speeds.seconds(KERNELS.get(i))))
        .collect(Collectors.joining(", "));
  }

  private static String stretch(FlowTimes flows, double alone) {
    return flows.count() == 0
        ? "–"
        : String.format(Locale.ROOT, "%.0f %%", 100 * flows.mean() / alone);
  }

  /**
   * Flow times and run times of the same events, in order of arrival.
   *
   * @param flows from when each was due to its end
   * @param runs from when its handler began
   */
  private record Measured(FlowTimes flows, FlowTimes runs) {}

  private Measured measured(Plan plan, String name, Arrivals arrivals) throws InterruptedException {
    Target[] targetOf = new Target[KERNELS.size()];
    int[] widthOf = new int[KERNELS.size()];
    List<Target> targets = new ArrayList<>();
    for (Pool pool : plan.pools()) {
      String title = "pxay " + plan + " " + targets.size() + " of " + arrivals.due.length;
      Target target =
          name.equals("virtual")
              ? Targets.createVirtual(title)
              : Targets.create(title, pool.workers());
      targets.add(target);
      for (int position = 0; position < pool.classes().size(); position++) {
        targetOf[pool.classes().get(position)] = target;
        widthOf[pool.classes().get(position)] = pool.widths().get(position);
      }
    }
    double[] flows = new double[arrivals.due.length];
    double[] runs = new double[flows.length];
    long start = System.nanoTime();
    for (int i = 0; i < flows.length; i++) {
      int event = i;
      int kind = arrivals.kinds[i];
      long at = start + (long) (1e9 * arrivals.due[i]);
      for (long ahead; (ahead = at - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(ahead);
      }
      targetOf[kind].execute(
          KERNELS.get(kind).title(),
          () -> {
            Kernel kernel = KERNELS.get(kind);
            long begin = System.nanoTime();
            program.compute(kernel, speeds.roundsOf(kernel), widthOf[kind]);
            long end = System.nanoTime();
            flows[event] = (end - at) / 1e9;
            runs[event] = (end - begin) / 1e9;
          });
    }
    for (Target target : targets) {
      target.shutdown(Duration.ofMinutes(10));
    }
    return new Measured(
        FlowTimes.measured(flows, arrivals.kinds), FlowTimes.measured(runs, arrivals.kinds));
  }
}
