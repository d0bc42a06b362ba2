package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileCommandTest {
  private static final String HELLO = "class Hello { static void main() {} }";

  @TempDir Path folder;

  private Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void sources_becomeClassFiles() throws Exception {
    Path file = source("Hello.java", HELLO);
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of("compile", "-d", folder.toString(), "-g:none", file.toString()));
    assertTrue(Files.exists(folder.resolve("Hello.class")));
  }

  @Test
  void sources_mayUseEvents() throws Exception {
    Path file =
        source("Greet.java", "class Greet { dev.hocket.events.Channel<String> greetings; }");
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of("compile", "-d", folder.toString(), file.toString()));
  }

  @Test
  void modules_mayRequireEvents() throws Exception {
    Path module = source("module-info.java", "module greet { requires dev.hocket.events; }");
    Path file =
        source("Greet.java", "package g; class Greet { dev.hocket.events.IVar<String> g; }");
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of("compile", "-d", folder.toString(), module.toString(), file.toString()));
  }

  @Test
  void argumentFile_isLeftToJavac() throws Exception {
    Path file = source("Hello.java", HELLO);
    Path arguments = source("arguments", "-d\n\"" + folder + "\"\n\"" + file + "\"\n");
    assertEquals(new Invocation(0, "", ""), Invocation.of("compile", "@" + arguments));
    assertTrue(Files.exists(folder.resolve("Hello.class")));
  }

  @Test
  void wrongSource_exitsWith1() throws Exception {
    Path file = source("Wrong.java", "class Wrong { int number = \"text\"; }");
    Invocation compile = Invocation.of("compile", "-d", folder.toString(), file.toString());
    assertEquals(1, compile.exitCode());
    assertEquals("", compile.out());
    assertTrue(compile.err().startsWith(file + ":1: error: incompatible types"), compile.err());
  }

  @Test
  void badOption_exitsWith2() {
    Invocation compile = Invocation.of("compile", "-frob");
    assertEquals(2, compile.exitCode());
    assertTrue(compile.err().startsWith("error: invalid flag: -frob\n"), compile.err());
  }

  @Test
  void version_isOnStandardOutput() {
    assertEquals(
        new Invocation(0, "javac " + System.getProperty("java.version") + "\n", ""),
        Invocation.of("compile", "-version"));
  }

  @Test
  void noArguments_showJavacsOptions_andExitWith2() {
    Invocation compile = Invocation.of("compile");
    assertEquals(2, compile.exitCode());
    assertTrue(compile.out().startsWith("Usage: javac <options> <source files>"), compile.out());
  }

  @Test
  void help_isOurs_andPointsToJavacs() {
    Invocation compile = Invocation.of("compile", "--help");
    assertEquals(0, compile.exitCode());
    assertTrue(compile.out().contains("'hocket compile -help' shows"), compile.out());
    Invocation javac = Invocation.of("compile", "-help");
    assertEquals(0, javac.exitCode());
    assertTrue(javac.out().startsWith("Usage: javac <options> <source files>"), javac.out());
  }

  @Test
  void emitSourceWithoutFolder_isRefused() {
    assertRefused(
        "hocket: --emit-source needs a folder: --emit-source DIR\n", "compile", "--emit-source");
    assertRefused(
        "hocket: --emit-source needs a folder: --emit-source DIR\n", "compile", "--emit-source=");
  }

  @Test
  void emitSource_takesItsFolderAfterASpaceOrAnEqualsSign() throws Exception {
    Path file = source("Hello.java", HELLO);
    Path spaced = folder.resolve("spaced");
    Path joined = folder.resolve("joined");
    String classes = folder.toString();
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of(
            "compile", "--emit-source", spaced.toString(), "-d", classes, file.toString()));
    assertEquals(
        new Invocation(0, "", ""),
        Invocation.of("compile", "--emit-source=" + joined, "-d", classes, file.toString()));
    assertTrue(Files.exists(spaced.resolve("Hello.java")));
    assertTrue(Files.exists(joined.resolve("Hello.java")));
  }
}
