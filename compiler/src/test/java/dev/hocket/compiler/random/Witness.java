package dev.hocket.compiler.random;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes in a separate JVM, where mutants may replace some classes. Each run loads all
 * classes but those of the JDK once more. The JVM stays for the next run, because javac is slow in
 * a new one.
 */
final class Witness {
  /** After so many runs a new JVM begins: the classes of a run stay loaded. */
  private static final int MOST_RUNS = 10;

  private static final String PASSED = "passed";
  private static final String CLASS_PATH = "java.class.path";

  private final Path log;
  private Process jvm;
  private int runs;

  /**
   * Creates a witness without a JVM.
   *
   * @param log the file for the output of all runs
   */
  Witness(Path log) {
    this.log = log;
  }

  /**
   * Runs a test class.
   *
   * @param mutant a folder with classes that take precedence
   * @param mostSeconds the time limit; a test that hangs because of a mutant has detected it
   * @return whether the test ended in time and without a failure
   */
  boolean passes(String test, Path mutant, int mostSeconds)
      throws IOException, InterruptedException, ExecutionException {
    if (jvm == null || runs == MOST_RUNS) {
      start();
    }
    runs++;
    new PrintWriter(jvm.outputWriter(), true).println(test + "\t" + mutant);
    BufferedReader answers = jvm.inputReader();
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> line(answers));
    try {
      String line = answer.get(mostSeconds, TimeUnit.SECONDS);
      if (line == null) {
        end();
      }
      return PASSED.equals(line);
    } catch (TimeoutException e) {
      end();
      Files.writeString(log, "\nStopped after " + mostSeconds + " s.", StandardOpenOption.APPEND);
      return false;
    }
  }

  private void start() throws IOException, InterruptedException {
    end();
    String classPath =
        System.getProperty(CLASS_PATH)
            + File.pathSeparator
            + Mutant.root().resolve("core/target/test-classes");
    jvm =
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
                Witness.class.getName())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    runs = 0;
  }

  private static String line(BufferedReader answers) {
    try {
      return answers.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the JVM. */
  void end() throws InterruptedException {
    if (jvm != null) {
      jvm.destroyForcibly().waitFor();
      jvm = null;
    }
  }

  /** Runs the tests that the lines of the input name, each with its mutant's folder. */
  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    String classPath = System.getProperty(CLASS_PATH);
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] parts = order.split("\t");
      // For javac, and for JVMs that the test starts.
      System.setProperty(CLASS_PATH, parts[1] + File.pathSeparator + classPath);
      answers.println(passes(parts[0]) ? PASSED : "failed");
    }
    // A test may have left threads.
    Runtime.getRuntime().halt(0);
  }

  /** Loads a test class and all that it uses, and runs it. */
  private static boolean passes(String test) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty(CLASS_PATH).split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    // Threads that the test leaves may use the loader later, so nothing closes it.
    ClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Method run = loader.loadClass(Witness.class.getName()).getDeclaredMethod("run", String.class);
    run.setAccessible(true);
    return (boolean) run.invoke(null, test);
  }

  private static boolean run(String test) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(List.of(DiscoverySelectors.selectClass(test)))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 10);
    return summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
  }
}
