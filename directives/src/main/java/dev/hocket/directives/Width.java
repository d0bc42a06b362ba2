package dev.hocket.directives;

import dev.hocket.core.Body;
import dev.hocket.core.Region;
import dev.hocket.core.SpinHistory;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Wait;
import dev.hocket.directives.region.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The number of threads of one region, which changes while the region runs: all regions of this
 * kind share the {@link ThreadBudget} evenly. The team of such a region has a part for each thread
 * of the budget, of which only some run.
 *
 * <p>A region gets more threads by resuming paused parts, and then by beginning parts that have not
 * begun. It loses threads between two chunks: a part pauses, and its thread parks. A thread whose
 * part has ended begins another part, or waits for the end of the region. The encountering thread
 * never pauses, and at the end it runs all parts that have not begun.
 */
// Parts do not depend on each other: the region is one construct that does not wait at its end, and
// a paused part has run all iterations that it has claimed. So a part may begin late and pause for
// any time; the encountering thread claims the rest.
//
// The lock of Widths guards all changing state. The volatile fields are also read without it,
// between any two chunks; a stale value only delays a change to the next chunk.
final class Width {
  /** A paused part. */
  private static final class Pause {
    private volatile boolean isOver;
  }

  final Team team;
  private final Region region;
  private final Share start;
  private final Body body;
  private final ClassLoader loader;

  private final List<TeamThread> hired = new ArrayList<>();
  private final List<Integer> offered = new ArrayList<>();
  private final Deque<Pause> paused = new ArrayDeque<>();

  /** The number of the first part that has not begun. */
  private int next = 1;

  /** The number of running threads; {@code wanted} is the number that there should be. */
  private volatile int running = 1;

  private volatile int wanted = 1;

  /** Whether all iterations have been claimed. */
  private volatile boolean isDealtOut;

  // These fields give the mean number of threads.
  private final long began = System.nanoTime();
  private long changed = began;
  private long threadNanos;

  private Width(String label, Member around, Region region, Body body) {
    int parts = Math.min(ThreadBudget.size(), ThreadBudget.limit());
    boolean isCrowded = ThreadBudget.inUse() > ThreadBudget.size();
    this.team = new Team(label, parts, around, isCrowded);
    this.region = region;
    this.start = new Share(parts);
    this.body = body;
    this.loader = Thread.currentThread().getContextClassLoader();
    team.width = this;
  }

  /** Whether regions that begin now share the budget. */
  static boolean isShared() {
    return ThreadBudget.areWidthsShared() && ThreadBudget.size() > 1;
  }

  /** Runs a region; throws the exceptions of its code. */
  static void run(String label, Member around, Body body) {
    Region region = Region.openAlone(label);
    Width width = null;
    try {
      width = new Width(label, around, region, body);
      Member first = new Member(width.team, 0, width.start, new SpinHistory());
      Widths.begin(width);
      width.runHere(first);
    } finally {
      region.close(width == null ? 1 : width.meanThreads());
    }
    Outcome outcome = width.team.outcome;
    if (outcome.hasFailed()) {
      throw region.rethrow(outcome.failure(), outcome.hasFailedElsewhere());
    }
  }

  private void runHere(Member first) {
    try {
      first.run(body);
      team.left();
      for (int part = takeRest(); part > 0; part = takeRest()) {
        runPart(part, first);
      }
      // These threads have not got a processor yet.
      for (int i = 0; i < hired.size(); i++) {
        if (hired.get(i).withdraw()) {
          runPart(offered.get(i), first);
        }
      }
      team.awaitEnd(first);
    } finally {
      Widths.end(this);
    }
    TeamThreads.release(hired.toArray(TeamThread[]::new));
  }

  private void runPart(int part, Member first) {
    try {
      new Member(team, part, start, new SpinHistory()).run(body);
    } catch (Throwable noMemory) {
      team.fail(first, noMemory);
    } finally {
      team.left();
    }
  }

