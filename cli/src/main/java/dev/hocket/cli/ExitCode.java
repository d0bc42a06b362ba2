package dev.hocket.cli;

/** What {@code hocket} exits with when it is not the user's program that decides. */
final class ExitCode {
  static final int OK = 0;

  /** Sources with errors, a program that threw, a demo or check that failed. */
  static final int FAILED = 1;

  /** What was asked for cannot be done: unknown option, missing file, no main method. */
  static final int BAD_INPUT = 2;

  /** A bug of ours (sysexits' EX_SOFTWARE). */
  static final int INTERNAL_ERROR = 70;

  private ExitCode() {}
}
