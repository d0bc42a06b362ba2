package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.mapping.PromptCode.Kind;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Types;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.lang.invoke.MethodType;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the calls that may share a section with any other, because they never wait. A call that may
 * wait could wait for another function or for a later packet; in the same section it would wait
 * forever. So it gets its own section, regardless of measurements.
 */
// A node is prompt if its code is prompt (PromptCode) and prompt nodes made all objects that it
// gets, or their types never change. The search first assumes that all nodes are prompt, and
// continues until nothing changes.
public final class PromptNodes {
  private static final int MOST_ELEMENTS = 10_000;
  private static final String CLOJURE = "clojure.lang.";

  private final Graph graph;
  private final Bindings bindings;
  private final ClassLoader loader;
  private final Mutability mutability;
  private final PromptCode code;
  private final Map<String, Object> environment = new HashMap<>();

  /** Nodes that may wait. */
  private final Set<String> waiting = new HashSet<>();

  /** Calls whose purpose is to wait. */
  private final Set<String> blocking = new HashSet<>();

  /**
   * Values that may be, or refer to, objects that code other than prompt nodes has made or changed.
   */
  private final Set<String> foreign = new HashSet<>();

  private final Set<String> apart = new HashSet<>();

  private PromptNodes(Graph graph, Bindings bindings, ClassLoader loader) {
    this.graph = graph;
    this.bindings = bindings;
    this.loader = loader;
    this.mutability = new Mutability(loader);
    this.code = new PromptCode(loader);
    for (Environment variable : graph.environment()) {
      environment.put(variable.name(), bindings.value(variable));
    }
  }

  /**
   * The calls that need sections of their own, and more about nodes, by their ids.
   *
   * @param apart the calls that need sections of their own
   * @param blocking the calls that are known to wait
   * @param waiting all nodes that may wait, as far as is known
   * @param changing the nodes that may change an argument, as far as is known, even one that
   *     several threads may use, among those that never wait and have no state
   */
  public record Found(
      Set<String> apart, Set<String> blocking, Set<String> waiting, Set<String> changing) {
    static final Found NONE = new Found(Set.of(), Set.of(), Set.of(), Set.of());
  }

  /** Checks all calls of a graph. */
  public static Found of(Graph graph, Bindings bindings, ClassLoader loader) {
    PromptNodes nodes = new PromptNodes(graph, bindings, loader);
    int before;
    do {
      before = nodes.waiting.size() + nodes.foreign.size();
      nodes.region(graph.body());
    } while (nodes.waiting.size() + nodes.foreign.size() > before);
    nodes.findApart();
    return new Found(
        Set.copyOf(nodes.apart),
        Set.copyOf(nodes.blocking),
        Set.copyOf(nodes.waiting),
        nodes.changing());
  }

  private void region(Region region) {
    region.nodes().forEach(this::node);
  }

  private void node(Node node) {
    switch (node) {
      case Call call -> leaf(call, call.arguments(), isPrompt(call));
      case Expression expression -> leaf(expression, expression.arguments(), isPrompt(expression));
      case If choice -> {
        region(choice.then());
        region(choice.otherwise());
        note(choice.id(), isForeign(choice.then()) || isForeign(choice.otherwise()));
      }
      case Loop loop -> {
        for (int i = 0; i < loop.initial().size(); i++) {
          note(loop.body().parameters().get(i), isForeign(loop.initial().get(i)));
        }
        region(loop.body());
        recurs(loop.body(), loop);
        note(loop.id(), isForeign(loop.body()));
      }
      case SMap map -> {
        note(map.body().parameters().getFirst(), isForeign(map.collection()));
        region(map.body());
        note(map.id(), isForeign(map.body()));
        if (isForeign(map.collection())) {
          // The elements of the collection may arrive at any time.
          waiting.add(map.id());
        }
      }
      case Replicate copies -> {
        note(copies.body().parameters().getFirst(), isForeign(copies.input()));
        region(copies.body());
        note(copies.id(), isForeign(copies.body()));
        if (copies.balance() == Balance.BY_HASH && isForeign(copies.hashed())) {
          waiting.add(copies.id());
        }
      }
    }
  }

