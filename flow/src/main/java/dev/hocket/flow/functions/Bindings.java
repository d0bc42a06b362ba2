package dev.hocket.flow.functions;

import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.walk.Thrown;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The code and the values that a {@link Graph} only names and the program supplies at run time. Not
 * thread-safe; a flow takes a copy.
 */
public final class Bindings {
  private final Map<String, Supplier<? extends FlowFn>> codes = new HashMap<>();
  private final Map<String, Object> environment = new HashMap<>();
  private final Map<String, Map<String, Object>> uses = new HashMap<>();
  private Function<Class<?>, Collection<Class<?>>> texts = type -> null;
  private Object printing;

  /** Makes empty bindings. */
  public Bindings() {}

  private Bindings(Bindings other) {
    codes.putAll(other.codes);
    environment.putAll(other.environment);
    other.uses.forEach((key, values) -> uses.put(key, new TreeMap<>(values)));
    texts = other.texts;
    printing = other.printing;
  }

  /**
   * Returns whether objects of a class only refer to code that was bound without state.
   *
   * @param type the class
   * @return whether they only refer to such code
   */
  public static boolean isPure(Class<?> type) {
    return type == Pure.class;
  }

  /**
   * Copies the bindings, not what they bind.
   *
   * @return bindings that no longer change with these
   */
  public Bindings copy() {
    return new Bindings(this);
  }

  /**
   * Binds code with state.
   *
   * @param key its name in the graph
   * @param perInstance makes it; called once for each call site, copy and run
   * @return this
   */
  public Bindings code(String key, Supplier<? extends FlowFn> perInstance) {
    codes.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(perInstance, "code"));
    return this;
  }

  /**
   * Binds code without state.
   *
   * @param key its name in the graph
   * @param code the code; several threads may call it at a time
   * @return this
   */
  public Bindings pure(String key, FlowFn code) {
    Objects.requireNonNull(code, "code");
    return code(key, new Pure(code));
  }

  /**
   * Code without state, which all places and runs share.
   *
   * @param code the code
   */
  private record Pure(FlowFn code) implements Supplier<FlowFn>, Serializable {
    @Override
    public FlowFn get() {
      return code;
    }
  }

  /**
   * Lists what makes the code, for an engine that takes it to another machine.
   *
   * @return the makers by the names in the graph
   */
  public Map<String, Supplier<? extends FlowFn>> codes() {
    return Map.copyOf(codes);
  }

  /**
   * Binds a value of the surroundings.
   *
   * @param name the name of an {@link Environment}
   * @param value the value; may be null
   * @return this
   */
  public Bindings environment(String name, Object value) {
    environment.put(Objects.requireNonNull(name, "name"), value);
    return this;
  }

  /**
   * Notes that code uses a value of the surroundings that it does not get as an argument: a static
   * field, a global variable. If the value is mutable, all code that uses it shares a section.
   * Values that the code object itself holds are found without this.
   *
   * @param key the name of the code in the graph
   * @param name what messages call the value
   * @param value the value; may be null; a class stands for its static fields
   * @return this
   */
  public Bindings uses(String key, String name, Object value) {
    uses.computeIfAbsent(Objects.requireNonNull(key, "key"), any -> new TreeMap<>())
        .put(Objects.requireNonNull(name, "name"), value);
    return this;
  }

  /**
   * Describes classes without a class file, which a compiler has made while the program runs. Their
   * code may change static fields of the classes that their text names.
   *
   * @param named returns the classes that the text of a class names; null if it is not known
   * @return this
   */
  public Bindings texts(Function<Class<?>, Collection<Class<?>>> named) {
    texts = Objects.requireNonNull(named, "named");
    return this;
  }

  /**
   * Returns the classes that the text of a class names, for an engine.
   *
   * @return null if they are not known
   */
  public Function<Class<?>, Collection<Class<?>>> texts() {
    return texts;
  }

  /**
   * Names the writers to which code without a class file prints. All that prints shares a section,
   * unless what is printed goes to the streams of the JVM.
   *
   * @param writers a writer, or several in a collection; null if these are the streams of the JVM
   * @return this
   */
  public Bindings printing(Object writers) {
    printing = writers;
    return this;
  }

  /**
   * Returns the writers to which code without a class file prints, for an engine.
   *
   * @return null if these are the streams of the JVM
   */
  public Object printing() {
    return printing;
  }

  /**
   * Lists the values of the surroundings that code uses without getting them as arguments, for an
   * engine: those noted by {@link #uses}, and the code object itself with all that it holds.
   *
   * @param key its name in the graph
   * @return values by name
   */
  public Map<String, Object> used(String key) {
    Map<String, Object> used = new TreeMap<>(uses.getOrDefault(key, Map.of()));
    Supplier<? extends FlowFn> code = codes.get(key);
    if (code != null) {
      used.put(holder(key), code);
    }
    return used;
  }

  /**
   * Names a code object with all that it holds, as {@link #used} does.
   *
   * @param key its name in the graph
   * @return a name for messages
   */
  public static String holder(String key) {
    return "what " + key + " holds";
  }

  /**
   * Makes code with new state, for an engine.
   *
   * @param key its name in the graph
   * @param node the node that calls it
   * @return the code
   * @throws FlowException if none is bound
   */
  public FlowFn instance(String key, Node node) {
    Supplier<? extends FlowFn> maker = codes.get(key);
    if (maker == null) {
      throw new FlowException(
          node.position(),
          "no code is bound for " + key + " of " + node.id() + "; bind it with Bindings.code");
    }
    try {
      return maker.get();
    } catch (Throwable t) {
      throw Thrown.sneak(Thrown.at(t, Thrown.making(node)));
    }
  }

  /**
   * Finds a value of the surroundings, for an engine.
   *
   * @param variable the value's name in the graph
   * @return the value; may be null
   * @throws FlowException if none is bound
   */
  public Object value(Environment variable) {
    if (!environment.containsKey(variable.name())) {
      throw new FlowException(
          variable.position(),
          "no value is bound for " + variable.name() + "; bind it with Bindings.environment");
    }
    return environment.get(variable.name());
  }
}
