package dev.hocket.directives;

import dev.hocket.core.Blocking;
import dev.hocket.core.Body;
import dev.hocket.core.Region;
import dev.hocket.core.Wait;

/** A thread's place in a {@link Team}. All but {@link #asleep} belongs to the thread. */
final class Member {
  /** Nanoseconds a thread spins before it parks: a few times what it takes to wake it. */
  static final long SPIN_NANOS = 100_000;

  /** How often a thread yields its processor before it parks, where threads outnumber those. */
  private static final int YIELDS = 10;

  private static final int LOOKS_PER_CLOCK = 32;

  final Team team;
  final int number;
  final Constructs constructs = new Constructs();

  /** The thread, once it has begun. */
  volatile Thread thread;

  /** Whether the thread is parked or about to be. */
  volatile boolean asleep;

  /** What {@link Omp#setNumThreads} has said for regions inside; 0 for nothing. */
  int numThreads;

  /** The loop the thread is in, for {@code ordered}. */
  Loop loop;

  private Share position;

  Member(Team team, int number, Share start) {
    this.team = team;
    this.number = number;
    this.position = start;
  }

  /** The calling thread's place in the innermost region it is in; null outside. */
  static Member current() {
    return (Member) Region.member();
  }

  /** {@link #current}, or a team of one for as long as the caller wants it. */
  static Member currentOrAlone() {
    Member member = current();
    return member != null ? member : new Team("", 1, null, false).members[0];
  }

  /** Runs the code of the region on the calling thread; what it throws becomes the team's. */
  void run(Body body) {
    thread = Thread.currentThread();
    Object outer = Region.exchangeMember(this);
    try {
      body.run();
    } catch (Throwable thrown) {
      team.fail(this, thrown);
    } finally {
      Region.exchangeMember(outer);
    }
  }

  Share nextShare(String label) {
    position = position.next(label);
    return position;
  }

  void checkMayShare(String construct, String label) {
    constructs.checkNone(construct, label);
  }

  /** Stops the thread if another one of the team has failed. */
  void checkTeam() {
    if (team.hasFailed()) {
      throw team.stop();
    }
  }

  // A thread that falls asleep writes `asleep` and then looks at the condition; one that makes a
  // condition true writes that and then looks at `asleep`. All accesses are volatile, so at least
  // one
  // of the two sees the other, and no wake is lost.

  /** Waits, spinning first; an interrupt stays set. */
  void await(Wait wait) {
    if (spins(wait)) {
      return;
    }
    asleep = true;
    try {
      Blocking.awaitUninterruptibly(wait);
    } finally {
      asleep = false;
    }
  }

  private boolean spins(Wait wait) {
    if (team.isCrowded) {
      for (int i = 0; i < YIELDS; i++) {
        if (wait.isOver()) {
          return true;
        }
        Thread.yield();
      }
      return false;
    }
    long start = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (wait.isOver()) {
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < SPIN_NANOS);
    return false;
  }
}
