package dev.hocket.directives;

import dev.hocket.core.Wait;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The threads of one region, and what they share. */
final class Team {
  final String label;

  /** The place in the team around that encountered the region; null for an outermost one. */
  final Member encountering;

  final Member[] members;

  /** Regions around and this one; those with more than one thread. */
  final int level;

  final int activeLevel;

  /** Whether there are more threads than processors, so that spinning keeps somebody from work. */
  final boolean isCrowded;

  /** To the region's own {@code reduction}. */
  final Contributions contributions;

  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int phase;
  private final AtomicInteger running;
  private volatile Throwable failure;
  private Member failed;

  Team(String label, int size, Member encountering, boolean isCrowded) {
    this.label = label;
    this.encountering = encountering;
    this.isCrowded = isCrowded;
    this.level = encountering == null ? 1 : encountering.team.level + 1;
    int activeAround = encountering == null ? 0 : encountering.team.activeLevel;
    this.activeLevel = size > 1 ? activeAround + 1 : activeAround;
    this.contributions = new Contributions(size);
    this.running = new AtomicInteger(size - 1);
    this.members = new Member[size];
    Share start = new Share(size);
    for (int i = 0; i < size; i++) {
      members[i] = new Member(this, i, start);
    }
  }

  int size() {
    return members.length;
  }

  // A barrier. The last thread to arrive sets the count back before it publishes the next phase,
  // and
  // the others do not arrive again before they have seen that.

  /**
   * Waits for all threads of the team. Returns early if one of them fails the region: throws a
   * {@link Stop} then, unless the calling thread has something to throw itself.
   */
  void barrier(Member member, String where, boolean throwsItself) {
    if (size() > 1) {
      int mine = phase;
      if (arrived.incrementAndGet() == size()) {
        arrived.set(0);
        phase = mine + 1;
        wake();
      } else {
        member.await(new Others(mine, where));
      }
    }
    if (!throwsItself) {
      member.checkTeam();
    }
  }

  /** Wakes the threads that sleep; after something they may wait for has become true. */
  void wake() {
    for (Member member : members) {
      if (member.asleep) {
        LockSupport.unpark(member.thread);
      }
    }
  }

  boolean hasFailed() {
    return failure != null;
  }

  Stop stop() {
    return new Stop(this, "the region at " + label);
  }

  /** Takes note of what has left the region's code on one thread. */
  void fail(Member member, Throwable thrown) {
    if (Stop.isOf(this, thrown)) {
      return;
    }
    synchronized (this) {
      if (failure == null) {
        failed = member;
        failure = thrown;
      } else if (failure != thrown) {
        failure.addSuppressed(thrown);
      }
    }
    wake();
  }

  /** What the region throws, after its end; or null. */
  Throwable failure() {
    return failure;
  }

  boolean hasFailedElsewhere() {
    return failed != members[0];
  }

  /** The last thing a thread does in the team. */
  void leave() {
    Member first = members[0];
    if (running.decrementAndGet() == 0 && first.asleep) {
      LockSupport.unpark(first.thread);
    }
  }

  /** Waits until all other threads have left; called by the encountering one. */
  void join() {
    if (running.get() > 0) {
      members[0].await(Wait.of("the end of the region at " + label, () -> running.get() == 0));
    }
  }

  /** The other threads, at a barrier. */
  private final class Others implements Wait {
    private final int mine;
    private final String where;

    Others(int mine, String where) {
      this.mine = mine;
      this.where = where;
    }

    @Override
    public boolean isOver() {
      return phase != mine || hasFailed();
    }

    @Override
    public String what() {
      return "the other threads at " + where;
    }
  }
}
