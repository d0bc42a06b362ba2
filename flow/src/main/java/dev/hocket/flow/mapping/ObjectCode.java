package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.state.CodeUse;
import dev.hocket.flow.state.CodeUses;
import dev.hocket.flow.walk.Site;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Finds the static fields that code of objects may use. */
final class ObjectCode {
  private final CodeUses uses;
  private final Function<String, Reach> statics;

  private final Map<Set<Class<?>>, CodeUse> known = new HashMap<>();
  private final Map<Set<Class<?>>, CodeUse> given = new HashMap<>();
  private final Map<Class<?>, CodeUse> named = new HashMap<>();

  /**
   * Prepares the search.
   *
   * @param statics walks from what a static field holds
   */
  ObjectCode(Graph graph, Bindings bindings, ClassLoader loader, Function<String, Reach> statics) {
    this.statics = statics;
    Set<String> functions = new HashSet<>();
    boolean isOtherCode = false;
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Call call && call.implementation() instanceof JavaMethod method) {
        functions.add(method.owner());
      } else {
        isOtherCode |= Surroundings.code(site.node()) != null;
      }
    }
    this.uses = new CodeUses(loader, functions, isOtherCode, bindings.texts(), ReadOnly.class);
  }

  /** Returns what code of objects may use, that of the objects which it makes or finds included. */
  CodeUse of(Set<Class<?>> classes) {
    return known.computeIfAbsent(Set.copyOf(classes), all -> whole(all, uses::of));
  }

  /** Does the same for objects that a flow gets, or that other code than Java functions uses. */
  CodeUse ofGiven(Set<Class<?>> classes) {
    return given.computeIfAbsent(Set.copyOf(classes), all -> whole(all, uses::ofGiven));
  }

  private CodeUse whole(Set<Class<?>> classes, Function<Class<?>, CodeUse> useOf) {
    return whole(classes.stream().map(useOf).reduce(CodeUse.NONE, CodeUse::or));
  }

  /** Returns what code may use that names a class, and may call all of its methods. */
  CodeUse ofNamed(Class<?> type) {
    return named.computeIfAbsent(type, one -> whole(uses.ofNamed(one)));
  }

  /** Adds what the objects use that code makes, and those that its static fields hold. */
  CodeUse whole(CodeUse use) {
    CodeUse all = uses.withMade(use);
    Set<String> done = new HashSet<>();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (String name : all.statics()) {
        if (done.add(name)) {
          CodeUse held = CodeUse.NONE;
          for (Class<?> type : statics.apply(name).code()) {
            held = held.or(uses.of(type));
          }
          all = uses.withMade(all.or(held));
          grows = true;
        }
      }
    }
    return all;
  }
}
