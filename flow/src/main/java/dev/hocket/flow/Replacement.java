package dev.hocket.flow;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.walk.Rewriting;
import dev.hocket.flow.walk.Site;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A graph in which some calls have another function.
 *
 * @param bindings the code of the graph
 * @param ids the calls with another function
 */
record Replacement(Graph graph, Bindings bindings, Set<String> ids) {
  /** Replaces a function by a Java method of the same name. */
  static Replacement of(Graph graph, Bindings bindings, String function, Library by) {
    return with(
        graph,
        bindings.copy(),
        function,
        call -> by.resolve(call.function(), call.arguments().size(), call.position()));
  }

  /** Replaces a function that is written as code by code made from it. */
  static Replacement of(
      Graph graph, Bindings bindings, String function, UnaryOperator<FlowFn> successor) {
    Bindings more = bindings.copy();
    return with(graph, more, function, call -> recoded(call, bindings, more, successor));
  }

  private static Implementation recoded(
      Call call, Bindings former, Bindings more, UnaryOperator<FlowFn> successor) {
    if (!(call.implementation() instanceof Coded coded)) {
      throw new FlowException(
          call.position(),
          call.id() + " calls a Java method; replace it by a function of a library");
    }
    String code = coded.code() + "'";
    former.used(coded.code()).forEach((name, value) -> more.uses(code, name, value));
    more.code(code, () -> successor.apply(former.instance(coded.code(), call)));
    return new Coded(
        code,
        coded.stateful(),
        false,
        coded.blocking(),
        coded.replicable(),
        Effect.UNKNOWN,
        false,
        coded.async());
  }

  private static Replacement with(
      Graph graph, Bindings bindings, String function, Function<Call, Implementation> successor) {
    Set<String> ids = new TreeSet<>();
    Graph next =
        Rewriting.of(
            graph,
            call -> {
              if (!call.function().equals(function) && !call.id().equals(function)) {
                return List.of(call);
              }
              ids.add(call.id());
              return List.of(
                  new Call(
                      call.id(),
                      call.position(),
                      call.function(),
                      noSource(call, successor),
                      call.arguments()));
            },
            true);
    if (ids.isEmpty()) {
      throw new FlowException(
          graph.position(),
          "no function " + function + " to replace; there are " + functions(graph));
    }
    return new Replacement(next, bindings, ids);
  }

  private static Implementation noSource(Call call, Function<Call, Implementation> successor) {
    if (!call.implementation().source()) {
      Implementation next = successor.apply(call);
      if (!next.source()) {
        return next;
      }
    }
    throw new FlowException(
        call.position(),
        call.function() + " is a source; sources cannot be replaced, nor functions by sources");
  }

  private static String functions(Graph graph) {
    return Site.of(graph.body(), "").stream()
        .map(Site::node)
        .filter(Call.class::isInstance)
        .map(node -> ((Call) node).function())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
