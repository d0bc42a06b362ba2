package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.state.Part;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The roots of the values of nodes and of parameters: values of the surrounding program, and values
 * of calls and expressions, with which a value may share a mutable object.
 */
final class Roots {
  private final Map<String, Set<Root>> all = new HashMap<>();

  /**
   * A value that another one may share a mutable object with.
   *
   * @param value of the surrounding program, or of a node
   * @param how the relation of the other value to it; always {@link Part#IS} for that of a node
   * @param changesLater whether the other value may run code that changes this one when it is used,
   *     as a lazy sequence or a delay does
   * @param elementOf the collections of which the other value is only one element
   */
  record Root(Argument value, Part how, boolean changesLater, Set<String> elementOf) {
    Root(Argument value, Part how) {
      this(value, how, false, Set.of());
    }

    Root with(Part related, boolean later) {
      return new Root(value, related, changesLater || later, elementOf);
    }

    Root inElement(SMap map) {
      return new Root(value, how, changesLater, Meetings.plus(elementOf, map.id()));
    }
  }

  void put(String value, Set<Root> roots) {
    all.put(value, roots);
  }

  void add(String value, Set<Root> more) {
    all.computeIfAbsent(value, any -> new HashSet<>()).addAll(more);
  }

  Set<Root> of(Argument argument) {
    return switch (argument) {
      case Ref ref -> all.getOrDefault(ref.id(), Set.of());
      case Env variable -> Set.of(new Root(variable, Part.IS));
      case Constant constant -> Set.of();
    };
  }

  /** Returns the roots of a node's value that is related to a value with this root. */
  static Set<Root> returned(Root root, Set<Part> parts, boolean later) {
    if (parts.isEmpty()) {
      return Set.of();
    }
    if (root.value() instanceof Ref || root.how() == Part.OF) {
      return Set.of(root.with(root.how(), later));
    }
    // A part of an object that contains a value may be the value.
    boolean isAny = root.how() == Part.AROUND && parts.contains(Part.OF);
    Set<Part> related =
        root.how() == Part.IS ? parts : isAny ? EnumSet.allOf(Part.class) : Set.of(Part.AROUND);
    return related.stream().map(how -> root.with(how, later)).collect(Collectors.toSet());
  }
}
