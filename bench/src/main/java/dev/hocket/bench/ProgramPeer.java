package dev.hocket.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Channels outside the JVM: a program that does each task when a line on its standard input names
 * it, and answers with the sum in a line. Between tasks it waits for input and takes no processor
 * time; what a line and its answer take, some 50 µs, counts as the task's.
 */
final class ProgramPeer implements ChannelPeer, AutoCloseable {
  private final String name;
  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  ProgramPeer(String name, List<String> command) throws IOException {
    this.name = name;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long exchange(int capacity, int pairs, int messages) throws Exception {
    return ask("exchange", capacity, pairs, messages);
  }

  @Override
  public long chain(int length, int messages) throws Exception {
    return ask("chain", length, messages);
  }

  @Override
  public long pairs(int pairs, int messages) throws Exception {
    return ask("pairs", pairs, messages);
  }

  @Override
  public long choice(int branches, int senders, int messages) throws Exception {
    return ask("choice", branches, senders, messages);
  }

  @Override
  public long mixed(int branches, int pairs, int messages) throws Exception {
    return ask("mixed", branches, pairs, messages);
  }

  /** Ends the program. */
  @Override
  public void close() {
    process.destroy();
  }

  private long ask(String task, int... numbers) throws Exception {
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
      // Its exit status tells more.
    }
    throw new IOException(
        "%s: its program ended with status %d at the request '%s'; see its standard error"
            .formatted(name, process.waitFor(), request));
  }
}
