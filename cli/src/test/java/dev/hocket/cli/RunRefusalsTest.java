package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that {@code hocket run} cannot run: it prints the reason and a remedy. */
class RunRefusalsTest {
  @TempDir Path folder;

  private Path source(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void missingFile_isRefused() {
    assertRefused("hocket: Nowhere.java: no such file\n", "run", "Nowhere.java");
  }

  @Test
  void neitherFileNorFolderNorClassPath_isRefused() {
    assertRefused(
        "hocket: nowhere: no such folder, and not a .java file; to run a compiled class, say where"
            + " it is: hocket run -cp CLASSPATH nowhere\n",
        "run",
        "nowhere");
  }

  @Test
  void fileThatIsNotASource_isRefused() throws Exception {
    Path file = source("T8.txt", "");
    assertRefused(
        "hocket: "
            + file
            + " is not a .java file; hocket run takes a .java file, a folder of them or, with -cp,"
            + " the name of a compiled class\n",
        "run",
        file.toString());
  }

  @Test
  void nothingToRun_isRefused() {
    assertRefused(
        "hocket: say what to run: hocket run FILE.java|DIR\nTry: hocket run --help\n", "run");
  }

  @Test
  void unknownOption_isRefused() {
    assertRefused(
        "hocket: unknown option: '--zzz'\nTry: hocket run --help\n", "run", "--zzz", "X.java");
  }

  @Test
  void folderWithoutSources_isRefused() {
    assertRefused(
        "hocket: no .java file in "
            + folder
            + " or below (hidden folders and target are not searched)\n",
        "run",
        folder.toString());
  }

  @Test
  void noMain_isRefused() throws Exception {
    Path file = source("NoMain.java", "class NoMain { private static void main() {} }");
    assertRefused("hocket: no class in " + file + " has a main method\n", "run", file.toString());
  }

  @Test
  void severalMains_areListed() throws Exception {
    source("B.java", "class B { static void main() {} }");
    source("A.java", "class A { void main(String[] a) {} } class C { int main() { return 1; } }");
    assertRefused(
        "hocket: several classes in "
            + folder
            + " have a main method: A, B; choose one with --main NAME before the folder: hocket run"
            + " --main A "
            + folder
            + "\n",
        "run",
        folder.toString());
  }

  @Test
  void severalMainsInAFileOfAnotherName_areListed() throws Exception {
    Path file = source("X.java", "class A { static void main() {} } class B { void main() {} }");
    assertRefused(
        "hocket: several classes in "
            + file
            + " have a main method: A, B; choose one with --main NAME before the file: hocket run"
            + " --main A "
            + file
            + "\n",
        "run",
        file.toString());
  }

  @Test
  void mainThatIsNotThere_isRefused() throws Exception {
    Path file = source("A.java", "class A { static void main() {} }");
    assertRefused(
        "hocket: no class Zork in " + file + "\n", "run", "--main", "Zork", file.toString());
  }

  @Test
  void instanceMainWithoutConstructor_isRefused() throws Exception {
    Path file = source("A.java", "class A { A(int n) {} void main() {} }");
    assertRefused(
        "hocket: cannot create A to call its instance method main: the class must not be abstract"
            + " and needs a non-private constructor without parameters\n",
        "run",
        file.toString());
  }

  @Test
  void missingClassPathEntry_isRefused() {
    assertRefused(
        "hocket: class path entry nowhere.jar: no such file or folder\n",
        "run",
        "-cp",
        "nowhere.jar",
        "Main");
  }

  @Test
  void brokenJar_isRefused() throws Exception {
    Path jar = source("broken.jar", "this is no jar");
    assertRefused(
        "hocket: class path entry " + jar + ": not a readable jar (zip END header not found)\n",
        "run",
        "-cp",
        jar.toString(),
        "Main");
  }

  @Test
  void missingFolderOfJars_isRefused() {
    String entry = "nowhere" + File.separator + "*";
    assertRefused(
        "hocket: class path entry " + entry + ": no such folder\n", "run", "-cp", entry, "Main");
  }

  @Test
  void classThatIsNotOnTheClassPath_isRefused() {
    assertRefused(
        "hocket: no class p.Main in the class path " + folder + "\n",
        "run",
        "-cp",
        folder.toString(),
        "p.Main");
  }

  @Test
  void classNamedByItsFile_isRefusedWithItsName() throws Exception {
    Path file = source("com/acme/M.java", "package com.acme; class M { static void main() {} }");
    String classes = folder.resolve("out").toString();
    assertEquals(
        new Invocation(0, "", ""), Invocation.of("compile", "-d", classes, file.toString()));
    for (String name : List.of("com/acme/M", "com/acme/M.class", "com.acme.M.class")) {
      assertRefused(
          "hocket: no class %s in the class path %s; did you mean com.acme.M?\n"
              .formatted(name, classes),
          "run",
          "-cp",
          classes,
          name);
    }
    assertRefused(
        "hocket: no class com/acme/N in the class path " + classes + "\n",
        "run",
        "-cp",
        classes,
        "com/acme/N");
  }

  @Test
  void brokenClassFile_isRefused() throws Exception {
    source("Broken.class", "this is no class file");
    Invocation run = Invocation.of("run", "-cp", folder.toString(), "Broken");
    assertEquals(ExitCode.BAD_INPUT, run.exitCode());
    assertTrue(
        run.err()
            .startsWith(
                "hocket: class Broken cannot be loaded from the class path "
                    + folder
                    + ": java.lang.ClassFormatError: "),
        run.err());
  }

  @Test
  void sourceOptionsWithACompiledClass_areRefused() {
    assertRefused(
        "hocket: --sequential is for sources; Main is a compiled class\n",
        "run",
        "--sequential",
        "-cp",
        folder.toString(),
        "Main");
  }

  @Test
  void recordingIntoNoFolder_isRefusedBeforeTheRun() {
    Path file = folder.resolve("no/run.jfr");
    assertRefused(
        "hocket: cannot write " + file + ": no folder " + file.getParent() + "\n",
        "run",
        "--record",
        file.toString(),
        "X.java");
    assertFalse(Files.exists(file));
  }

  @Test
  void recordingOverAnotherFile_isRefused_andLeavesIt() throws Exception {
    Path file = source("T.java", "void main() {}");
    assertRefused(
        "hocket: --record would overwrite "
            + file
            + ", which is not a flight recording; remove it or name another file\n",
        "run",
        "--record",
        file.toString(),
        file.toString());
    assertEquals("void main() {}", Files.readString(file));
  }

  @Test
  void sourceTakenAsRecording_isRefused() {
    assertRefused(
        "hocket: nothing to run: --record took T.java as the recording; name both: hocket run"
            + " --record FILE.jfr FILE.java|DIR\nTry: hocket run --help\n",
        "run",
        "--record",
        "T.java");
  }
}
