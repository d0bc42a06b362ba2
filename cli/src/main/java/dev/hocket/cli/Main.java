package dev.hocket.cli;

import dev.hocket.cli.program.Program;
import dev.hocket.cli.terminal.ExitCode;
import picocli.CommandLine;

/** The main class of {@code ./hocket}. */
public final class Main {
  private Main() {}

  /**
   * Runs one command.
   *
   * <p>The user's program starts here, outside picocli, so that its exceptions reach the JVM as if
   * the JVM itself had called it: the thread's uncaught handler prints them, and the exit code is 1
   * once the last non-daemon thread has ended.
   *
   * @param arguments the command line
   * @throws Throwable an exception of the user's program
   */
  public static void main(String[] arguments) throws Throwable {
    CommandLine commands = Hocket.commandLine();
    int exitCode = commands.execute(arguments);
    if (exitCode != ExitCode.OK) {
      System.exit(exitCode);
    }
    Program program = Program.preparedBy(commands);
    if (program != null) {
      program.start();
    }
  }
}
