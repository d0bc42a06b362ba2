package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A run of the command line in this JVM: its exit code and output. */
record Invocation(int exitCode, String out, String err) {
  static Invocation of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commands = Hocket.commandLine();
    commands.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int exitCode = commands.execute(arguments);
    return new Invocation(exitCode, out.toString(), err.toString());
  }

  /** Asserts a refusal: exit code 2 and exactly this error output. */
  static void assertRefused(String message, String... arguments) {
    assertEquals(new Invocation(ExitCode.BAD_INPUT, "", message), of(arguments));
  }
}
