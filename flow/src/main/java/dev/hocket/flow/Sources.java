package dev.hocket.flow;

import dev.hocket.flow.Argument.Ref;
import dev.hocket.flow.Node.Call;
import dev.hocket.flow.Node.Expression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The sources of a graph, and the sections that call them. */
final class Sources {
  private final Graph graph;
  private final Mapping mapping;
  private final Ops ops;
  private final Run run;
  private final List<Call> calls;

  Sources(Graph graph, Mapping mapping, Ops ops, Run run) {
    this.graph = graph;
    this.mapping = mapping;
    this.ops = ops;
    this.run = run;
    this.calls =
        graph.body().nodes().stream()
            .filter(Call.class::isInstance)
            .map(Call.class::cast)
            .filter(call -> call.implementation().source())
            .toList();
  }

  /** The section in which packets begin: that of the first source. */
  int home() {
    return calls.isEmpty() ? mapping.first() : section(calls.getFirst());
  }

  private int section(Call call) {
    return mapping.sections(call, "").getFirst();
  }

  /** Connects the sources with the admission, after all else has been lowered. */
  void supply(Admission admission, IntFunction<Section> sections, int capacity) {
    for (Call call : calls) {
      int slot = ops.slot(call.id());
      Ops.Body body = ops.source(call, "");
      Op[] prepared = prepared(call).toArray(Op[]::new);
      Drawing drawing = new Drawing(call, slot, body, prepared, new Frame(0, ops.slots(), 0, 0));
      Section section = sections.apply(section(call));
      if (section == admission.section) {
        admission.add(new Supplies.Direct(drawing));
      } else {
        Supplies.Ahead ahead =
            new Supplies.Ahead(run, section, drawing, admission.section, capacity);
        section.add(ahead);
        admission.add(ahead);
      }
    }
  }

  /** The expressions that the arguments of a source are made of, in their order. */
  private List<Op> prepared(Call call) {
    Set<String> wanted = new HashSet<>(References.of(call));
    List<Op> prepared = new ArrayList<>();
    for (Node node : graph.body().nodes().reversed()) {
      if (node instanceof Expression expression && wanted.contains(expression.id())) {
        prepared.addFirst(ops.op(expression, "", null));
        expression.arguments().stream()
            .filter(Ref.class::isInstance)
            .forEach(ref -> wanted.add(((Ref) ref).id()));
      }
    }
    return prepared;
  }
}
