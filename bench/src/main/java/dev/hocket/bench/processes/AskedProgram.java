package dev.hocket.bench.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A program that reads the name of a task from a line of its standard input, does the task, and
 * prints a number in a line. Between tasks it waits for input and takes no processor time.
 */
public class AskedProgram implements AutoCloseable {
  private final String name;
  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  public AskedProgram(String name, List<String> command) throws IOException {
    this.name = name;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  public final String name() {
    return name;
  }

  /** Ends the program. */
  @Override
  public final void close() {
    process.destroy();
  }

  public final long ask(String task, int... numbers) throws Exception {
    String request =
        task + Arrays.stream(numbers).mapToObj(n -> " " + n).collect(Collectors.joining());
    try {
      requests.write(request + "\n");
      requests.flush();
      String answer = answers.readLine();
      if (answer != null) {
        return Long.parseLong(answer);
      }
    } catch (IOException broken) {
      // The exit status, reported below, explains more than this exception.
    }
    throw new IOException(
        "%s: its program ended with status %d at the request '%s'; see its standard error"
            .formatted(name, process.waitFor(), request));
  }
}
