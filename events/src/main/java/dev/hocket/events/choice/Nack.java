package dev.hocket.events.choice;

import dev.hocket.events.waiting.Wakes;
import java.util.function.Consumer;

/** The action if no branch of a range was chosen. */
public final class Nack {
  private final int from;
  private int to = Integer.MAX_VALUE;
  private final Consumer<Wakes> fire;

  /**
   * Begins the range.
   *
   * @param from the first branch
   * @param fire the action; may be called again
   */
  public Nack(int from, Consumer<Wakes> fire) {
    this.from = from;
    this.fire = fire;
  }

  /** Ends the range; {@code branch} is the first one after it. */
  public void end(int branch) {
    to = branch;
  }

  boolean covers(int branch) {
    return from <= branch && branch < to;
  }

  public boolean isApartFrom(int begin, int end) {
    return end <= from || to <= begin;
  }

  /** Runs the action, on a thread that holds no lock and wakes waiters later. */
  public void fire(Wakes wakes) {
    fire.accept(wakes);
  }
}
