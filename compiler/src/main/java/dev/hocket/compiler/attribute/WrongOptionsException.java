package dev.hocket.compiler.attribute;

/** javac refuses the options of the command line; run as a command, it says why. */
public final class WrongOptionsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongOptionsException(RuntimeException cause) {
    super(cause);
  }
}
