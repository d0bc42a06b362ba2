package dev.hocket.bench.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.bench.processes.Tools;
import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The benchmark of servers measures with the tools on this machine and names the missing ones. */
class ServersTest {
  private static final int CLOSED_LOOPS = 2;
  private static final List<String> PROGRAMS =
      List.of("wrk", "h2load", "apache2", "httpd", "nginx");

  /** What the benchmark of all servers has printed, by the programs that it can find. */
  private static final Map<List<String>, String> PRINTED = new HashMap<>();

  @Test
  void server_hasARowForEachServer_inEachTableThatItsGeneratorsAllow() throws Exception {
    Tools tools = Tools.ofThisMachine();
    String printed = printedWith(tools);
    int closed = present(printed, tools, "wrk") ? CLOSED_LOOPS : 0;
    int open = present(printed, tools, "h2load") ? 2 + closed : 0;
    for (String server :
        List.of("Swerve, asynchronous", "Swerve, lock-step", "Jetty", "Helidon SE")) {
      assertEquals(closed + open, Printed.rows(printed, server), printed);
    }
    for (String server : List.of("Apache httpd", "Apache httpd, 2,048 threads", "nginx")) {
      // An installed server may lack modules or not start, but if it starts it serves.
      boolean isExplained =
          Pattern.compile(
                  "(?m)^%s: not measured: (.* not found on the PATH|ended with status|its modules)"
                      .formatted(server))
              .matcher(printed)
              .find();
      assertEquals(isExplained ? 0 : closed + open, Printed.rows(printed, server), printed);
    }
  }

  /** Runs the benchmark once for tools that find the same programs: a run starts four servers. */
  private static String printedWith(Tools tools) throws Exception {
    List<String> found =
        PROGRAMS.stream().filter(program -> tools.find(List.of(program)).isPresent()).toList();
    String printed = PRINTED.get(found);
    if (printed == null) {
      printed = Printed.by(() -> Servers.run(Settings.QUICK, tools));
      PRINTED.put(found, printed);
    }
    return printed;
  }

  @Test
  void serverOnFlow_hasARowInEachTableThatItsGeneratorsAllow() throws Exception {
    Tools tools = Tools.ofThisMachine();
    String printed = Printed.by(() -> Servers.runFlow(Settings.QUICK, tools));
    int closed = present(printed, tools, "wrk") ? 1 : 0;
    int open = present(printed, tools, "h2load") ? 2 * closed : 0;
    for (String server :
        List.of("flow, listing 1", "flow, listing 14", "Jetty", "Swerve, asynchronous")) {
      assertEquals(closed + open, Printed.rows(printed, server), printed);
    }
  }

  @Test
  void recordedServer_hasARowInEachTableThatItsGeneratorsAllow() throws Exception {
    Tools tools = Tools.ofThisMachine();
    String printed = Printed.by(() -> Servers.runRecorded(Settings.QUICK, tools));
    int closed = present(printed, tools, "wrk") ? 1 : 0;
    int open = present(printed, tools, "h2load") ? 2 * closed : 0;
    for (String server : List.of("Swerve, recording", "Swerve", "flow, recording", "flow")) {
      assertEquals(closed + open, Printed.rows(printed, server), printed);
    }
  }

  @Test
  void feeds_haveARowInEachTable() throws Exception {
    String printed = Printed.by(() -> FeedServers.run(Settings.QUICK));
    assertEquals(4, Printed.rows(printed, "listing 14"), printed);
    for (String function : List.of("accept", "read", "parse", "load", "compose", "reply")) {
      assertEquals(1, Printed.rows(printed, function + "#1"), printed);
    }
  }

  /** Whether a load generator is installed. The benchmark must have named a missing one. */
  private static boolean present(String printed, Tools tools, String generator) {
    boolean present = tools.find(List.of(generator)).isPresent();
    assertEquals(!present, printed.contains("not measured: " + generator + " not found"), printed);
    return present;
  }

  @Test
  void machineWithoutTools_startsTheServersInJava_andNamesEachToolOnce() throws Exception {
    String printed = printedWith(new Tools(""));
    assertEquals(
        List.of(
            "Apache httpd: not measured: apache2 or httpd not found on the PATH"
                + " (apt-get install apache2)",
            "Apache httpd, 2,048 threads: not measured: apache2 or httpd not found on the PATH"
                + " (apt-get install apache2)",
            "nginx: not measured: nginx not found on the PATH (apt-get install nginx)",
            "requests/s in a closed loop, and times at a share of the least: not measured: wrk not"
                + " found on the PATH (apt-get install wrk)",
            "times in an open loop: not measured: h2load not found on the PATH (apt-get install"
                + " nghttp2-client)"),
        printed.lines().filter(line -> !line.isEmpty()).toList());
  }
}
