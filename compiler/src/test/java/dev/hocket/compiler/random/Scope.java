package dev.hocket.compiler.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** The variables and jump targets at a place of a random program. */
final class Scope {
  /** The number of names; few, so that they are used again after a scope has ended. */
  private static final int NAMES = 14;

  private final Scope outer;
  private final List<Variable> variables = new ArrayList<>();

  /** The jump statements that are legal at this place. */
  final List<String> jumps = new ArrayList<>();

  /** Whether listed calls may occur here. */
  boolean awaits;

  /**
   * The tag of the handler whose own code this is, or null. Code that it awaits here may cancel it.
   */
  String handler;

  record Variable(String type, String name, boolean assignable) {}

  Scope(Scope outer) {
    this.outer = outer;
    if (outer != null) {
      jumps.addAll(outer.jumps);
      awaits = outer.awaits;
      handler = outer.handler;
    }
  }

  /**
   * Creates the scope of a block: jumps cannot leave it, and it is not part of the handler around
   * it.
   */
  static Scope closed(Scope outer) {
    Scope scope = new Scope(outer);
    scope.jumps.clear();
    scope.handler = null;
    return scope;
  }

  Variable declare(String type, boolean assignable, Random random) {
    String name;
    int tries = 0;
    do {
      name = "v" + (tries < 50 ? random.nextInt(NAMES) : 100 + random.nextInt(10_000));
      tries++;
    } while (isDeclared(name));
    Variable variable = new Variable(type, name, assignable);
    variables.add(variable);
    return variable;
  }

  /** Adds a parameter. */
  void add(String type, String name) {
    variables.add(new Variable(type, name, true));
  }

  private boolean isDeclared(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      if (scope.variables.stream().anyMatch(v -> v.name().equals(name))) {
        return true;
      }
    }
    return false;
  }

  /** The name of a random variable of the type, or null if there is none. */
  String pick(String type, boolean toAssign, Random random) {
    List<String> names = new ArrayList<>();
    Predicate<Variable> fits = v -> v.type().equals(type) && (v.assignable() || !toAssign);
    for (Scope scope = this; scope != null; scope = scope.outer) {
      scope.variables.stream().filter(fits).map(Variable::name).forEach(names::add);
    }
    return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
  }
}
