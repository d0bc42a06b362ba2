package dev.hocket.flow;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Builds the graph of an algorithm in Java: each method adds a node and returns a handle of its
 * value, which later nodes take as an argument. Any other object as an argument is a constant, or,
 * if it may change, a value of the surroundings as of {@link #environment}. {@link Flow#define}
 * passes one to its callback; only that thread may use it, and only during the call.
 *
 * <pre>{@code
 * Flow flow =
 *     Flow.define(
 *         "server",
 *         Library.of(Accept.class, Read.class, Parse.class, Load.class, Reply.class),
 *         f -> {
 *           Definition.Value connection = f.call("accept", 80);
 *           Definition.Value request = f.call("parse", f.call("read", connection));
 *           return f.call("reply", connection, f.call("load", request));
 *         });
 * flow.run();
 * }</pre>
 */
public final class Definition {
  private final String name;
  private final Library library;
  private final Map<String, Integer> calls = new HashMap<>();
  private final Map<String, Environment> environment = new HashMap<>();
  private final Bindings bindings = new Bindings();

  /** The values, other than constants, that have been passed to calls without a name. */
  private final Map<Object, Env> named = new IdentityHashMap<>();

  private List<Node> nodes = new ArrayList<>();

  /** The last {@link #recur} of the region that is being built; null if it has none. */
  private Value recur;

  Definition(String name, Library library) {
    this.name = name;
    this.library = library;
  }

  /** A handle of a node's value, which later nodes take as an argument. */
  public static final class Value {
    private final Argument argument;
    private final Recur recur;
    private final Position position;

    private Value(Argument argument) {
      this.argument = argument;
      this.recur = null;
      this.position = null;
    }

    private Value(Recur recur, Position position) {
      this.argument = null;
      this.recur = recur;
      this.position = position;
    }
  }

  /** Builds the whole graph. */
  Graph graph(Position position, Function<Definition, Object> algorithm) {
    Region body = region(List.of(), () -> algorithm.apply(this));
    return new Graph(name, position, List.copyOf(environment.values()), body);
  }

  /** Returns the code and the values that the graph names. */
  Bindings bindings() {
    return bindings;
  }

  /**
   * Calls a function of the library.
   *
   * @param function its name, as in {@code parse} or {@code Reader/nb-read}
   * @param arguments values and constants
   * @return its result
   * @throws FlowException if it cannot be linked
   */
  public Value call(String function, Object... arguments) {
    Position position = Caller.position();
    Implementation found = library.resolve(function, arguments.length, position);
    String simple = function.substring(function.lastIndexOf('/') + 1);
    return add(new Call(next(simple), position, simple, found, arguments(arguments)));
  }

  /**
   * Calls a function with state that is written as a lambda.
   *
   * @param function its name, for sections and messages
   * @param perCall makes it, with new state
   * @param arguments values and constants
   * @return its result
   */
  public Value stateful(String function, Supplier<FlowFn> perCall, Object... arguments) {
    return coded(
        function,
        perCall,
        new Implementation.Coded(function, true, false, false, false),
        arguments);
  }

  /**
   * Calls an asynchronous function that is written as a lambda: it returns a {@link
   * java.util.concurrent.CompletionStage}, whose value is the value of the call.
   *
   * @param function its name, for sections and messages
   * @param perCall makes it, with new state
   * @param arguments values and constants
   * @return the value of the stage
   */
  public Value async(String function, Supplier<FlowFn> perCall, Object... arguments) {
    return coded(
        function,
        perCall,
        new Implementation.Coded(
            function, true, false, false, false, Node.Effect.UNKNOWN, false, true),
        arguments);
  }

  /**
   * Calls a source that is written as a lambda.
   *
   * @param function its name, for sections and messages
   * @param perRun makes it; called until it returns {@link Flow#END}
   * @param arguments values and constants
   * @return its result
   */
  public Value source(String function, Supplier<FlowFn> perRun, Object... arguments) {
    return coded(
        function, perRun, new Implementation.Coded(function, true, true, false, false), arguments);
  }

  private Value coded(
      String function, Supplier<FlowFn> perCall, Implementation.Coded kind, Object... arguments) {
    String id = next(function);
    bindings.code(id, perCall);
    Implementation code =
        new Implementation.Coded(
            id,
            kind.stateful(),
            kind.source(),
            kind.blocking(),
            kind.replicable(),
            kind.effect(),
            kind.prompt(),
            kind.async());
    return add(new Call(id, Caller.position(), function, code, arguments(arguments)));
  }

  /**
   * Adds plain code without state. No section pattern names it; it runs in the section of its
   * neighbours.
   *
   * @param label the text in pictures
   * @param code the code; several threads may call it at a time
   * @param arguments values and constants
   * @return its result
   */
  public Value apply(String label, FlowFn code, Object... arguments) {
    String id = next("expr");
    bindings.pure(id, code);
    return add(new Expression(id, Caller.position(), label, id, arguments(arguments)));
  }

  /**
   * Adds a choice between two branches.
   *
   * @param test false and null take the second branch
   * @param then the first branch
   * @param otherwise the second branch
   * @return the value of the branch taken
   */
  public Value when(Object test, Supplier<Object> then, Supplier<Object> otherwise) {
    Position position = Caller.position();
    String id = next("if");
    return add(
        new If(
            id, position, argument(test), region(List.of(), then), region(List.of(), otherwise)));
  }

  /**
   * Adds a loop.
   *
   * @param initial the first values of its variables
   * @param turn gets the variables; returns {@link #recur} for one more turn, else the value of the
   *     loop
   * @return the value of the loop
   */
  public Value loop(List<?> initial, Function<List<Value>, Object> turn) {
    Position position = Caller.position();
    String id = next("loop");
    List<String> variables = new ArrayList<>();
    for (int i = 0; i < initial.size(); i++) {
      variables.add(id + "." + i);
    }
    List<Value> values = variables.stream().map(v -> new Value(new Ref(v))).toList();
    return add(
        new Loop(
            id,
            position,
            arguments(initial.toArray()),
            region(variables, () -> turn.apply(values))));
  }

  /**
   * Starts one more turn of a loop. The turn, or the branch at its end, must return the result.
   *
   * @param next the next values of the loop's variables
   * @return what the turn or branch returns
   */
  public Value recur(Object... next) {
    Value again = new Value(new Recur(arguments(next)), Caller.position());
    refuseLost(again);
    recur = again;
    return again;
  }

  /**
   * Applies an algorithm to each element of a collection.
   *
   * @param collection its elements
   * @param body the algorithm
   * @return the list of the results, in the order of the elements
   */
  public Value map(Object collection, Function<Value, Object> body) {
    Position position = Caller.position();
    String id = next("smap");
    return add(new SMap(id, position, argument(collection), bodyOf(id, body)));
  }

  /**
   * Makes copies of an algorithm, which get packets in turn.
   *
   * @param copies the number of copies
   * @param input the value that the copies get
   * @param body the algorithm
   * @return its result
   */
  public Value balance(int copies, Object input, Function<Value, Object> body) {
    return balance(copies, Balance.ROUND_ROBIN, input, body);
  }

  /**
   * Makes copies of an algorithm.
   *
   * @param copies the number of copies
   * @param balance the way to choose the copy that gets a packet
   * @param input the value that the copies get
   * @param body the algorithm
   * @return its result
   */
  public Value balance(int copies, Balance balance, Object input, Function<Value, Object> body) {
    return balance(copies, balance, null, input, body);
  }

  /**
   * Makes copies of an algorithm, of which a run uses the first ones.
   *
   * @param copies the largest number of copies
   * @param balance the way to choose the copy that gets a packet
   * @param degree the number of copies that a run uses: a constant, a value of the surrounding
   *     program, or null for all
   * @param input the value that the copies get
   * @param body the algorithm
   * @return its result
   */
  public Value balance(
      int copies, Balance balance, Object degree, Object input, Function<Value, Object> body) {
    Position position = Caller.position();
    String id = next("balance");
    Argument inUse = degree == null ? null : argument(degree);
    return add(
        new Replicate(id, position, copies, balance, inUse, argument(input), bodyOf(id, body)));
  }

  /**
   * Makes copies of an algorithm in which each function has state of its own for each key. All
   * packets of one key go to one copy, in their order, so the copies may run in parallel and the
   * result does not depend on how many there are. A key has state until the run ends, for at most
   * {@link Node.Key#MOST} keys.
   *
   * <pre>{@code
   * f.byKey(4, order, o -> f.call("customer", o), o -> f.call("total", o))
   * }</pre>
   *
   * @param copies the number of copies
   * @param input the value that the copies get
   * @param key computes the key of an input, without functions that have state; keys are compared
   *     by {@code equals}, and their class must be known to be immutable
   * @param body the algorithm
   * @return its result
   * @throws FlowException if a function that computes the key has state
   */
  public Value byKey(
      int copies, Object input, Function<Value, Object> key, Function<Value, Object> body) {
    return byKey(copies, Node.Key.MOST, input, key, body);
  }

  /**
   * Makes copies by key as {@link #byKey(int, Object, Function, Function)} does, with another limit
   * of keys. A packet whose key exceeds the limit fails, with the function and the key in the
   * message.
   *
   * @param copies the number of copies
   * @param most the largest number of keys that may have state
   * @param input the value that the copies get
   * @param key computes the key of an input, without functions that have state
   * @param body the algorithm
   * @return its result
   * @throws FlowException if a function that computes the key has state
   */
  public Value byKey(
      int copies,
      int most,
      Object input,
      Function<Value, Object> key,
      Function<Value, Object> body) {
    Position position = Caller.position();
    Argument given = argument(input);
    Node.Key by = new Node.Key(keyOf(given, key), most);
    String id = next("byKey");
    return add(
        new Replicate(id, position, copies, Balance.BY_HASH, null, by, given, bodyOf(id, body)));
  }

  private Argument keyOf(Argument input, Function<Value, Object> key) {
    int before = nodes.size();
    Argument value = argument(key.apply(new Value(input)));
    for (Site site : Site.of(nodes.subList(before, nodes.size()))) {
      if (site.node() instanceof Call call && call.implementation().stateful()) {
        throw new FlowException(
            call.position(),
            "the function "
                + call.function()
                + ", which computes a key, has state; a key depends on its input only");
      }
    }
    return value;
  }

  /**
   * Names a value of the surrounding program, so that the flow sees which functions share it.
   *
   * @param name its name
   * @param type its declared type
   * @param value the value
   * @return the value
   * @throws FlowException if another value has the name
   */
  public Value environment(String name, Class<?> type, Object value) {
    Position position = Caller.position();
    if (environment.put(name, new Environment(name, type.getName(), position)) != null) {
      throw new FlowException(position, "the environment has two values named " + name);
    }
    bindings.environment(name, value);
    return new Value(new Env(name));
  }

  private Region bodyOf(String id, Function<Value, Object> body) {
    String parameter = id + ".0";
    return region(List.of(parameter), () -> body.apply(new Value(new Ref(parameter))));
  }

  private Region region(List<String> parameters, Supplier<Object> body) {
    List<Node> outer = nodes;
    Value outerRecur = recur;
    nodes = new ArrayList<>();
    recur = null;
    Object result = body.get();
    refuseLost(result);
    boolean again = recur != null;
    Region region =
        new Region(parameters, nodes, again ? recur.recur : new Yield(argument(result)));
    nodes = outer;
    recur = outerRecur;
    return region;
  }

  /** Refuses to lose the {@link #recur} that this region has, because something else follows it. */
  private void refuseLost(Object next) {
    if (recur != null && recur != next) {
      throw new FlowException(
          recur.position,
          "this recur has no effect, because its turn or branch does not return it; write return"
              + " f.recur(…), or () -> f.recur(…)");
    }
  }

  private String next(String kind) {
    return kind + "#" + calls.merge(kind, 1, Integer::sum);
  }

  private Value add(Node node) {
    nodes.add(node);
    return new Value(new Ref(node.id()));
  }

  private List<Argument> arguments(Object[] values) {
    return Arrays.stream(values).map(this::argument).toList();
  }

  private Argument argument(Object value) {
    if (value instanceof Value again && again.recur != null) {
      throw new FlowException(
          again.position, "recur is not at the end of a loop's turn: it has no value to be used");
    }
    if (value instanceof Value known) {
      return known.argument;
    }
    boolean isConstant =
        value == null
            || value.getClass() == Object.class
            || Constants.changing(value, false, Long.MAX_VALUE) == null;
    return isConstant ? new Constant(value) : named(value);
  }

  /** Names a value that may change, so that the flow sees which functions share it. */
  private Argument named(Object value) {
    Env known = named.get(value);
    if (known == null) {
      String type = value.getClass().getName();
      String name = "value " + (named.size() + 1) + ", a " + type;
      environment.put(name, new Environment(name, type, Caller.position()));
      bindings.environment(name, value);
      known = new Env(name);
      named.put(value, known);
    }
    return known;
  }
}
