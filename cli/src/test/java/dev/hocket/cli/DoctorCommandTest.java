package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
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
