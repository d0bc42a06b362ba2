package dev.hocket.flow.link;

import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.Site;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The objects that calls and plain code use, by the ids of their nodes with their copies. They hold
 * the state of functions, and belong to a run, whichever sections and code use them.
 */
public final class States {
  private final Map<String, Object> objects = new LinkedHashMap<>();

  private States() {}

  /** Makes new objects for a graph, in the order of the program. */
  public static States of(Graph graph, Invocations invocations) {
    return of(Site.of(graph.body(), ""), KeyScopes.of(graph), invocations);
  }

  /** Makes new objects for some nodes that have no keys. */
  public static States of(Collection<Site> sites, Invocations invocations) {
    return of(sites, KeyScopes.none(), invocations);
  }

  /**
   * Makes new objects for some nodes.
   *
   * @param keys the keys for which calls among them have state
   */
  public static States of(Collection<Site> sites, KeyScopes keys, Invocations invocations) {
    States states = new States();
    Map<String, Keyed.Budget> budgets = new HashMap<>();
    for (Site site : sites) {
      String id = Site.original(site.id());
      if (states.objects.containsKey(id)) {
        // Copies that Hocket has made share one object.
        continue;
      }
      if (site.node() instanceof Call call) {
        Object first = object(call, invocations);
        if (first != null && keys.isKeyed(call)) {
          Keyed.Budget budget =
              budgets.computeIfAbsent(call.id(), any -> new Keyed.Budget(keys.most(call)));
          first = new Keyed(call, () -> object(call, invocations), budget, first);
        }
        if (first != null) {
          states.objects.put(id, first);
        }
      } else if (site.node() instanceof Expression expression) {
        states.objects.put(id, invocations.of(expression));
      }
    }
    return states;
  }

  /**
   * Makes states in which some calls have other functions.
   *
   * @param graph has the new functions
   * @param ids the calls with new functions
   * @param handOver makes the new object of a call from the former, which is null if there is none
   */
  public States replaced(
      Graph graph, Set<String> ids, Invocations invocations, UnaryOperator<Object> handOver) {
    States next = new States();
    next.objects.putAll(objects);
    KeyScopes keys = KeyScopes.of(graph);
    Map<String, Keyed.Budget> budgets = new HashMap<>();
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Call call && ids.contains(call.id())) {
        Object former = objects.get(site.id());
        UnaryOperator<Object> checked =
            state -> invocations.handedOver(call, handOver.apply(state));
        Object made;
        if (keys.isKeyed(call)) {
          Keyed.Budget budget =
              budgets.computeIfAbsent(call.id(), any -> new Keyed.Budget(keys.most(call)));
          made =
              former instanceof Keyed keyed
                  ? keyed.replaced(call, () -> object(call, invocations), checked)
                  : new Keyed(call, () -> object(call, invocations), budget, null);
        } else if (former instanceof Keyed || isStatic(call)) {
          made = object(call, invocations);
        } else {
          made = checked.apply(former);
        }
        next.objects.remove(site.id());
        if (made != null) {
          next.objects.put(site.id(), made);
        }
      }
    }
    return next;
  }

  /**
   * Adds the plain code of a graph that is not that of the program: code that chooses the copies of
   * calls.
   */
  public States including(Graph graph, Invocations invocations) {
    States more = new States();
    more.objects.putAll(objects);
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Expression expression) {
        more.objects.computeIfAbsent(Site.original(site.id()), any -> invocations.of(expression));
      }
    }
    return more;
  }

  /** Makes the same states with other objects for some calls, as an engine has saved them. */
  public States restored(Map<String, Object> saved) {
    States restored = new States();
    restored.objects.putAll(objects);
    restored.objects.putAll(saved);
    return restored;
  }

  private static boolean isStatic(Call call) {
    return call.implementation() instanceof JavaMethod method && method.isStatic();
  }

  /** Makes the object of a call; null for a static method. */
  private static Object object(Call call, Invocations invocations) {
    return switch (call.implementation()) {
      case Coded coded -> invocations.of(call);
      case JavaMethod method when method.isStatic() -> null;
      case JavaMethod method -> invocations.newState(call, method);
    };
  }

  /** Returns the object of a method, or a {@link Keyed}; null for a static method. */
  public Object object(String id) {
    return objects.get(Site.original(id));
  }

  /** Returns the code of an expression, or of a function that is no method and has no keys. */
  public FlowFn code(String id) {
    return (FlowFn) object(id);
  }
}
