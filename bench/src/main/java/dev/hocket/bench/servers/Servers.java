package dev.hocket.bench.servers;

import dev.hocket.bench.processes.Tools;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares Hocket's web servers with others: requests per second in a closed loop, and the time of
 * a request in an open loop.
 */
public final class Servers {
  private static final List<String> WRK = List.of("wrk");
  private static final List<String> H2LOAD = List.of("h2load");

  /** The highest rate of a connection that h2load can keep: it reads its clock no more often. */
  private static final double MOST_RATE_OF_A_CONNECTION = 100;

  /**
   * The extent of the measurements.
   *
   * @param files the files, by size
   * @param few the smaller number of connections
   * @param many the larger number of connections
   * @param rate the requests per second on many connections; 0 for no such load
   * @param share the rate of another open loop, as a share of the rate of the slowest server
   */
  private record Plan(
      Map<String, String> files,
      int warmUpSeconds,
      int rounds,
      int closedSeconds,
      double openSeconds,
      int few,
      int many,
      int rate,
      double share) {
    static final Plan FULL =
        new Plan(
            new TreeMap<>(Map.of("1 kB", "1k.html", "20 kB", "20k.html")),
            10,
            9,
            3,
            3.5,
            100,
            1_000,
            2_000,
            0.5);
    static final Plan QUICK = new Plan(Map.of("20 kB", "20k.html"), 0, 1, 1, 0.3, 5, 20, 200, 0.5);
    static final Plan FLOW =
        new Plan(
            new TreeMap<>(Map.of("1 kB", "news/1k.html", "20 kB", "20k.html")),
            5,
            5,
            2,
            2.5,
            100,
            0,
            0,
            0.7);
    static final Plan RECORDED =
        new Plan(Map.of("1 kB", "news/1k.html"), 5, 9, 2, 2, 100, 0, 0, 0.5);
    static final Plan QUICK_FLOW =
        new Plan(Map.of("1 kB", "news/1k.html"), 0, 1, 1, 0.3, 5, 0, 0, 0.7);
  }

  /** One run of one server. */
  private interface Load {
    double[] on(WebServer server) throws IOException, InterruptedException, LoadGenerators.BadRun;
  }

  private final Plan plan;
  private final long seed;
  private final List<WebServer> servers;

  private Servers(Plan plan, long seed, List<WebServer> servers) {
    this.plan = plan;
    this.seed = seed;
    this.servers = servers;
  }

  public static void run(Settings settings) throws Exception {
    run(settings, Tools.ofThisMachine());
  }

  public static void run(Settings settings, Tools tools) throws Exception {
    Plan plan = settings.isQuick() ? Plan.QUICK : Plan.FULL;
    run(plan, settings.seed(), tools, WebServers::startSwerveAndOthers);
  }

  /** Measures the server on flow at saturation and at 70 % of that rate. */
  public static void runFlow(Settings settings) throws Exception {
    runFlow(settings, Tools.ofThisMachine());
  }

  public static void runFlow(Settings settings, Tools tools) throws Exception {
    Plan plan = settings.isQuick() ? Plan.QUICK_FLOW : Plan.FLOW;
    runInJava(plan, settings.seed(), tools, List.of(WebServers::startFlowAndOthers));
  }

  /** Measures what a recording costs Hocket's own servers. */
  public static void runRecorded(Settings settings) throws Exception {
    runRecorded(settings, Tools.ofThisMachine());
  }

  public static void runRecorded(Settings settings, Tools tools) throws Exception {
    Plan plan = settings.isQuick() ? Plan.QUICK_FLOW : Plan.RECORDED;
    runInJava(
        plan,
        settings.seed(),
        tools,
        List.of(WebServers::startSwerveRecordedOrNot, WebServers::startFlowRecordedOrNot));
  }

  /** Starts servers, none of which can be missing on this machine, if it has what measures them. */
  private static void runInJava(Plan plan, long seed, Tools tools, List<WebServers.Lineup> lineups)
      throws Exception {
    if (tools.find(WRK).isEmpty() && tools.find(H2LOAD).isEmpty()) {
      printMissing(tools);
      return;
    }
    for (WebServers.Lineup lineup : lineups) {
      run(plan, seed, tools, lineup);
    }
  }

