package dev.hocket.directives;

import dev.hocket.core.Wait;

/**
 * One thread's part in the head of a loop whose evaluation may have effects or give another value
 * each time. One thread of the team evaluates the head and publishes the values one by one; every
 * thread requests each of them, in the same order:
 *
 * <pre>
 * from = loop.once(loop.evaluates() ? FROM : 0); to = loop.once(loop.evaluates() ? TO : 0); …</pre>
 */
final class LoopHead {
  private final Loop loop;

  /** Whether the thread evaluates the head: it is the first of the team to get here. */
  final boolean evaluates;

  /** The number of values that the thread has requested. */
  private int values;

  LoopHead(Loop loop) {
    this.loop = loop;
    this.evaluates = loop.share().beginHead();
  }

  Object next(Object value) {
    int number = values++;
    Share share = loop.share();
    if (evaluates) {
      share.publishHead(value);
      loop.member.team.wake();
      return value;
    }
    if (!share.hasHead(number)) {
      await(number);
    }
    return share.head(number);
  }

  private void await(int number) {
    Share share = loop.share();
    String what = "the head of the loop at " + loop.label;
    loop.member.await(
        Wait.of(what, () -> share.hasHead(number) || loop.hasFailed() || loop.outcome().isEarly()));
    loop.member.checkTeam();
    if (!share.hasHead(number)) {
      throw new Stop(share, what);
    }
  }
}
