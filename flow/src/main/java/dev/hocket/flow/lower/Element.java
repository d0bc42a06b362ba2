package dev.hocket.flow.lower;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.engine.Gate;
import dev.hocket.flow.graph.Node;
import java.util.LinkedHashSet;
import java.util.Set;

/** The lowered form of a node of a region: its section, its instructions and its gates. */
final class Element {
  /** The node; null for a generated element. */
  final Node node;

  final Set<Element> needs = new LinkedHashSet<>();

  /** The section of the element, or the first one if its parts are in several; -1 if undecided. */
  int section;

  /** The section in which the element ends; -1 if undecided. */
  int last;

  /** The element's instruction; null if its parts are in several sections. */
  Instruction instruction;

  /** The gate that limits the packets inside the element; null for most elements. */
  Gate gate;

  /** The point after which the element's value is available. */
  Draft.Point end;

  Element(Node node, int section) {
    this.node = node;
    this.section = section;
    this.last = section;
  }

  boolean isSplit() {
    return node != null && instruction == null;
  }
}
