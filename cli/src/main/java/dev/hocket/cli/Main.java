package dev.hocket.cli;

import picocli.CommandLine;

/** Where {@code ./hocket} enters. */
public final class Main {
  private Main() {}

  /**
   * Runs one command.
   *
   * <p>The user's program starts here, outside picocli, so that what it throws reaches the JVM as
   * if the JVM itself had called it: printed by the thread's uncaught handler, exit code 1 once the
   * last non-daemon thread has ended.
   *
   * @param arguments the command line
   * @throws Throwable what the user's program throws
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
