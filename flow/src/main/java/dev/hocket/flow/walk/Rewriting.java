package dev.hocket.flow.walk;

import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes a graph with other nodes in the places of calls. */
public final class Rewriting {
  private final Function<Call, List<Node>> rewritten;
  private final boolean insideCopies;

  private Rewriting(Function<Call, List<Node>> rewritten, boolean insideCopies) {
    this.rewritten = rewritten;
    this.insideCopies = insideCopies;
  }

  /**
   * Rewrites a graph.
   *
   * @param rewritten gives the nodes in the place of a call, of which the last has its id; perhaps
   *     the call itself
   * @param insideCopies whether to rewrite calls in copies, too
   */
  public static Graph of(Graph graph, Function<Call, List<Node>> rewritten, boolean insideCopies) {
    Region body = new Rewriting(rewritten, insideCopies).region(graph.body());
    return new Graph(graph.name(), graph.position(), graph.environment(), body);
  }

  private Region region(Region region) {
    return new Region(
        region.parameters(),
        region.nodes().stream().flatMap(this::nodes).toList(),
        region.result());
  }

  private Stream<Node> nodes(Node node) {
    return node instanceof Call call ? rewritten.apply(call).stream() : Stream.of(node(node));
  }

  private Node node(Node node) {
    return switch (node) {
      case Call call -> throw new AssertionError(call);
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
      case Replicate copies when !insideCopies -> copies;
      case Replicate copies ->
          new Replicate(
              copies.id(),
              copies.position(),
              copies.copies(),
              copies.balance(),
              copies.degree(),
              copies.key(),
              copies.input(),
              region(copies.body()));
    };
  }
}
