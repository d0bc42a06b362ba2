package dev.hocket.cli;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Runs {@code hocket lag} with the agent in the form that Maven packs. */
final class LagRun {
  private LagRun() {}

  static ChildRun in(Path folder, String... arguments) throws Exception {
    Path classes = agentClasses();
    if (!Files.isDirectory(classes)) {
      return ChildRun.in(
          folder, Stream.concat(Stream.of("lag"), Stream.of(arguments)).toArray(String[]::new));
    }
    String path =
        agentJar(classes, folder) + File.pathSeparator + System.getProperty("java.class.path");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Short runs: compiling well would take longer than it saves.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                path,
                Main.class.getName(),
                "lag"));
    command.addAll(List.of(arguments));
    return ChildRun.of(new ProcessBuilder(command).directory(folder.toFile()), folder);
  }

  /** The agent's jar, or the folder of its classes if Maven has not packed them. */
  private static Path agentClasses() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path.of("")::resolve)
        .filter(path -> path.toString().matches(".*\\blag\\b.*"))
        .findFirst()
        .orElseThrow();
  }

  private static Path agentJar(Path classes, Path folder) throws Exception {
    String name = "hocket-lag-test.jar";
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", "dev.hocket.lag.Agent");
    main.putValue("Boot-Class-Path", name);
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> all = Files.walk(classes)) {
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(one).toString()));
        Files.copy(one, out);
      }
    }
    return jar;
  }
}
