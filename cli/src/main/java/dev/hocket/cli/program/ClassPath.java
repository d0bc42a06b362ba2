package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses class paths of users, and finds the part of our own that programs link to. */
public final class ClassPath {
  /** A class of each of our jars that programs link to, by which the jar is found. */
  private static final List<String> RUNTIME =
      List.of(
          "dev/hocket/core/Body.class",
          "dev/hocket/directives/Shared.class",
          "pj/Pyjama.class",
          "dev/hocket/tune/Tuning.class",
          "dev/hocket/events/Event.class",
          "dev/hocket/flow/Flow.class");

  /** The same of the libraries that these jars need. */
  private static final List<String> LIBRARIES =
      List.of(
          "org/jctools/queues/MessagePassingQueue.class",
          "org/jctools/queues/varhandle/SpscVarHandleArrayQueue.class",
          "org/objectweb/asm/ClassReader.class",
          "org/objectweb/asm/tree/ClassNode.class",
          "org/objectweb/asm/tree/analysis/Analyzer.class");

  private static final List<String> CLOJURE =
      List.of(
          "hocket/flow.clj",
          "clojure/core.clj",
          "clojure/spec/alpha.clj",
          "clojure/core/specs/alpha.clj");

  private ClassPath() {}

  /**
   * The entries of a class path, with {@code folder/*} expanded as by {@code java}. A missing or
   * broken entry is an error here, because it is nearly always a mistake that would appear much
   * later as a missing class.
   */
  public static List<Path> parse(String classPath) {
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

  /** The jars (or, in a build, class folders) of the Hocket runtime and its dependencies. */
  public static List<Path> runtime() {
    return originsOf(Stream.concat(RUNTIME.stream(), LIBRARIES.stream()).toList());
  }

  /** The prefixes of the names of classes in the Hocket runtime, as in {@code dev.hocket.core.}. */
  static List<String> runtimePackages() {
    return RUNTIME.stream()
        .map(one -> one.substring(0, one.lastIndexOf('/') + 1).replace('/', '.'))
        .toList();
  }

  /** The jars of Clojure and of flow for Clojure. */
  public static List<Path> clojure() {
    return originsOf(CLOJURE);
  }

  private static List<Path> originsOf(List<String> resources) {
    return resources.stream().map(ClassPath::originOf).distinct().toList();
  }

  private static Path originOf(String resource) {
    URL found = ClassPath.class.getClassLoader().getResource(resource);
    if (found == null) {
      throw new IllegalStateException("the command line lacks " + resource);
    }
    try {
      if (found.openConnection() instanceof JarURLConnection inJar) {
        return Path.of(inJar.getJarFileURL().toURI());
      }
      String folder = found.toString();
      return Path.of(URI.create(folder.substring(0, folder.length() - resource.length())));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String join(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
