package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maven's own compiler plugin with Hocket as its forked compiler, as in the guide. */
class MavenTest {
  private static final String PLUGIN = "maven-compiler-plugin:3.16.0";

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>example</groupId>
        <artifactId>example</artifactId>
        <version>1</version>
        <properties>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          <maven.compiler.release>21</maven.compiler.release>
        </properties>
        <build>
          <plugins>
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <version>3.16.0</version>
              <configuration>
                <fork>true</fork>
                <executable>${project.basedir}/hocketc</executable>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private static final String PROGRAM =
      """
      public class Main {
        public static void main(String[] args) {
          Thread.currentThread().stop();
          //#omp target virtual(worker) no_wait
          System.out.println("hello");
        }
      }
      """;

  @TempDir private Path folder;

  /** The column in a message is that of the caret, both for javac and for Hocket. */
  @Test
  void messages_areShownAtTheirPlaceWithTheirHelp() throws Exception {
    write("pom.xml", POM);
    Path source = write("src/main/java/Main.java", PROGRAM).toRealPath();
    assertTrue(write("hocketc", compilerScript()).toFile().setExecutable(true));

    ChildRun maven = maven("org.apache.maven.plugins:" + PLUGIN + ":compile");
    assertEquals(1, maven.exitCode(), maven.out());
    List<String> lines = maven.out().lines().toList();
    assertTrue(
        lines.contains(
            "[WARNING] "
                + source
                + ":[3,27] [removal] stop() in Thread has been deprecated and marked for removal"),
        maven.out());
    int error =
        lines.indexOf("[ERROR] " + source + ":[4,35] [HK005] 'target' has no clause 'no_wait'");
    assertTrue(error >= 0, maven.out());
    assertTrue(lines.get(error + 1).startsWith("  help: did you mean 'nowait'?"), maven.out());
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private String compilerScript() {
    List<String> command = ChildRun.builder(folder, List.of(), "compile").command();
    return "#!/bin/sh\nexec '" + String.join("' '", command) + "' \"$@\"\n";
  }

  private ChildRun maven(String goal) throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-o", "-B", "-Dstyle.color=never"));
    String repository = System.getProperty("localRepository");
    if (repository != null) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    command.addAll(List.of("-f", folder.resolve("pom.xml").toString(), goal));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // The runs are short: optimised compilation would take longer than it saves.
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    return ChildRun.of(builder, folder);
  }
}
