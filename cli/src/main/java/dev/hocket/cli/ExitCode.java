package dev.hocket.cli;

/** The exit codes of {@code hocket} itself. A user's program has its own exit codes. */
final class ExitCode {
  static final int OK = 0;

  /** Sources have errors, a program threw an exception, or a demo or check failed. */
  static final int FAILED = 1;

  /** The command cannot be carried out: unknown option, missing file, no main method. */
  static final int BAD_INPUT = 2;

  /** A bug of Hocket (EX_SOFTWARE in sysexits). */
  static final int INTERNAL_ERROR = 70;

  private ExitCode() {}
}
