package dev.hocket.flow.lower;

import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Drawing;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.engine.Supplies;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.walk.References;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Lowers the sources of a graph, and decides which sections call them. */
public final class Sources {
  private final Graph graph;
  private final Mapping mapping;
  private final Slots slots;
  private final Invocations invocations;
  private final Execution run;
  private final List<Call> calls;

  public Sources(
      Graph graph, Mapping mapping, Slots slots, Invocations invocations, Execution run) {
    this.graph = graph;
    this.mapping = mapping;
    this.slots = slots;
    this.invocations = invocations;
    this.run = run;
    this.calls =
        graph.body().nodes().stream()
            .filter(Call.class::isInstance)
            .map(Call.class::cast)
            .filter(call -> call.implementation().source())
            .toList();
  }

  /**
   * The section in which packets begin: that of the first source, or of the first one that shares a
   * value, because it must not run ahead of the packets.
   */
  public int home() {
    return calls.stream()
        .filter(this::shares)
        .findFirst()
        .or(() -> calls.stream().findFirst())
        .map(this::section)
        .orElse(mapping.first());
  }

  private int section(Call call) {
    return mapping.sections(call, "").getFirst();
  }

  /**
   * Connects the sources with the admission, after all else has been lowered.
   *
   * @param alone makes a section for one source
   */
  public void supply(
      Admission admission,
      IntFunction<Section> sections,
      Function<Call, Section> alone,
      int capacity) {
    if (calls.stream().allMatch(this::isOfLoop)) {
      admission.draws(calls);
      return;
    }
    for (Call call : calls) {
      Drawing drawing = new Drawing(call, slots.slot(call.id()), prepared(call));
      Section section = sections.apply(section(call));
      int ahead = capacity;
      if (drawing.mayWait() && section.hasInbound() && !shares(call)) {
        // A source that may block gets a section of its own, so that packets from other sections do
        // not wait for it.
        section = alone.apply(call);
        ahead = 1;
      }
      section.add(drawing);
      if (section == admission.section) {
        admission.add(new Supplies.Direct(drawing));
      } else {
        Supplies.Ahead supply = new Supplies.Ahead(run, section, drawing, admission.section, ahead);
        section.add(supply);
        admission.add(supply);
      }
    }
  }

  private boolean shares(Call call) {
    return mapping.groups().stream().anyMatch(group -> group.nodes().contains(call.id()));
  }

  /**
   * Returns whether a loop can call the source again and again, with no other work between two
   * calls.
   */
  private boolean isOfLoop(Call call) {
    return section(call) == home()
        && !call.implementation().blocking()
        && References.expressions(call, graph.body()).isEmpty();
  }

  private List<Drawing.Prepared> prepared(Call call) {
    return References.expressions(call, graph.body()).stream()
        .map(expression ->
            new Drawing.Prepared(
                expression,
                invocations.of(expression),
                slots.inputs(expression.arguments()),
                slots.slot(expression.id())))
        .toList();
  }
}
