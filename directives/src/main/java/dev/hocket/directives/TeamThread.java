package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.SpinHistory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** A thread that serves one team after another. */
// How a thread is started, no start is lost, and none is carried out twice. The state is AWAKE
// while the thread looks for a start or serves a team, PARKED, or OFFERED while a start waits for
// it.
//
//   AWAKE or PARKED ──(2) offered──▶ OFFERED ──(5) the thread begins──────▶ AWAKE
//   AWAKE ──(4) the thread parks──▶ PARKED      OFFERED ──(6) withdrawn───▶ AWAKE
//
// To start: (1) write what to do; (2) get and set the state: OFFERED; (3) if it was PARKED, unpark.
// The thread spins until there is an offer; after a while (4) it compares and sets AWAKE to PARKED,
// and parks until the state changes. (5) It compares and sets OFFERED to AWAKE, and then reads what
// to do. (6) The thread that has offered the start may compare and set OFFERED to AWAKE, too.
//
// No start is lost: of (2) and (4) one comes first. If (2), then (4) fails and the thread sees the
// offer; if (4), then (3) unparks, and an unpark before the park ends that park at once. A start
// after a withdrawal finds AWAKE and does not unpark, and need not: the one before has.
//
// None is carried out twice: (5) and (6) compare and set the same word, so one of them fails. Only
// the thread that has hired this one offers it a start, and not again before it has withdrawn the
// one before or this thread has left that team. So what (5) takes is the last offer, also if the
// thread has looked at an earlier one; and (1) happens-before its reads, by way of (2) and (5).
// What a withdrawn start has written, this thread never reads; (6) happens-before the next (1),
// since one thread does both or hands this one on by the stack of idle threads.
final class TeamThread extends Thread {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TeamThread.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int AWAKE = 0;
  private static final int PARKED = 1;
  private static final int OFFERED = 2;
  private static final int LOOKS_PER_CLOCK = 64;

  /** The thread's number in {@link TeamThreads}. */
  final int id;

  /**
   * One more than the number of the thread below this one on the stack of idle threads; 0 if there
   * is none.
   */
  volatile int below;

  /**
   * The history of waits inside regions, starting with that of the first thread that hired this
   * one.
   */
  final SpinHistory waits = new SpinHistory();

  /** The history of waits for the next region. */
  private final SpinHistory starts = new SpinHistory();

  // The thread that offers a start writes these fields before (2).
  private Team team;
  private int number;
  private Share start;
  private Body body;
  private ClassLoader loader;

  /**
   * The thread that started this one last, with the code; the thread that hires it next reads them.
   */
  Thread lastStarter;

  Class<?> lastBody;

  private volatile int state;

  /** Whether the last team had more threads than processors; only this thread uses it. */
  private boolean isCrowded;

  TeamThread(int id) {
    super(null, null, "hocket-team-" + (id + 1), 0, false);
    this.id = id;
    setDaemon(true);
  }

  /** Whether the thread need not be woken for a start. */
  boolean isAwake() {
    return state != PARKED;
  }

  /** Starts a team's code on this thread, as soon as the thread runs. */
  void offer(Team newTeam, int numberInTeam, Share firstShare, Body code, ClassLoader context) {
    team = newTeam;
    number = numberInTeam;
    start = firstShare;
    body = code;
    loader = context;
    if ((int) STATE.getAndSet(this, OFFERED) == PARKED) {
      LockSupport.unpark(this);
    }
  }

  /**
   * Withdraws the offer.
   *
   * @return false if the thread has begun
   */
  boolean withdraw() {
    boolean withdraws = state == OFFERED && STATE.compareAndSet(this, OFFERED, AWAKE);
    if (withdraws) {
      forget();
    }
    return withdraws;
  }

  /** Clears the references to the last team, so that an idle thread does not keep it reachable. */
  private void forget() {
    team = null;
    start = null;
    body = null;
    loader = null;
  }

  @Override
  public void run() {
    while (true) {
      awaitOffer();
      if (STATE.compareAndSet(this, OFFERED, AWAKE)) {
        serve();
      }
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
    forget();
    if (mine.width == null) {
      member.run(code);
    } else {
      member = mine.width.serve(member);
    }
    mine.leave(member);
    // An interrupt in this region must not affect the next one.
    Thread.interrupted();
  }

  private void awaitOffer() {
    if (!spins() && STATE.compareAndSet(this, AWAKE, PARKED)) {
      setContextClassLoader(null);
      while (state == PARKED) {
        LockSupport.park(this);
        // A thread whose interrupt is set would not park.
        Thread.interrupted();
      }
    }
  }

  private boolean spins() {
    if (isCrowded || !starts.advises()) {
      return state == OFFERED;
    }
    long begin = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (state == OFFERED) {
          starts.paid();
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - begin < Member.SPIN_NANOS);
    starts.failed();
    return false;
  }
}
