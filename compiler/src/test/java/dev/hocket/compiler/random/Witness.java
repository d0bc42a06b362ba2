package dev.hocket.compiler.random;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs a test class in a separate JVM, where mutants may replace some classes. */
final class Witness {
  private Witness() {}

  /**
   * Runs the test in a new JVM.
   *
   * @param mutant a folder with classes that take precedence
   * @param log the file for the test's output
   * @param mostSeconds the time limit; a test that hangs because of a mutant has detected it
   * @return whether the test ended in time and without a failure
   */
  static boolean passes(String test, Path mutant, Path log, int mostSeconds)
      throws IOException, InterruptedException {
    String classPath =
        String.join(
            File.pathSeparator,
            mutant.toString(),
            System.getProperty("java.class.path"),
            Mutant.root().resolve("core/target/test-classes").toString());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.awt.headless=true",
                "-Dhocket.root=" + Mutant.root(),
                "-Dhocket.seed=1",
                "-Dhocket.classes=" + (Boolean.getBoolean("hocket.long") ? 20 : 2),
                "-cp",
                classPath,
                Witness.class.getName(),
                test)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(mostSeconds, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
      Files.writeString(log, "\nStopped after " + mostSeconds + " s.", StandardOpenOption.APPEND);
    }
    return ended && process.exitValue() == 0;
  }

  /** Runs a test class and then ends the JVM, even if the test has left threads. */
  public static void main(String[] arguments) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(List.of(DiscoverySelectors.selectClass(arguments[0])))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 10);
    boolean passed = summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
    Runtime.getRuntime().halt(passed ? 0 : 1);
  }
}
