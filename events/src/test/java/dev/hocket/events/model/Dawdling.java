package dev.hocket.events.model;

import dev.hocket.events.timers.VirtualTime;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Delays the threads of a run before each step, and sometimes in the middle of one, so that they
 * run in many different orders.
 */
final class Dawdling implements Runnable, SwitchPoints.Points {
  private static final int LONGEST = 200;

  /** One of this many accesses of a field is delayed. */
  private static final int ACCESSES = 256;

  /** One of this many spins is delayed. */
  private static final int LOOKS = 16;

  /** A delay that is longer than most threads take to their next step. */
  private static final int PATIENCE = 1_000;

  private final Random random;
  private final VirtualTime time;
  private final AtomicInteger arrived = new AtomicInteger();

  Dawdling(long seed, VirtualTime time) {
    this.random = new Random(seed);
    this.time = time;
  }

  @Override
  public void run() {
    switch (random.nextInt(7)) {
      case 0 -> Thread.yield();
      case 1 -> spin(random.nextInt(LONGEST));
      case 2 -> time.passToNext();
      case 3, 4 -> comeWithAnother();
      default -> {}
    }
  }

  @Override
  public void read() {
    if (ThreadLocalRandom.current().nextInt(ACCESSES) == 0) {
      spin(ThreadLocalRandom.current().nextInt(LONGEST));
    }
  }

  @Override
  public void write() {
    read();
  }

  @Override
  public void look() {
    if (ThreadLocalRandom.current().nextInt(LOOKS) == 0) {
      spin(ThreadLocalRandom.current().nextInt(PATIENCE));
    }
  }

  private static void spin(int times) {
    for (int i = times; i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  /** Lets two threads that take a step at the same time race. */
  private void comeWithAnother() {
    int mine = arrived.incrementAndGet();
    for (int i = 0; i < PATIENCE && arrived.get() == mine; i++) {
      Thread.onSpinWait();
    }
  }
}
