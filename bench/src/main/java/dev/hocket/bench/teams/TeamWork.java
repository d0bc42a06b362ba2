package dev.hocket.bench.teams;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.processes.AskedProgram;
import dev.hocket.bench.processes.NativeBuild;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.bench.race.Spin;
import dev.hocket.directives.Teams;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Measures teams of threads. The cost of their constructs, after the microbenchmarks of EPCC (Bull,
 * 1999), is compared with OpenMP in C and with parallel streams; whole computations are compared
 * with versions written by hand.
 */
public final class TeamWork {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();
  private static final int OPERATIONS = 1_000;
  private static final int SAMPLES = 40;

  /** A run's figure is this quantile of its samples. */
  private static final double PERCENTILE = 0.05;

  private TeamWork() {}

  public static void run(Settings settings) throws Exception {
    overheads(settings);
    kernels(settings);
  }

  /** Runs a given number of operations. */
  private interface Operations {
    void run(int operations) throws Exception;
  }

  private static void overheads(Settings settings) throws Exception {
    Object program = Programs.load("TeamConstructs");
    checkDistinctThreads();
    Path folder = Files.createTempDirectory("hocket-bench");
    try (AskedProgram openMp = openMp(folder)) {
      for (String construct :
          List.of(
              "parallel",
              "forStatic",
              "forDynamic",
              "forGuided",
              "barrier",
              "single",
              "critical",
              "reduction")) {
        Race race = new Race(construct + " on " + THREADS + " threads, per construct");
        Method method = program.getClass().getMethod(construct, int.class, int.class);
        race.with("Hocket", () -> overhead(operations -> call(program, method, operations)));
        if (openMp != null) {
          race.with("libgomp", () -> ask(openMp, construct));
        }
        if (construct.equals("parallel")) {
          race.with("parallel stream, forEach", () -> overhead(TeamWork::streams));
        }
        if (construct.equals("reduction")) {
          race.with("parallel stream, sum", () -> overhead(TeamWork::summingStreams));
        }
        race.run(settings.warmUpRounds(), settings.rounds(), settings.seed());
      }
    } finally {
      Programs.delete(folder);
    }
  }

  /** The program in C; null if this machine has no C compiler with OpenMP. */
  private static AskedProgram openMp(Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve("overheads");
    Path sources = Programs.ROOT.resolve("bench/src/main/c");
    List<String> build = List.of("gcc", "-O2", "-fopenmp", "-o", program.toString(), "overheads.c");
    String failure = NativeBuild.failure(build, sources);
    if (failure != null) {
      System.out.printf("%nlibgomp: not measured: %s%n", failure);
      return null;
    }
    return new AskedProgram("libgomp", List.of(program.toString()));
  }

  private static double ask(AskedProgram openMp, String construct) throws Exception {
    String name = construct.replace("for", "for_").toLowerCase();
    return openMp.ask(name, THREADS, OPERATIONS, SAMPLES) / 1e3;
  }

  private static void call(Object program, Method method, int operations) throws Exception {
    Object result = method.invoke(program, THREADS, operations);
    if (result != null && (double) result != (double) THREADS * operations) {
      throw new AssertionError(method.getName() + ": " + result);
    }
  }

  /** Checks the size of a team: one with fewer threads than it claims would look fast. */
  private static void checkDistinctThreads() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Teams.parallel(THREADS, true, "TeamWork.java:1", () -> threads.add(Thread.currentThread()));
    if (threads.size() != THREADS) {
      throw new AssertionError(threads.size() + " threads of " + THREADS);
    }
  }

  private static void streams(int operations) {
    for (int i = 0; i < operations; i++) {
      IntStream.range(0, THREADS).parallel().forEach(j -> Spin.briefly());
    }
  }

  private static double one(int ignored) {
    Spin.briefly();
    return 1;
  }

  private static void summingStreams(int operations) {
    double all = 0;
    for (int i = 0; i < operations; i++) {
      all += IntStream.range(0, THREADS).parallel().mapToDouble(TeamWork::one).sum();
    }
    if (all != (double) THREADS * operations) {
      throw new AssertionError("parallel stream: " + all);
    }
  }

  /** The time of one operation without that of its work. */
  private static double overhead(Operations construct) throws Exception {
    return percentile(construct) - percentile(TeamWork::reference);
  }

  private static void reference(int operations) {
    for (int i = 0; i < operations; i++) {
      Spin.briefly();
    }
  }

  private static double percentile(Operations construct) throws Exception {
    double[] nanos = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long start = System.nanoTime();
      construct.run(OPERATIONS);
      nanos[i] = (double) (System.nanoTime() - start) / OPERATIONS;
    }
    Arrays.sort(nanos);
    return Race.quantile(nanos, PERCENTILE);
  }

  @SuppressWarnings("unchecked")
  private static void kernels(Settings settings) throws Exception {
    var directives = (ToLongFunction<Kernel>) Programs.load("ParallelKernels");
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (Kernel kernel : Kernel.values()) {
        long expected = kernel.compute();
        new Race(kernel.title() + " on " + THREADS + " cores")
            .with("Hocket, parallel for", () -> time(kernel, expected, directives))
            .with("by hand, ExecutorService", () -> time(kernel, expected, k -> byHand(pool, k)))
            .with("parallel stream", () -> time(kernel, expected, TeamWork::byStream))
            .with("sequential", () -> time(kernel, expected, Kernel::compute))
            .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
      }
    }
  }

  private static double time(Kernel kernel, long expected, ToLongFunction<Kernel> way) {
    double[] nanos = new double[SAMPLES / 4];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      long result = way.applyAsLong(kernel);
      nanos[i] = System.nanoTime() - start;
      if (result != expected) {
        throw new AssertionError(kernel + ": " + result + " instead of " + expected);
      }
    }
    Arrays.sort(nanos);
    return Race.quantile(nanos, 0.5);
  }

  /** Gives each thread, including the calling one, a part of the same size. */
  private static long byHand(ExecutorService pool, Kernel kernel) {
    int items = kernel.items();
    List<Future<Long>> parts = new ArrayList<>();
    for (int t = 1; t < THREADS; t++) {
      int from = items * t / THREADS;
      int to = items * (t + 1) / THREADS;
      Callable<Long> part = () -> kernel.part(from, to);
      parts.add(pool.submit(part));
    }
    long sum = kernel.part(0, items / THREADS);
    try {
      for (Future<Long> part : parts) {
        sum += part.get();
      }
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
    return kernel.result(sum);
  }

  private static long byStream(Kernel kernel) {
    return kernel.result(
        IntStream.range(0, kernel.items()).parallel().mapToLong(i -> kernel.part(i, i + 1)).sum());
  }
}
