package dev.hocket.bench.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.Main;
import dev.hocket.bench.race.Printed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every module of Swerve does its work in both versions, and has a table. */
class SwerveModulesTest {
  @Test
  @Timeout(300)
  void modules_haveATableEach_withARowForBothVersions() throws Exception {
    String tables = Printed.by(() -> Main.main(new String[] {"--quick", "modules"}));
    List<String> modules =
        List.of("listener", "file processor", "network processor", "timeout manager", "log");
    for (String module : modules) {
      assertTrue(tables.contains("### Swerve's " + module + ", "), module + " in " + tables);
    }
    for (String version : List.of("asynchronous events", "lock-step")) {
      assertEquals(6, Printed.rows(tables, version), tables);
    }
  }
}