  /** Passes the values of a turn, which may end in branches, to the next turn. */
  private void recurs(Region region, Loop loop) {
    if (region.result() instanceof Recur recur) {
      for (int i = 0; i < recur.values().size(); i++) {
        note(loop.body().parameters().get(i), isForeign(recur.values().get(i)));
      }
    }
    for (Node node : region.nodes()) {
      if (node instanceof If choice) {
        recurs(choice.then(), loop);
        recurs(choice.otherwise(), loop);
      }
    }
  }

  private void note(String value, boolean isForeign) {
    if (isForeign) {
      foreign.add(value);
    }
  }

  private boolean isForeign(Region region) {
    return region.result() instanceof Yield yield && isForeign(yield.value());
  }

  private boolean isForeign(Argument argument) {
    return switch (argument) {
      case Ref ref -> foreign.contains(ref.id());
      case Env variable -> !isPlain(environment.get(variable.name()), MOST_ELEMENTS);
      case Constant constant -> !isPlain(constant.value(), MOST_ELEMENTS);
    };
  }

  private void leaf(Node node, List<Argument> arguments, boolean isPromptCode) {
    boolean prompt = isPromptCode;
    for (int i = 0; i < arguments.size(); i++) {
      prompt &= takesConstant(node, i) || !isForeign(arguments.get(i));
    }
    if (prompt) {
      return;
    }
    waiting.add(node.id());
    note(node.id(), !returnsConstant(node));
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i) instanceof Ref ref && mayChange(node, i)) {
        foreign.add(ref.id());
      }
    }
  }

  private Set<String> changing() {
    Set<String> changing = new HashSet<>();
    for (Site site : Site.of(graph.body(), "")) {
      Node node = site.node();
      int arguments =
          switch (node) {
            case Call call when call.implementation().stateful() -> 0;
            case Call call -> call.arguments().size();
            case Expression expression -> expression.arguments().size();
            default -> 0;
          };
      if (!waiting.contains(node.id())
          && IntStream.range(0, arguments)
              .anyMatch(i -> mayChange(node, i) || mutability.takesChanging(node, i))) {
        changing.add(node.id());
      }
    }
    return Set.copyOf(changing);
  }

  private boolean mayChange(Node node, int argument) {
    return !takesConstant(node, argument)
        && (mutability.mayChange(node, argument, false)
            || mutability.mayChange(node, argument, true));
  }

  // --- code

  private boolean isPrompt(Call call) {
    return !call.implementation().blocking()
        && !call.implementation().async()
        && switch (call.implementation()) {
          case Coded coded -> isPrompt(coded.prompt(), coded.code());
          case JavaMethod method -> {
            Kind kind = kind(call, method);
            if (kind == Kind.WAITS) {
              blocking.add(call.id());
            }
            yield kind == Kind.PROMPT;
          }
        };
  }

  private Kind kind(Call call, JavaMethod method) {
    try {
      Class<?> owner = Class.forName(method.owner(), false, loader);
      return code.of(owner, method.method(), method.descriptor(), !method.isStatic());
    } catch (ReflectiveOperationException e) {
      throw Invocations.unlinked(call, e);
    }
  }

  private boolean isPrompt(Expression expression) {
    return isPrompt(expression.prompt(), expression.code());
  }

  private boolean isPrompt(boolean code, String key) {
    return code
        && bindings.used(key).entrySet().stream()
            .allMatch(used ->
                used.getKey().equals("what " + key + " holds")
                    || isPlain(used.getValue(), MOST_ELEMENTS));
  }

  // --- values

  /**
   * Returns whether values of a type never change, and their methods never wait.
   *
   * @param exactly whether the values are of that class, and not of one below it
   */
  private boolean isConstant(Class<?> type, boolean exactly) {
    boolean isKnown = exactly && Types.isOfJdk(type);
    return (isKnown ? Types.isImmutable(type) : Types.isImmutableThroughout(type))
        && !Types.hasElements(type)
        && (type.isPrimitive()
            || Types.isOfJdk(type)
            || type.getName().startsWith(CLOJURE)
            || code.isPrompt(type, exactly));
  }

  /**
   * Returns whether a value is made of values that never change, and of plain collections of the
   * JDK.
   */
  private boolean isPlain(Object value, int most) {
    if (value == null || value.getClass() == Object.class) {
      return true;
    }
    Class<?> type = value.getClass();
    if (isConstant(type, true) || type.isArray() && type.getComponentType().isPrimitive()) {
      return true;
    }
    if (!Constants.isPlainCollection(value) || most <= 0) {
      return false;
    }
    return switch (value) {
      case Collection<?> all ->
          all.size() <= most && all.stream().allMatch(one -> isPlain(one, most / 10));
      case Map<?, ?> all ->
          all.size() <= most
              && all.entrySet().stream()
                  .allMatch(entry ->
                      isPlain(entry.getKey(), most / 10) && isPlain(entry.getValue(), most / 10));
      default -> false;
    };
  }

  private boolean takesConstant(Node node, int argument) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return false;
    }
    MethodType type = MethodType.fromMethodDescriptorString(method.descriptor(), loader);
    int last = type.parameterCount() - 1;
    Class<?> parameter = type.parameterType(Math.min(argument, last));
    return isConstant(
        method.varargs() && argument >= last ? parameter.getComponentType() : parameter, false);
  }

  private boolean returnsConstant(Node node) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && isConstant(
            MethodType.fromMethodDescriptorString(method.descriptor(), loader).returnType(), false);
  }

  // --- consequences for calls

  // Plain code that may wait runs in the section of a neighbouring call. That call gets a section
  // of its own, so that no other call has to wait.
  private void findApart() {
    Map<String, Node> top = new HashMap<>();
    graph.body().nodes().forEach(node -> top.put(node.id(), node));
    for (Node node : graph.body().nodes()) {
      List<Site> sites = Site.of(node, "");
      boolean plainWaits =
          waiting.contains(node.id())
              || sites.stream()
                  .anyMatch(site ->
                      site.node() instanceof Expression && waiting.contains(site.node().id()));
      if (node instanceof Expression) {
        if (plainWaits && !before(node, top, new HashSet<>())) {
          behind(node);
        }
      } else if (plainWaits && !(node instanceof Call)) {
        apart(node);
      }
      sites.stream()
          .filter(site -> site.node() instanceof Call && waiting.contains(site.node().id()))
          .forEach(site -> apart.add(site.node().id()));
    }
  }

  private void apart(Node node) {
    Site.of(node, "").stream()
        .filter(site -> site.node() instanceof Call)
        .forEach(site -> apart.add(site.node().id()));
  }

  /** Collects the calls whose values plain code gets; false if there is none. */
  private boolean before(Node node, Map<String, Node> top, Set<String> seen) {
    boolean found = false;
    for (String id : References.of(node)) {
      Node needed = top.get(id);
      if (needed != null && seen.add(id)) {
        boolean isCall = Site.of(needed, "").stream().anyMatch(s -> s.node() instanceof Call);
        apart(needed);
        found |= isCall || before(needed, top, seen);
      }
    }
    return found;
  }

  /**
   * Collects the calls that get the value of plain code, and the sources beside which the code runs
   * otherwise.
   */
  private void behind(Node node) {
    Set<String> values = new HashSet<>(Set.of(node.id()));
    for (Node other : graph.body().nodes()) {
      boolean gets = References.of(other).stream().anyMatch(values::contains);
      if (gets) {
        values.add(other.id());
        apart(other);
      }
      if (other instanceof Call call && call.implementation().source()) {
        apart(other);
      }
    }
  }
}
