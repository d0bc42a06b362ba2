package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.walk.Rewriting;
import dev.hocket.flow.walk.Site;
import java.util.List;
import java.util.Map;

/** Replaces calls without state by copies, which take packets or elements in turn. */
final class Copies {
  private Copies() {}

  /**
   * Replaces calls of a graph by copies.
   *
   * @param copies the number of copies of a call, by the call's id
   */
  static Graph of(Graph graph, Map<String, Integer> copies) {
    if (copies.isEmpty()) {
      return graph;
    }
    // Calls that are copied already are not copied once more.
    return Rewriting.of(
        graph,
        call -> copies.containsKey(call.id()) ? copied(call, copies.get(call.id())) : call,
        false);
  }

  private static Replicate copied(Call call, int times) {
    String inner = call.id() + Site.COPIED;
    Call copy =
        new Call(inner, call.position(), call.function(), call.implementation(), call.arguments());
    Region body =
        new Region(List.of("input of " + inner), List.of(copy), new Yield(new Ref(inner)));
    return new Replicate(
        call.id(), call.position(), times, Balance.ROUND_ROBIN, null, new Constant(null), body);
  }
}
