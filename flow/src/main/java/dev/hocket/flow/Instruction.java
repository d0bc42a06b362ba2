package dev.hocket.flow;

import dev.hocket.flow.Node.Loop;
import dev.hocket.flow.Region.Recur;

/** One thing that a step does with a packet, before code is generated for it. */
sealed interface Instruction {
  /**
   * Evaluates a node whose calls are all in the step's section, unless the packet has failed.
   *
   * @param copy in which copy the node stands
   * @param loop the innermost loop around; null if there is none
   */
  record Evaluate(Node node, String copy, Loop loop) implements Instruction {}

  /**
   * Puts the next values of a loop's variables aside; they may be made of the present ones.
   *
   * @param loop has parts in several sections
   */
  record PutAside(Recur recur, Loop loop) implements Instruction {}

  /** Does what is the same in all flows. */
  record Perform(Step.Action action) implements Instruction {}

  /** Hands the packet to another step. */
  record Send(Arc arc) implements Instruction {}

  /** Hands the packet's value to the collector, and ends it. */
  record Collect(Argument value, Collector collector) implements Instruction {}
}
