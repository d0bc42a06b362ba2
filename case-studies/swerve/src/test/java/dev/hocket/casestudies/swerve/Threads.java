package dev.hocket.casestudies.swerve;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts virtual threads, which no other interface of the JVM does. */
final class Threads {
  private Threads() {}

  static int virtual() throws IOException {
    Path folder = Files.createTempDirectory("threads");
    Path dump = folder.resolve("dump.txt");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      try (var lines = Files.lines(dump)) {
        return (int) lines.filter(line -> line.matches("#\\d+ .*virtual.*")).count();
      }
    } finally {
      Files.deleteIfExists(dump);
      Files.delete(folder);
    }
  }
}
