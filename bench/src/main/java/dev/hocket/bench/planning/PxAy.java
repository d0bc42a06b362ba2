package dev.hocket.bench.planning;

import dev.hocket.bench.figures.PaperTable;
import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.WideKernel;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Settings;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Repeats the experiment of paper 2, section 4.2, on this machine's cores: four kernels under
 * Poisson arrivals in one process, on pools of different sizes. The shares of the kernels and the
 * ratios of their run times are those of table 4; rates are scaled to the cores. Each row compares
 * the measurement with three predictions: a simulation of the same arrivals with the speed-ups of
 * an idle machine, a simulation with the speed-ups beside busy cores, and the formulas.
 */
public final class PxAy {
  /** The kernels in the order of table 4. */
  private static final List<Kernel> KERNELS =
      List.of(Kernel.CRYPT, Kernel.MONTE_CARLO, Kernel.SERIES, Kernel.RAY_TRACER);

  private static final List<Integer> ALL = List.of(0, 1, 2, 3);

  /** The number of cores that the paper's kernels keep busy at its rates. */
  private static final double PAPERS_BUSY = 16.2;

  /**
   * These cores as a share of the 64 cores in figures 11, 12 and 14, and of the 24 in figure 15.
   */
  private static final double[] UTILISATIONS = {PAPERS_BUSY / 64, PAPERS_BUSY / 24};

  /** The number of threads of each kernel in P(6,13,17,28), out of 64. */
  private static final int[] SHARES = {6, 13, 17, 28};

  /** The factor by which the kernels run faster here than in the paper. */
  private static final double FASTER = 20;

  /** The sizes of figures 11, 12 and 14 on 64 cores, and of figure 15 on 24, by number of cores. */
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

  /** The length of a simulated run as a multiple of a measured run. */
  private static final int SIMULATED = 20;

  private static final double UNSETTLED = 0.05;
  private static final long SEED = 20180704;

  /** The number of chunks of a handler's loop in the simulation of shared widths. */
  private static final int CHUNKS = 64;

  /** The factors of run times if all handlers of a kernel take equally long. */
  private static final double[] LIKE = {1};

  /**
   * The factors of run times if one of ten handlers takes 5.5 times the mean, the others half of
   * it.
   */
  private static final double[] UNLIKE = {.5, .5, .5, .5, .5, .5, .5, .5, .5, 5.5};

  private static final int UNLIMITED = 10_000;

  private final WideKernel program;
  private final KernelSpeeds speeds;
  private final int cores;
  private final double seconds;

  /** The number of measurements of each row, or 0 if the cores of another machine are simulated. */
  private final int rounds;

  private PxAy(WideKernel program, KernelSpeeds speeds, int cores, double seconds, int rounds) {
    this.rounds = rounds;
    this.program = program;
    this.speeds = speeds;
    this.cores = cores;
    this.seconds = seconds;
  }

  public static void run(Settings settings) throws Exception {
    WideKernel program = (WideKernel) Programs.load("WideKernels");
    if (settings.isQuick()) {
      run(program, 0.3, 0.01, 1);
    } else {
      run(program, 7, 0.4, 3);
    }
  }

