package dev.hocket.cli.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A separate JVM, normally with the flags of this one. It ends at the latest with this JVM. */
public final class ChildJvm {
  /** The main class of the command line, for a JVM that runs one of its commands. */
  public static final String HOCKET = "dev.hocket.cli.Main";

  private Duration grace = Duration.ofSeconds(5);

  private final List<String> command = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();

  public ChildJvm(String classPath, List<String> mainAndArguments) {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", classPath));
    command.addAll(mainAndArguments);
  }

  private ChildJvm(List<String> arguments) {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
  }

  /** A JVM without the flags of this one: its arguments are all arguments of {@code java}. */
  public static ChildJvm ofJava(List<String> arguments) {
    return new ChildJvm(arguments);
  }

  /** Sets an environment variable of the JVM. */
  public ChildJvm with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Sets how long the JVM's shutdown hooks may take when this JVM ends before it; else 5 s. */
  public ChildJvm grace(Duration longest) {
    grace = longest;
    return this;
  }

  /**
   * Runs the JVM without input and waits for its end. Ends it after {@code limit}.
   *
   * @param log the file for all its output
   * @return the JVM's exit code
   */
  public int run(Path log, Duration limit) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    return supervised(
        builder,
        child -> {
          child.getOutputStream().close();
          if (!child.waitFor(limit)) {
            child.destroyForcibly();
          }
        });
  }

  /** Starts the JVM without input; the caller must end it. */
  public Process start(Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process child = builder.start();
    child.getOutputStream().close();
    return child;
  }

  /** Runs the JVM on this JVM's own input and output. */
  public int runAttached() {
    return supervised(new ProcessBuilder(command).inheritIO(), child -> {});
  }

  private interface Supervision {
    void of(Process child) throws IOException, InterruptedException;
  }

  private int supervised(ProcessBuilder builder, Supervision supervision) {
    try {
      builder.environment().putAll(environment);
      Process child = builder.start();
      try (var _ = new ShutdownHook("hocket-end-child", () -> stop(child))) {
        supervision.of(child);
        return child.waitFor();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the JVM by a request first, so that its shutdown hooks run. */
  private void stop(Process child) {
    child.destroy();
    try {
      if (!child.waitFor(grace)) {
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      child.destroyForcibly();
    }
  }
}
