package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs Maven as a user would: with a local repository that contains only this build's artefacts.
 * All other artefacts come, without network, from the repository that this build used.
 */
final class Workshop {
  static final Path ROOT = Path.of(System.getProperty("hocket.root"));
  private static final String KEPT_OUT = "<maven.install.skip>true";
  private static final int LIMIT_SECONDS = 300;

  /** In short runs, optimised code and a collector with threads would cost more than they save. */
  static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Path folder;
  private final Path repository;
  private final Path settings;

  Workshop(Path folder) throws IOException {
    this.folder = folder;
    repository = Files.createDirectory(folder.resolve("repository"));
    settings = Files.writeString(folder.resolve("settings.xml"), settings());
    for (Path module : publishedModules()) {
      deposit(module);
    }
  }

  /** The output of a program's run, including error output. */
  record Outcome(int exitCode, String out) {
    Outcome expectSuccess() {
      assertTrue(exitCode == 0, out);
      return this;
    }
  }

  static String version() throws IOException {
    return Files.readString(ROOT.resolve("pom.xml"))
        .replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
  }

  /** The jar that this build has created for a module. */
  static Path jar(String module) throws IOException {
    return ROOT.resolve(module).resolve("target/hocket-" + module + "-" + version() + ".jar");
  }

  /** A new project of {@code hocket new}. */
  Path newProject(String name, String kind) throws Exception {
    Path project = folder.resolve(name);
    hocket("new", project.toString(), kind).expectSuccess();
    return project;
  }

  /** A copy of the project in a folder of the test sources. */
  Path copy(String name) throws IOException {
    Path original = ROOT.resolve("projects/src/test").resolve(name);
    Path copy = folder.resolve(name);
    try (Stream<Path> files = Files.walk(original)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(original.relativize(file).toString()));
      }
    }
    return copy;
  }

  Outcome hocket(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(quickJava());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.hocket.cli.Main"));
    command.addAll(List.of(arguments));
    return run(folder, Path.of(System.getProperty("java.home")), command);
  }

  /** Runs Maven on the Java of this test. */
  Outcome maven(Path project, String... arguments) throws Exception {
    return mavenOn(Path.of(System.getProperty("java.home")), project, arguments);
  }

  Outcome mavenOn(Path javaHome, Path project, String... arguments) throws Exception {
    return run(project, javaHome, mavenCommand(arguments));
  }

  /** Runs Maven on the Java that comes first on the PATH, without JAVA_HOME. */
  Outcome mavenOfThePath(Path java, Path project, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(mavenCommand(arguments));
    builder.environment().remove("JAVA_HOME");
    String path = builder.environment().get("PATH");
    builder.environment().put("PATH", java.resolve("bin") + File.pathSeparator + path);
    return run(project, builder);
  }

  private List<String> mavenCommand(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-Dstyle.color=never"));
    command.addAll(settingsOfMaven());
    command.add("-Djava.awt.headless=true");
    command.addAll(List.of(arguments));
    return command;
  }

  private List<String> settingsOfMaven() throws IOException {
    return List.of(
        "-s",
        settings.toString(),
        "-Dmaven.repo.local=" + repository,
        "-Dhocket.version=" + version());
  }

  /** Lets any Maven that runs in a project use the repository of this build. */
  void configureMaven(Path project) throws IOException {
    Files.createDirectories(project.resolve(".mvn"));
    Files.write(project.resolve(".mvn/maven.config"), settingsOfMaven());
  }

  static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The start of a command that runs a short program on the Java of this test. */
  static List<String> quickJava() {
    List<String> command = new ArrayList<>(QUICK);
    command.addFirst(ownJava());
    return command;
  }

  Outcome run(Path where, Path javaHome, List<String> command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    return run(where, builder);
  }

  private Outcome run(Path where, ProcessBuilder builder) throws Exception {
    builder.directory(where.toFile());
    Path log = Files.createTempFile(folder, "run", ".log");
    builder.environment().put("MAVEN_OPTS", String.join(" ", QUICK));
    builder.environment().remove("MAVEN_ARGS");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String out = Files.readString(log);
    assertTrue(
        ended, "still running after " + LIMIT_SECONDS + " s: " + builder.command() + "\n" + out);
    return new Outcome(process.exitValue(), out);
  }

  /** The folders of the root and of every module that is published. */
  static List<Path> publishedModules() throws IOException {
    List<Path> published = new ArrayList<>();
    try (Stream<Path> files = Files.find(ROOT, 3, (file, about) -> file.endsWith("pom.xml"))) {
      for (Path pom : files.sorted().toList()) {
        if (!Files.readString(pom).contains(KEPT_OUT)) {
          published.add(pom.getParent());
        }
      }
    }
    return published;
  }

  /** Copies a module's POM and jar to the place where Maven looks for them. */
  private void deposit(Path module) throws IOException {
    String name = module.equals(ROOT) ? "hocket" : "hocket-" + module.getFileName();
    String file = name + "-" + version();
    Path place =
        Files.createDirectories(repository.resolve("dev/hocket").resolve(name).resolve(version()));
    Files.copy(module.resolve("pom.xml"), place.resolve(file + ".pom"));
    Path jar = module.resolve("target").resolve(file + ".jar");
    if (Files.exists(jar)) {
      Files.copy(jar, place.resolve(file + ".jar"));
    }
  }

  private static String settings() {
    String local =
        System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>build</id>
          <mirrorOf>*</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(Path.of(local).toUri());
  }
}
