package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;

/**
 * One way in which a synchronisation can end.
 *
 * @param act the action on a channel that must succeed
 * @param then functions that the waiting process applies to its value
 * @param consumed functions that a process of its own applies to its value; {@code aWrap} adds to
 *     these
 * @param hidden further such processes, to which no {@code aWrap} can add
 * @param nacks the nacks around this offer, which do not fire when it is taken
 */
record Offer(Act act, List<Fn> then, List<Fn> consumed, List<List<Fn>> hidden, List<String> nacks) {

  sealed interface Act {}

  record Give(String channel, Value value) implements Act {}

  record Take(String channel) implements Act {}

  /** An action that succeeds at once. */
  record Now(Value value) implements Act {}

  record Nacked(String nack) implements Act {}

  /** An action that succeeds some time after it was deposited. */
  record Later() implements Act {}

  static Offer of(Act act) {
    return new Offer(act, List.of(), List.of(), List.of(), List.of());
  }

  Offer andThen(Fn f) {
    return new Offer(act, plus(then, f), consumed, hidden, nacks);
  }

  Offer andConsumed(Fn f) {
    return new Offer(act, then, plus(consumed, f), hidden, nacks);
  }

  Offer under(String nack) {
    return new Offer(act, then, consumed, hidden, plus(nacks, nack));
  }

  /**
   * Returns this offer for a waiting process, which applies {@code creation}; the actions after
   * consumption run in a process of their own.
   */
  Offer awaited(List<Fn> creation) {
    List<Fn> first = new ArrayList<>(List.of(Fn.FORGET));
    first.addAll(creation);
    return new Offer(act, List.copyOf(first), then, hidden, nacks);
  }

  /** Returns this offer without a waiting process: a process of its own applies all functions. */
  Offer left() {
    return new Offer(act, then, List.of(), processes(), nacks);
  }

  /** Returns the processes that run beside the waiting one when this offer is taken. */
  List<List<Fn>> processes() {
    return consumed.isEmpty() ? hidden : plus(hidden, consumed);
  }

  boolean gives(String channel) {
    return act instanceof Give give && give.channel.equals(channel);
  }

  boolean takes(String channel) {
    return act instanceof Take take && take.channel.equals(channel);
  }

  private static <T> List<T> plus(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }
}
