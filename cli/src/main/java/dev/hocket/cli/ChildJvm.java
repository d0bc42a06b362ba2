package dev.hocket.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM of its own with the flags of this one. It never outlives this one. */
final class ChildJvm {
  private static final int KEPT_LINES = 20;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final List<String> command = new ArrayList<>();

  ChildJvm(String classPath, List<String> mainAndArguments) {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", classPath));
    command.addAll(mainAndArguments);
  }

  /**
   * How a child ended.
   *
   * @param lastLines of its output and error output
   */
  record Result(int exitCode, List<String> lastLines) {}

  /** Runs it without input and waits for its end; after {@code limit} it is ended. */
  Result run(Duration limit) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    return supervised(
        builder,
        child -> {
          CompletableFuture.delayedExecutor(limit.toSeconds(), TimeUnit.SECONDS)
              .execute(child::destroyForcibly);
          child.getOutputStream().close();
          return lastLines(child);
        });
  }

  private static List<String> lastLines(Process child) throws IOException {
    Deque<String> kept = new ArrayDeque<>();
    try (BufferedReader output = child.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        kept.addLast(line);
        if (kept.size() > KEPT_LINES) {
          kept.removeFirst();
        }
      }
    }
    return List.copyOf(kept);
  }

  /** Runs it on this JVM's own input and output. */
  int runAttached() {
    return supervised(new ProcessBuilder(command).inheritIO(), child -> List.of()).exitCode();
  }

  private interface Listener {
    List<String> listen(Process child) throws IOException;
  }

  private static Result supervised(ProcessBuilder builder, Listener listener) {
    try {
      Process child = builder.start();
      Thread end = new Thread(() -> stop(child), "hocket-end-child");
      Runtime.getRuntime().addShutdownHook(end);
      List<String> lastLines = listener.listen(child);
      int exitCode = child.waitFor();
      removeHook(end);
      return new Result(exitCode, lastLines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks first, so that the child's own shutdown hooks run. */
  private static void stop(Process child) {
    child.destroy();
    try {
      if (!child.waitFor(GRACE)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      child.destroyForcibly();
    }
  }

  private static void removeHook(Thread end) {
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // This JVM is on its way out already; the child has ended, so the hook has nothing to do.
    }
  }
}
