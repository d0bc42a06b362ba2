package dev.hocket.cli.flink;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.system.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is printed before Maven builds the engine on Apache Flink. */
class FlinkLibrariesTest {
  @TempDir private Path folder;

  private Path classPath(String... jars) throws IOException {
    return Files.writeString(
        folder.resolve("class-path.txt"), String.join(File.pathSeparator, jars));
  }

  @Test
  void firstUse_fetches() throws IOException {
    assertTrue(FlinkLibraries.said(folder.resolve("class-path.txt")).startsWith("Fetching"));
  }

  @Test
  void jarThatIsGone_isFetched() throws IOException {
    Path known = classPath(folder.resolve("gone.jar").toString());
    assertTrue(FlinkLibraries.said(known).startsWith("Fetching"));
  }

  @Test
  void jarsThatAreThere_areNotFetchedAgain() throws IOException {
    Path jar = Files.createFile(folder.resolve("flink.jar"));
    assertTrue(FlinkLibraries.said(classPath(jar.toString())).startsWith("Building"));
  }

  /** The benchmarks' build writes the class path of each module, without what is provided. */
  @Test
  void buildOfTheBenchmarks_writesAnotherFile() throws IOException {
    String build = Files.readString(Repository.file("cli/src/main/sh/build-command.sh"));
    assertTrue(build.contains("-Dmdep.outputFile="), build);
    assertFalse(build.contains("-Dmdep.outputFile=" + FlinkLibraries.CLASS_PATH), build);
  }
}
