package dev.hocket.bench.servers;

import dev.hocket.bench.processes.AtExit;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.processes.Recorded;
import dev.hocket.bench.processes.Tools;
import dev.hocket.casestudies.swerve.command.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Running web servers, Hocket's and their peers, which serve the same files. If a server that is
 * not a Java program is missing or does not work, a line prints the reason.
 */
final class WebServers implements AutoCloseable {
  static final int BACKLOG = 4_096;

  /** The number of files that are checked before a server is measured. */
  private static final int MOST_CHECKED = 3;

  private static final int LOWEST_PORT = 20_000;
  private static final int PORTS = 12_000;

  /** The servers that take part; Hocket's come first. */
  interface Lineup {
    void start(WebServers servers, Tools tools) throws IOException, InterruptedException;
  }

  private interface Command {
    List<String> on(int port) throws IOException;
  }

  private final Path folder;
  private final Path root;
  private final Map<String, byte[]> files;
  private final List<WebServer> servers = new CopyOnWriteArrayList<>();

  private final AtExit stopper;

  /** Starts the servers, and checks that each serves the files' bytes. */
  WebServers(Tools tools, Lineup lineup) throws IOException, InterruptedException {
    this(
        new LinkedHashMap<>(
            Map.of(
                "1k.html", bytes(1_000, 1_000),
                "20k.html", bytes(20_000, 20_000),
                "news/1k.html", bytes(1_000, 1_000))),
        servers -> lineup.start(servers, tools));
  }

  private interface Starting {
    void start(WebServers servers) throws IOException, InterruptedException;
  }

  private WebServers(Map<String, byte[]> files, Starting starting)
      throws IOException, InterruptedException {
    this.files = files;
    folder = Files.createTempDirectory("hocket-bench");
    // A server that root starts runs as another user, which must be able to read the files.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = Files.createDirectory(folder.resolve("files"));
    stopper = new AtExit("stop-web-servers", this::stop);
    try {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = root.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
      }
      starting.start(this);
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Starts servers for some files, and checks that each serves the first one. */
  static WebServers of(Map<String, byte[]> files, List<Java> servers)
      throws IOException, InterruptedException {
    return new WebServers(
        files,
        started -> {
          for (Java server : servers) {
            started.start(server);
          }
        });
  }

  /**
   * A server that is a Java program.
   *
   * @param options of the JVM
   * @param arguments besides the folder with the files and the port, which come first or as options
   */
  record Java(String name, Class<?> main, List<String> options, List<String> arguments) {
    /** The server on flow; {@code sections} is null for those of the form. */
    static Java flow(String name, String form, String sections) {
      List<String> arguments = new ArrayList<>(List.of("--form", form));
      if (sections != null) {
        arguments.addAll(List.of("--sections", sections));
      }
      return new Java(name, dev.hocket.casestudies.flowserver.Main.class, List.of(), arguments);
    }

    /** The same server with other arcs. */
    Java arcs(String edn) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(List.of("--arcs", edn));
      return new Java(name, main, options, all);
    }

    static Java jetty(String name) {
      return new Java(name, JettyFiles.class, List.of(), List.of());
    }

    /** Jetty that reads each file again for each request. */
    static Java jettyWithoutCache(String name) {
      return new Java(name, JettyFiles.class, List.of(), List.of(JettyFiles.WITHOUT_CACHE));
    }

    /** The same server on flow, which records its functions until its input ends. */
    Java recorded(Path recording) {
      List<String> all = new ArrayList<>(arguments);
      all.add(recording.toString());
      return new Java(name, FunctionTimes.class, options, all);
    }

    /** The same server in a JVM with an option. */
    Java with(String option) {
      return new Java(name, main, List.of(option), arguments);
    }
  }

  private void start(Java server) throws IOException, InterruptedException {
    boolean isJetty = server.main() == JettyFiles.class;
    startOrFail(
        server.name(),
        port -> {
          List<String> arguments =
              new ArrayList<>(
                  isJetty
                      ? List.of(root.toString(), "" + port)
                      : List.of("--root", root.toString(), "--port", "" + port));
          arguments.addAll(server.arguments());
          return java(server.options(), server.main(), arguments);
        });
  }

  /** All servers; Hocket's come first. */
  List<WebServer> all() {
    return List.copyOf(servers);
  }

