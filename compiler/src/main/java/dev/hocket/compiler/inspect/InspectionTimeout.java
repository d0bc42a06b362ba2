package dev.hocket.compiler.inspect;

import java.util.concurrent.CancellationException;

/**
 * Says that an inspection was given up because it did not end. Its thread may still run: Java has
 * no way to stop it.
 */
public final class InspectionTimeout extends CancellationException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what was given up
   */
  public InspectionTimeout(String message) {
    super(message);
  }
}
