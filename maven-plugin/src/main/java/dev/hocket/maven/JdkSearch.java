package dev.hocket.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds a JDK that is new enough. JDKs that the user chose come first: a toolchain or {@code
 * maven.compiler.executable}, then JAVA_HOME, then the Java that Maven runs on. If none of them
 * fits, all JDKs in the usual places are candidates, and the oldest that fits wins, because that is
 * the long-term release Hocket is tested on.
 */
final class JdkSearch {
  /** Folders with one JDK in each of their folders, below the root or the user's home. */
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/jvm",
          "/usr/java",
          "/usr/local/java",
          "/opt",
          "/opt/java",
          "~/.sdkman/candidates/java",
          "~/.jdks",
          "~/.gradle/jdks",
          "~/.asdf/installs/java",
          "~/.local/share/mise/installs/java",
          "/Library/Java/JavaVirtualMachines",
          "~/Library/Java/JavaVirtualMachines",
          "C:\\Program Files\\Java",
          "C:\\Program Files\\Eclipse Adoptium");

  private final Path chosen;
  private final Optional<String> javaHome;
  private final Path own;
  private final List<Path> usual;

  private JdkSearch(Path chosen, Optional<String> javaHome, Path own, List<Path> usual) {
    this.chosen = chosen;
    this.javaHome = javaHome;
    this.own = own;
    this.usual = usual;
  }

  /**
   * A search on this machine.
   *
   * @param javac the javac that a toolchain or the configuration names, or null
   */
  static JdkSearch preferring(String javac) {
    return new JdkSearch(
        javac == null ? null : Path.of(javac),
        Optional.ofNullable(System.getenv("JAVA_HOME")).filter(home -> !home.isEmpty()),
        Path.of(System.getProperty("java.home")),
        usualFolders());
  }

  static JdkSearch in(Path javac, String javaHome, Path own, List<Path> usual) {
    return new JdkSearch(javac, Optional.ofNullable(javaHome), own, usual);
  }

  /** A program as a configuration names it: by its path, or by its name for one on the PATH. */
  static Path programNamed(String name) {
    Path path = Path.of(name);
    if (path.getParent() != null || Files.exists(path)) {
      return path;
    }
    return Arrays.stream(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(path);
  }

  /** The JDK to use, or empty: {@link #missing} then says what was looked at. */
  Optional<Jdk> find() {
    return chosen()
        .or(() -> javaHome.map(Path::of).flatMap(Jdk::at).filter(Jdk::fits))
        .or(() -> Jdk.at(own).filter(Jdk::fits))
        .or(this::usual);
  }

  private Optional<Jdk> chosen() {
    return Optional.ofNullable(chosen).flatMap(Jdk::of).filter(Jdk::fits);
  }

  private Optional<Jdk> usual() {
    List<Jdk> found = new ArrayList<>();
    for (Path folder : usual) {
      for (Path home : foldersIn(folder)) {
        Jdk.at(home).or(() -> Jdk.at(home.resolve("Contents/Home"))).ifPresent(found::add);
      }
    }
    return found.stream().filter(Jdk::fits).min(Comparator.comparingInt(Jdk::feature));
  }

  /** The message for a machine that has none. */
  String missing() {
    return "Hocket compiles in a JDK "
        + Jdk.LEAST
        + " or newer, and Maven found none: looked at "
        + (chosen == null ? "the toolchain (none)" : chosen)
        + ", JAVA_HOME ("
        + javaHome.orElse("not set")
        + "), the Java that runs Maven ("
        + own
        + ", version "
        + Runtime.version().feature()
        + ") and the usual places (/usr/lib/jvm, /opt, ~/.sdkman, ...). Install one and set"
        + " JAVA_HOME to it, or describe it in toolchains.xml, or call Maven with"
        + " -Dmaven.compiler.executable=JDK/bin/javac.";
  }

  private static List<Path> foldersIn(Path folder) {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, Files::isDirectory)) {
      entries.forEach(folders::add);
    } catch (IOException e) {
      return List.of();
    }
    folders.sort(Comparator.naturalOrder());
    return folders;
  }

  private static List<Path> usualFolders() {
    String home = System.getProperty("user.home");
    return FOLDERS.stream().map(folder -> Path.of(folder.replaceFirst("^~", home))).toList();
  }
}
