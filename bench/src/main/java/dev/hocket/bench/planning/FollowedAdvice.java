package dev.hocket.bench.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hocket.bench.planning.FollowedSituation.Outcome;
import dev.hocket.bench.planning.Situation.Arrivals;
import dev.hocket.bench.planning.Situation.Service;
import dev.hocket.bench.planning.Situation.Work;
import dev.hocket.bench.processes.AtExit;
import dev.hocket.bench.processes.CoreGroups;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

/**
 * Follows the planner's advice: records a program at its old sizes, asks for advice, runs it at the
 * new sizes with the same events, and compares predictions with measurements before and after. The
 * advice must not make the goal worse by more than runs at the old sizes differ.
 */
public final class FollowedAdvice {
  private static final List<Integer> FOUR = List.of(4);
  private static final List<Integer> TWO_OF_THREE = List.of(3, 3);
  private static final List<Integer> FOUR_OF_TWO = List.of(2, 2, 2, 2);

  private static final List<Situation> ALL =
      List.of(
          of(Arrivals.POISSON, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.TWO_POINT, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.PARETO, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.TWO_POINT, Work.SLEEP, FOUR, 2),
          of(Arrivals.PERIODIC, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.PERIODIC, Service.PARETO, Work.SLEEP, FOUR, 1),
          of(Arrivals.WAVES, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.WAVES, Service.EQUAL, Work.SLEEP, FOUR, 2),
          of(Arrivals.ON_OFF, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.ON_OFF, Service.PARETO, Work.SLEEP, FOUR, 4),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, TWO_OF_THREE, 2),
          of(Arrivals.BURSTS, Service.EQUAL, Work.SLEEP, FOUR_OF_TWO, 4),
          of(Arrivals.ON_OFF, Service.TWO_POINT, Work.SLEEP, TWO_OF_THREE, 2),
          of(Arrivals.POISSON, Service.EQUAL, Work.BOTH, FOUR, 1),
          of(Arrivals.BURSTS, Service.EXPONENTIAL, Work.BOTH, FOUR, 2),
          of(Arrivals.WAVES, Service.TWO_POINT, Work.BOTH, TWO_OF_THREE, 2),
          of(Arrivals.POISSON, Service.EQUAL, Work.COMPUTE, List.of(1), 1),
          of(Arrivals.BURSTS, Service.EQUAL, Work.COMPUTE, List.of(1), 1),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.COMPUTE, List.of(1), 2),
          new Situation(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1, true),
          new Situation(Arrivals.POISSON, Service.EQUAL, Work.COMPUTE, List.of(2), 1, true));

  private static final String ALL_PROCESSORS = "";

  /** The arguments for the process of a situation. */
  private final List<String> arguments;

  private final BlockingQueue<String> freeProcessors;

  private FollowedAdvice(List<String> processors, double seconds, int runs, Path folder) {
    freeProcessors = new LinkedBlockingQueue<>(processors);
    arguments = List.of(String.valueOf(seconds), String.valueOf(runs), folder.toString());
  }

  private static Situation of(
      Arrivals arrivals, Service service, Work work, List<Integer> pools, int classes) {
    return new Situation(arrivals, service, work, pools, classes, false);
  }

  public static void run(Settings settings) throws Exception {
    if (settings.isQuick()) {
      run(settings, 1, 1, 1);
    } else {
      run(settings, ALL.size(), 8, 5);
    }
  }

  public static void run(Settings settings, int situations, double seconds, int runs)
      throws Exception {
    List<String> processors =
        settings.coresEach() == 0 ? List.of(ALL_PROCESSORS) : CoreGroups.of(settings.coresEach());
    Path folder =
        settings.recordings().isPresent()
            ? Files.createDirectories(settings.recordings().get())
            : Files.createTempDirectory("hocket-bench");
    try {
      System.out.printf("%n### Following the advice%n%n");
      if (settings.coresEach() > 0) {
        System.out.printf(
            "%d programs beside each other, on %d processors each.%n%n",
            processors.size(), settings.coresEach());
      }
      new FollowedAdvice(processors, seconds, runs, folder).all(situations);
    } finally {
      if (settings.recordings().isEmpty()) {
        Programs.delete(folder);
      }
    }
  }

  private void all(int situations) throws Exception {
    System.out.println(
        "| situation | sizes | mean: measured, predicted | 95 % in | over 100 ms | sizes advised"
            + " | mean | 95 % in | over 100 ms |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    List<Outcome> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(freeProcessors.size())) {
      List<Future<Outcome>> pending =
          IntStream.range(0, situations).mapToObj(i -> threads.submit(() -> ofOne(i))).toList();
      for (Future<Outcome> one : pending) {
        outcomes.add(one.get());
      }
    }
    int compared = outcomes.stream().mapToInt(Outcome::compared).sum();
    System.out.printf(
        Locale.ROOT,
        "%n%d of %d predictions are inside their bands before, %d of %d after; %d recordings of an"
            + " overloaded machine were refused; the advice made the goal worse in %d situations.%n",
        outcomes.stream().mapToInt(Outcome::insideBefore).sum(),
        compared,
        outcomes.stream().mapToInt(Outcome::insideAfter).sum(),
        compared,
        outcomes.stream().filter(one -> one.compared() == 0).count(),
        outcomes.stream().filter(Outcome::worse).count());
  }

  /** Runs a situation in a process of its own, on processors that are free. */
  private Outcome ofOne(int number) throws IOException, InterruptedException {
    String processors = freeProcessors.take();
    try {
      List<String> command = new ArrayList<>();
      if (!processors.equals(ALL_PROCESSORS)) {
        command.addAll(List.of("taskset", "-c", processors));
      }
      command.addAll(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              System.getProperty("java.class.path"),
              FollowedAdvice.class.getName(),
              String.valueOf(number)));
      command.addAll(arguments);
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String line;
      try (var _ = new AtExit("hocket-end-situation", process::destroy)) {
        line = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        process.waitFor();
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            "'%s' ended with status %d".formatted(ALL.get(number), process.exitValue()));
      }
      Outcome outcome = Outcome.parse(line);
      System.out.println(outcome.row());
      return outcome;
    } finally {
      freeProcessors.add(processors);
    }
  }

  /** One situation: its number, the seconds of a run, the number of runs, and a folder. */
  public static void main(String[] args) throws Exception {
    int number = Integer.parseInt(args[0]);
    Outcome outcome =
        new FollowedSituation(
                ALL.get(number), number, Double.parseDouble(args[1]), Path.of(args[3]))
            .outcome(Integer.parseInt(args[2]));
    new PrintStream(System.out, true, UTF_8).println(outcome.asLine());
  }
}