  /**
   * Runs a part on a thread of the team, and then further parts that have not begun.
   *
   * @return the last part, which must still leave the team
   */
  Member serve(Member begun) {
    Member member = begun;
    while (true) {
      member.countsInWidth = true;
      member.run(body);
      int part = takeNext(member);
      if (part < 0) {
        return member;
      }
      try {
        Member another = new Member(team, part, start, hiredWaits());
        team.left();
        member = another;
      } catch (Throwable noMemory) {
        team.fail(member, noMemory);
        team.left();
        return member;
      }
    }
  }

  private static SpinHistory hiredWaits() {
    return ((TeamThread) Thread.currentThread()).waits;
  }

  /**
   * Called by a thread of the region between two chunks; may wait until the thread is wanted again.
   */
  void betweenChunks(Loop loop) {
    Widths.lookAgain();
    if (loop.member.countsInWidth && running > wanted && !isDealtOut) {
      pause(loop);
    }
  }

  private void pause(Loop loop) {
    Pause pause = new Pause();
    synchronized (Widths.LOCK) {
      if (running <= wanted || isDealtOut) {
        return;
      }
      paused.push(pause);
      count(-1);
      region.giveBack();
    }
    loop.member.await(
        Wait.of(
            "threads for the region at " + team.label,
            () -> pause.isOver || isDealtOut || loop.isEarly()));
    synchronized (Widths.LOCK) {
      // A part that was not resumed has nothing left to do, and ends.
      loop.member.countsInWidth = !paused.remove(pause);
    }
  }

  /** Records that all iterations have been claimed. */
  void isDealtOut() {
    if (!isDealtOut) {
      isDealtOut = true;
      team.wake();
    }
  }

  /**
   * The number of the next part for the encountering thread, which has nothing else to do; 0 if
   * there is none.
   */
  private int takeRest() {
    synchronized (Widths.LOCK) {
      return next < team.size() ? next++ : 0;
    }
  }

  /**
   * The number of the next part for a thread of the team; -1 if the thread must leave the region.
   */
  private int takeNext(Member member) {
    synchronized (Widths.LOCK) {
      if (!member.countsInWidth) {
        return -1;
      }
      if (next < team.size() && running <= wanted) {
        return next++;
      }
      count(-1);
      region.giveBack();
      return -1;
    }
  }

  // All methods below are called under the lock.

  int running() {
    return running;
  }

  int hired() {
    return hired.size();
  }

  /** Whether the region can use more threads than it has. */
  boolean grows() {
    return !isDealtOut && !team.outcome.isEarly();
  }

  /** Sets the number of threads that there should be, and gets the missing ones. */
  void want(int threads) {
    wanted = Math.clamp(threads, 1, team.size());
    int missing = wanted - running;
    if (missing > 0 && grows()) {
      missing -= resume(region.takeMore(Math.min(missing, paused.size())));
      int mayBegin = Math.min(team.size() - next, Widths.mayHire());
      begin(region.takeMore(Math.min(missing, mayBegin)));
    }
  }

  private int resume(int threads) {
    for (int i = 0; i < threads; i++) {
      paused.pop().isOver = true;
    }
    if (threads > 0) {
      count(threads);
      team.wake();
    }
    return threads;
  }

  private void begin(int threads) {
    TeamThread[] more = TeamThreads.hire(threads);
    for (int i = more.length; i < threads; i++) {
      region.giveBack();
    }
    count(more.length);
    Widths.hired(more.length);
    for (TeamThread thread : more) {
      hired.add(thread);
      offered.add(next);
      thread.offer(team, next++, start, body, loader);
    }
  }

  private void count(int change) {
    long now = System.nanoTime();
    threadNanos += running * (now - changed);
    changed = now;
    running += change;
  }

  private int meanThreads() {
    synchronized (Widths.LOCK) {
      count(0);
      return (int) Math.max(1, Math.round((double) threadNanos / Math.max(1, changed - began)));
    }
  }
}
