package dev.hocket.flow.link;

import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.walk.Site;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The objects that calls and plain code use, by the ids of their nodes with their copies. They hold
 * the state of functions, and belong to a run, whichever sections and code use them.
 */
public final class States {
  private final Map<String, Object> objects = new LinkedHashMap<>();

  private States() {}

  /** Makes new objects for a graph, in the order of the program. */
  public static States of(Graph graph, Invocations invocations) {
    return of(Site.of(graph.body(), ""), invocations);
  }

  /** Makes new objects for some nodes. */
  public static States of(Collection<Site> sites, Invocations invocations) {
    States states = new States();
    for (Site site : sites) {
      if (site.node() instanceof Call call) {
        switch (call.implementation()) {
          case Coded coded -> states.objects.put(site.id(), invocations.of(call));
          case JavaMethod method when method.isStatic() -> {}
          case JavaMethod method ->
              states.objects.put(site.id(), invocations.newState(call, method));
        }
      } else if (site.node() instanceof Expression expression) {
        states.objects.put(site.id(), invocations.of(expression));
      }
    }
    return states;
  }

  /** Returns the object on which a method is called; null for a static method. */
  public Object object(String id) {
    return objects.get(Site.original(id));
  }

  /** Returns the code of an expression, or of a function that is no method. */
  public FlowFn code(String id) {
    return (FlowFn) object(id);
  }
}
