package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Maven on Java 17, without JAVA_HOME, as Debian has it: the plugin finds the JDK that compiles. On
 * a machine without an older Java, Maven runs on the Java of this test.
 */
class OlderJavaTest {
  private static final Path JVMS = Path.of("/usr/lib/jvm");
  private static final String OWN_HOME = System.getProperty("java.home");

  @TempDir private static Path folder;
  private static Workshop workshop;

  @BeforeAll
  static void open() throws Exception {
    workshop = new Workshop(folder);
  }

  /**
   * Maven's plugins read the module descriptor to compile the test, to run it, and to create the
   * jar.
   */
  @Test
  void javaModuleWithATest_isBuiltAndTested() throws Exception {
    Path project = workshop.newProject("module", "--plain");
    Files.writeString(
        project.resolve("src/main/java/module-info.java"),
        "module com.example.module { requires dev.hocket.directives; }");
    Workshop.Outcome build = workshop.mavenOfThePath(olderJava(), project, "package");
    build.expectSuccess();
    assertTrue(
        build.out().contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"), build.out());
    assertFalse(build.out().contains("Can't extract module name"), build.out());
    List<String> modules = Workshop.quickJava();
    modules.addAll(
        List.of(
            "-p",
            "target/module.jar:target/lib",
            "-m",
            "com.example.module/com.example.module.Main",
            "10"));
    assertEquals(
        "The sum of 1 to 10 is 55.\n",
        workshop.run(project, Path.of(OWN_HOME), modules).expectSuccess().out());
  }

  /** A toolchain determines the JDK that compiles. */
  @Test
  void swingProject_isCompiledInTheToolchainsJdk() throws Exception {
    Path project = projectWithToolchain("primes", "--swing", "[25,)");
    Path toolchains = toolchains("toolchains.xml", Runtime.version().feature(), OWN_HOME);
    Workshop.Outcome build =
        workshop
            .mavenOfThePath(olderJava(), project, "-t", toolchains.toString(), "package")
            .expectSuccess();
    assertTrue(
        build.out().contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"), build.out());
    assertTrue(build.out().contains("hocket-maven-plugin"), build.out());
    assertFalse(build.out().contains("WARNING] the toolchain"), build.out());
    assertTrue(Files.exists(project.resolve("target/primes.jar")));
  }

  @Test
  void toolchainOfAnOlderJdk_isWarnedOf() throws Exception {
    Path project = projectWithToolchain("older", "--plain", "17");
    Path older = jdk17();
    String toolchains = toolchains("older.xml", 17, older.toString()).toString();
    Workshop.Outcome build =
        workshop.mavenOfThePath(olderJava(), project, "-t", toolchains, "compile").expectSuccess();
    assertTrue(
        build
            .out()
            .contains(
                "[WARNING] the toolchain's JDK in "
                    + older
                    + " is a JDK 17; Hocket compiles in a JDK 25 or newer, so this project is compiled,"
                    + " tested and run in JDK "),
        build.out());
  }

  @Test
  void toolchainWithoutADescription_isWarnedOf() throws Exception {
    Path project = projectWithToolchain("undescribed", "--plain", "[99,)");
    Workshop.Outcome build =
        workshop.mavenOfThePath(olderJava(), project, "compile").expectSuccess();
    assertTrue(
        build
            .out()
            .contains(
                "[WARNING] toolchains.xml has no JDK with {version=[99,)}, which jdkToolchain asks for"),
        build.out());
  }

  @Test
  void executableThatCannotCompile_isRefused() throws Exception {
    Path project = workshop.newProject("executable", "--plain");
    String older = jdk17().resolve("bin/javac").toString();
    assertRefused(project, older, " is that of a JDK 17; ");
    assertRefused(project, "/nowhere/javac", " is not the javac of a JDK; ");
    workshop
        .mavenOfThePath(
            olderJava(),
            project,
            "compile",
            "-Dmaven.compiler.executable=" + OWN_HOME + "/bin/javac")
        .expectSuccess();
  }

  private static void assertRefused(Path project, String javac, String reason) throws Exception {
    String property = "maven.compiler.executable=" + javac;
    Workshop.Outcome build =
        workshop.mavenOfThePath(olderJava(), project, "compile", "-D" + property);
    assertEquals(1, build.exitCode(), build.out());
    assertTrue(
        build.out().contains(property + reason + "Hocket compiles in a JDK 25 or newer: name the"),
        build.out());
  }

  /** The folder of a fake JDK 17; the plugin reads only its version. */
  private static Path jdk17() throws Exception {
    Path home = Files.createDirectories(folder.resolve("jdk-17"));
    Files.createDirectories(home.resolve("bin"));
    for (String program : List.of("java", "javac")) {
      Path file = Files.writeString(home.resolve("bin").resolve(program), "#!/bin/sh\nexit 1\n");
      assertTrue(file.toFile().setExecutable(true));
    }
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    return home;
  }

  private static Path projectWithToolchain(String name, String kind, String version)
      throws Exception {
    Path project = workshop.newProject(name, kind);
    Path pom = project.resolve("pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom)
            .replace(
                "<extensions>true</extensions>",
                "<extensions>true</extensions><configuration><jdkToolchain><version>"
                    + version
                    + "</version></jdkToolchain></configuration>"));
    return project;
  }

  /** The oldest Java from 17 on that the machine has in the usual folder, else this one. */
  private static Path olderJava() throws Exception {
    Path own = Path.of(System.getProperty("java.home"));
    if (!Files.isDirectory(JVMS)) {
      return own;
    }
    try (Stream<Path> homes = Files.list(JVMS)) {
      return homes
          .filter(home -> home.getFileName().toString().matches(".*\\b(17|21)\\b.*"))
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .sorted()
          .findFirst()
          .orElse(own);
    }
  }

  private static Path toolchains(String file, int version, String home) throws Exception {
    String toolchains =
        """
        <toolchains>
          <toolchain>
            <type>jdk</type>
            <provides>
              <version>%s</version>
            </provides>
            <configuration>
              <jdkHome>%s</jdkHome>
            </configuration>
          </toolchain>
        </toolchains>
        """
            .formatted(version, home);
    return Files.writeString(folder.resolve(file), toolchains);
  }
}
