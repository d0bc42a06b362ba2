package dev.hocket.flow.code;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Region.Recur;

/** One action of a step on a packet, before code is generated for it. */
public sealed interface Instruction {
  /**
   * Evaluates a node whose calls are all in the step's section, unless the packet has failed.
   *
   * @param copy the copy in which the node stands
   * @param loop the innermost enclosing loop; null if there is none
   */
  record Evaluate(Node node, String copy, Loop loop) implements Instruction {}

  /**
   * Stores the next values of a loop's variables apart from the current ones, from which they may
   * be computed.
   *
   * @param loop the loop, which has parts in several sections
   */
  record PutAside(Recur recur, Loop loop) implements Instruction {}

  /** Hands the packet to the engine, between functions. */
  record Pass(Output output) implements Instruction {}

  /** Hands the packet's value to the sink, and ends the packet. */
  record Collect(Argument value, Sink sink) implements Instruction {}
}
