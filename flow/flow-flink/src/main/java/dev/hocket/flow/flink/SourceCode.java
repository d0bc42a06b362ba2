package dev.hocket.flow.flink;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.generate.Generation;
import dev.hocket.flow.generate.SectionPlan;
import dev.hocket.flow.generate.SectionWriter;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sources of a flow with their state, and the plain code that their arguments are made of. An
 * algorithm without a source has one packet.
 */
final class SourceCode {
  private static final int NONE = -1;

  private final Program program;
  private final List<Call> sources;
  private final Slots slots;
  private final States states;
  private final SectionCode code;
  private final int[] out;

  /** The slot of each source's value; {@link #NONE} if nothing uses the value. */
  private final int[] drawn;

  /** The arguments of the sources while they are called. */
  private static final class Arguments extends Packet {
    Arguments(Object[] slots) {
      super(slots);
    }
  }

  SourceCode(Program program) {
    this.program = program;
    this.sources =
        program.bound.graph().body().nodes().stream()
            .filter(Plan::isSource)
            .map(Call.class::cast)
            .toList();
    this.slots = new Slots(program.environment());
    List<String> taken = program.stages.getFirst().in();
    taken.forEach(slots::slot);
    this.out = taken.stream().mapToInt(slots::slot).toArray();
    List<Node> nodes = new ArrayList<>(sources);
    SectionPlan plan = new SectionPlan("sources");
    for (Call source : sources) {
      List<Instruction> prepared = new ArrayList<>();
      for (Expression expression : expressions(source)) {
        prepared.add(new Instruction.Evaluate(expression, "", null));
        nodes.add(expression);
      }
      plan.step(prepared);
      plan.draw(source);
    }
    this.states = States.of(Site.of(nodes), program.invocations);
    this.code =
        new Generation(
                program.bound.graph().position(),
                slots,
                program.invocations,
                states,
                program.keys,
                new SectionWriter.Mode(0, false, false),
                this::failed)
            .generate(List.of(plan))
            .getFirst();
    this.drawn =
        sources.stream()
            .mapToInt(source -> slots.has(source.id()) ? slots.slot(source.id()) : NONE)
            .toArray();
  }

  /** The plain code that the arguments of a source are made of, in the order of the program. */
  private List<Expression> expressions(Call source) {
    Set<String> wanted = new HashSet<>(References.of(source));
    List<Expression> expressions = new ArrayList<>();
    for (Node node : program.bound.graph().body().nodes().reversed()) {
      if (node instanceof Expression expression && wanted.contains(expression.id())) {
        expressions.addFirst(expression);
        wanted.addAll(References.of(expression));
      }
    }
    return expressions;
  }

  /**
   * Draws a value from each source.
   *
   * @param number of the packet
   * @return the values that the first stage gets; null if a source has ended
   */
  Object[] draw(long number) {
    if (sources.isEmpty()) {
      return number == 1 ? new Object[0] : null;
    }
    Object[] values = new Object[slots.count()];
    Arguments packet = new Arguments(values);
    try {
      for (int i = 0; i < sources.size(); i++) {
        code.run(i, packet);
        Object value = code.draw(i, packet);
        if (value == Graph.END) {
          return null;
        }
        if (drawn[i] != NONE) {
          values[drawn[i]] = value;
        }
      }
    } catch (Failed failed) {
      Throwable thrown = Thrown.at(failed.getCause(), Thrown.place(failed.node, number));
      throw Thrown.sneak(program.failed(thrown));
    }
    Object[] taken = new Object[out.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[out[i]];
    }
    return taken;
  }

  /** A source stops the job if its arguments cannot be computed. */
  private void failed(Packet packet, Failed failure) {
    throw Thrown.sneak(failure);
  }

  /** The sources that can begin again, by their ids. */
  Map<String, Replayable> replayable() {
    Map<String, Replayable> all = new TreeMap<>();
    for (Call source : sources) {
      if (states.object(source.id()) instanceof Replayable replayable) {
        all.put(source.id(), replayable);
      }
    }
    return all;
  }
}
