package dev.hocket.cli.flink;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.ClojureProgram;
import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.TemporaryFolder;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.cli.terminal.UserError;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Packs a program and all that it needs but Flink into one jar, which goes to a cluster with each
 * job.
 */
public final class FlowPackage {
  private static final String PACKAGER = "hocket.flow.packaging";
  private static final String SERVICES = "META-INF/services/";

  /** The times of a jar's entries are rounded down to even seconds. */
  private static final Duration ROUNDING = Duration.ofSeconds(2);

  private final List<Path> entries;

  /**
   * Takes what goes into the jar.
   *
   * @param entries folders and jars, in the order of a class path
   */
  FlowPackage(List<Path> entries) {
    this.entries = entries;
  }

  /**
   * Takes a Clojure program, compiled before its jar is made.
   *
   * @param path the classes of its functions, the folders of its resources, and its libraries
   */
  static FlowPackage ofClojure(Path algorithm, List<Path> path) {
    TemporaryFolder temporary = TemporaryFolder.create();
    List<Path> needed = new ArrayList<>(path);
    needed.addAll(ClassPath.clojure());
    needed.addAll(ClassPath.runtime());
    List<Path> compiling = new ArrayList<>(List.of(temporary.path()));
    compiling.addAll(needed);
    int exitCode =
        new ChildJvm(
                ClassPath.join(compiling),
                List.of(
                    "-Dhocket.flow.packaging=true",
                    ClojureProgram.MAIN,
                    "-m",
                    PACKAGER,
                    algorithm.toString(),
                    temporary.path().toString()))
            .runAttached();
    if (exitCode != 0) {
      throw new UserError(null, ExitCode.FAILED);
    }
    temporary.complete();
    needed.addFirst(temporary.path());
    return new FlowPackage(withEngine(needed));
  }

  /** Takes a Java program with its libraries. */
  public static FlowPackage ofJava(List<Path> path) {
    List<Path> needed = new ArrayList<>(path);
    needed.addAll(ClassPath.runtime());
    return new FlowPackage(withEngine(needed));
  }

  private static List<Path> withEngine(List<Path> entries) {
    List<Path> all = new ArrayList<>(entries);
    all.add(Path.of(FlinkLibraries.classPath().split(File.pathSeparator)[0]));
    return all;
  }

  /**
   * Writes the jar.
   *
   * @param main its main class
   */
  public void write(Path jar, String main) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      Set<String> written = new HashSet<>(Set.of(JarFile.MANIFEST_NAME));
      Map<String, ByteArrayOutputStream> services = new LinkedHashMap<>();
      for (Path entry : entries) {
        each(
            entry,
            (name, time, in) -> {
              if (name.startsWith(SERVICES)) {
                addService(name, in, services);
              } else if (!ofOneJar(name) && written.add(name)) {
                out.putNextEntry(dated(name, time));
                in.transferTo(out);
                out.closeEntry();
              }
            });
      }
      for (Map.Entry<String, ByteArrayOutputStream> service : services.entrySet()) {
        out.putNextEntry(new JarEntry(service.getKey()));
        service.getValue().writeTo(out);
        out.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Visitor {
    void of(String name, FileTime time, InputStream in) throws IOException;
  }

  private static void each(Path entry, Visitor visitor) throws IOException {
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
          try (InputStream in = Files.newInputStream(file)) {
            visitor.of(
                entry.relativize(file).toString().replace(File.separatorChar, '/'),
                Files.getLastModifiedTime(file),
                in);
          }
        }
      }
      return;
    }
    try (JarFile jar = new JarFile(entry.toFile())) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry next = all.nextElement();
        if (!next.isDirectory()) {
          try (InputStream in = jar.getInputStream(next)) {
            visitor.of(next.getName(), next.getLastModifiedTime(), in);
          }
        }
      }
    }
  }

  /** Adds a list of services: those of several entries become one, instead of the first of them. */
  private static void addService(
      String name, InputStream in, Map<String, ByteArrayOutputStream> services) throws IOException {
    ByteArrayOutputStream all = services.computeIfAbsent(name, any -> new ByteArrayOutputStream());
    in.transferTo(all);
    all.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
  }

  // Clojure compiles a source again unless its class is newer, and cannot while it loads a program
  // that is compiled already.
  private static JarEntry dated(String name, FileTime time) {
    JarEntry entry = new JarEntry(name);
    Instant now = time.toInstant();
    entry.setTime((name.endsWith(".class") ? now.plus(ROUNDING) : now).toEpochMilli());
    return entry;
  }

  /** Whether an entry says something about its own jar only: a signature or a module. */
  private static boolean ofOneJar(String name) {
    return name.endsWith("module-info.class")
        || name.startsWith("META-INF/") && name.matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");
  }
}