  static void run(WideKernel program, double seconds, double cellSeconds, int rounds)
      throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    Map<Kernel, Double> lengths = new EnumMap<>(Kernel.class);
    for (int i = 0; i < KERNELS.size(); i++) {
      double paper = PaperKernels.handlers().get(i).load().serviceSeconds();
      lengths.put(KERNELS.get(i), paper / FASTER);
    }
    KernelSpeeds speeds = KernelSpeeds.measured(program, cores, lengths, cellSeconds);
    speeds.print();
    new PxAy(program, speeds, cores, seconds, rounds).all();
    for (int larger : PAPERS_SIZES.keySet()) {
      new PxAy(program, speeds, larger, SIMULATED * seconds, 0).simulated();
    }
  }

  /**
   * Simulates the paper's number of cores; the kernels keep the same share of them busy as in the
   * paper.
   */
  private void simulated() {
    double utilisation = PAPERS_BUSY / cores;
    System.out.printf(
        "%n### The paper's sizes on %d cores, simulated (figures 11 to 15)%n%n", cores);
    System.out.println(
        "| sizes | mean flow time: simulated, cores idle | by busy cores | formulas | stretch of crypt,"
            + " monte carlo, series, ray tracer: cores idle | by busy cores |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    KernelArrivals arrivals = arrivals(utilisation, LIKE);
    for (String sizes : PAPERS_SIZES.get(cores)) {
      simulatedRow(utilisation, PaperTable.plan(Sizes.parse(sizes)), arrivals);
    }
    evenSharing(arrivals, utilisation);
  }

  /**
   * Adds a schedule that no fixed sizes can reach: at every moment all handlers share the cores.
   */
  private void evenSharing(KernelArrivals arrivals, double utilisation) {
    List<SpeedUp> curves = handlers(utilisation, false).stream().map(Handler::curve).toList();
    FlowTimes even = Simulation.malleable(workload(arrivals), curves, cores).settled(UNSETTLED);
    System.out.printf(
        Locale.ROOT,
        "| cores shared evenly at every moment | %.1f ms | | | %s | |%n",
        1e3 * even.mean(),
        stretches(even, arrivals));
  }

  private void all() throws InterruptedException {
    System.out.printf(
        "%n### Sizes PxAy for four kernels, on %d cores (figures 11 to 15)%n%n", cores);
    System.out.println(
        "| lengths | busy | sizes | mean flow time: measured | simulated, cores idle | by busy cores"
            + " | as after pauses | formulas | stretch of crypt, monte carlo, series, ray tracer: measured | by busy"
            + " cores | runs alone, measured |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (double utilisation : UTILISATIONS) {
      measuredRows("alike", utilisation, arrivals(utilisation, LIKE));
    }
    measuredRows("unlike", UTILISATIONS[1], arrivals(UTILISATIONS[1], UNLIKE));
  }

  private void measuredRows(String lengths, double utilisation, KernelArrivals arrivals)
      throws InterruptedException {
    List<KernelServer> servers = new ArrayList<>();
    if (lengths.equals("alike")) {
      servers.add(server(KernelServer.Way.VIRTUAL, shared(1, UNLIMITED), arrivals));
      servers.add(server(KernelServer.Way.TASKS, shared(1, cores), arrivals));
    }
    Set<Plan> plans = new LinkedHashSet<>(List.of(shared(1, cores), own(cores, false)));
    for (int width = 2; width <= cores; width *= 2) {
      plans.add(shared(width, cores / width));
    }
    plans.add(own(cores, true));
    List<Handler> busy = handlers(utilisation, true);
    for (Plan plan : plans) {
      if (plan.utilisation(plan.crowded(busy, cores)) < 1) {
        servers.add(server(KernelServer.Way.POOLS, plan, arrivals));
      }
    }
    servers.add(server(KernelServer.Way.SHARED_WIDTHS, shared(1, cores), arrivals));
    // The entrants run in turn, so that other programs disturb all of them alike.
    for (int round = 0; round < rounds; round++) {
      for (KernelServer server : servers) {
        server.measure();
      }
    }
    for (KernelServer server : servers) {
      row(lengths, utilisation, server, arrivals);
    }
    compareSharedWidths(servers, arrivals, utilisation);
  }

  private KernelServer server(KernelServer.Way way, Plan plan, KernelArrivals arrivals) {
    return new KernelServer(program, KERNELS, way, plan, arrivals, cores);
  }

  /** Compares shared widths with fixed sizes, unless the machine is too slow for all of these. */
  private void compareSharedWidths(
      List<KernelServer> servers, KernelArrivals arrivals, double utilisation) {
    servers.stream()
        .filter(one -> one.way() == KernelServer.Way.POOLS)
        .min(Comparator.comparingDouble(one -> one.median().flows().mean()))
        .ifPresent(best -> compare(servers.getLast(), best, arrivals, utilisation));
  }

  private void compare(
      KernelServer widths, KernelServer best, KernelArrivals arrivals, double utilisation) {
    List<SpeedUp> curves = handlers(utilisation, false).stream().map(Handler::curve).toList();
    Workload workload = workload(arrivals);
    double fixed = best.median().flows().mean();
    double simulatedFixed = best.plan().simulate(workload, handlers(utilisation, false)).mean();
    double shared = widths.median().flows().mean();
    double chunked = Simulation.chunked(workload, curves, cores, CHUNKS).mean();
    System.out.printf(
        Locale.ROOT,
        "%nShared widths against %s, the best fixed sizes: %+.0f %% measured, %+.0f %% simulated.%n%n",
        best.plan(),
        100 * (shared / fixed - 1),
        100 * (chunked / simulatedFixed - 1));
  }

  private static Plan shared(int width, int workers) {
    return new Plan(List.of(new Pool(ALL, workers, List.of(width, width, width, width))));
  }

  /**
   * Pools with the paper's shares of the cores for each kernel, as workers or as threads of one
   * worker.
   */
  private static Plan own(int cores, boolean parallel) {
    List<Pool> pools = new ArrayList<>();
    for (int i : ALL) {
      int share = (int) Math.max(1, Math.round(cores * SHARES[i] / 64.0));
      pools.add(new Pool(List.of(i), parallel ? 1 : share, List.of(parallel ? share : 1)));
    }
    return new Plan(pools);
  }

  private List<Handler> handlers(double utilisation, boolean byBusyCores) {
    double offered =
        PaperKernels.handlers().stream().mapToDouble(one -> one.load().offered()).sum();
    return ALL.stream()
        .map(i -> {
          // This is the kernel's share of the busy cores, as in table 4.
          double share = PaperKernels.handlers().get(i).load().offered() / offered;
          double service = speeds.seconds(KERNELS.get(i));
          Load load = new Load(share * utilisation * cores / service, service, 0);
          return new Handler(KERNELS.get(i).title(), load, curve(KERNELS.get(i), byBusyCores));
        })
        .toList();
  }

  private SpeedUp curve(Kernel kernel, boolean byBusyCores) {
    if (rounds == 0) {
      return speeds.onMoreCores(kernel, byBusyCores);
    }
    return byBusyCores ? speeds.crowded(kernel) : speeds.alone(kernel);
  }

  private void row(
      String lengths, double utilisation, KernelServer server, KernelArrivals arrivals) {
    KernelServer.Measured measured = server.median();
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %s | %.1f ms | %s | %s | %s |%n",
        lengths,
        utilisation,
        server.name(),
        1e3 * measured.flows().mean(),
        predicted(utilisation, server, arrivals),
        stretches(measured.flows(), arrivals),
        server.way() == KernelServer.Way.POOLS
            ? stretches(
                    server.plan().simulate(workload(arrivals), handlers(utilisation, true)),
                    arrivals)
                + " | "
                + stretches(measured.runs(), arrivals)
            : " | " + stretches(measured.runs(), arrivals));
  }

  /** The predictions without busy cores, with busy cores, and by formulas. */
  private String predicted(double utilisation, KernelServer server, KernelArrivals arrivals) {
    List<Handler> idle = handlers(utilisation, false);
    List<Handler> busy = handlers(utilisation, true);
    Workload workload = workload(arrivals);
    if (server.way() == KernelServer.Way.SHARED_WIDTHS) {
      List<SpeedUp> curves = idle.stream().map(Handler::curve).toList();
      double chunked = Simulation.chunked(workload, curves, cores, CHUNKS).mean();
      double rested = Simulation.chunked(workload(arrivals, true), curves, cores, CHUNKS).mean();
      return String.format(Locale.ROOT, "%.1f | | %.1f | ", 1e3 * chunked, 1e3 * rested);
    }
    Plan plan = server.plan();
    return String.format(
        Locale.ROOT,
        "%.1f | %.1f | %.1f | %.1f",
        1e3 * plan.simulate(workload, idle).mean(),
        1e3 * plan.simulate(workload, busy).mean(),
        1e3 * plan.simulate(workload(arrivals, true), idle).mean(),
        1e3 * plan.predict(Goal.MEAN, plan.crowded(busy, cores)));
  }

  private void simulatedRow(double utilisation, Plan plan, KernelArrivals arrivals) {
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
        stretches(alone, arrivals),
        stretches(byBusyCores, arrivals));
  }

  private String text(double mean, Plan plan, List<Handler> handlers) {
    return plan.utilisation(plan.crowded(handlers, cores)) < 1
        ? String.format(Locale.ROOT, "%.1f ms", 1e3 * mean)
        : "grows without end";
  }

  private KernelArrivals arrivals(double utilisation, double[] lengths) {
    double[] rates =
        handlers(utilisation, false).stream()
            .mapToDouble(one -> one.load().arrivalsPerSecond())
            .toArray();
    int[] rounds = KERNELS.stream().mapToInt(speeds::roundsOf).toArray();
    return KernelArrivals.poisson(rates, rounds, lengths, seconds, SEED);
  }

  private Workload workload(KernelArrivals arrivals) {
    return workload(arrivals, false);
  }

  /**
   * The workload of arrivals. If {@code rested}, handlers take as long as after a sleep of their
   * threads.
   */
  private Workload workload(KernelArrivals arrivals, boolean rested) {
    double[] service = service(arrivals);
    for (int i = 0; rested && i < service.length; i++) {
      service[i] *= speeds.afterPause(KERNELS.get(arrivals.kinds()[i]));
    }
    return Workload.replayed(arrivals.due(), service, arrivals.kinds(), KERNELS.size())
        .computing(service, new double[service.length])
        .onCores(cores);
  }

  /** The time of each handler on one thread of an idle machine. */
  private double[] service(KernelArrivals arrivals) {
    return IntStream.range(0, arrivals.count())
        .mapToDouble(i -> {
          Kernel kernel = KERNELS.get(arrivals.kinds()[i]);
          return speeds.seconds(kernel) * arrivals.rounds()[i] / speeds.roundsOf(kernel);
        })
        .toArray();
  }

  private String stretches(FlowTimes flows, KernelArrivals arrivals) {
    FlowTimes alone = FlowTimes.measured(service(arrivals), arrivals.kinds());
    return IntStream.range(0, KERNELS.size())
        .mapToObj(i -> stretch(flows.ofClass(i), alone.ofClass(i).mean()))
        .collect(Collectors.joining(", "));
  }

  private static String stretch(FlowTimes flows, double alone) {
    return flows.count() == 0
        ? "–"
        : String.format(Locale.ROOT, "%.0f %%", 100 * flows.mean() / alone);
  }
}
