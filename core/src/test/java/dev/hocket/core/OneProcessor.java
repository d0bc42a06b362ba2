package dev.hocket.core;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Confines a program to one processor of Linux, although it may believe that it has more. Its
 * threads then get as little time as if other programs used the other processors.
 */
public final class OneProcessor {
  private static final String ALLOWED = "Cpus_allowed_list:";

  private OneProcessor() {}

  /**
   * Confines the calling program with all its threads, later ones too.
   *
   * @throws IOException if that is not possible
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static void confine() throws IOException, InterruptedException {
    String allowed =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith(ALLOWED))
            .findFirst()
            .orElseThrow();
    String first = allowed.substring(ALLOWED.length()).strip().split("[-,]")[0];
    String pid = String.valueOf(ProcessHandle.current().pid());
    Process taskset =
        new ProcessBuilder("taskset", "-a", "-p", "-c", first, pid)
            .redirectErrorStream(true)
            .start();
    String said = new String(taskset.getInputStream().readAllBytes());
    if (!taskset.waitFor(1, TimeUnit.MINUTES) || taskset.exitValue() != 0) {
      throw new IOException("taskset: " + said);
    }
  }

  /**
   * Returns the processor time of the living Java threads, without the JVM's own threads, which
   * compile.
   *
   * @return the time in nanoseconds
   */
  public static long nanosOfThreads() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long id : threads.getAllThreadIds()) {
      sum += Math.max(0, threads.getThreadCpuTime(id));
    }
    return sum;
  }
}
