package dev.hocket.flow.walk;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists the values that a node names, including those that its regions name. */
public final class References {
  private final Set<String> ids = new LinkedHashSet<>();

  private References() {}

  public static Set<String> of(Node node) {
    References found = new References();
    found.add(node);
    return found.ids;
  }

  public static Set<String> of(Region.Result result) {
    References found = new References();
    found.add(result);
    return found.ids;
  }

  /** Lists the values that a node names itself, without its regions. */
  public static List<Argument> direct(Node node) {
    return switch (node) {
      case Call call -> call.arguments();
      case Expression expression -> expression.arguments();
      case If choice -> List.of(choice.test());
      case Loop loop -> loop.initial();
      case SMap map -> List.of(map.collection());
      case Replicate copies ->
          copies.key() == null
              ? List.of(copies.input())
              : List.of(copies.input(), copies.key().value());
    };
  }

  /** The expressions of a region that the arguments of a call are made of, in their order. */
  public static List<Expression> expressions(Call call, Region region) {
    Set<String> wanted = of(call);
    List<Expression> expressions = new ArrayList<>();
    for (Node node : region.nodes().reversed()) {
      if (node instanceof Expression expression && wanted.contains(expression.id())) {
        expressions.addFirst(expression);
        wanted.addAll(of(expression));
      }
    }
    return expressions;
  }

  private void add(Node node) {
    add(direct(node));
    switch (node) {
      case Call call -> {}
      case Expression expression -> {}
      case If choice -> {
        add(choice.then());
        add(choice.otherwise());
      }
      case Loop loop -> add(loop.body());
      case SMap map -> add(map.body());
      case Replicate copies -> add(copies.body());
    }
  }

  private void add(Region region) {
    region.nodes().forEach(this::add);
    add(region.result());
  }

  private void add(Region.Result result) {
    switch (result) {
      case Yield yield -> add(List.of(yield.value()));
      case Recur recur -> add(recur.values());
    }
  }

  private void add(List<Argument> arguments) {
    for (Argument argument : arguments) {
      if (argument instanceof Ref ref) {
        ids.add(ref.id());
      }
    }
  }
}
