package dev.hocket.flow.engine;

import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Statistics;
import java.util.ArrayList;
import java.util.List;

/**
 * The code of a section: without measurements, and for some rounds a second form that times its
 * calls. Another thread may add that form while the section runs.
 */
final class Codes {
  private final SectionCode plain;

  /** The same code with timed calls; null until there is some. */
  private volatile SectionCode timed;

  private SectionCode current;

  /** Whether the next round runs the timed code. */
  private volatile boolean timesNext;

  /** Whether all rounds run the timed code. */
  private volatile boolean timesAll;

  Codes(SectionCode plain) {
    this.plain = plain;
    this.current = plain;
  }

  /** Adds the same code with timed calls; any thread may call this, once. */
  void timedBy(SectionCode generated) {
    timed = generated;
  }

  SectionCode current() {
    return current;
  }

  void timeNextRound() {
    timesNext = true;
  }

  void timeRounds(boolean all) {
    timesAll = all;
  }

  void beginRound() {
    if (timesNext || timesAll) {
      timesNext = false;
      SectionCode times = timed;
      current = times == null ? plain : times;
    }
  }

  void endRound() {
    current = plain;
  }

  /** The node that the timed code is at; any thread may call this. */
  String calling() {
    return current.calling();
  }

  /** The calls so far; any thread may call this. */
  List<Statistics.Calls> statistics() {
    SectionCode times = timed;
    if (times == null) {
      return plain.statistics();
    }
    List<Statistics.Calls> all = new ArrayList<>();
    List<Statistics.Calls> with = times.statistics();
    for (Cost cost : ofCalls(with)) {
      Statistics.Calls some = with.get(all.size());
      all.add(
          new Statistics.Calls(
              cost.id(), cost.calls(), cost.nanosOfAll(), some.shortest(), some.longest()));
    }
    return all;
  }

  /** The costs so far; any thread may call this. */
  Costs costs() {
    SectionCode times = timed;
    SectionCode measured = times == null ? plain : times;
    return new Costs(
        times == null ? ofPlainCalls() : ofCalls(times.statistics()),
        measured.plainCode().stream()
            .map(code -> new Cost(code.id(), code.calls(), code.calls(), code.nanos()))
            .toList());
  }

  private List<Cost> ofPlainCalls() {
    List<Cost> costs = new ArrayList<>();
    for (Statistics.Calls all : plain.statistics()) {
      boolean known = all.nanos() >= 0;
      costs.add(new Cost(all.id(), all.calls(), known ? all.calls() : 0, known ? all.nanos() : 0));
    }
    return costs;
  }

  /** The costs of the calls of both kinds of code, which have the same calls in the same order. */
  private List<Cost> ofCalls(List<Statistics.Calls> with) {
    List<Cost> costs = new ArrayList<>();
    List<Statistics.Calls> without = plain.statistics();
    for (int i = 0; i < with.size(); i++) {
      Statistics.Calls some = with.get(i);
      long all = some.calls() + without.get(i).calls();
      costs.add(new Cost(some.id(), all, some.calls(), some.nanos()));
    }
    return costs;
  }
}
