package dev.hocket.flow.functions;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The Java functions that an algorithm may call by name. Immutable.
 *
 * <p>The method {@code nbRead} is called {@code nb-read}; where several classes have a function of
 * that name, {@code Reader/nb-read} or {@code com.web.Reader/nb-read} selects one.
 */
public final class Library {
  private static final int MOST_NEAR_NAMES = 3;

  /** All functions of each simple name. */
  private final Map<String, List<LinkedFunction>> functions = new TreeMap<>();

  private final Set<Class<?>> classes;

  private Library(Set<Class<?>> classes) {
    this.classes = classes;
    for (LinkedFunction function : LinkedFunction.in(classes)) {
      functions.computeIfAbsent(function.name(), name -> new ArrayList<>()).add(function);
    }
  }

  /**
   * Collects the functions of some classes and of their nested classes.
   *
   * @param classes the classes
   * @return a library
   */
  public static Library of(Class<?>... classes) {
    return new Library(Set.of(classes));
  }

  /**
   * Collects the functions of all classes in some packages.
   *
   * @param loader finds the classes
   * @param packages names of packages
   * @return a library
   * @throws IllegalArgumentException if a package has no classes
   */
  public static Library ofPackages(ClassLoader loader, List<String> packages) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    for (String name : packages) {
      classes.addAll(PackageScan.classes(loader, name));
    }
    return new Library(classes);
  }

  /**
   * Combines the functions of two libraries.
   *
   * @param other the second library
   * @return a library
   */
  public Library and(Library other) {
    Set<Class<?>> all = new LinkedHashSet<>(classes);
    all.addAll(other.classes);
    return new Library(all);
  }

  /**
   * Returns whether there is a function of a name.
   *
   * @param name as for {@link #resolve}
   * @return true if there is at least one
   */
  public boolean has(String name) {
    return !named(name).isEmpty();
  }

  /**
   * Returns the names of all functions.
   *
   * @return the names, without those of classes
   */
  public Set<String> names() {
    return new TreeSet<>(functions.keySet());
  }

  /**
   * Finds a function, and checks that no reference to its state leaves it.
   *
   * @param name as it stands in the algorithm: {@code nb-read} or {@code Reader/nb-read}
   * @param arity the number of arguments
   * @param where the call stands
   * @return the function
   * @throws FlowException if there is no function of this name and number of parameters, if there
   *     are several, or if the function's state leaks
   */
  public JavaMethod resolve(String name, int arity, Position where) {
    List<LinkedFunction> named = named(name);
    if (named.isEmpty()) {
      throw new FlowException(where, "no function is named " + name + "; " + near(name));
    }
    List<LinkedFunction> fitting = named.stream().filter(f -> f.takes(arity)).toList();
    if (fitting.isEmpty()) {
      throw new FlowException(
          where,
          name
              + " is called with "
              + arity
              + (arity == 1 ? " argument" : " arguments")
              + ", but takes "
              + named.stream()
                  .map(LinkedFunction::arity)
                  .distinct()
                  .collect(Collectors.joining(" or "))
              + ": "
              + listed(named));
    }
    List<LinkedFunction> own = fitting.stream().filter(f -> !f.isInherited()).toList();
    List<LinkedFunction> chosen = own.isEmpty() ? fitting : own;
    if (chosen.size() > 1) {
      throw new FlowException(
          where,
          name
              + " is ambiguous: "
              + listed(chosen)
              + "; "
              + (chosen.stream().map(f -> f.owner().getName()).distinct().count() > 1
                  ? "name one, as in "
                      + chosen.getFirst().owner().getName()
                      + "/"
                      + chosen.getFirst().name()
                  : "give one another name with @Function(name = …)"));
    }
    return chosen.getFirst().checked(arity, where);
  }

  private List<LinkedFunction> named(String name) {
    int slash = name.lastIndexOf('/');
    if (slash <= 0) {
      return functions.getOrDefault(name, List.of());
    }
    String owner = name.substring(0, slash);
    return functions.getOrDefault(name.substring(slash + 1), List.of()).stream()
        .filter(f -> owner.equals(f.owner().getName()) || owner.equals(f.owner().getSimpleName()))
        // A name with its class selects inherited functions, too.
        .map(LinkedFunction::asOwn)
        .toList();
  }

  private String near(String name) {
    List<String> near = Names.near(name, functions.keySet(), MOST_NEAR_NAMES);
    if (!near.isEmpty()) {
      return "did you mean " + String.join(" or ", near) + "?";
    }
    return functions.isEmpty()
        ? "no class with an @Function is imported"
        : "there are " + String.join(", ", functions.keySet());
  }

  private static String listed(List<LinkedFunction> functions) {
    return functions.stream().map(LinkedFunction::toString).collect(Collectors.joining(", "));
  }
}
