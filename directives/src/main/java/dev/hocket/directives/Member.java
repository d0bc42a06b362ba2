package dev.hocket.directives;

import dev.hocket.core.Blocking;
import dev.hocket.core.Body;
import dev.hocket.core.Region;
import dev.hocket.core.SpinHistory;
import dev.hocket.core.Wait;

/** A thread's membership in a {@link Team}. Only that thread makes and uses it. */
final class Member {
  /** How long a thread spins before it parks, in nanoseconds: a few times the cost of a wake-up. */
  static final long SPIN_NANOS = 100_000;

  /**
   * How often a thread yields its processor before it parks, if there are more threads than
   * processors or spinning has not paid.
   */
  private static final int YIELDS = 10;

  private static final int LOOKS_PER_CLOCK = 32;

  /** The member for regions with {@code if(false)} outside of all others, once there was one. */
  private static final ThreadLocal<Member> OUTERMOST = new ThreadLocal<>();

  final Team team;
  final int number;
  final Constructs constructs = new Constructs();

  /**
   * The number of threads that {@link Omp#setNumThreads} has set for inner regions; 0 if it was not
   * called.
   */
  int numThreads;

  /** The loop the thread is in, for {@code ordered}. */
  Loop loop;

  /**
   * How many work-sharing constructs the thread has encountered, and how many of these were {@code
   * single}.
   */
  private long encountered;

  private int singles;

  /** The member for regions with {@code if(false)} inside this one, once there was one. */
  private Member inner;

  /** Whether such a region is using this member. */
  private boolean isTaken;

  /** The last construct that needed shared state. */
  private Share position;

  /** Of earlier waits of the thread, in other teams too. */
  private final SpinHistory spinning;

  Member(Team team, int number, Share start, SpinHistory spinning) {
    this.team = team;
    this.number = number;
    this.position = start;
    this.spinning = spinning;
  }

  /** The calling thread's place in the innermost region it is in; null outside. */
  static Member current() {
    return (Member) Region.member();
  }

  /**
   * Returns {@link #current}, or the member of a new team of one, which lasts as long as the caller
   * uses it.
   */
  static Member currentOrAlone() {
    Member member = current();
    return member != null ? member : alone();
  }

  private static Member alone() {
    return aloneIn(null);
  }

  private static Member aloneIn(Member around) {
    return new Member(new Team("", 1, around, false), 0, new Share(1), new SpinHistory());
  }

  // A region with if(false) costs a few nanoseconds, for programs that decide so from call to call:
  // the member for it is made once for each member around, and used again. It is taken by the
  // region, so that code which the thread runs in the middle, a block of an event loop for example,
  // finds it taken and makes one of its own.

  /** Runs the code of a region that has the calling thread alone; throws what the code throws. */
  static void runAlone(Member around, Body body) {
    Member kept = around == null ? OUTERMOST.get() : around.inner;
    Member mine = kept == null || kept.isTaken ? aloneIn(around) : kept;
    if (kept == null) {
      mine.keepIn(around);
    }
    mine.isTaken = true;
    Region.exchangeMember(mine);
    try {
      body.run();
    } catch (Throwable thrown) {
      throw Member.<Error>sneak(thrown);
    } finally {
      Region.exchangeMember(around);
      mine.numThreads = 0;
      mine.isTaken = false;
    }
  }

  /** Whether it is in nothing but regions of {@link #runAlone}. */
  boolean isUncounted() {
    return isTaken && (team.encountering == null || team.encountering.isUncounted());
  }

  private void keepIn(Member around) {
    if (around == null) {
      OUTERMOST.set(this);
    } else {
      around.inner = this;
    }
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> X sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /**
   * Runs the code of the region on the calling thread. An exception of the code becomes the team's
   * failure.
   */
  void run(Body body) {
    Object outer = Region.exchangeMember(this);
    try {
      body.run();
    } catch (Throwable thrown) {
      team.fail(this, thrown);
    } finally {
      Region.exchangeMember(outer);
    }
  }

  long nextConstruct() {
    return ++encountered;
  }

  Share share(long construct, String label) {
    position = position.find(construct, label);
    return position;
  }

  /** Whether the thread is the first of its team to reach a {@code single} construct. */
  boolean claimSingle() {
    return team.claimSingle(singles++);
  }

  void checkMayShare(String construct, String label) {
    constructs.checkNone(construct, label);
  }

  /** Stops the thread if another thread of the team has failed. */
  void checkTeam() {
    if (team.hasFailed()) {
      throw team.stop();
    }
  }

  /** Waits, spinning first; an interrupt stays set. */
  void await(Wait wait) {
    if (spins(wait)) {
      return;
    }
    team.fallsAsleep(number);
    try {
      Blocking.awaitUninterruptibly(wait);
    } finally {
      team.wakesUp(number);
    }
  }

  private boolean spins(Wait wait) {
    if (team.isCrowded || !spinning.advises()) {
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
          spinning.paid();
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < SPIN_NANOS);
    spinning.failed();
    return false;
  }
}
