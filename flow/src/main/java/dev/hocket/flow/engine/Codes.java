package dev.hocket.flow.engine;

import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Statistics;
import java.util.ArrayList;
import java.util.List;

/**
 * The code of a section: without measurements, and for some rounds a second form that times its
 * calls.
 */
final class Codes {
  private final SectionCode plain;

  /** The same code with timed calls; null if the section is not timed. */
  private SectionCode timed;

  private SectionCode current;

  /** Whether the next round runs the timed code. */
  private volatile boolean timesNext;

  Codes(SectionCode plain) {
    this.plain = plain;
    this.current = plain;
  }

  void timedBy(SectionCode generated) {
    timed = generated;
  }

  SectionCode current() {
    return current;
  }

  void timeNextRound() {
    timesNext = true;
  }

  void beginRound() {
    if (timesNext && timed != null) {
      timesNext = false;
      current = timed;
    }
  }

  void endRound() {
    current = plain;
  }

  /** The node that the code is at; any thread may call this. */
  String calling() {
    String id = current.calling();
    return id != null ? id : plain.calling();
  }

  /** The calls so far; any thread may call this. */
  List<Statistics.Calls> statistics() {
    return timed == null
        ? plain.statistics()
        : costs().stream()
            .map(cost -> new Statistics.Calls(cost.id(), cost.calls(), cost.nanosOfAll()))
            .toList();
  }

  /** The costs so far; any thread may call this. */
  List<Cost> costs() {
    List<Cost> costs = new ArrayList<>();
    List<Statistics.Calls> without = plain.statistics();
    if (timed == null) {
      for (Statistics.Calls all : without) {
        boolean known = all.nanos() >= 0;
        costs.add(
            new Cost(all.id(), all.calls(), known ? all.calls() : 0, known ? all.nanos() : 0));
      }
      return costs;
    }
    // Both kinds of code have the same calls in the same order.
    List<Statistics.Calls> with = timed.statistics();
    for (int i = 0; i < with.size(); i++) {
      Statistics.Calls some = with.get(i);
      long all = some.calls() + without.get(i).calls();
      costs.add(new Cost(some.id(), all, some.calls(), some.nanos()));
    }
    return costs;
  }
}
