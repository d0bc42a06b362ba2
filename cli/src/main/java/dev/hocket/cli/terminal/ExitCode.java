package dev.hocket.cli.terminal;

/** The exit codes of {@code hocket} itself. A user's program has its own exit codes. */
public final class ExitCode {
  public static final int OK = 0;

  /** Sources have errors, a program threw an exception, or a demo or check failed. */
  public static final int FAILED = 1;

  /** The command cannot be carried out: unknown option, missing file, no main method. */
  public static final int BAD_INPUT = 2;

  /** A bug of Hocket (EX_SOFTWARE in sysexits). */
  public static final int INTERNAL_ERROR = 70;

  private ExitCode() {}
}
