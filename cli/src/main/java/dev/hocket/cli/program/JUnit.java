package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds JUnit's console launcher, in the jar that contains all of JUnit. */
public final class JUnit {
  /** The launcher's main class. */
  public static final String LAUNCHER = "org.junit.platform.console.ConsoleLauncher";

  private static final String NAME = "junit-platform-console-standalone";

  /** The version of JUnit that tests the projects of {@code hocket new}. */
  private static final String VERSION = "6.1.3";

  private static final Pattern REPOSITORY = Pattern.compile("-Dmaven\\.repo\\.local=(\\S+)");
  private static final Pattern SETTING =
      Pattern.compile("<localRepository>\\s*(.*?)\\s*</localRepository>");

  private JUnit() {}

  /** Whether a class path contains the launcher. */
  public static boolean isOn(List<Path> classPath) {
    return classPath.stream().anyMatch(JUnit::isIn);
  }

  private static boolean isIn(Path entry) {
    String file = LAUNCHER.replace('.', '/') + ".class";
    if (Files.isDirectory(entry)) {
      return Files.exists(entry.resolve(file));
    }
    try (JarFile jar = new JarFile(entry.toFile())) {
      return jar.getEntry(file) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The newest launcher in the local Maven repository.
   *
   * @throws UserError if there is none, with the command that downloads it
   */
  public static Path console() {
    Path folder = repository().resolve("org/junit/platform").resolve(NAME);
    return newest(folder)
        .orElseThrow(() ->
            new UserError(
                "no JUnit launcher in "
                    + folder
                    + "; get it once by: mvn dependency:get -Dartifact=org.junit.platform:"
                    + NAME
                    + ":"
                    + VERSION
                    + " (or name the jar: hocket test -cp "
                    + NAME
                    + "-"
                    + VERSION
                    + ".jar DIR)"));
  }

  private static Optional<Path> newest(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(folder)) {
      return versions
          .filter(version -> Files.exists(jarIn(version)))
          .max(Comparator.comparing(version -> Version.parse(version.getFileName().toString())))
          .map(JUnit::jarIn);
    } catch (IOException e) {
      throw new UserError("cannot read " + folder + ": " + e.getMessage());
    }
  }

  private static Path jarIn(Path version) {
    return version.resolve(NAME + "-" + version.getFileName() + ".jar");
  }

  /**
   * The local repository: the one that MAVEN_OPTS names, or else the user's settings, or else
   * Maven's default.
   */
  private static Path repository() {
    Path maven = Path.of(System.getProperty("user.home"), ".m2");
    String options = Optional.ofNullable(System.getenv("MAVEN_OPTS")).orElse("");
    Matcher option = REPOSITORY.matcher(options);
    if (option.find()) {
      return Path.of(option.group(1));
    }
    Path settings = maven.resolve("settings.xml");
    try {
      Matcher setting = SETTING.matcher(Files.exists(settings) ? Files.readString(settings) : "");
      if (setting.find()) {
        return Path.of(setting.group(1).replace("${user.home}", System.getProperty("user.home")));
      }
    } catch (IOException e) {
      throw new UserError("cannot read " + settings + ": " + e.getMessage());
    }
    return maven.resolve("repository");
  }
}
