package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.walk.Rewriting;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Replaces calls without state by copies, which take packets or elements in turn. */
// A packet whose values may change goes to the first copy, which handles such packets in order. All
// other packets come to nothing that changes, so their order does not matter.
public final class Copies {
  /** The name of the code that chooses the copy of a packet. */
  private static final String TURN = "turn";

  private Copies() {}

  /** Binds the code that copies need besides that of the program. */
  public static Bindings bind(Bindings bindings) {
    return bindings.copy().code(TURN, Turn::new);
  }

  /**
   * Replaces calls of a graph by copies.
   *
   * @param copies the number of copies of a call, by the call's id
   */
  static Graph of(Graph graph, Map<String, Integer> copies, Ownership ownership) {
    if (copies.isEmpty()) {
      return graph;
    }
    // Calls that are copied already are not copied once more.
    return Rewriting.of(
        graph,
        call ->
            copies.containsKey(call.id())
                ? copied(call, copies.get(call.id()), List.copyOf(ownership.doubtful(call)))
                : List.of(call),
        false);
  }

  private static List<Node> copied(Call call, int times, List<Argument> doubtful) {
    String inner = call.id() + Site.COPIED;
    Call copy =
        new Call(inner, call.position(), call.function(), call.implementation(), call.arguments());
    Region body =
        new Region(List.of("input of " + inner), List.of(copy), new Yield(new Ref(inner)));
    List<Node> nodes = new ArrayList<>();
    Balance balance = Balance.ROUND_ROBIN;
    Argument input = new Constant(null);
    if (!doubtful.isEmpty()) {
      String label = "copy for " + call.id();
      nodes.add(
          new Expression(label, call.position(), label, TURN, doubtful, Effect.COMPUTES, true));
      balance = Balance.BY_HASH;
      input = new Ref(label);
    }
    nodes.add(new Replicate(call.id(), call.position(), times, balance, null, input, body));
    return nodes;
  }

  /** Counts packets, except those whose values may change. */
  @SuppressWarnings("serial") // It never leaves this JVM.
  private static final class Turn implements FlowFn {
    /** The hash code of a number below this is the number. */
    private static final int MOST = 1 << 15;

    /** The number of objects that are looked at in a value of a packet. */
    private static final int MOST_OBJECTS = 10_000;

    private int turn;

    /** The values that were looked at last and never change. */
    private Object[] constant = {};

    @Override
    public Object call(Object[] values) {
      if (constant.length == 0) {
        constant = new Object[values.length];
      }
      for (int i = 0; i < values.length; i++) {
        if (values[i] != constant[i]) {
          if (Constants.changing(values[i], false, MOST_OBJECTS) != null) {
            return 0;
          }
          constant[i] = values[i];
        }
      }
      turn = (turn + 1) % MOST;
      return turn;
    }
  }
}
