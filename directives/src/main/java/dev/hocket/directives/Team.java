package dev.hocket.directives;

import dev.hocket.core.Region;
import dev.hocket.core.Span;
import dev.hocket.directives.region.Outcome;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The threads of one region, and their shared state. */
final class Team {
  // Each counter has its own cache line, because all threads write them while some spin on the
  // phase.
  private static final int ARRIVED = 16;
  private static final int SINGLES = 32;
  private static final int IDLE = 48;
  private static final int COUNTERS = 64;

  final String label;

  /** The member of the enclosing team that encountered the region; null for an outermost region. */
  final Member encountering;

  /** The number of nested regions including this one, and of those with more than one thread. */
  final int level;

  final int activeLevel;

  /**
   * Whether there are more threads than processors, so that spinning would keep others from
   * working.
   */
  final boolean isCrowded;

  /** The shared state for the region's own {@code reduction}. */
  final Share own;

  /** The number of the team's parts that run at once; null if each has a thread from the start. */
  Width width;

  private final int size;
  private Thread first;
  private TeamThread[] others = {};
  private final AtomicIntegerArray counters = new AtomicIntegerArray(COUNTERS);
  private volatile int phase;

  /** The number of threads that have not left the region's code. */
  private final AtomicInteger running;

  /** The threads that are parked or about to park, by number. */
  private final AtomicReferenceArray<Thread> sleeping;

  /** Whether a thread sleeps in a wait that a task would end, by number. */
  private final AtomicIntegerArray idle;

  /** The explicit tasks; null until there is one. */
  private volatile TaskPool tasks;

  /** The part of a request to which the team's work belongs; null if it is not recorded. */
  final Span work = Span.current();

  /** The early end of the region and its constructs. */
  final Outcome outcome = new Outcome();

  Team(String label, int size, Member encountering, boolean isCrowded) {
    this.label = label;
    this.encountering = encountering;
    this.isCrowded = isCrowded;
    this.level = encountering == null ? 1 : encountering.team.level + 1;
    int activeAround = encountering == null ? 0 : encountering.team.activeLevel;
    this.activeLevel = size > 1 ? activeAround + 1 : activeAround;
    this.size = size;
    this.own = new Share(size);
    this.running = new AtomicInteger(size);
    this.sleeping = new AtomicReferenceArray<>(size);
    this.idle = new AtomicIntegerArray(size);
  }

  int size() {
    return size;
  }

  /** Sets the threads of the team, for reports. */
  void has(Thread encounteringThread, TeamThread[] otherThreads) {
    first = encounteringThread;
    others = otherThreads;
  }

  /** The threads of the team; none if their number changes while it runs. */
  Stream<Thread> threads() {
    return Stream.concat(Stream.ofNullable(first), Arrays.stream(others));
  }

  // A barrier. The last thread to arrive sets the count back before it publishes the next phase,
  // and the others do not arrive again before they have seen that.
  //
  // A thread that has left the region will not come to a barrier any more. One that arrives (1)
  // counts itself and (2) looks whether any has left; one that leaves (3) counts itself and (4)
  // looks whether any has arrived, and wakes those. All are volatile, so (2) sees (3), or (4) sees
  // (1). A thread that has been at this barrier leaves after the next phase has been published, so
  // one that sees that a thread has left, and then still the old phase, would wait for ever.

  /**
   * Waits for all threads of the team. Returns early if one of them fails or cancels the region:
   * throws a {@link Stop} then, unless the calling thread has something to throw itself.
   *
   * @throws IllegalStateException if one of them has left the region without reaching the barrier
   */
  void barrier(Member member, String where, boolean throwsItself) {
    if (size == 1) {
      member.runTasks(null, null, where, this::isQuiet);
    } else {
      int mine = phase;
      if (counters.incrementAndGet(ARRIVED) == size) {
        // All threads have arrived, so only tasks can create tasks.
        member.runTasks(null, null, "the tasks at " + where, this::isQuiet);
        counters.set(ARRIVED, 0);
        phase = mine + 1;
        wake();
      } else {
        String what = "the other threads at " + where;
        member.runTasks(null, null, what, () -> phase != mine || outcome.isEarly() || hasLeft());
        if (phase == mine && !outcome.isEarly() && !throwsItself) {
          throw new IllegalStateException(
              "a thread has left the region at "
                  + label
                  + " without coming to "
                  + where
                  + ", where another one waits; let all threads of the team come to it");
        }
      }
    }
    if (!throwsItself) {
      member.checkTeam();
    }
  }

