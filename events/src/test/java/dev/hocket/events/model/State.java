package dev.hocket.events.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that there is between two steps.
 *
 * @param procs the processes that have not ended
 * @param queues for each channel, the synchronisations with an offer on it, the first deposited
 *     first
 * @param pending those synchronisations, by their names
 * @param fired the nacks that have fired
 * @param ended the channels that were closed or failed
 * @param failures what ended processes before their time, sorted
 */
record State(
    Map<String, Proc> procs,
    Map<String, List<String>> queues,
    Map<String, Pending> pending,
    Set<String> fired,
    Map<String, Ending> ended,
    List<String> failures) {

  /** How a channel ended: {@code failed} takes with it what had been sent. */
  record Ending(String cause, boolean failed) {}

  /** A program before its first step: one process, named {@code main}. */
  static State start(Stmt... program) {
    Proc main = Proc.of(new Frame.Run(new Block(List.of(program), new Exp.Lit(Value.UNIT))));
    return new State(Map.of("main", main), Map.of(), Map.of(), Set.of(), Map.of(), List.of());
  }
}
