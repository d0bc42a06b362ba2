package dev.hocket.compiler.suggest;

/** Thrown if sources cannot be read or compiled. The message names the file and a remedy. */
public final class SuggestException extends Exception {
  private static final long serialVersionUID = 1L;

  SuggestException(String message) {
    super(message);
  }
}
