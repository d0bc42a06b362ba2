package dev.hocket.flow;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A graph with its sections, flattened for drawing: conditions, merges and feedback are boxes. */
final class Picture {
  /** The shape of a node. */
  enum Shape {
    SOURCE,
    FUNCTION,
    EXPRESSION,
    CONTROL,
    RESULT
  }

  /**
   * One node of the picture.
   *
   * @param id of the node of the graph; null for none
   * @param section -1 until its neighbours are known
   */
  record Box(
      int number,
      String id,
      String label,
      Shape shape,
      int section,
      Position position,
      String inputs) {
    /** Names the node in a note on another one. */
    String said() {
      return shape == Shape.EXPRESSION ? label + " at " + position : id;
    }
  }

  /**
   * One arc of the picture.
   *
   * @param label null for none
   * @param back whether it leads back to the beginning of a loop
   */
  record Line(int from, int to, String label, boolean back) {}

  /** The most nodes that a note names. */
  private static final int MOST_NAMED = 5;

  private final List<Box> boxes = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final Map<Integer, String> sections = new TreeMap<>();
  private final Mapping mapping;
  private final Supplier<Map<String, String>> notes;

  /** The box of each value, by the value's id. */
  private final Map<String, Integer> producers = new LinkedHashMap<>();

  /**
   * Draws a graph.
   *
   * @param notes says of nodes, by their ids, why they run as they do
   */
  Picture(Graph graph, Mapping mapping, Supplier<Map<String, String>> notes) {
    this.mapping = mapping;
    this.notes = notes;
    region(graph.body(), "", -1, null, -1);
    Region.Result result = graph.body().result();
    int end =
        box(
            null,
            "result",
            Shape.RESULT,
            -1,
            graph.position(),
            text(List.of(((Yield) result).value())));
    arc(((Yield) result).value(), end, null);
    settle();
    for (Box box : boxes) {
      sections.computeIfAbsent(box.section(), mapping::name);
    }
  }

  List<Box> boxes() {
    return boxes;
  }

