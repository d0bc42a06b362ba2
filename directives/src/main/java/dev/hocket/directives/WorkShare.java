package dev.hocket.directives;

import dev.hocket.core.Wait;
import dev.hocket.directives.region.Outcome;

/**
 * For code that Hocket compiled: one thread's part in a work-sharing construct, from its encounter
 * to its end. Generated code looks like this:
 *
 * <pre>{@code
 * int[] squares = new int[1000];
 * Loop loop = Teams.loop("Squares.java:3");
 * try {
 *   loop.deal(Schedule.STATIC, squares.length);
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
 * <p>An exception on one thread cancels the iterations that no thread has begun. The failing thread
 * first takes part in the barrier at the end, then throws the exception on.
 */
public abstract sealed class WorkShare permits Loop, Single {
  final Member member;
  final long construct;
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

  /** The construct's shared state. */
  final Share share() {
    if (share == null) {
      share = member.share(construct, label);
    }
    return share;
  }

  /** Whether any thread has failed in the construct. */
  final boolean hasFailed() {
    return outcome().hasConstructFailed(construct);
  }

  final Outcome outcome() {
    return member.team.outcome;
  }

  /** Whether this thread ran the last iteration. */
  boolean ranLast() {
    return false;
  }

  /** The first iteration of the thread's current chunk, which orders failures. */
  long position() {
    return 0;
  }

  /**
   * Records an exception thrown inside the construct.
   *
   * @param thrown the exception
   * @return whether it must be re-thrown; if not, the thread continues after the construct
   */
  public boolean failed(Throwable thrown) {
    throwsItself = true;
    if (Stop.isOf(share(), thrown)) {
      return false;
    }
    if (!Stop.isOf(member.team, thrown)) {
      member.team.failConstruct(construct, position());
    }
    return true;
  }

  /**
   * Contributes this thread's values of variables that all threads share. All threads call it, or
   * none; it does not wait.
   *
   * @param mine the contributions
   * @return for the last thread that arrives, the contributions of all threads; none for the others
   */
  public Partials combine(Object... mine) {
    Contributions all = share().combined();
    return all.arrive(member.number, ranLast(), mine) ? all.partials() : Partials.NONE;
  }

  /**
   * Contributes this thread's values of variables that each thread has a copy of, in addition to
   * those of {@link #combine}. All threads call it, or none; it waits for all.
   *
   * @param mine the contributions
   * @return the contributions of all threads; none if a thread has failed
   */
  public Partials share(Object... mine) {
    Contributions all = share().shared();
    if (all.arrive(member.number, ranLast(), mine)) {
      member.team.wake();
    } else {
      member.await(
          Wait.of(
              "the other threads at " + label,
              () -> all.areComplete() || hasFailed() || outcome().isEarly()));
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
