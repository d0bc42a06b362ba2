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
   * Stores the next values of a loop's variables apart from the current ones, from which they may
   * be computed.
   *
   * @param loop the loop, which has parts in several sections
   */
  record PutAside(Recur recur, Loop loop) implements Instruction {}

  /** Performs an action that needs no generated code. */
  record Perform(Step.Action action) implements Instruction {}

  /** Hands the packet to another step. */
  record Send(Arc arc) implements Instruction {}

  /** Hands the packet's value to the collector, and ends the packet. */
  record Collect(Argument value, Collector collector) implements Instruction {}
}
