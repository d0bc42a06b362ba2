package dev.hocket.directives;

import dev.hocket.core.Wait;

/**
 * One thread's part in the head of a loop that may do something, or that has another value each
 * time: one thread of the team evaluates it. That thread publishes the values one by one, and every
 * thread asks for each of them, in their order:
 *
 * <pre>
 * from = loop.once(loop.evaluates() ? FROM : 0); to = loop.once(loop.evaluates() ? TO : 0); …</pre>
 */
final class LoopHead {
  private final Loop loop;

  /** Whether the thread evaluates the head: it is the first of the team to come here. */
  final boolean evaluates;

  /** How many values the thread has. */
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
