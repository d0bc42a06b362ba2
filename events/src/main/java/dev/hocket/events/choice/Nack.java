package dev.hocket.events.choice;

import dev.hocket.events.waiting.Wakes;
import java.util.function.Consumer;

/** What is to happen if none of a run of branches was chosen. */
public final class Nack {
  private final int from;
  private int to = Integer.MAX_VALUE;
  private final Consumer<Wakes> fire;

  /**
   * Begins the run.
   *
   * @param from the first branch
   * @param fire what happens; may be called again
   */
  public Nack(int from, Consumer<Wakes> fire) {
    this.from = from;
    this.fire = fire;
  }

  /** The first branch after the run. */
  public void end(int branch) {
    to = branch;
  }

  boolean covers(int branch) {
    return from <= branch && branch < to;
  }

  public boolean isApartFrom(int begin, int end) {
    return end <= from || to <= begin;
  }

  /** Has it happen, by a thread that holds no lock and wakes waiters later. */
  public void fire(Wakes wakes) {
    fire.accept(wakes);
  }
}
