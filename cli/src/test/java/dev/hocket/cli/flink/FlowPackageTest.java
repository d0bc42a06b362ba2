package dev.hocket.cli.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the jar in which a program goes to a cluster. */
class FlowPackageTest {
  @TempDir Path folder;

  private void file(String name, Instant time) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private JarFile packed(Path... entries) throws IOException {
    Path jar = folder.resolve("packed.jar");
    new FlowPackage(List.of(entries)).write(jar, "Main");
    return new JarFile(jar.toFile());
  }

  @Test
  void classesStayNewerThanTheirSources_whichClojureWouldCompileAgain() throws IOException {
    Instant begin = Instant.parse("2026-03-01T10:00:00.100Z");
    file("classes/words__init.class", begin.plusMillis(1));
    file("sources/words.clj", begin);
    file("classes/old__init.class", begin.minusSeconds(60));
    file("sources/old.clj", begin);
    try (JarFile jar = packed(folder.resolve("sources"), folder.resolve("classes"))) {
      assertTrue(jar.getEntry("words__init.class").getTime() > jar.getEntry("words.clj").getTime());
      assertTrue(jar.getEntry("old__init.class").getTime() < jar.getEntry("old.clj").getTime());
    }
  }

  @Test
  void listsOfServices_becomeOne_andOfOtherEntriesTheFirstCounts() throws IOException {
    for (String entry : List.of("first", "second")) {
      file(entry + "/META-INF/services/Service", Instant.EPOCH);
      file(entry + "/same", Instant.EPOCH);
    }
    try (JarFile jar = packed(folder.resolve("first"), folder.resolve("second"))) {
      assertEquals(
          "first/META-INF/services/Service\nsecond/META-INF/services/Service\n",
          text(jar, "META-INF/services/Service"));
      assertEquals("first/same", text(jar, "same"));
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes());
  }
}
