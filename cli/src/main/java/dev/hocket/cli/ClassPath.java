package dev.hocket.cli;

import dev.hocket.core.Body;
import dev.hocket.directives.Shared;
import dev.hocket.events.Event;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Class paths as users write them, and the part of ours that programs link to. */
final class ClassPath {
  private ClassPath() {}

  /**
   * The entries of a class path, {@code folder/*} expanded as {@code java} does. A missing or
   * broken entry is an error here, because it is nearly always a slip that would show much later as
   * a class that cannot be found.
   */
  static List<Path> parse(String classPath) {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (entry.equals("*") || entry.endsWith(File.separator + "*")) {
        entries.addAll(jarsIn(Path.of(entry.substring(0, entry.length() - 1)), entry));
      } else if (!entry.isEmpty()) {
        entries.add(checked(Path.of(entry)));
      }
    }
    return entries;
  }

  private static List<Path> jarsIn(Path folder, String entry) {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      files.forEach(jars::add);
    } catch (IOException e) {
      throw new UserError("class path entry " + entry + ": no such folder");
    }
    return jars;
  }

  private static Path checked(Path entry) {
    if (Files.isDirectory(entry)) {
      return entry;
    }
    if (!Files.exists(entry)) {
      throw new UserError("class path entry " + entry + ": no such file or folder");
    }
    try {
      new JarFile(entry.toFile()).close();
      return entry;
    } catch (IOException e) {
      throw new UserError(
          "class path entry " + entry + ": not a readable jar (" + e.getMessage() + ")");
    }
  }

  /** The jars (or, in a build, folders of classes) of the Hocket runtime. */
  static List<Path> runtime() {
    return Stream.of(Body.class, Shared.class, Event.class)
        .map(ClassPath::originOf)
        .distinct()
        .toList();
  }

  private static Path originOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static String join(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
