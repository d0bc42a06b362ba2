package dev.hocket.bench;

import dev.hocket.bench.auctions.FlinkState;
import dev.hocket.bench.auctions.Nexmark;
import dev.hocket.bench.auctions.NexmarkOnFlink;
import dev.hocket.bench.channels.AsyncSends;
import dev.hocket.bench.channels.BlockedMemory;
import dev.hocket.bench.channels.Channels;
import dev.hocket.bench.channels.Mailboxes;
import dev.hocket.bench.channels.Multicasts;
import dev.hocket.bench.channels.Sockets;
import dev.hocket.bench.channels.SuspendedMemory;
import dev.hocket.bench.channels.SwerveModules;
import dev.hocket.bench.figures.QuollPrograms;
import dev.hocket.bench.flows.FlowShapes;
import dev.hocket.bench.flows.Pipelines;
import dev.hocket.bench.handlers.HandOver;
import dev.hocket.bench.handlers.LoopTime;
import dev.hocket.bench.handlers.RecordingCost;
import dev.hocket.bench.handlers.RoundTrips;
import dev.hocket.bench.kernels.KernelLoad;
import dev.hocket.bench.nas.Nas;
import dev.hocket.bench.planning.FollowedAdvice;
import dev.hocket.bench.planning.PlanAccuracy;
import dev.hocket.bench.planning.PxAy;
import dev.hocket.bench.processes.CoreGroups;
import dev.hocket.bench.race.Settings;
import dev.hocket.bench.servers.EncryptionServers;
import dev.hocket.bench.servers.FeedServers;
import dev.hocket.bench.servers.Servers;
import dev.hocket.bench.teams.BusyCores;
import dev.hocket.bench.teams.TaskWork;
import dev.hocket.bench.teams.TeamWork;
import dev.hocket.bench.windows.AgentCost;
import dev.hocket.bench.windows.DemoCost;
import dev.hocket.bench.windows.TypingTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs benchmarks by name; writes Markdown tables on standard output and its progress on the error
 * output.
 */
public final class Main {
  private static final String EVERY = "all";

  private interface Run {
    void with(Settings settings) throws Exception;
  }

  /** A benchmark and the minutes it takes on two processors, which the command's help prints. */
  record Benchmark(int minutes, Run run) {}

  private static final Map<String, Benchmark> ALL = new LinkedHashMap<>();

  static {
    ALL.put("handover", new Benchmark(1, HandOver::run));
    ALL.put("recording", new Benchmark(1, RecordingCost::run));
    ALL.put("await", new Benchmark(1, Main::await));
    ALL.put("looptime", new Benchmark(1, LoopTime::run));
    ALL.put("suspended", new Benchmark(1, SuspendedMemory::run));
    ALL.put("kernels", new Benchmark(52, KernelLoad::run));
    ALL.put("handlers", new Benchmark(8, KernelLoad::runParallel));
    ALL.put("painting", new Benchmark(4, KernelLoad::runPainting));
    ALL.put("teams", new Benchmark(3, TeamWork::run));
    ALL.put("tasks", new Benchmark(2, TaskWork::run));
    ALL.put("busy", new Benchmark(5, BusyCores::run));
    ALL.put("nas", new Benchmark(6, Nas::run));
    ALL.put("service", new Benchmark(5, EncryptionServers::run));
    ALL.put("flow", new Benchmark(4, Pipelines::run));
    ALL.put("flow-shapes", new Benchmark(14, FlowShapes::run));
    ALL.put("nexmark", new Benchmark(6, Nexmark::run));
    ALL.put("nexmark-flink", new Benchmark(8, NexmarkOnFlink::run));
    ALL.put("flink-state", new Benchmark(30, FlinkState::run));
    ALL.put("demo", new Benchmark(5, DemoCost::run));
    ALL.put("channels", new Benchmark(30, Channels::run));
    ALL.put("sends", new Benchmark(1, AsyncSends::run));
    ALL.put("mailboxes", new Benchmark(1, Mailboxes::run));
    ALL.put("multicast", new Benchmark(1, Multicasts::run));
    ALL.put("blocked", new Benchmark(1, BlockedMemory::run));
    ALL.put("sockets", new Benchmark(3, Sockets::run));
    ALL.put("modules", new Benchmark(2, SwerveModules::run));
    ALL.put("plan", new Benchmark(18, PlanAccuracy::run));
    ALL.put("advice", new Benchmark(24, FollowedAdvice::run));
    ALL.put("pxay", new Benchmark(8, PxAy::run));
    ALL.put("lag", new Benchmark(4, AgentCost::run));
    ALL.put("typing", new Benchmark(1, TypingTime::run));
    ALL.put("server", new Benchmark(35, Servers::run));
    ALL.put("flowserver", new Benchmark(6, Servers::runFlow));
    ALL.put("recorded", new Benchmark(4, Servers::runRecorded));
    ALL.put("feeds", new Benchmark(17, FeedServers::run));
    ALL.put("quoll", new Benchmark(24, QuollPrograms::run));
  }

  private Main() {}

  private static void await(Settings settings) throws Exception {
    RoundTrips.run(settings);
    Channels.ofHandlers(settings);
  }

  /** All benchmarks by name, in the order in which they run. */
  static Map<String, Benchmark> all() {
    return Collections.unmodifiableMap(ALL);
  }

  /**
   * Runs the benchmarks named.
   *
   * @param args names, or {@code all}; {@code --quick} for a run that only checks results; {@code
   *     --cores-each N} to run programs beside each other; {@code --recordings DIR} to keep their
   *     recordings
   * @throws Exception if a benchmark fails or its result is wrong
   */
  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>(List.of(args));
    boolean quick = names.remove("--quick");
    Settings settings =
        (quick ? Settings.QUICK : Settings.FULL)
            .on(
                value(names, "--cores-each").map(Integer::parseInt).orElse(0),
                value(names, "--recordings").map(Path::of));
    if (settings.coresEach() > 0) {
      try {
        CoreGroups.of(settings.coresEach());
      } catch (IllegalArgumentException impossible) {
        System.err.println("hocket bench: " + impossible.getMessage());
        System.exit(2);
      }
    }
    for (String name : names) {
      if (!ALL.containsKey(name) && !name.equals(EVERY)) {
        System.err.println(
            "hocket bench: no benchmark is named "
                + name
                + "; there are "
                + String.join(", ", ALL.keySet())
                + ", and all");
        System.exit(2);
      }
    }
    List<String> chosen =
        ALL.keySet().stream()
            .filter(name -> names.contains(name) || names.contains(EVERY))
            .toList();
    System.out.printf(
        "%d processors, Java %s, %s%n",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    for (int i = 0; i < chosen.size(); i++) {
      String name = chosen.get(i);
      Benchmark benchmark = ALL.get(name);
      String time = quick ? "" : ", about " + benchmark.minutes() + " min";
      System.err.printf("[%d/%d] %s%s%n", i + 1, chosen.size(), name, time);
      benchmark.run().with(settings);
    }
  }

  /** Returns the value of an option and removes the option from the arguments. */
  private static Optional<String> value(List<String> arguments, String option) {
    int at = arguments.indexOf(option);
    if (at < 0) {
      return Optional.empty();
    }
    arguments.remove(at);
    return Optional.of(arguments.remove(at));
  }
}
