package dev.hocket.flow.engine;

import java.util.HashMap;
import java.util.Map;

/**
 * What the clock sees of a run: how often a section was at a node, and how often its thread waited
 * there. Each look also asks the sections to time a round.
 */
// Looks say little about times: a clock that finds no idle processor looks when a section waits.
public final class Samples {
  private final Map<String, Looks> nodes = new HashMap<>();

  /**
   * The looks that found a section at a node.
   *
   * @param waiting how many of them found its thread waiting or asleep
   */
  public record Looks(int all, int waiting) {
    Looks plus(Looks other) {
      return new Looks(all + other.all, waiting + other.waiting);
    }
  }

  /** Looks at all sections. */
  public void look(Deployment deployed) {
    for (Section section : deployed.sections()) {
      section.timeNextRound();
      Thread thread = section.thread();
      if (thread == null) {
        continue;
      }
      String id = section.calling();
      if (id != null) {
        boolean waits =
            switch (thread.getState()) {
              case BLOCKED, WAITING, TIMED_WAITING -> true;
              default -> false;
            };
        nodes.merge(id, new Looks(1, waits ? 1 : 0), Looks::plus);
      }
    }
  }

  /** The looks since the last call of this method, by the ids of the generated code. */
  public Map<String, Looks> take() {
    Map<String, Looks> taken = Map.copyOf(nodes);
    nodes.clear();
    return taken;
  }
}
