package dev.hocket.flow.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The costs of what a section has done so far.
 *
 * @param calls one for each call
 * @param plainCode one for each piece of plain code, which is counted only where it is timed; empty
 *     until code with timed calls exists
 */
public record Costs(List<Cost> calls, List<Cost> plainCode) {
  /** The costs since an earlier moment; the number of evaluations of plain code is extrapolated. */
  public List<Cost> since(Costs before) {
    List<Cost> added = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      added.add(calls.get(i).since(before.calls.get(i)));
    }
    double all = added.stream().mapToLong(Cost::calls).sum();
    long some = added.stream().mapToLong(Cost::timed).sum();
    for (int i = 0; i < plainCode.size(); i++) {
      Cost code = plainCode.get(i);
      Cost more = before.plainCode.isEmpty() ? code : code.since(before.plainCode.get(i));
      long evaluations = some == 0 ? more.calls() : (long) (more.calls() * all / some);
      added.add(new Cost(code.id(), evaluations, more.timed(), more.nanos()));
    }
    return added;
  }

  /** All costs, in the order of {@link #since}. */
  public List<Cost> all() {
    List<Cost> all = new ArrayList<>(calls);
    all.addAll(plainCode);
    return all;
  }
}
