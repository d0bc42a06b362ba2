package dev.hocket.cli;

/** The exit codes of {@code hocket} itself; a user's program has its own. */
final class ExitCode {
  static final int OK = 0;

  /** Sources with errors, a program that threw, a demo or check that failed. */
  static final int FAILED = 1;

  /** The command cannot be carried out: unknown option, missing file, no main method. */
  static final int BAD_INPUT = 2;

  /** A bug of ours (sysexits' EX_SOFTWARE). */
  static final int INTERNAL_ERROR = 70;

  private ExitCode() {}
}
