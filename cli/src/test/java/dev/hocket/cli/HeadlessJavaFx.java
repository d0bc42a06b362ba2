package dev.hocket.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JavaFX for programs that a test starts without a display. */
final class HeadlessJavaFx {
  private HeadlessJavaFx() {}

  /** The jars on the class path of the tests. */
  static List<Path> jars() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().startsWith("javafx-"))
        .toList();
  }

  /** The jars as a class path. */
  static String classPath() {
    return jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** What the java command needs, before the program. */
  static Stream<String> options() {
    return Stream.of(
        "-Dglass.platform=Headless",
        "-Dprism.order=sw",
        "--enable-native-access=javafx.graphics",
        "--module-path",
        classPath(),
        "--add-modules",
        "javafx.graphics");
  }
}
