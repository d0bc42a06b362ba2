package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.walk.Site;
import java.util.List;
import java.util.Map;

/** Replaces calls without state by copies, which take packets or elements in turn. */
final class Copies {
  private final Map<String, Integer> copies;

  private Copies(Map<String, Integer> copies) {
    this.copies = copies;
  }

  /**
   * Replaces calls of a graph by copies.
   *
   * @param copies the number of copies of a call, by the call's id
   */
  static Graph of(Graph graph, Map<String, Integer> copies) {
    return copies.isEmpty()
        ? graph
        : new Graph(
            graph.name(),
            graph.position(),
            graph.environment(),
            new Copies(copies).region(graph.body()));
  }

  private Region region(Region region) {
    return new Region(
        region.parameters(), region.nodes().stream().map(this::node).toList(), region.result());
  }

  private Node node(Node node) {
    return switch (node) {
      case Call call -> copies.containsKey(call.id()) ? copied(call) : call;
      case Expression expression -> expression;
      case If choice ->
          new If(
              choice.id(),
              choice.position(),
              choice.test(),
              region(choice.then()),
              region(choice.otherwise()));
      case Loop loop -> new Loop(loop.id(), loop.position(), loop.initial(), region(loop.body()));
      case SMap map -> new SMap(map.id(), map.position(), map.collection(), region(map.body()));
      // Calls that are copied already are not copied once more.
      case Replicate replicate -> replicate;
    };
  }

  private Replicate copied(Call call) {
    String inner = call.id() + Site.COPIED;
    Call copy =
        new Call(inner, call.position(), call.function(), call.implementation(), call.arguments());
    Region body =
        new Region(List.of("input of " + inner), List.of(copy), new Yield(new Ref(inner)));
    return new Replicate(
        call.id(),
        call.position(),
        copies.get(call.id()),
        Balance.ROUND_ROBIN,
        null,
        new Constant(null),
        body);
  }
}
