package dev.hocket.flow.lower;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.engine.Gate;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes the dependencies and the sections of the elements of one region. */
final class Elements {
  private final Region region;
  private final String copy;
  private final Mapping mapping;
  private final int home;
  private final List<Element> list = new ArrayList<>();
  private final Map<String, Element> producers = new HashMap<>();

  /**
   * Makes the elements.
   *
   * @param home the section of an element without a neighbour
   * @param takesTurns whether packets use the values that they share in turn, in their order
   * @param skips whether the flow continues after a packet has failed
   */
  Elements(
      Region region,
      String copy,
      Loop loop,
      Mapping mapping,
      int home,
      boolean takesTurns,
      boolean skips) {
    this.region = region;
    this.copy = copy;
    this.mapping = mapping;
    this.home = home;
    for (Node node : region.nodes()) {
      boolean source = node instanceof Call call && call.implementation().source();
      if (!source) {
        add(node, loop);
      }
    }
    if (region.result() instanceof Recur recur) {
      Element again = new Element(null, -1);
      again.instruction = new Instruction.PutAside(recur, loop);
      need(again, References.of(recur));
      list.add(again);
    }
    if (skips) {
      mapping.groups().forEach(this::awaitAllBefore);
    }
    mapping.groups().forEach(group -> takeTurns(group, takesTurns));
    settle();
  }

  List<Element> list() {
    return list;
  }

  private void add(Node node, Loop loop) {
    List<Integer> sections = mapping.sections(node, copy);
    Element element = new Element(node, sections.size() == 1 ? sections.getFirst() : -1);
    if (sections.size() <= 1 && !Site.hasAsync(node)) {
      element.instruction = new Instruction.Evaluate(node, copy, loop);
    }
    need(element, References.of(node));
    list.add(element);
    producers.put(node.id(), element);
  }

  private void need(Element element, Set<String> ids) {
    for (String id : ids) {
      if (producers.containsKey(id)) {
        element.needs.add(producers.get(id));
      }
    }
  }

  /**
   * Lets elements that share a value of the surroundings run after all before them: if one of these
   * fails, the packet has no effect on the value.
   */
  // What the member before an element waits for, the element waits for, too.
  private void awaitAllBefore(Group group) {
    int last = 0;
    for (int i = 0; group.acrossPackets() && i < list.size(); i++) {
      Element element = list.get(i);
      if (element.node != null && has(element.node, group)) {
        element.needs.addAll(list.subList(last, i));
        last = i;
      }
    }
  }

  /** Lets elements that share a value run in the order of the program, packet by packet. */
  private void takeTurns(Group group, boolean takesTurns) {
    List<Element> members = new ArrayList<>();
    for (Element element : list) {
      if (element.node != null && has(element.node, group)) {
        if (!members.isEmpty()) {
          element.needs.add(members.getLast());
        }
        members.add(element);
      }
    }
    boolean apart = members.size() > 1 || members.size() == 1 && mayMix(members.getFirst(), group);
    // A section that runs all members excludes the others only while no call of them is pending.
    boolean pending = members.stream().anyMatch(member -> Site.hasAsync(member.node));
    if (!(takesTurns || pending) || !group.acrossPackets() || !apart) {
      return;
    }
    int section = mapping.sectionOf(group);
    Gate gate = new Gate(1);
    Element enter = new Element(null, section);
    enter.gate = gate;
    members.forEach(member -> member.needs.add(enter));
    list.add(list.indexOf(members.getFirst()), enter);
    Element leave = new Element(null, section);
    leave.instruction = new Instruction.Pass(packet -> gate.leave());
    leave.needs.addAll(members);
    list.add(list.indexOf(members.getLast()) + 1, leave);
  }

  private static boolean has(Node node, Group group) {
    return Site.of(node, "").stream().anyMatch(site -> group.nodes().contains(site.node().id()));
  }

  private static boolean has(Region branch, Group group) {
    return Site.of(branch, "").stream().anyMatch(site -> group.nodes().contains(site.node().id()));
  }

  /**
   * Returns whether packets inside an element could take their turns in another order than they
   * came.
   */
  private static boolean mayMix(Element element, Group group) {
    return element.isSplit()
        && switch (element.node) {
          case If choice ->
              has(choice.then(), group) && has(choice.otherwise(), group)
                  || Site.hasAsync(element.node);
          case Replicate copies -> true;
          default -> Site.hasAsync(element.node);
        };
  }

  /** Puts each element without a section of its own into the section of a neighbour. */
  private void settle() {
    for (Element element : list) {
      if (element.isSplit()) {
        settleSplit(element);
      } else if (element.section < 0) {
        element.section = before(element);
        element.last = element.section;
      }
    }
    for (Element element : list.reversed()) {
      if (element.section < 0) {
        int behind = behind(element);
        element.section = behind < 0 ? home : behind;
        element.last = element.last < 0 ? element.section : element.last;
      }
    }
  }

  private void settleSplit(Element element) {
    List<Integer> inside = mapping.sections(element.node, copy);
    switch (element.node) {
      case Call call -> element.section = element.last = inside.getFirst();
      case Loop loop -> element.section = element.last = inside.getFirst();
      case SMap map -> element.section = element.last = inside.getFirst();
      default -> {
        element.section = before(element);
        int behind = behind(element);
        element.last = behind < 0 ? inside.getLast() : behind;
      }
    }
  }

  /** The section of the last element that this element depends on, or -1. */
  private static int before(Element element) {
    int section = -1;
    for (Element needed : element.needs) {
      section = needed.last < 0 ? section : needed.last;
    }
    return section;
  }

  /** The section of the first element that depends on this one, directly or not; or -1. */
  private int behind(Element element) {
    Set<Element> open = new LinkedHashSet<>();
    open.add(element);
    for (Element other : list) {
      if (other.needs.stream().anyMatch(open::contains)) {
        if (other.section >= 0) {
          return other.section;
        }
        open.add(other);
      }
    }
    return -1;
  }

  /** The section of the region's value. */
  int ofResult() {
    int section = -1;
    for (String id : References.of(region.result())) {
      section = producers.containsKey(id) ? producers.get(id).last : section;
    }
    return section >= 0 ? section : list.isEmpty() ? home : list.getLast().last;
  }
}
