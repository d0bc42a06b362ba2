package dev.hocket.bench.servers;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the web server on flow as figures 12 to 16 of paper 3 do: clients want a file of 512
 * bytes every 20 ms, at random. Other arcs, mappings, numbers of copies and collectors, Jetty, and
 * feeds in memory beside articles on the disk. Where all servers answer every request, they answer
 * at the same rate, and the processor time of each stands for the energy of figure 15.
 */
public final class FeedServers {
  private static final int FEED = 512;
  private static final int ARTICLE = 20_000;
  private static final String READ_AND_REPLY =
      sections("accept | read | parse load compose | reply");

  /**
   * The extent of the measurements.
   *
   * @param feeds the number of small files
   * @param articles the number of large files
   * @param clients the numbers of clients
   * @param all whether all is measured; else only the first server of the last figure
   */
  private record Plan(
      int feeds, int articles, List<Integer> clients, int rounds, double seconds, boolean all) {
    static final Plan FULL = new Plan(10_000, 1_000, List.of(100, 400, 800), 3, 3, true);
    static final Plan QUICK = new Plan(5, 2, List.of(3), 1, 0.1, false);
  }

  private final Plan plan;
  private final long seed;

  private FeedServers(Plan plan, long seed) {
    this.plan = plan;
    this.seed = seed;
  }

  public static void run(Settings settings) throws Exception {
    new FeedServers(settings.isQuick() ? Plan.QUICK : Plan.FULL, settings.seed()).run();
  }

  private void run() throws Exception {
    if (plan.all()) {
      runFeeds();
    }
    Map<String, byte[]> both = files("news/", plan.feeds(), FEED);
    both.putAll(files("articles/", plan.articles(), ARTICLE));
    figure(
        "16, feeds and articles",
        both,
        List.of(
            WebServers.Java.flow("listing 14", "by-resource", null),
            WebServers.Java.flow("listing 1", "blocking", null)));
    runRecorded(files("feeds/", plan.feeds(), FEED));
  }

  /** Figure 14. */
  private void runRecorded(Map<String, byte[]> feeds) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench-functions");
    Path recording = folder.resolve("flow.jfr");
    try {
      for (int clients : plan.clients()) {
        WebServers.Java server =
            WebServers.Java.flow("listing 1", "blocking", ":single").recorded(recording);
        try (WebServers servers = WebServers.of(feeds, List.of(server))) {
          WebServer only = servers.all().getFirst();
          new Readers(only, feeds).run(clients, plan.seconds(), seed);
          only.endInput();
        }
        FunctionTimes.print("figure 14, %,d clients".formatted(clients), recording);
      }
    } finally {
      Programs.delete(folder);
    }
  }

  /** Figures 12, 13 and 15. */
  private void runFeeds() throws Exception {
    Map<String, byte[]> feeds = files("feeds/", plan.feeds(), FEED);
    figure(
        "12a, arcs inside a section",
        feeds,
        List.of(
            WebServers.Java.flow("1 packet", "blocking", ":single"),
            WebServers.Java.flow("5 packets", "blocking", ":single").arcs("{:inside 5}"),
            WebServers.Java.flow("10 packets", "blocking", ":single").arcs("{:inside 10}")));
    figure(
        "12b and 15b, sections",
        feeds,
        List.of(
            WebServers.Java.flow("single read and reply", "blocking", READ_AND_REPLY),
            WebServers.Java.flow("a section each", "blocking", ":per-function"),
            WebServers.Java.flow(
                "one device each",
                "blocking",
                sections("accept | read parse | load | compose reply")),
            WebServers.Java.flow(
                "accept and rest", "blocking", sections("accept | read parse load compose reply")),
            WebServers.Java.flow("automatic", "blocking", ":automatic")));
    figure(
        "12c and 15c, arcs between sections",
        feeds,
        List.of(
            WebServers.Java.flow("blocking", "blocking", READ_AND_REPLY),
            WebServers.Java.flow("spinning", "blocking", READ_AND_REPLY)
                .arcs("{:waiting :spinning}")));
    figure(
        "12d, copies",
        feeds,
        List.of(
            WebServers.Java.flow("3 copies", "balanced", null),
            WebServers.Java.flow("1 copy", "blocking", ":single")));
    figure(
        "13 and 15a, collectors",
        feeds,
        List.of(
            WebServers.Java.flow("flow, G1", "blocking", ":single").with("-XX:+UseG1GC"),
            WebServers.Java.jetty("Jetty, G1").with("-XX:+UseG1GC"),
            WebServers.Java.jettyWithoutCache("Jetty without cache, G1").with("-XX:+UseG1GC"),
            WebServers.Java.flow("flow, Parallel", "blocking", ":single")
                .with("-XX:+UseParallelGC"),
            WebServers.Java.jetty("Jetty, Parallel").with("-XX:+UseParallelGC"),
            WebServers.Java.flow("flow, ZGC", "blocking", ":single").with("-XX:+UseZGC"),
            WebServers.Java.jetty("Jetty, ZGC").with("-XX:+UseZGC")));
  }

  /** Writes a mapping as the option of the server takes it. */
  private static String sections(String groups) {
    StringBuilder edn = new StringBuilder("[");
    for (String group : groups.split(" \\| ")) {
      edn.append("[\"").append(group.replace(" ", "\" \"")).append("\"]");
    }
    return edn.append("]").toString();
  }

  private static Map<String, byte[]> files(String folder, int count, int length) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      files.put(folder + i + ".html", WebServers.bytes(length, i));
    }
    return files;
  }

  private void figure(String name, Map<String, byte[]> files, List<WebServers.Java> all)
      throws Exception {
    List<WebServers.Java> some = plan.all() ? all : all.subList(0, 1);
    try (WebServers servers = WebServers.of(files, some)) {
      for (int clients : plan.clients()) {
        String of = "figure %s, %,d clients".formatted(name, clients);
        Race race =
            new Race(
                    "requests/s, " + of,
                    "mean time of a request, " + of,
                    "p99, " + of,
                    "processor time for 1,000 requests, " + of)
                .in(rate -> "%,.0f/s".formatted(rate), nanos -> "%.2f ms".formatted(nanos / 1e6));
        for (WebServer server : servers.all()) {
          Readers readers = new Readers(server, files);
          race.withAll(server.name(), () -> readers.run(clients, plan.seconds(), seed));
        }
        race.run(plan.all() ? 1 : 0, plan.rounds(), seed);
      }
    }
  }
}