  private static void run(Plan plan, long seed, Tools tools, WebServers.Lineup lineup)
      throws Exception {
    Optional<Path> wrk = tools.find(WRK);
    Optional<Path> h2load = tools.find(H2LOAD);
    try (WebServers all = new WebServers(tools, lineup)) {
      Servers servers = new Servers(plan, seed, all.all());
      for (Map.Entry<String, String> file : plan.files().entrySet()) {
        servers.measure(file.getKey(), file.getValue(), wrk, h2load);
      }
    }
    printMissing(tools);
  }

  private static void printMissing(Tools tools) {
    if (tools.find(WRK).isEmpty()) {
      Tools.printMissing(
          "requests/s in a closed loop, and times at a share of the least", WRK, "wrk");
    }
    if (tools.find(H2LOAD).isEmpty()) {
      Tools.printMissing("times in an open loop", H2LOAD, "nghttp2-client");
    }
  }

  private void measure(String size, String file, Optional<Path> wrk, Optional<Path> h2load)
      throws Exception {
    Optional<Double> least = Optional.empty();
    if (wrk.isPresent()) {
      for (WebServer server : servers) {
        warmUp(wrk.get(), server, file);
      }
      least = slowest(closedLoop(wrk.get(), size, file, plan.few()));
      if (plan.rate() > 0) {
        closedLoop(wrk.get(), size, file, plan.many());
      }
    }
    if (h2load.isPresent()) {
      if (plan.rate() > 0) {
        openLoop(h2load.get(), size, file, plan.many(), plan.rate());
      }
      if (least.isPresent()) {
        openLoopBelow(h2load.get(), size, file, least.get());
      }
    }
  }

  /**
   * Sends requests at a rate that the slowest server can answer, on more connections if a few
   * cannot send at that rate.
   */
  private void openLoopBelow(Path h2load, String size, String file, double least) throws Exception {
    double rate = plan.share() * least;
    int needed = (int) Math.ceil(rate / MOST_RATE_OF_A_CONNECTION);
    if (plan.rate() > 0 || needed <= plan.few()) {
      rate = Math.min(rate, MOST_RATE_OF_A_CONNECTION * plan.few());
      needed = plan.few();
    }
    openLoop(h2load, size, file, needed, rate);
  }

  private void warmUp(Path wrk, WebServer server, String file)
      throws IOException, InterruptedException {
    try {
      if (plan.warmUpSeconds() > 0) {
        LoadGenerators.closedLoop(wrk, server.page(file), plan.few(), plan.warmUpSeconds());
      }
    } catch (LoadGenerators.BadRun e) {
      // Ignored here: the measured runs will show the failure.
    }
  }

  private static Optional<Double> slowest(Map<String, Double> medians) {
    return medians.values().stream().filter(rate -> !rate.isNaN()).min(Double::compare);
  }

  private Map<String, Double> closedLoop(Path wrk, String size, String file, int connections)
      throws Exception {
    Race race =
        new Race("requests/s, closed loop, %,d connections, %s".formatted(connections, size))
            .in(rate -> "%,.0f/s".formatted(rate));
    return race(
        race,
        server ->
            new double[] {
              LoadGenerators.closedLoop(wrk, server.page(file), connections, plan.closedSeconds())
            });
  }

  private void openLoop(Path h2load, String size, String file, int connections, double rate)
      throws Exception {
    String load =
        "of the time of a request, %,.0f requests/s, %,d connections, %s"
            .formatted(rate, connections, size);
    race(
        new Race("p50 " + load, "p99 " + load).in(nanos -> "%.2f ms".formatted(nanos / 1e6)),
        server -> {
          double[] times =
              LoadGenerators.openLoop(
                  h2load, server.page(file), connections, rate, plan.openSeconds());
          return new double[] {Race.quantile(times, 0.5), Race.quantile(times, 0.99)};
        });
  }

  /** Prints below the tables how many runs do not count, and the reason. */
  private Map<String, Double> race(Race race, Load load) throws Exception {
    Map<String, Integer> failed = new LinkedHashMap<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    for (WebServer server : servers) {
      race.withAll(
          server.name(),
          () -> {
            try {
              return load.on(server);
            } catch (LoadGenerators.BadRun e) {
              failed.merge(server.name(), 1, Integer::sum);
              reasons.putIfAbsent(server.name(), e.getMessage());
              return new double[] {Double.NaN, Double.NaN};
            }
          });
    }
    Map<String, Double> medians = race.run(0, plan.rounds(), seed);
    failed.forEach((name, runs) ->
        System.out.printf(
            "%n%s: %d of %d runs do not count; in the first: %s%n",
            name, runs, plan.rounds(), reasons.get(name)));
    return medians;
  }
}
