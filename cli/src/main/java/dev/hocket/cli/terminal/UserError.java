package dev.hocket.cli.terminal;

/** A mistake that the user can correct. It is reported as a message without a stack trace. */
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public UserError(String message) {
    this(message, ExitCode.BAD_INPUT);
  }

  public UserError(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
