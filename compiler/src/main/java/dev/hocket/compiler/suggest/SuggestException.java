package dev.hocket.compiler.suggest;

/** Sources that cannot be read or compiled; the message says which, and the way out. */
public final class SuggestException extends Exception {
  private static final long serialVersionUID = 1L;

  SuggestException(String message) {
    super(message);
  }
}