  /** Returns true to the first thread that claims its {@code single} construct with the number. */
  boolean claimSingle(int number) {
    return counters.get(SINGLES) == number && counters.compareAndSet(SINGLES, number, number + 1);
  }

  // A thread that is about to park adds itself to the sleepers, then checks its condition. A thread
  // that makes a condition true does so first, then reads the sleepers. All accesses are volatile,
  // so at least one of the two sees the other's write, and no wake-up is lost.

  void fallsAsleep(int number) {
    sleeping.set(number, Thread.currentThread());
  }

  void wakesUp(int number) {
    sleeping.set(number, null);
  }

  /** Wakes the parked threads. Called after a condition that they may wait for has become true. */
  void wake() {
    for (int i = 0; i < size; i++) {
      LockSupport.unpark(sleeping.get(i));
    }
  }

  /** Records that a construct ends early because of an exception in a chunk. */
  void failConstruct(long construct, long firstIteration) {
    outcome.failConstruct(construct, firstIteration);
    wake();
  }

  void cancelConstruct(long construct) {
    outcome.cancelConstruct(construct);
    wake();
  }

  /** Ends the region: its threads leave it at their next barrier, chunk or cancellation point. */
  void cancel() {
    outcome.cancel();
    wake();
  }

  Stop stop() {
    return new Stop(this, "the region at " + label);
  }

  /** Records the exception with which the region's code ended on one thread. */
  void fail(Member member, Throwable thrown) {
    if (!Stop.isOf(this, thrown)) {
      outcome.fail(member.number, thrown);
      wake();
    }
  }

  private boolean hasLeft() {
    return running.get() < size;
  }

  TaskPool tasks() {
    return tasks;
  }

  TaskPool makeTasks() {
    TaskPool made = tasks;
    if (made == null) {
      synchronized (this) {
        made = tasks == null ? new TaskPool(size) : tasks;
        tasks = made;
      }
    }
    return made;
  }

  boolean isQuiet() {
    TaskPool all = tasks;
    return all == null || all.isQuiet();
  }

  /** Records that a thread is about to sleep until there is a task. */
  void idles(int number) {
    idle.set(number, 1);
    counters.incrementAndGet(IDLE);
  }

  void isBusy(int number) {
    if (idle.compareAndSet(number, 1, 0)) {
      counters.decrementAndGet(IDLE);
    }
  }

  /** Wakes one thread that sleeps until there is a task. Called after a task has been queued. */
  void wakeIdle() {
    for (int i = 0; i < size && counters.get(IDLE) > 0; i++) {
      if (idle.compareAndSet(i, 1, 0)) {
        counters.decrementAndGet(IDLE);
        LockSupport.unpark(sleeping.get(i));
        return;
      }
    }
  }

  /**
   * Counts the calling thread as having left the region's code, and runs tasks until all threads
   * have left and all tasks have ended. This is the thread's last call.
   */
  void leave(Member member) {
    left();
    awaitEnd(member);
  }

  /** Counts a member whose code has ended. */
  void left() {
    boolean last = running.decrementAndGet() == 0;
    if (last || counters.get(ARRIVED) > 0) {
      wake();
    }
  }

  /** Runs tasks until all members have left the code of the region and all tasks have ended. */
  void awaitEnd(Member member) {
    if (!isOver()) {
      // Tasks run inside the region.
      Object outer = Region.exchangeMember(member);
      try {
        member.runTasks(null, null, "the end of the region at " + label, this::isOver);
      } finally {
        Region.exchangeMember(outer);
      }
    }
  }

  private boolean isOver() {
    return running.get() == 0 && isQuiet();
  }
}
