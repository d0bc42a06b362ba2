package dev.hocket.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import dev.hocket.cli.system.Display;
import dev.hocket.cli.system.Executables;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;

/** Checks of the machine and the JDK, with one method for each. */
final class Checkup {
  private static final int LEAST_JDK = 25;

  /** The oldest Java that can run compiled programs with the runtime library. */
  private static final int LEAST_RUNTIME = 21;

  private static final String JAVA_VERSION = "JAVA_VERSION=";
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path PROCESSOR_LIMIT = Path.of("/sys/fs/cgroup/cpu.max");
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long LEAST_HEAP = 256 * MEBIBYTE;

  private Checkup() {}

  static List<Finding> all() {
    return List.of(
        jdk(),
        java(),
        processors(),
        worker(),
        memory(),
        display(),
        xvfb(),
        flightRecorder(),
        virtualThreads(),
        maven());
  }

  private static Finding jdk() {
    String fact =
        "%s (%s), %s"
            .formatted(
                Runtime.version(),
                System.getProperty("java.vendor"),
                System.getProperty("java.home"));
    int feature = Runtime.version().feature();
    return feature == LEAST_JDK
        ? Finding.ok("JDK", fact)
        : Finding.warn(
            "JDK",
            fact,
            "Hocket is built and tested on JDK " + LEAST_JDK + "; JAVA_HOME chooses another JDK");
  }

  /**
   * Checks the first java on the PATH, which would run programs compiled by {@code hocket compile}.
   */
  private static Finding java() {
    String own = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Optional<Path> first = Executables.find("java");
    if (first.isEmpty()) {
      return Finding.warn(
          "java", "none on the PATH", "run what 'hocket compile' makes with " + own);
    }
    Optional<Runtime.Version> version = versionOf(first.get());
    String fact =
        first.get()
            + version.map(v -> " (" + v + ")").orElse(" (version unknown)")
            + " is the first on the PATH";
    if (version.isEmpty() || version.get().feature() >= LEAST_JDK) {
      return Finding.ok("java", fact);
    }
    String remedy =
        version.get().feature() < LEAST_RUNTIME
            ? "too old for what 'hocket compile' makes; run that with " + own
            : "for this java, compile with --release " + LEAST_RUNTIME + "; else run " + own;
    return Finding.warn("java", fact, remedy);
  }

  /** The content of the file {@code release} in a JDK. Asking java itself would start a JVM. */
  private static Optional<Runtime.Version> versionOf(Path java) {
    try (Stream<String> lines =
        Files.lines(java.toRealPath().getParent().resolveSibling("release"))) {
      return lines
          .filter(line -> line.startsWith(JAVA_VERSION))
          .map(line -> line.substring(JAVA_VERSION.length()).replace("\"", ""))
          .map(Runtime.Version::parse)
          .findFirst();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Finding processors() {
    int usable = Runtime.getRuntime().availableProcessors();
    long present = present().orElse((long) usable);
    String fact =
        "%d usable of %d%s".formatted(usable, present, limit().map(l -> ", limit " + l).orElse(""));
    return usable > 1
        ? Finding.ok("cores", fact)
        : Finding.warn("cores", fact, "event loops stay free, but nothing runs faster on one core");
  }

  private static Optional<Long> present() {
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      long count = lines.filter(line -> line.startsWith("processor")).count();
      return count == 0 ? Optional.empty() : Optional.of(count);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The CPU limit of the current control group, such as "1.5 cores"; empty without one. */
  private static Optional<String> limit() {
    try {
      String[] quotaAndPeriod = Files.readString(PROCESSOR_LIMIT).strip().split(" ");
      if (quotaAndPeriod.length != 2 || quotaAndPeriod[0].equals("max")) {
        return Optional.empty();
      }
      double cores = Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]);
      return Optional.of("%.1f cores (cgroup)".formatted(cores));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Finding worker() {
    try {
      Worker worker = (Worker) Targets.of(Targets.DEFAULT_WORKER);
      return Finding.ok("target worker", worker.size() + " threads, from " + originOfSize());
    } catch (IllegalArgumentException e) {
      return Finding.missing("target worker", e.getMessage(), "correct it or take it away");
    }
  }

  private static String originOfSize() {
    if (System.getProperty(Targets.SIZE_PROPERTY) != null) {
      return "system property " + Targets.SIZE_PROPERTY;
    }
    if (System.getenv(Targets.SIZE_VARIABLE) != null) {
      return "environment variable " + Targets.SIZE_VARIABLE;
    }
    return "the number of usable cores";
  }

  private static Finding memory() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long heap = Runtime.getRuntime().maxMemory();
    String fact =
        "%d MiB heap at most, of %d MiB in all"
            .formatted(heap / MEBIBYTE, system.getTotalMemorySize() / MEBIBYTE);
    return heap >= LEAST_HEAP
        ? Finding.ok("memory", fact)
        : Finding.warn("memory", fact, "give programs more: hocket -J-Xmx512m run ...");
  }

  private static Finding display() {
    String name = System.getenv("DISPLAY");
    String named = name == null || name.isEmpty() ? "" : " (DISPLAY=" + name + ")";
    return switch (Display.state()) {
      case REACHABLE -> Finding.ok("display", "reachable" + named);
      case NONE ->
          Finding.warn(
              "display",
              "none; the demo runs headless",
              "for windows, set DISPLAY to a running X server, for example: Xvfb :99 & DISPLAY=:99");
      case UNREACHABLE ->
          Finding.warn(
              "display",
              "does not answer" + named,
              "start that X server, or unset DISPLAY to run headless");
    };
  }

  private static Finding xvfb() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Finding.ok("Xvfb", "not needed on " + System.getProperty("os.name"));
    }
    return Executables.find("Xvfb")
        .map(path -> Finding.ok("Xvfb", path.toString()))
        .orElseGet(() ->
            Finding.warn(
                "Xvfb",
                "not found; tests that open windows need it where there is no display",
                "apt install xvfb (./check does so itself when run as root)"));
  }

  private static Finding flightRecorder() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent() && FlightRecorder.isAvailable()
        ? Finding.ok("flight recorder", "present")
        : Finding.missing(
            "flight recorder",
            "module jdk.jfr is missing: no recordings, no demo",
            "use a full JDK " + LEAST_JDK);
  }

  private static Finding virtualThreads() {
    try {
      Thread.ofVirtual().start(() -> {}).join();
      return Finding.ok("virtual threads", "present");
    } catch (UnsupportedOperationException e) {
      return Finding.missing(
          "virtual threads", "missing in this JVM", "use a full JDK " + LEAST_JDK);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Finding maven() {
    return Executables.find("mvn")
        .map(path -> Finding.ok("Maven", path.toString()))
        .orElseGet(() ->
            Finding.warn(
                "Maven",
                "no mvn on the PATH; Hocket cannot rebuild itself",
                "install Maven 3.6.3 or newer, for example: apt install maven"));
  }
}
