package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.SpinHistory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** A thread that serves one team after the other. */
// How a thread is started, and no start is lost. The word holds the number of starts, and in its
// lowest bit whether the thread is parked.
//
// To start: (1) write what to do; (2) get and set the word: the next number, not parked; (3) if the
// old word had the parked bit, unpark. The thread: (4) spin until the number changes; (5) after a
// while compare and set the word from not parked to parked, with the same number; (6) park until
// the number changes; (7) read what to do.
//
// Only the thread that has hired this one starts it, and not again before the previous start has
// been handled: so the number read at (4) is current or one behind. Of (2) and (5) one comes first:
// if (2), then (5) fails and the thread sees the start; if (5), then (3) finds the thread parked,
// and an unpark before (6) ends that park at once. (1) happens-before (7), by way of the word.
final class TeamThread extends Thread {
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(TeamThread.class, "word", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int PARKED = 1;
  private static final int START = 2;
  private static final int LOOKS_PER_CLOCK = 64;

  /** The thread's number in {@link TeamThreads}. */
  final int id;

  /**
   * One more than the number of the thread below this one on the stack of idle threads; 0 if there
   * is none.
   */
  volatile int below;

  /** Of waits inside regions, and of the thread that has hired this one first among others. */
  final SpinHistory waits = new SpinHistory();

  /** Of waits for the next region. */
  private final SpinHistory starts = new SpinHistory();

  // Written by the thread that starts this one, before (2).
  private Team team;
  private int number;
  private Share start;
  private Body body;
  private ClassLoader loader;

  /** The thread that started it last, and for which code; read by the thread that hires it next. */
  Thread lastStarter;

  Class<?> lastBody;

  private volatile int word;

  /** The member of the last team; only this thread uses it. */
  private boolean isCrowded;

  TeamThread(int id) {
    super(null, null, "hocket-team-" + (id + 1), 0, false);
    this.id = id;
    setDaemon(true);
  }

  /** Whether a start need not wake the thread. */
  boolean isAwake() {
    return (word & PARKED) == 0;
  }

  /** Starts the code of a team's region on this thread. */
  void begin(Team newTeam, int numberInTeam, Share firstShare, Body code, ClassLoader context) {
    team = newTeam;
    number = numberInTeam;
    start = firstShare;
    body = code;
    loader = context;
    int now = word & ~PARKED;
    int before = (int) WORD.getAndSet(this, now + START);
    if ((before & PARKED) != 0) {
      LockSupport.unpark(this);
    }
  }

  @Override
  public void run() {
    int seen = 0;
    while (true) {
      seen = nextStart(seen);
      serve();
    }
  }

  private void serve() {
    if (getContextClassLoader() != loader) {
      setContextClassLoader(loader);
    }
    Team mine = team;
    Member member = new Member(mine, number, start, waits);
    Body code = body;
    isCrowded = mine.isCrowded;
    // An idle thread must not keep its last team reachable.
    team = null;
    start = null;
    body = null;
    member.run(code);
    mine.leave(member);
    // An interrupt of this region must not reach the next one.
    Thread.interrupted();
  }

  private int nextStart(int seen) {
    if (!spins(seen) && WORD.compareAndSet(this, seen, seen | PARKED)) {
      setContextClassLoader(null);
      while (word == (seen | PARKED)) {
        LockSupport.park(this);
        // A thread that stayed interrupted would not park.
        Thread.interrupted();
      }
    }
    return word;
  }

  private boolean spins(int seen) {
    if (isCrowded || !starts.advises()) {
      return word != seen;
    }
    long start = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (word != seen) {
          starts.paid();
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < Member.SPIN_NANOS);
    starts.failed();
    return false;
  }
}
