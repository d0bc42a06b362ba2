package dev.hocket.flow.flink;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A session cluster of Flink's own processes on this machine: one job manager, and task managers
 * that can be killed. They end with this JVM, also if it is killed.
 */
final class SessionCluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long LOOK_NANOS = 100_000_000;
  private static final Path ROOT = Path.of(System.getProperty("hocket.root")).toAbsolutePath();

  /** Libraries that flows use; they must come with the job. */
  private static final Set<String> OF_FLOWS =
      Set.of(
          "asm",
          "asm-tree",
          "asm-analysis",
          "jctools-core-jdk11",
          "jctools-core",
          "clojure",
          "spec.alpha",
          "core.specs.alpha");

  /** Ends a process when the pipe from the one that has started it breaks. */
  private static final String LEASH =
      "public class Leash { public static void main(String[] all) throws Exception { Thread end = new"
          + " Thread(() -> { try { while (System.in.read() >= 0) {} } catch (Exception e) { }"
          + " Runtime.getRuntime().halt(3); }); end.setDaemon(true); end.start();"
          + " Class.forName(all[0]).getMethod(\"main\", String[].class).invoke(null, (Object)"
          + " Arrays.copyOfRange(all, 1, all.length)); } }";

  private final Path folder;
  private final int slots;
  private final int port;
  private final Process jobManager;
  private final List<Process> taskManagers = new ArrayList<>();
  private int started;

  SessionCluster(Path folder, int slots) throws IOException {
    this.folder = folder;
    this.slots = slots;
    this.port = freePort();
    Versions.compiled(folder.resolve("leash"), "Leash", LEASH).close();
    Map<String, Object> settings = new TreeMap<>();
    settings.put("jobmanager.rpc.address", LOOPBACK);
    settings.put("jobmanager.bind-host", LOOPBACK);
    settings.put("jobmanager.rpc.port", freePort());
    settings.put("rest.address", LOOPBACK);
    settings.put("rest.bind-address", LOOPBACK);
    settings.put("rest.port", port);
    settings.put("taskmanager.host", LOOPBACK);
    settings.put("taskmanager.bind-host", LOOPBACK);
    settings.put("taskmanager.numberOfTaskSlots", slots);
    settings.put("taskmanager.cpu.cores", slots);
    settings.put("taskmanager.memory.task.heap.size", "128m");
    settings.put("taskmanager.memory.task.off-heap.size", "0");
    settings.put("taskmanager.memory.network.min", "16m");
    settings.put("taskmanager.memory.network.max", "16m");
    settings.put("taskmanager.memory.managed.size", "8m");
    settings.put("taskmanager.memory.framework.heap.size", "64m");
    settings.put("taskmanager.memory.framework.off-heap.size", "32m");
    settings.put("taskmanager.memory.jvm-metaspace.size", "128m");
    settings.put("taskmanager.memory.jvm-overhead.min", "64m");
    settings.put("taskmanager.memory.jvm-overhead.max", "64m");
    // As after the first minutes of a cluster: a job does not wait for the place of a lost machine.
    settings.put("resourcemanager.standalone.start-up-time", "1 ms");
    // A lost process is noticed soon, by its broken connection. One that is only silent stands
    // still, as a busy machine may.
    settings.put("heartbeat.interval", "500 ms");
    settings.put("heartbeat.timeout", "2 min");
    settings.put("heartbeat.rpc-failure-threshold", 1);
    settings.put("execution.checkpointing.dir", folder.resolve("checkpoints").toUri());
    StringBuilder text = new StringBuilder();
    settings.forEach((key, value) -> text.append(key + ": " + value + "\n"));
    Files.writeString(Files.createDirectories(folder.resolve("conf")).resolve("config.yaml"), text);
    this.jobManager =
        java("org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint");
  }

  /**
   * A port that is free. It is below those that the system gives to connections, one of which might
   * get it before the job manager opens it.
   */
  private static int freePort() throws IOException {
    while (true) {
      int port = 20_000 + ThreadLocalRandom.current().nextInt(12_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(LOOPBACK))) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another one may be free.
      }
    }
  }

  private Process java(String main) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx320m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(File.pathSeparator, entries(false))
                + File.pathSeparator
                + folder.resolve("leash"),
            "dev.hocket.flow.flink.Leash",
            main,
            "--configDir",
            folder.resolve("conf").toString());
    Path log = folder.resolve("process" + started++ + ".txt");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** The entries of this JVM's class path: those of the program, or those of Flink. */
  private static List<String> entries(boolean ofProgram) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> isOfProgram(Path.of(entry).toAbsolutePath()) == ofProgram)
        .toList();
  }

  private static boolean isOfProgram(Path entry) {
    return entry.startsWith(ROOT)
        || OF_FLOWS.contains(entry.getFileName().toString().replaceFirst("-[0-9.]+\\.jar$", ""));
  }

  /**
   * Packs the program of these tests into one jar.
   *
   * @param first folders of classes besides
   */
  static Path jar(Path jar, Path... first) throws IOException {
    Set<String> written = new HashSet<>();
    Map<String, StringBuilder> services = new TreeMap<>();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.setLevel(0);
      for (Path path : first) {
        pack(path, out, written, services);
      }
      for (String entry : entries(true)) {
        Path path = Path.of(entry);
        if (Files.isDirectory(path)) {
          pack(path, out, written, services);
        } else {
          try (FileSystem inside = FileSystems.newFileSystem(path)) {
            pack(inside.getPath("/"), out, written, services);
          }
        }
      }
      for (Map.Entry<String, StringBuilder> service : services.entrySet()) {
        out.putNextEntry(new JarEntry(service.getKey()));
        out.write(service.getValue().toString().getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return jar;
  }

  private static void pack(
      Path root, JarOutputStream out, Set<String> written, Map<String, StringBuilder> services)
      throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        String name = root.relativize(each).toString().replace(File.separatorChar, '/');
        if (name.startsWith("META-INF/services/")) {
          services
              .computeIfAbsent(name, any -> new StringBuilder())
              .append(Files.readString(each))
              .append('\n');
        } else if (!name.equals("META-INF/MANIFEST.MF") && written.add(name)) {
          out.putNextEntry(new JarEntry(name));
          Files.copy(each, out);
          out.closeEntry();
        }
      }
    }
  }

  /** The class path of Flink alone, for a program that is in its jar. */
  static String classPathOfFlink() {
    return String.join(File.pathSeparator, entries(false));
  }

  int port() {
    return port;
  }

  void startTaskManager() {
    try {
      taskManagers.add(java("org.apache.flink.runtime.taskexecutor.TaskManagerRunner"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the cluster knows all slots of the task managers that were started. */
  void awaitSlots() throws IOException, InterruptedException {
    HttpRequest overview =
        HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ":" + port + "/overview")).build();
    String wanted = "\"slots-total\":" + slots * taskManagers.size() + ",";
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!answer(client, overview).contains(wanted)) {
        check();
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  private static String answer(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException notYet) {
      return "";
    }
  }

  /** Ends a task manager as a lost machine would. */
  void kill(int number) throws InterruptedException {
    Process process = taskManagers.remove(number);
    process.destroyForcibly();
    process.waitFor();
  }

  int taskManagers() {
    return taskManagers.size();
  }

  /** Fails if a process has ended by itself, with what the processes have printed. */
  void check() throws IOException {
    List<String> ended =
        Stream.concat(Stream.of(jobManager), taskManagers.stream())
            .filter(process -> !process.isAlive())
            .map(process ->
                (process == jobManager ? "the job manager" : "a task manager")
                    + " has ended with status "
                    + process.exitValue())
            .toList();
    if (ended.isEmpty()) {
      return;
    }
    StringBuilder all = new StringBuilder(String.join(", ", ended) + ":\n");
    for (int i = 0; i < started; i++) {
      all.append(Files.readString(folder.resolve("process" + i + ".txt")));
    }
    throw new AssertionError(all);
  }

  @Override
  public void close() {
    taskManagers.forEach(Process::destroyForcibly);
    jobManager.destroyForcibly();
    try {
      for (Process process : taskManagers) {
        process.waitFor();
      }
      jobManager.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
