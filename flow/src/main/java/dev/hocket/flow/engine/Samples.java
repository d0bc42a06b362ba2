package dev.hocket.flow.engine;

import java.util.HashMap;
import java.util.Map;

/**
 * The clock's samples of a run: how often a section was at a node, and how often its thread waited
 * there. Each sample also makes the sections time a round, or all rounds until the next sample if
 * the thread waits.
 */
// Samples do not measure time: on a busy machine the clock's thread often runs just when a section
// waits, so times would be wrong. Only the clock's thread uses the map, so it needs no lock. Only
// timed code shows the node that it is at, so a section whose thread waits must run it for longer
// than a round.
public final class Samples {
  private final Map<String, Looks> nodes = new HashMap<>();

  /**
   * The samples that found a section at a node.
   *
   * @param waiting the number of samples that found its thread waiting or asleep
   */
  public record Looks(int all, int waiting) {
    Looks plus(Looks other) {
      return new Looks(all + other.all, waiting + other.waiting);
    }
  }

  /**
   * Samples all sections.
   *
   * @return whether one of them runs, and does not wait
   */
  public boolean look(Deployment deployed) {
    boolean runs = false;
    for (Section section : deployed.sections()) {
      section.timeNextRound();
      Thread thread = section.thread();
      boolean waits = thread != null && isWaiting(thread);
      section.timeRounds(waits);
      if (thread == null) {
        continue;
      }
      String id = section.calling();
      if (id != null) {
        nodes.merge(id, new Looks(1, waits ? 1 : 0), Looks::plus);
      }
      runs |= !waits;
    }
    return runs;
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  /** Lets the sections run without timed calls, because no more samples will be taken. */
  public static void end(Deployment deployed) {
    deployed.sections().forEach(section -> section.timeRounds(false));
  }

  /** The samples since the last call of this method, by the ids of the generated code. */
  public Map<String, Looks> take() {
    Map<String, Looks> taken = Map.copyOf(nodes);
    nodes.clear();
    return taken;
  }
}
