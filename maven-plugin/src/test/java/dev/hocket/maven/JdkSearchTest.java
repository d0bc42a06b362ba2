package dev.hocket.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of JDKs that are a few files, the right one is found. */
class JdkSearchTest {
  @TempDir private Path folder;

  @Test
  void chosenJavac_winsOverJavaHome_overMavensOwn() throws Exception {
    Path chosen = jdk("chosen", "26.0.1");
    Path home = jdk("home", "25.0.3");
    Path own = jdk("own", "25");
    assertEquals(chosen, found(javac(chosen), home, own));
    assertEquals(home, found(null, home, own));
    assertEquals(own, found(null, null, own));
  }

  @Test
  void whatIsTooOld_orNoJdk_isPassedOver() throws Exception {
    Path old = jdk("old", "17.0.15");
    Path runtimeOnly = jdk("runtime", "25");
    Files.delete(runtimeOnly.resolve("bin/javac"));
    Path own = jdk("own", "25.0.1");
    assertEquals(own, found(javac(old), runtimeOnly, own));
    assertEquals(own, found(folder.resolve("nowhere/bin/javac"), folder.resolve("nowhere"), own));
  }

  @Test
  void usualPlaces_giveTheOldestThatFits() throws Exception {
    jdk("usual/a", "26");
    Path best = jdk("usual/b", "25.0.2");
    jdk("usual/c", "21.0.1");
    assertEquals(best, found(null, null, jdk("own", "17")));
  }

  @Test
  void folderOfMacos_isFound() throws Exception {
    Path best = jdk("usual/temurin-25.jdk/Contents/Home", "25");
    assertEquals(best, found(null, null, jdk("own", "17")));
  }

  @Test
  void none_isSaidWithWhatWasLookedAt_andTheWayOut() throws Exception {
    Path own = jdk("own", "17");
    JdkSearch search = JdkSearch.in(javac(own), "/not/there", own, List.of());
    assertEquals(Optional.empty(), search.find());
    String message = search.missing();
    assertTrue(message.contains("JDK 25 or newer"), message);
    assertTrue(message.contains(javac(own).toString()), message);
    assertTrue(message.contains("JAVA_HOME (/not/there)"), message);
    assertTrue(message.contains("-Dmaven.compiler.executable="), message);
  }

  private Path found(Path javac, Path javaHome, Path own) {
    String home = javaHome == null ? null : javaHome.toString();
    return JdkSearch.in(javac, home, own, List.of(folder.resolve("usual")))
        .find()
        .orElseThrow()
        .home();
  }

  private static Path javac(Path home) {
    return home.resolve("bin/javac");
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    for (String program : List.of("java", "javac")) {
      Path file = Files.writeString(home.resolve("bin").resolve(program), "");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
    Files.writeString(home.resolve("release"), "A=\"b\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}
