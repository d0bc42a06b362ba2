package dev.hocket.bench.channels;

import dev.hocket.bench.processes.AskedProgram;
import java.io.IOException;
import java.util.List;

/**
 * A peer outside the JVM. Sending the request line and reading its answer, about 50 µs, counts as
 * part of the task.
 */
final class ProgramPeer extends AskedProgram implements ChannelPeer {
  ProgramPeer(String name, List<String> command) throws IOException {
    super(name, command);
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
}
