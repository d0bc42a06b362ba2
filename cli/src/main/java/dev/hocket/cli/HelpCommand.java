package dev.hocket.cli;

import dev.hocket.cli.terminal.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code hocket help}: prints the help of one command. Picocli's own command takes several and
 * prints only one.
 */
@Command(name = "help", header = "Show the help of a command.", helpCommand = true)
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(hidden = true, paramLabel = "COMMAND")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    CommandLine hocket = spec.parent().commandLine();
    if (names.size() > 1) {
      throw new ParameterException(
          hocket, "help is about one command, not " + String.join(" ", names));
    }
    CommandLine command = hocket;
    if (!names.isEmpty()) {
      command = hocket.getSubcommands().get(names.getFirst());
      if (command == null) {
        throw new UnmatchedArgumentException(hocket, names);
      }
    }
    command.usage(hocket.getOut());
    return ExitCode.OK;
  }
}