  static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Starts Swerve in both versions, and its peers. */
  void startSwerveAndOthers(Tools tools) throws IOException, InterruptedException {
    startOrFail("Swerve, asynchronous", port -> swerve("--async", port));
    startOrFail("Swerve, lock-step", port -> swerve("--lockstep", port));
    startJetty();
    startOrFail("Helidon SE", port -> java(HelidonFiles.class, root.toString(), "" + port));
    NativeServers others = new NativeServers(folder, root);
    List<String> httpd = List.of("apache2", "httpd");
    startIfThere("Apache httpd", tools, httpd, others::httpd);
    startIfThere("Apache httpd, 2,048 threads", tools, httpd, others::httpdWithManyThreads);
    startNginx(tools, others);
  }

  /** Starts the server on flow in two forms, and its peers. */
  void startFlowAndOthers(Tools tools) throws IOException, InterruptedException {
    startOrFail("flow, listing 1", port -> flow("blocking", port));
    startOrFail("flow, listing 14", port -> flow("by-resource", port));
    startJetty();
    startOrFail("Swerve, asynchronous", port -> swerve("--async", port));
    startNginx(tools, new NativeServers(folder, root));
  }

  /** Starts Swerve twice, once with a recording as {@code hocket run --record} makes it. */
  void startSwerveRecordedOrNot(Tools tools) throws IOException, InterruptedException {
    startOrFail("Swerve, recording", port -> recorded("swerve", swerve("--async", port)));
    startOrFail("Swerve", port -> swerve("--async", port));
  }

  /** Starts the server on flow twice, once with a recording. */
  void startFlowRecordedOrNot(Tools tools) throws IOException, InterruptedException {
    startOrFail("flow, recording", port -> recorded("flow", flow("blocking", port)));
    startOrFail("flow", port -> flow("blocking", port));
  }

  /** The command with a recording of the program that it runs. */
  private List<String> recorded(String name, List<String> command) {
    List<String> all = new ArrayList<>(command);
    int main = all.indexOf("-cp") + 2;
    all.addAll(main, List.of(Recorded.class.getName(), folder.resolve(name + ".jfr").toString()));
    return all;
  }

  private void startJetty() throws IOException, InterruptedException {
    startOrFail("Jetty", port -> java(JettyFiles.class, root.toString(), "" + port));
  }

  private void startNginx(Tools tools, NativeServers others)
      throws IOException, InterruptedException {
    startIfThere("nginx", tools, List.of("nginx"), others::nginx);
  }

  private void startOrFail(String name, Command command) throws IOException, InterruptedException {
    try {
      start(name, command);
    } catch (IOException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
  }

  private void startIfThere(
      String name, Tools tools, List<String> programs, NativeServers.Kind kind)
      throws IOException, InterruptedException {
    Optional<Path> program = tools.find(programs);
    if (program.isEmpty()) {
      Tools.printMissing(name, programs, programs.getFirst());
      return;
    }
    try {
      start(name, port -> kind.command(program.get(), port));
    } catch (IOException e) {
      System.out.printf("%n%s: not measured: %s%n", name, e.getMessage());
    }
  }

  private void start(String name, Command command) throws IOException, InterruptedException {
    int port = freePort();
    WebServer server = new WebServer(name, port, folder.resolve(name + ".out"), command.on(port));
    servers.add(server);
    try {
      for (Map.Entry<String, byte[]> file :
          files.entrySet().stream().limit(MOST_CHECKED).toList()) {
        server.check(file.getKey(), file.getValue());
      }
    } catch (IOException e) {
      servers.remove(server);
      server.close();
      throw e;
    }
  }

  /**
   * A port that is free. It is below those that the system gives to connections, one of which might
   * get it before the server opens it.
   */
  static int freePort() throws IOException {
    while (true) {
      int port = LOWEST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another one may be free.
      }
    }
  }

  private List<String> swerve(String version, int port) {
    return java(Main.class, version, "--root", root.toString(), "--port", "" + port);
  }

  private List<String> flow(String form, int port) {
    return java(
        dev.hocket.casestudies.flowserver.Main.class,
        "--form",
        form,
        "--root",
        root.toString(),
        "--port",
        "" + port);
  }

  private static List<String> java(Class<?> main, String... arguments) {
    return java(List.of(), main, List.of(arguments));
  }

  private static List<String> java(List<String> options, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }

  private void stop() {
    servers.forEach(WebServer::askToEnd);
    servers.forEach(WebServer::close);
    try {
      Programs.delete(folder);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("hocket bench: " + folder + " is left behind: " + e);
    }
  }

  /** Ends all servers and deletes the files. */
  @Override
  public void close() {
    stopper.close();
  }
}
