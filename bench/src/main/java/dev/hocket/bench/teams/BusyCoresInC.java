package dev.hocket.bench.teams;

import dev.hocket.bench.processes.AskedProgram;
import dev.hocket.bench.processes.NativeBuild;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The computations of {@link BusyCores} in C, with the threads of libgomp: those spin, or park,
 * while they wait. Nothing is measured if this machine has no C compiler with OpenMP.
 */
final class BusyCoresInC implements AutoCloseable {
  private static final int WITH_OPENMP = 0;
  private static final int SEQUENTIAL = 1;
  private static final int RESULT = 2;

  /** C and Java round sines and powers differently; the unit is that of the last digit. */
  private static final long TOLERANCE = 100;

  private final int threads;
  private final List<AskedProgram> programs;

  BusyCoresInC(Path folder, int threads) throws IOException, InterruptedException {
    this.threads = threads;
    Path program = folder.resolve("busy");
    List<String> build =
        List.of("gcc", "-O3", "-fopenmp", "-o", program.toString(), "busy.c", "-lm");
    String failure = NativeBuild.failure(build, Programs.ROOT.resolve("bench/src/main/c"));
    if (failure != null) {
      System.out.printf("%nlibgomp: not measured: %s%n", failure);
      programs = List.of();
      return;
    }
    programs = List.of(started("passive", program), started("active", program));
  }

  private static AskedProgram started(String policy, Path program) throws IOException {
    String name = "libgomp, OMP_WAIT_POLICY=" + policy;
    return new AskedProgram(name, List.of("env", "OMP_WAIT_POLICY=" + policy, program.toString()));
  }

  /** Compares the result of a computation with that of Java. */
  void check(String work, long expected) throws Exception {
    for (AskedProgram program : programs) {
      long result = program.ask(name(work), RESULT, threads);
      if (Math.abs(result - expected) > TOLERANCE) {
        throw new AssertionError(
            program.name() + ", " + work + ": " + result + ", not " + expected);
      }
    }
  }

  /** Adds the programs to a race. */
  void enter(Race race, String work) {
    for (AskedProgram program : programs) {
      race.with(program.name(), () -> program.ask(name(work), WITH_OPENMP, threads));
    }
    if (!programs.isEmpty()) {
      AskedProgram any = programs.getFirst();
      race.with("C, sequential", () -> any.ask(name(work), SEQUENTIAL, threads));
    }
  }

  private static String name(String work) {
    return work.replace(' ', '_');
  }

  @Override
  public void close() {
    programs.forEach(AskedProgram::close);
  }
}
