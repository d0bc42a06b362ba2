package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tries every order of steps of a program. Programs are small and without loops, so all runs end.
 */
final class Explorer {
  private final Map<State, Set<Outcome>> known = new HashMap<>();
  private final Set<Rule> used = EnumSet.noneOf(Rule.class);

  /** Thrown for a program with too many states to explore. */
  static final class TooManyStates extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final int limit;
  private final boolean localFirst;

  Explorer() {
    this(Integer.MAX_VALUE, true);
  }

  /**
   * Makes an explorer that stops after {@code limit} states, or when there are as many outcomes.
   *
   * @param localFirst whether local steps are taken at once instead of in every order
   */
  Explorer(int limit, boolean localFirst) {
    this.limit = limit;
    this.localFirst = localFirst;
  }

  /** Finds all outcomes of a program. */
  static Set<Outcome> outcomes(Stmt... program) {
    return new Explorer().from(State.start(program));
  }

  /** Finds all outcomes of a run that has reached this state. */
  Set<Outcome> from(State state) {
    Set<Outcome> outcomes = known.get(state);
    if (outcomes == null) {
      outcomes = explore(state);
      if (known.size() >= limit || outcomes.size() >= limit) {
        throw new TooManyStates();
      }
      known.put(state, outcomes);
    }
    return outcomes;
  }

  Set<Rule> used() {
    return used;
  }

  int states() {
    return known.size();
  }

  private Set<Outcome> explore(State state) {
    List<Step> steps = steps(state);
    if (steps.isEmpty()) {
      return Set.of(ended(state));
    }
    Set<Outcome> outcomes = new HashSet<>();
    for (Step step : steps) {
      used.add(step.rule());
      for (Outcome rest : from(step.next())) {
        outcomes.add(step.observation().map(seen -> after(seen, rest)).orElse(rest));
      }
    }
    return outcomes;
  }

  private List<Step> steps(State state) {
    return localFirst ? Semantics.localFirst(state) : Semantics.steps(state);
  }

  private static Outcome after(String seen, Outcome rest) {
    List<String> trace = new ArrayList<>(List.of(seen));
    trace.addAll(rest.trace());
    return new Outcome(List.copyOf(trace), rest.stuck(), rest.failures());
  }

  /** Returns the outcome of a run that ended in this state, without its observations. */
  static Outcome ended(State state) {
    return new Outcome(
        List.of(),
        state.procs().values().stream().map(Proc::where).sorted().toList(),
        state.failures());
  }
}
