package dev.hocket.bench.servers;

import dev.hocket.bench.processes.AtExit;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.casestudies.encryption.Cipher;
import dev.hocket.casestudies.encryption.Idea;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Measures paper 1, figure 16: a service that encrypts the texts that clients post. Its handler
 * runs on a virtual target or on a thread of Jetty's pool; its computation runs on one thread or on
 * a team. All services share the source, the computation and the HTTP front end; each runs in its
 * own process. A user posts again as soon as the answer arrives, so the processors are always
 * overloaded.
 */
public final class EncryptionServers implements AutoCloseable {
  private static final String SOURCE =
      "case-studies/encryption/src/main/programs/EncryptionService.java";
  private static final String MAIN = "EncryptionService";
  private static final String KEY = "0123456789abcdeffedcba9876543210";

  /** The extent of the measurements. */
  private record Plan(
      List<Integer> workers,
      int users,
      int bytes,
      double warmUpSeconds,
      int rounds,
      double seconds) {
    static final Plan FULL = new Plan(List.of(1, 2, 4, 16), 100, 131_072, 4, 9, 1.5);
    static final Plan QUICK = new Plan(List.of(2), 10, 10_000, 0, 2, 0.1);
  }

  /** A service and the arguments that start it. */
  private enum Entrant {
    HOCKET("Hocket, target virtual"),
    HOCKET_PARALLEL("Hocket, target virtual and parallel for", "parallel"),
    JETTY("Jetty's pool", "inplace"),
    JETTY_PARALLEL("Jetty's pool and parallel for", "inplace", "parallel");

    private final String title;
    private final List<String> words;

    Entrant(String title, String... words) {
      this.title = title;
      this.words = List.of(words);
    }
  }

  private final Plan plan;
  private final int workers;
  private final Path classes;
  private final byte[] text;
  private final List<WebServer> servers = new CopyOnWriteArrayList<>();
  private final AtExit stopper = new AtExit("stop-encryption-servers", this::stop);

  private EncryptionServers(Plan plan, int workers, Path classes, byte[] text) {
    this.plan = plan;
    this.workers = workers;
    this.classes = classes;
    this.text = text;
  }

  public static void run(Settings settings) throws Exception {
    Plan plan = settings.isQuick() ? Plan.QUICK : Plan.FULL;
    byte[] text = new byte[plan.bytes()];
    new Random(settings.seed()).nextBytes(text);
    Path classes = Files.createTempDirectory("hocket-bench");
    try {
      Programs.compile(SOURCE, classes);
      for (int workers : plan.workers()) {
        try (EncryptionServers servers = new EncryptionServers(plan, workers, classes, text)) {
          servers.race(settings.seed());
        }
      }
    } finally {
      Programs.delete(classes);
    }
  }

  private void race(long seed) throws Exception {
    String load =
        "%,d users post %,d bytes, workers: %d".formatted(plan.users(), text.length, workers);
    Race race =
        new Race("answers per second, " + load, "p99 of the time of a request, " + load)
            .in(rate -> "%,.0f/s".formatted(rate), nanos -> "%,.1f ms".formatted(nanos / 1e6));
    for (Entrant entrant : Entrant.values()) {
      VirtualUsers users = new VirtualUsers(start(entrant), text, encrypted());
      users.run(plan.users(), plan.warmUpSeconds());
      race.withAll(entrant.title, () -> users.run(plan.users(), plan.seconds()));
    }
    race.run(0, plan.rounds(), seed);
  }

  /** Starts the service and returns its port. */
  private int start(Entrant entrant) throws IOException, InterruptedException {
    int port = WebServers.freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String path = classes + File.pathSeparator + System.getProperty("java.class.path");
    command.addAll(List.of("-cp", path, MAIN, "" + port, "" + workers, KEY));
    command.addAll(entrant.words);
    Path output = classes.resolve(entrant + "-" + workers + ".out");
    WebServer server = new WebServer(entrant.title, port, output, command);
    servers.add(server);
    server.awaitListening();
    return port;
  }

  private byte[] encrypted() {
    byte[] encrypted = Idea.padded(text);
    Cipher.idea(KEY).encrypt(encrypted, 0, encrypted.length);
    return encrypted;
  }

  private void stop() {
    servers.forEach(WebServer::askToEnd);
    servers.forEach(WebServer::close);
  }

  /** Ends the services. */
  @Override
  public void close() {
    stopper.close();
  }
}
