package dev.hocket.flow.mapping;

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

  /** The packages of the program, by the first two of their names. */
  private final Set<String> program = new HashSet<>();

  private final Map<Set<Class<?>>, CodeUse> known = new HashMap<>();

  /**
   * Prepares the search.
   *
   * @param statics walks from what a static field holds
   */
  ObjectCode(Graph graph, ClassLoader loader, Function<String, Reach> statics) {
    this.uses = new CodeUses(loader, ReadOnly.class);
    this.statics = statics;
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Call call && call.implementation() instanceof JavaMethod method) {
        program.add(CodeUses.program(method.owner()));
      }
    }
  }

  /** Returns what code of objects may use, that of the objects which it makes or finds included. */
  CodeUse of(Set<Class<?>> classes) {
    return known.computeIfAbsent(
        Set.copyOf(classes),
        all -> {
          CodeUse use = CodeUse.NONE;
          for (Class<?> type : all) {
            use = isOfProgram(type) ? use.or(uses.of(type)) : use;
          }
          return whole(use);
        });
  }

  private boolean isOfProgram(Class<?> type) {
    return program.contains(CodeUses.program(type.getName()));
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
            held = isOfProgram(type) ? held.or(uses.of(type)) : held;
          }
          all = uses.withMade(all.or(held));
          grows = true;
        }
      }
    }
    return all;
  }
}