  /** What there is to say of nodes, by their ids. */
  Map<String, String> notes() {
    Map<String, String> all = new HashMap<>(notes.get());
    Map<String, String> names = new HashMap<>();
    boxes.stream().filter(box -> box.id() != null).forEach(box -> names.put(box.id(), box.said()));
    for (Group group : mapping.groups()) {
      for (String id : group.nodes()) {
        String others =
            group.nodes().stream()
                .filter(other -> !other.equals(id))
                .limit(MOST_NAMED)
                .map(other -> names.getOrDefault(other, other))
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
          all.merge(id, "shares " + group.value() + " with " + others, (a, b) -> a + "; " + b);
        }
      }
    }
    return all;
  }

  List<Line> lines() {
    return lines;
  }

  /** Returns the names of the sections by their numbers. */
  Map<Integer, String> sections() {
    return sections;
  }

  private int box(
      String id, String label, Shape shape, int section, Position position, String inputs) {
    boxes.add(new Box(boxes.size(), id, label, shape, section, position, inputs));
    return boxes.size() - 1;
  }

  private void arc(Argument from, int to, String label) {
    if (from instanceof Ref ref && producers.containsKey(ref.id())) {
      lines.add(new Line(producers.get(ref.id()), to, label, false));
    }
  }

  /**
   * A box without a section is drawn in the section of the last box before it, or the first after
   * it.
   */
  private void settle() {
    for (int i = 0; i < boxes.size(); i++) {
      place(i, boxes.get(i).section() >= 0 ? boxes.get(i).section() : neighbour(i, true));
    }
    for (int i = boxes.size() - 1; i >= 0; i--) {
      int section = boxes.get(i).section() >= 0 ? boxes.get(i).section() : neighbour(i, false);
      place(i, section >= 0 ? section : mapping.first());
    }
  }

  private void place(int number, int section) {
    Box b = boxes.get(number);
    boxes.set(
        number, new Box(number, b.id(), b.label(), b.shape(), section, b.position(), b.inputs()));
  }

  private int neighbour(int number, boolean before) {
    int section = -1;
    for (Line line : lines) {
      int other = before ? line.from() : line.to();
      if ((before ? line.to() : line.from()) == number && !line.back()) {
        section = Math.max(section, boxes.get(other).section());
      }
    }
    return section;
  }

  /**
   * Draws a region.
   *
   * @param entry the box that lets packets in; -1 if there is none
   * @param label the label of the arcs from there
   * @param loop the box of the loop that the region's end may go back to; -1 if there is none
   */
  private void region(Region region, String copy, int entry, String label, int loop) {
    int first = boxes.size();
    for (Node node : region.nodes()) {
      node(node, copy, loop);
    }
    if (entry >= 0) {
      for (int i = first; i < boxes.size(); i++) {
        int number = i;
        if (lines.stream()
            .noneMatch(line -> line.to() == number && line.from() >= first && !line.back())) {
          lines.add(new Line(entry, i, label, false));
        }
      }
    }
    if (region.result() instanceof Recur recur && loop >= 0) {
      for (Argument value : recur.values()) {
        int from = value instanceof Ref ref ? producers.getOrDefault(ref.id(), entry) : entry;
        lines.add(new Line(from < 0 ? loop : from, loop, "recur", true));
      }
    }
  }

  private void node(Node node, String copy, int loop) {
    switch (node) {
      case Call call -> {
        Shape shape = call.implementation().source() ? Shape.SOURCE : Shape.FUNCTION;
        List<Integer> section = mapping.sections(call, copy);
        simple(call, call.id() + copy, shape, section.getFirst(), call.arguments());
      }
      case Expression expression ->
          simple(expression, expression.label(), Shape.EXPRESSION, -1, expression.arguments());
      case If choice -> {
        int cond = simple(choice, "cond", Shape.CONTROL, -1, List.of(choice.test()));
        region(choice.then(), copy, cond, "then", loop);
        region(choice.otherwise(), copy, cond, "else", loop);
        int merge = box(null, "merge", Shape.CONTROL, -1, choice.position(), "");
        for (Region branch : List.of(choice.then(), choice.otherwise())) {
          if (branch.result() instanceof Yield yield) {
            leave(yield.value(), cond, merge);
          }
        }
        producers.put(choice.id(), merge);
      }
      case Loop inner -> {
        int head = simple(inner, "loop", Shape.CONTROL, -1, inner.initial());
        inner.body().parameters().forEach(variable -> producers.put(variable, head));
        region(inner.body(), copy, head, null, head);
        body(inner.id(), inner.body(), head);
      }
      case SMap map -> {
        int head = simple(map, "smap", Shape.CONTROL, -1, List.of(map.collection()));
        producers.put(map.body().parameters().getFirst(), head);
        region(map.body(), copy, head, null, -1);
        int tail = box(null, "collect", Shape.CONTROL, -1, map.position(), "");
        leave(((Yield) map.body().result()).value(), head, tail);
        producers.put(map.id(), tail);
      }
      case Replicate copies -> {
        String label = copies.key() == null ? "balance" : "by key";
        int head = simple(copies, label, Shape.CONTROL, -1, References.direct(copies));
        List<Integer> ends = new ArrayList<>();
        for (int i = 1; i <= copies.copies(); i++) {
          producers.put(copies.body().parameters().getFirst(), head);
          region(copies.body(), Site.copy(copies, copy, i), head, null, -1);
          Argument value = ((Yield) copies.body().result()).value();
          ends.add(value instanceof Ref ref ? producers.get(ref.id()) : head);
        }
        int merge = box(null, "merge", Shape.CONTROL, -1, copies.position(), "");
        ends.forEach(end -> lines.add(new Line(end, merge, null, false)));
        producers.put(copies.id(), merge);
      }
    }
  }

  /** Notes that a loop's value comes from the last node of its body. */
  private void body(String id, Region body, int head) {
    Argument value = body.result() instanceof Yield yield ? yield.value() : null;
    producers.put(id, value instanceof Ref ref ? producers.getOrDefault(ref.id(), head) : head);
  }

  private void leave(Argument value, int head, int tail) {
    int from = value instanceof Ref ref ? producers.getOrDefault(ref.id(), head) : head;
    lines.add(new Line(from, tail, null, false));
  }

  private int simple(Node node, String label, Shape shape, int section, List<Argument> arguments) {
    int number = box(node.id(), label, shape, section, node.position(), text(arguments));
    arguments.forEach(argument -> arc(argument, number, null));
    producers.put(node.id(), number);
    return number;
  }

  private static String text(List<Argument> arguments) {
    List<String> texts = new ArrayList<>();
    for (Argument argument : arguments) {
      texts.add(
          switch (argument) {
            case Ref ref -> ref.id();
            case Constant constant ->
                constant.value() instanceof String s
                    ? '"' + s + '"'
                    : String.valueOf(constant.value());
            case Env variable -> variable.name();
          });
    }
    return String.join(", ", texts);
  }
}
