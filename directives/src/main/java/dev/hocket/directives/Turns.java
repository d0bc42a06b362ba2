package dev.hocket.directives;

import dev.hocket.core.Wait;

/**
 * One thread's turns in an ordered loop. Chunks get their turns in the order of their iterations;
 * inside a chunk the thread itself keeps the order. A thread passes the turn on when it asks for
 * more, or as soon as the only iteration of its chunk has left its ordered statement.
 *
 * <p>The thread with the lowest unfinished chunk never waits, so the turn reaches every thread: a
 * thread runs its chunks in rising order; and a chunk is claimed after all lower chunks have been
 * claimed, or it belongs to a thread that reaches it without waiting for a later one.
 */
final class Turns {
  private final Loop loop;

  /** The iterations in [from, to) are claimed, and the thread has not passed on their turn. */
  private long from;

  private long to;
  private boolean isOpen;

  private boolean statementThrows;

  Turns(Loop loop) {
    this.loop = loop;
  }

  void claim(long from, long to) {
    this.from = from;
    this.to = to;
    isOpen = true;
  }

  void enter(String where) {
    if (!isOpen) {
      throw new IllegalStateException(
          "an iteration of the loop at "
              + loop.label
              + " comes to the ordered at "
              + where
              + " after it has left another one; an iteration may have only one");
    }
    if (!await(where)) {
      loop.member.checkTeam();
      throw new Stop(loop.share(), "the loop at " + loop.label);
    }
  }

  /**
   * Records that an exception leaves the ordered statement. It may fail the loop, so the turn is
   * not passed on yet.
   */
  void failed() {
    statementThrows = true;
  }

  void exit() {
    if (to - from == 1 && !statementThrows) {
      passOn();
    }
    statementThrows = false;
  }

  void passOn() {
    if (isOpen) {
      isOpen = false;
      if (await(loop.label)) {
        loop.share().turn = to;
        loop.member.team.wake();
      }
    }
  }

  /**
   * Waits for the turn; returns false if it never comes, because an earlier iteration has failed.
   */
  private boolean await(String where) {
    Share share = loop.share();
    if (share.turn < from) {
      loop.member.await(
          Wait.of(
              "its turn in the ordered at " + where,
              () ->
                  share.turn >= from
                      || loop.outcome().hasConstructFailedBefore(loop.construct, from)
                      || loop.outcome().isEarly()));
    }
    return share.turn >= from;
  }
}
