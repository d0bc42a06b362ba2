package dev.hocket.bench.nas;

import dev.hocket.bench.processes.AskedProgram;
import dev.hocket.bench.processes.NativeBuild;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Five kernels of the NAS Parallel Benchmarks: directives in Java beside OpenMP in C, on one thread
 * and on all processors. Each run is verified by the published checksums.
 */
public final class Nas {
  static final List<String> KERNELS = List.of("Ep", "Cg", "Is", "Mg", "Ft");

  /** The kernels that are also written without directives. */
  private static final Map<String, NasKernel> BY_HAND =
      Map.of("Ep", new EpByHand(), "Cg", new CgByHand());

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private static final long WARM_UP_NANOS = 1_000_000_000;

  private Nas() {}

  public static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try (AskedProgram c = inC(folder)) {
      for (String name : KERNELS) {
        NasKernel parallel = load(name);
        NasKernel sequential = (NasKernel) Programs.loadSequential("nas/" + name);
        for (Size size : settings.isQuick() ? List.of(Size.S) : List.of(Size.values())) {
          compare(settings, name, size, parallel, sequential, c);
        }
      }
    } finally {
      Programs.delete(folder);
    }
  }

  /** Loads the kernel of a name with its directives. */
  static NasKernel load(String name) throws IOException, ReflectiveOperationException {
    return (NasKernel) Programs.load("nas/" + name);
  }

  private static void compare(
      Settings settings,
      String name,
      Size size,
      NasKernel parallel,
      NasKernel sequential,
      AskedProgram c)
      throws Exception {
    if (!settings.isQuick()) {
      for (int threads : new int[] {1, THREADS}) {
        warmUp(() -> parallel.run(size, threads));
        warmUp(() -> sequential.run(size, threads));
      }
    }
    Race race =
        new Race(name.toUpperCase() + ", class " + size)
            .with("Hocket, " + THREADS + " threads", () -> parallel.run(size, THREADS))
            .with("Hocket, 1 thread", () -> parallel.run(size, 1))
            .with("the same source without directives", () -> sequential.run(size, 1));
    NasKernel byHand = BY_HAND.get(name);
    if (byHand != null) {
      race.with("by hand, a fixed pool", () -> byHand.run(size, THREADS));
    }
    if (c != null) {
      race.with("C with OpenMP, " + THREADS + " threads", () -> ask(c, name, size, THREADS));
      race.with("C with OpenMP, 1 thread", () -> ask(c, name, size, 1));
    }
    // Larger classes get fewer rounds: a run of class A takes seconds.
    int share = size == Size.A ? 6 : 2;
    race.run(
        Math.max(1, settings.warmUpRounds() / share),
        Math.max(1, settings.rounds() / share),
        settings.seed());
  }

  /**
   * Runs for so long that the JVM has compiled the code, which a round of a small class does not.
   */
  private static void warmUp(LongSupplier run) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < WARM_UP_NANOS) {
      run.getAsLong();
    }
  }

  private static double ask(AskedProgram c, String name, Size size, int threads) throws Exception {
    return c.ask(name.toLowerCase(), size.ordinal(), threads);
  }

  /** The program in C; null if this machine has no C compiler with OpenMP. */
  private static AskedProgram inC(Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve("nas");
    Path sources = Programs.ROOT.resolve("bench/src/main/c/nas");
    List<String> build =
        List.of(
            "gcc",
            "-O3",
            "-fopenmp",
            "-o",
            program.toString(),
            "nas.c",
            "ep.c",
            "cg.c",
            "is.c",
            "mg.c",
            "ft.c",
            "-lm");
    String failure = NativeBuild.failure(build, sources);
    if (failure != null) {
      System.out.printf("%nC with OpenMP: not measured: %s%n", failure);
      return null;
    }
    return new AskedProgram("the kernels in C", List.of(program.toString()));
  }
}
