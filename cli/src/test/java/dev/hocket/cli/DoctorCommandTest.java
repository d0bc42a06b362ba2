package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  @TempDir Path folder;

  @Test
  void everything_isNamedOnce() {
    Invocation doctor = Invocation.of("doctor");
    assertEquals(ExitCode.OK, doctor.exitCode());
    List<String> subjects =
        List.of(
            "JDK",
            "java",
            "cores",
            "target worker",
            "memory",
            "display",
            "Xvfb",
            "flight recorder",
            "virtual threads",
            "Maven");
    List<String> graded = doctor.out().lines().filter(line -> !line.startsWith(" ")).toList();
    assertEquals(subjects, graded.stream().map(line -> line.substring(9, 25).strip()).toList());
    graded.forEach(line -> assertTrue(line.matches("(ok|warn)  .*"), line));
  }

  @Test
  void javaThatComesFirst_isShown_withAWayOutIfItIsTooOld() throws Exception {
    String own = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertEquals(
        "warn     java             none on the PATH\n"
            + "                          -> run what 'hocket compile' makes with "
            + own
            + "\n",
        javaLines(folder));
    Path java = makeJava("25.0.1");
    String first = "java             " + java + " (25.0.1) is the first on the PATH\n";
    assertEquals("ok       " + first, javaLines(java.getParent()));
    makeJava("21.0.2");
    assertEquals(
        "warn     "
            + first.replace("25.0.1", "21.0.2")
            + "                          -> for this java, compile with --release 21; else run "
            + own
            + "\n",
        javaLines(java.getParent()));
    makeJava("17.0.15");
    assertEquals(
        "warn     "
            + first.replace("25.0.1", "17.0.15")
            + "                          -> too old for what 'hocket compile' makes; run that with "
            + own
            + "\n",
        javaLines(java.getParent()));
    Files.delete(folder.resolve("release"));
    assertEquals(
        "ok       " + first.replace("25.0.1", "version unknown"), javaLines(java.getParent()));
  }

  private Path makeJava(String version) throws IOException {
    Files.writeString(folder.resolve("release"), "A=\"b\"\nJAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return java;
  }

  /** The doctor's line about java and its remedy, for a PATH with a single folder. */
  private String javaLines(Path path) throws Exception {
    ProcessBuilder builder =
        ChildRun.builder(folder, List.of("-Djava.awt.headless=true"), "doctor");
    builder.environment().put("PATH", path.toString());
    List<String> lines = ChildRun.of(builder, folder).out().lines().toList();
    String next = lines.get(2).startsWith(" ") ? lines.get(2) + "\n" : "";
    return lines.get(1) + "\n" + next;
  }

  @Test
  void workerSize_isShownWithItsOrigin() throws Exception {
    ChildRun doctor = ChildRun.in(folder, List.of("-Dhocket.worker.threads=7"), "doctor");
    assertEquals(0, doctor.exitCode());
    assertTrue(
        doctor
            .out()
            .contains(
                "ok       target worker    7 threads, from system property hocket.worker.threads\n"),
        doctor.out());
  }

  @Test
  void unusableWorkerSize_isMissing_andFails() throws Exception {
    ChildRun doctor = ChildRun.in(folder, List.of("-Dhocket.worker.threads=many"), "doctor");
    assertEquals(1, doctor.exitCode());
    assertTrue(
        doctor
            .out()
            .contains(
                "missing  target worker    system property hocket.worker.threads is \"many\"; it"
                    + " must be a number of threads, 1 or more\n"
                    + "                          -> correct it or take it away\n"),
        doctor.out());
  }

  @Test
  void headless_isAWarningWithARemedy() throws Exception {
    ChildRun doctor = ChildRun.in(folder, List.of("-Djava.awt.headless=true"), "doctor");
    assertEquals(0, doctor.exitCode());
    assertTrue(
        doctor.out().contains("warn     display          none; the demo runs headless\n"),
        doctor.out());
  }

  @Test
  void displayThatDoesNotAnswer_isAWarning() throws Exception {
    ProcessBuilder builder = ChildRun.builder(folder, List.of(), "doctor");
    builder.environment().put("DISPLAY", ":9999");
    ChildRun doctor = ChildRun.of(builder, folder);
    assertEquals(0, doctor.exitCode());
    assertTrue(
        doctor.out().contains("warn     display          does not answer (DISPLAY=:9999)\n"),
        doctor.out());
  }
}
