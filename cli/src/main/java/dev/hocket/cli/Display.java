package dev.hocket.cli;

import java.awt.AWTError;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Whether windows can be shown here. */
final class Display {
  private static final int TIMEOUT_SECONDS = 5;

  /** How windows stand here. */
  enum State {
    /** A window can be shown. */
    REACHABLE,
    /** No display is named, or Java was told to be headless. */
    NONE,
    /** A display is named, but does not answer. */
    UNREACHABLE
  }

  private Display() {}

  /** Asks the display itself, on a thread of its own because a dead one may never answer. */
  static State state() {
    CompletableFuture<State> answer = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("hocket-display").start(() -> answer.complete(ask()));
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return State.UNREACHABLE;
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static State ask() {
    try {
      if (GraphicsEnvironment.isHeadless()) {
        return State.NONE;
      }
      GraphicsEnvironment.getLocalGraphicsEnvironment().getDefaultScreenDevice();
      return State.REACHABLE;
    } catch (HeadlessException | AWTError | NoClassDefFoundError e) {
      return State.UNREACHABLE;
    }
  }
}
