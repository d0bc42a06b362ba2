package dev.hocket.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs benchmarks by name, all of them without one; writes Markdown tables on standard output. */
public final class Main {
  private interface Benchmark {
    void run(Settings settings) throws Exception;
  }

  private static final Map<String, Benchmark> ALL = new LinkedHashMap<>();

  static {
    ALL.put("handover", HandOver::run);
    ALL.put("recording", RecordingCost::run);
    ALL.put("await", RoundTrips::run);
    ALL.put("looptime", LoopTime::run);
    ALL.put("suspended", SuspendedMemory::run);
    ALL.put("kernels", KernelLoad::run);
    ALL.put("painting", KernelLoad::runPainting);
    ALL.put("demo", DemoCost::run);
    ALL.put("channels", Channels::run);
    ALL.put("sends", AsyncSends::run);
    ALL.put("mailboxes", Mailboxes::run);
    ALL.put("multicast", Multicasts::run);
    ALL.put("blocked", BlockedMemory::run);
    ALL.put("sockets", Sockets::run);
    ALL.put("modules", SwerveModules::run);
    ALL.put("server", Servers::run);
  }

  private Main() {}

  /** The names of all, in the order in which they run. */
  static Set<String> names() {
    return Collections.unmodifiableSet(ALL.keySet());
  }

  /**
   * Runs the benchmarks named.
   *
   * @param args names, and {@code --quick} for a run that only checks results
   * @throws Exception if a benchmark fails or its result is wrong
   */
  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>(List.of(args));
    Settings settings = names.remove("--quick") ? Settings.QUICK : Settings.FULL;
    for (String name : names) {
      if (!ALL.containsKey(name)) {
        System.err.println(
            "hocket bench: no benchmark is named "
                + name
                + "; there are "
                + String.join(", ", names()));
        System.exit(2);
      }
    }
    System.out.printf(
        "%d processors, Java %s, %s%n",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    for (Map.Entry<String, Benchmark> benchmark : ALL.entrySet()) {
      if (names.isEmpty() || names.contains(benchmark.getKey())) {
        benchmark.getValue().run(settings);
      }
    }
  }
}
