package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a project's tests with a JUnit launcher from the local Maven repository. */
class TestCommandTest {
  private static final String NAME = "junit-platform-console-standalone";

  @TempDir private Path folder;

  @BeforeEach
  void makeProject() {
    assertEquals(0, Invocation.of("new", folder.resolve("hello").toString()).exitCode());
  }

  @Test
  void testsOfANewProject_pass() throws Exception {
    fillRepository("1.0");
    ChildRun run = hocket("test", "hello");
    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertTrue(run.out().contains("sum_addsAllNumbers"), run.out());
    assertTrue(run.out().contains("1 tests successful"), run.out());
    assertEquals("", run.err());
  }

  @Test
  void failedTest_exitsWith1() throws Exception {
    fillRepository("1.0");
    Path test = folder.resolve("hello/src/test/java/com/example/hello/MainTest.java");
    Files.writeString(test, Files.readString(test).replace("5050", "5051"));
    ChildRun run = hocket("test", "hello");
    assertEquals(1, run.exitCode());
    assertTrue(run.out().contains("expected: <5051> but was: <5050>"), run.out());
  }

  /** Version 1.0 in the repository is a file that cannot be opened. */
  @Test
  void newestLauncher_isTaken() throws Exception {
    fillRepository("10.0");
    Path older = folder.resolve(".m2/repository/org/junit/platform").resolve(NAME).resolve("9.0");
    Files.createDirectories(older);
    Files.writeString(older.resolve(NAME + "-9.0.jar"), "no jar");
    assertEquals(0, hocket("test", "hello").exitCode());
  }

  @Test
  void launcherOnTheClassPath_needsNoRepository() throws Exception {
    ChildRun run = hocket("test", "-cp", launcher().toString(), "hello", "--details=none");
    assertEquals(0, run.exitCode(), run.out() + run.err());
  }

  @Test
  void withoutALauncher_theMessageExplainsHowToGetOne() throws Exception {
    Path place = folder.resolve(".m2/repository/org/junit/platform").resolve(NAME);
    String version = launcher().getFileName().toString().replaceAll(".*-|\\.jar$", "");
    assertEquals(
        new ChildRun(
            2,
            "",
            "hocket: no JUnit launcher in %s; get it once by: mvn dependency:get -Dartifact=org.junit.platform:%s:%s (or name the jar: hocket test -cp %2$s-%3$s.jar DIR)\n"
                .formatted(place, NAME, version)),
        hocket("test", "hello"));
  }

  @Test
  void folderWithoutTests_isRefused() throws Exception {
    Path bare = Files.createDirectory(folder.resolve("bare"));
    assertRefused(
        "hocket: there is no src/test/java in %s, where tests lie in Maven's layout; 'hocket new DIR' makes a project with a test\n"
            .formatted(bare),
        "test",
        bare.toString());
    assertRefused(
        "hocket: Main.java: no such folder; hocket test takes that of a project\n",
        "test",
        "Main.java");
  }

  private ChildRun hocket(String... arguments) throws Exception {
    List<String> home = List.of("-Duser.home=" + folder);
    ProcessBuilder builder = ChildRun.builder(folder, home, arguments);
    builder.environment().remove("MAVEN_OPTS");
    return ChildRun.of(builder, folder);
  }

  private void fillRepository(String version) throws Exception {
    Path place = folder.resolve(".m2/repository/org/junit/platform").resolve(NAME).resolve(version);
    Files.createDirectories(place);
    Files.copy(launcher(), place.resolve(NAME + "-" + version + ".jar"));
  }

  /** The launcher's jar, which the build has copied for this test. */
  private static Path launcher() throws Exception {
    Path place = Path.of(System.getProperty("hocket.root"), "cli/target/junit");
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(place, NAME + "-*.jar")) {
      found.forEach(jars::add);
    }
    assertEquals(1, jars.size(), jars.toString());
    return jars.getFirst();
  }
}
