package dev.hocket.compiler.attribute;

/** Thrown if javac refuses the options; javac explains the reason when run as a command. */
public final class WrongOptionsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongOptionsException(RuntimeException cause) {
    super(cause);
  }
}
