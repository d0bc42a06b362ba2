package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;

/**
 * One way in which a synchronisation can end.
 *
 * @param act what has to happen
 * @param then what is applied to its value, by the process that waits for the synchronisation
 * @param consumed what is applied to its value in a process of its own; {@code aWrap} adds to it
 * @param hidden such processes that no {@code aWrap} can reach any more
 * @param nacks the nacks that this way is under: they do not fire when it is taken
 */
record Offer(Act act, List<Fn> then, List<Fn> consumed, List<List<Fn>> hidden, List<String> nacks) {

  sealed interface Act {}

  record Give(String channel, Value value) implements Act {}

  record Take(String channel) implements Act {}

  /** Succeeds at once. */
  record Now(Value value) implements Act {}

  record Nacked(String nack) implements Act {}

  /** Succeeds some time after it was left. */
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
   * With the actions after consumption in a process of their own, and {@code creation} for the
   * process that waits.
   */
  Offer awaited(List<Fn> creation) {
    List<Fn> first = new ArrayList<>(List.of(Fn.FORGET));
    first.addAll(creation);
    return new Offer(act, List.copyOf(first), then, hidden, nacks);
  }

  /** With nobody waiting: what is applied to the value is so in a process of its own. */
  Offer left() {
    return new Offer(act, then, List.of(), processes(), nacks);
  }

  /** What runs beside the waiting process, once this offer is taken. */
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
