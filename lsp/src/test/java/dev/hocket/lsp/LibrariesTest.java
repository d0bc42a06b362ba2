package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace whose libraries Maven knows; a script of the project takes the place of Maven. */
class LibrariesTest {
  private static final String USER =
      """
      package app;

      class User {
        void use(lib.Help help) {
          //#omp target virtual(worker) await nowait
          help.help();
        }
      }
      """;

  @TempDir private Path folder;

  private Path mavenThat(String does) throws Exception {
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    Path script = folder.resolve("mvnw");
    Files.writeString(
        script,
        """
        #!/bin/sh
        for argument; do
          case $argument in
            -Dhocket.outputFile=*) out=${argument#*=} ;;
          esac
        done
        echo "$*" >>asked
        %s
        """
            .formatted(does));
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void jarsInLib_areUsedWithoutABuild_andWhenTheyCome() throws Exception {
    compileHelp();
    String user = write();
    Path jar = Files.createDirectories(folder.resolve("lib")).resolve("help.jar");
    ToolProvider jars = ToolProvider.findFirst("jar").orElseThrow();
    String classes = folder.resolve("target/classes").toString();
    assertEquals(
        0, jars.run(System.out, System.err, "-c", "-f", jar.toString(), "-C", classes, "."));
    try (Editor editor = new Editor(folder, null)) {
      editor.open(user, USER);
      editor.awaitCodes(user, List.of("HK009"));
      Files.delete(jar);
      editor.save(user);
      editor.replace(user, "class", "class");
      editor.awaitCodes(user, List.of());
    }
  }

  private void compileHelp() throws Exception {
    Path source = Files.createDirectories(folder.resolve("target/in")).resolve("Help.java");
    Files.writeString(source, "package lib; public class Help { public void help() {} }");
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    String classes = folder.resolve("target/classes").toString();
    assertEquals(0, javac.run(System.out, System.err, "-d", classes, source.toString()));
  }

  private String write() throws Exception {
    Path file = Files.createDirectories(folder.resolve("app")).resolve("User.java");
    Files.writeString(file, USER);
    return Editor.uri(file);
  }

  private void touchPom(String text) throws Exception {
    Path pom = folder.resolve("pom.xml");
    FileTime before = Files.getLastModifiedTime(pom);
    Files.writeString(pom, text);
    Files.setLastModifiedTime(pom, FileTime.fromMillis(before.toMillis() + 2000));
  }

  @Test
  void theAnswerOfMaven_isTheClassPath() throws Exception {
    compileHelp();
    mavenThat("echo \"$PWD/target/classes\" >\"$out\"");
    String user = write();
    try (Editor editor = new Editor(folder, null)) {
      editor.open(user, USER);
      editor.awaitCodes(user, List.of("HK009"));
    }
    String asked = Files.readString(folder.resolve("asked"));
    assertTrue(asked.contains("dev.hocket:hocket-maven-plugin:0:classpath"), asked);
  }

  @Test
  void brokenBuild_isShownOnce_andARepairedOneIsAskedAgain() throws Exception {
    compileHelp();
    mavenThat(
        """
        grep -q repaired pom.xml && echo "$PWD/target/classes" >"$out" && exit 0
        echo '[INFO] Scanning'
        echo '[ERROR] 1 problem was encountered'
        echo '[ERROR] Non-parseable POM'
        exit 1
        """);
    String user = write();
    try (Editor editor = new Editor(folder, null)) {
      editor.open(user, USER);
      String shown = editor.shown();
      assertTrue(shown.contains(folder.toString()), shown);
      assertTrue(shown.endsWith("1 problem was encountered Non-parseable POM"), shown);
      Editor.assertCodes(List.of("HK005"), editor.replace(user, "await", "awiat"));
      touchPom("<project><repaired/></project>");
      editor.save(user);
      editor.replace(user, "awiat", "await");
      editor.awaitCodes(user, List.of("HK009"));
      assertEquals(0, editor.shutDown());
    }
  }

  @Test
  void mavenThatHangs_doesNotOutliveTheServer() throws Exception {
    mavenThat("echo $$ >pid.new; mv pid.new pid; exec sleep 600");
    String user = write();
    try (Editor editor = new Editor(folder, null)) {
      Editor.assertCodes(List.of(), editor.open(user, USER));
      Path pid = folder.resolve("pid");
      while (!Files.exists(pid)) {
        Editor.assertCodes(List.of(), editor.replace(user, "class", "class"));
      }
      ProcessHandle maven =
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
      assertEquals(0, editor.shutDown());
      maven.onExit().get(3, java.util.concurrent.TimeUnit.MINUTES);
    }
  }

  @Test
  void listOfLibraries_isUsedInsteadOfMaven() throws Exception {
    compileHelp();
    mavenThat("exit 1");
    Files.createDirectories(folder.resolve(".hocket"));
    Files.writeString(folder.resolve(".hocket/classpath"), "target/classes");
    String user = write();
    try (Editor editor = new Editor(folder, null)) {
      editor.open(user, USER);
      editor.awaitCodes(user, List.of("HK009"));
    }
    assertFalse(Files.exists(folder.resolve("asked")));
  }
}
