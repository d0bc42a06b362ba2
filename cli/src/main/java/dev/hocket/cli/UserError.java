package dev.hocket.cli;

/** A mistake that the user can correct. It is reported as a message without a stack trace. */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  UserError(String message) {
    this(message, ExitCode.BAD_INPUT);
  }

  UserError(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
