package dev.hocket.flow;

import java.util.LinkedHashSet;
import java.util.Set;

/** What a node of a region becomes, and what is generated beside it. */
final class Element {
  /** Null of what is generated. */
  final Node node;

  final Set<Element> needs = new LinkedHashSet<>();

  /** Where it runs; where it begins, if its parts are in several sections. -1 if that is open. */
  int section;

  /** Where it ends. -1 if that is open. */
  int last;

  /** What it does; null if its parts are in several sections. */
  Instruction instruction;

  /** Which packets it lets in; null of most. */
  Gate gate;

  /** When its value is there. */
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
