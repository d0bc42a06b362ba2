package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The claim that hardly a line differs, checked. */
@Timeout(60)
class DifferingLinesTest {
  private static final Path CASE_STUDIES =
      Path.of(System.getProperty("hocket.root"), "case-studies");
  private static final String MODULES = "src/main/java/dev/hocket/casestudies/swerve";

  private record Count(int exitCode, String table) {}

  @Test
  void atMostTwoInAHundredLines_differBetweenTheVersions() throws Exception {
    Count count = countIn(CASE_STUDIES);
    assertEquals(0, count.exitCode(), count.table());
    for (String module : new String[] {"Listening", "FileProcessing", "NetworkProcessing"}) {
      assertTrue(count.table().contains(module + " "), count.table());
    }
    assertTrue(
        count.table().matches("(?s).*\\d\\.\\d % of the server with its HTTP module.*"),
        count.table());
  }

  @Test
  void aClassThatOnlyOneVersionHas_differs(@TempDir Path copy) throws Exception {
    copy("swerve", copy);
    copy("http", copy);
    Files.write(
        copy.resolve("swerve").resolve(MODULES).resolve("async/Helper.java"),
        Stream.generate(() -> "help();").limit(200).toList());
    Count count = countIn(copy);
    assertEquals(1, count.exitCode(), count.table());
    assertTrue(count.table().contains("only in async "), count.table());
  }

  private static Count countIn(Path caseStudies) throws IOException, InterruptedException {
    Path script = caseStudies.resolve("swerve/differing-lines");
    Process counting = new ProcessBuilder(script.toString()).redirectErrorStream(true).start();
    String table = counting.inputReader().readAllAsString();
    assertTrue(counting.waitFor(30, TimeUnit.SECONDS));
    return new Count(counting.exitValue(), table);
  }

  /** Sources and scripts. */
  private static void copy(String module, Path to) throws IOException {
    Path from = CASE_STUDIES.resolve(module);
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(file -> !from.relativize(file).startsWith("target"))
              .toList();
    }
    for (Path file : files) {
      Path copied = to.resolve(CASE_STUDIES.relativize(file));
      Files.createDirectories(copied.getParent());
      Files.copy(file, copied, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
