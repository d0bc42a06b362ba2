package dev.hocket.cli.system;

import java.awt.AWTError;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Finds out whether windows can be shown on this machine. */
public final class Display {
  private static final int TIMEOUT_SECONDS = 5;

  /** The state of the display. */
  public enum State {
    /** A window can be shown. */
    REACHABLE,
    /** No display is named, or Java was told to be headless. */
    NONE,
    /** A display is named, but does not answer. */
    UNREACHABLE
  }

  private Display() {}

  /** Tries the display, on a separate thread because a dead display may never answer. */
  public static State state() {
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
