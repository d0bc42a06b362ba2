package dev.hocket.directives;

import dev.hocket.core.Wait;

/**
 * For code that Hocket compiled: one thread's part in a work-sharing construct, from its encounter
 * to its end. Generated code looks like this:
 *
 * <pre>{@code
 * int[] squares = new int[1000];
 * Loop loop = Teams.loop(squares.length, Schedule.STATIC, "Squares.java:3");
 * try {
 *   while (loop.next()) {
 *     int first = (int) loop.first();
 *     for (int k = 0, n = loop.size(); k < n; k++) {
 *       squares[first + k] = (first + k) * (first + k);
 *     }
 *   }
 * } catch (Throwable t) {
 *   if (loop.failed(t)) throw t;
 * } finally {
 *   loop.end();
 * }
 * }</pre>
 *
 * <p>What leaves the construct on one thread drops what has not begun for all; the thread takes
 * part in the barrier at the end first, and then goes on with the failure.
 */
public abstract sealed class WorkShare permits Loop, Single {
  final Member member;
  private final long construct;
  private Share share;
  final String label;
  private boolean throwsItself;

  WorkShare(Member member, String construct, String label) {
    this.member = member;
    this.label = label;
    member.checkMayShare(construct, label);
    this.construct = member.nextConstruct();
    member.constructs.push(construct, label);
  }

  /** What the threads of the team share of the construct. */
  final Share share() {
    if (share == null) {
      share = member.share(construct, label);
    }
    return share;
  }

  /** Whether what has not begun is dropped, as a thread has failed in the construct. */
  final boolean hasFailed() {
    return member.team.hasFailedConstructs() && share().hasFailed();
  }

  /** Whether the thread ran the last iteration. */
  boolean ranLast() {
    return false;
  }

  /** The first iteration of what the thread is at, for the order of failures. */
  long position() {
    return 0;
  }

  /**
   * Takes note of what has been thrown inside the construct.
   *
   * @param thrown what left the construct
   * @return whether it has to be thrown on; if not, the thread goes on behind the construct
   */
  public boolean failed(Throwable thrown) {
    throwsItself = true;
    if (Stop.isOf(share(), thrown)) {
      return false;
    }
    if (!Stop.isOf(member.team, thrown)) {
      share().fail(position());
      member.team.failedConstruct();
    }
    return true;
  }

  /**
   * Hands in this thread's part of variables that belong to all. Called by every thread, or by
   * none; does not wait.
   *
   * @param mine the contributions
   * @return everybody's for the last thread to come, and none for the others
   */
  public Partials combine(Object... mine) {
    Contributions all = share().combined();
    return all.arrive(member.number, ranLast(), mine) ? all.partials() : Partials.NONE;
  }

  /**
   * Hands in this thread's part of variables of which each thread has its own, behind what it has
   * handed in to {@link #combine}. Called by every thread, or by none; waits for all.
   *
   * @param mine the contributions
   * @return everybody's; none if a thread has failed
   */
  public Partials share(Object... mine) {
    Contributions all = share().shared();
    if (all.arrive(member.number, ranLast(), mine)) {
      member.team.wake();
    } else {
      member.await(
          Wait.of(
              "the other threads at " + label,
              () -> all.areComplete() || share().hasFailed() || member.team.hasFailed()));
      member.checkTeam();
    }
    return all.areComplete() ? all.partials() : Partials.NONE;
  }

  /** Ends the construct: waits for the other threads of the team. */
  public void end() {
    endNowait();
    member.team.barrier(member, label, throwsItself);
  }

  /** Ends the construct without waiting. */
  public void endNowait() {
    member.constructs.pop();
  }
}
