package dev.hocket.flow;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Key;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** Makes random algorithms: nested branches, loops, collections and copies of functions. */
final class RandomGraphs {
  private static final Position HERE = new Position("random.clj", 1, 1);
  private static final int MOST_DEPTH = 3;

  /** The calls on which functions fail. */
  enum Failing {
    NEVER,
    /** A function sometimes fails, but not when the call is repeated. */
    ONCE,
    /** A function fails for some arguments. */
    FOR_GOOD
  }

  private final Random random;
  private final boolean stateful;
  private final Failing failing;

  /** The index of the only packet; -1 for all packets. */
  private final int packet;

  private final Bindings bindings = new Bindings();
  private final List<Environment> environment = new ArrayList<>();
  private int ids;

  /** The number of packets; 0 for an algorithm without a source. */
  private final int packets;

  RandomGraphs(Random random, boolean stateful) {
    this(random, stateful, Failing.NEVER, -1);
  }

  RandomGraphs(Random random, boolean stateful, Failing failing, int packet) {
    this.random = random;
    this.stateful = stateful;
    this.failing = failing;
    this.packet = packet;
    this.packets = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(60);
    bindings.pure("mix", arguments -> (long) Arrays.hashCode(arguments));
    bindings.pure("list", RandomGraphs::list);
    bindings.pure("even", arguments -> ((Long) arguments[0] & 1) == 0);
    bindings.pure("more", arguments -> (Long) arguments[0] > 0);
    bindings.pure("less", arguments -> (Long) arguments[0] - 1);
    bindings.pure("turns", arguments -> Math.floorMod((Long) arguments[0], 4L));
    bindings.pure("sum", RandomGraphs::sum);
    bindings.pure("key", RandomGraphs::key);
    if (stateful && random.nextBoolean()) {
      environment.add(new Environment("shared", null, HERE));
    }
  }

  static Object list(Object[] arguments) {
    long first = (Long) arguments[0];
    return LongStream.range(first, first + Math.floorMod(first, 5L)).boxed().toList();
  }

  static Object sum(Object[] arguments) {
    return ((List<?>) arguments[0])
        .stream().mapToLong(value -> (Long) value).reduce(7, (a, b) -> 31 * a + b);
  }

  static Object key(Object[] arguments) {
    long key = Math.floorMod((Long) arguments[0], 7L);
    return key < 4 ? null : "key " + key;
  }

  /** A new flow whose runs begin with the same state. */
  Flow flow() {
    List<Node> nodes = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    int sources = packets == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < sources; i++) {
      String id = "source#" + ++ids;
      int count = packets + i * random.nextInt(3);
      int from = Math.max(packet, 0);
      int to = packet < 0 ? count : Math.min(packet + 1, count);
      bindings.code(id, () -> counter(from, to));
      nodes.add(
          new Call(
              id,
              HERE,
              "source",
              new Implementation.Coded(id, true, true, false, false, Effect.COMPUTES),
              List.of()));
      seen.add(id);
    }
    Region body = region(nodes, seen, 0, false);
    if (!environment.isEmpty()) {
      bindings.environment("shared", new ArrayList<Object>());
    }
    return Flow.of(new Graph("random", HERE, environment, body), bindings);
  }

  int packets() {
    return packets;
  }

  private static FlowFn counter(int from, int to) {
    long[] next = {from};
    return arguments -> next[0] < to ? (Object) next[0]++ : Flow.END;
  }

  private Region region(List<Node> nodes, List<String> outer, int depth, boolean copied) {
    List<String> seen = new ArrayList<>(outer);
    int count = 1 + random.nextInt(depth == 0 ? 7 : 3);
    for (int i = 0; i < count; i++) {
      Node node = node(seen, depth, copied);
      nodes.add(node);
      if (node instanceof Loop || node instanceof SMap || node instanceof Expression) {
        // Lists and tests are no arguments of functions.
      } else {
        seen.add(node.id());
      }
    }
    String last = call(nodes, seen, copied);
    return new Region(List.of(), nodes, new Yield(new Ref(last)));
  }

  private String call(List<Node> nodes, List<String> seen, boolean copied) {
    Node call = call(seen, copied);
    nodes.add(call);
    return call.id();
  }

  private Node node(List<String> seen, int depth, boolean copied) {
    int kind = depth >= MOST_DEPTH ? 0 : random.nextInt(10);
    return switch (kind) {
      case 6 -> choice(seen, depth, copied);
      case 7 -> loop(seen, depth, copied);
      case 8 -> map(seen, depth, copied);
      case 9 ->
          stateful && !copied && random.nextBoolean() ? byKey(seen, depth) : copies(seen, depth);
      default -> call(seen, copied);
    };
  }

  private Argument any(List<String> seen) {
    return seen.isEmpty() || random.nextInt(8) == 0
        ? new Constant((long) random.nextInt(10))
        : new Ref(seen.get(random.nextInt(seen.size())));
  }

  private Node call(List<String> seen, boolean copied) {
    String id = "f" + random.nextInt(3) + "#" + ++ids;
    boolean remembers = stateful && !copied && random.nextBoolean();
    boolean shares = remembers && !environment.isEmpty() && random.nextInt(3) == 0;
    List<Argument> arguments = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      arguments.add(any(seen));
    }
    if (shares) {
      arguments.add(new Env("shared"));
    }
    long salt = ids;
    Failing how = failing;
    boolean async = random.nextInt(6) == 0;
    bindings.code(
        id,
        () -> {
          FlowFn function = function(salt, remembers);
          return async
              ? asynchronous(failingAsynchronously(how, function), shares)
              : failing(how, function);
        });
    Effect effect = shares ? Effect.CHANGES : Effect.COMPUTES;
    return new Call(
        id,
        HERE,
        id.substring(0, id.indexOf('#')),
        new Implementation.Coded(id, remembers, false, false, false, effect, false, async),
        arguments);
  }

  /**
   * Makes a function return its values as stages, which complete in different ways.
   *
   * @param shares whether the function itself runs on another thread, which uses a shared value
   */
  private static FlowFn asynchronous(FlowFn function, boolean shares) {
    int[] calls = {0};
    return arguments ->
        switch (shares ? 0 : 1 + calls[0]++ % 4) {
          case 0 ->
              CompletableFuture.supplyAsync(() -> outcome(function, arguments)).thenCompose(o -> o);
          case 1 -> CompletableFuture.completedFuture(function.call(arguments));
          case 2 -> outcome(function, arguments);
          case 3 -> outcome(function, arguments).thenApplyAsync(value -> value);
          default -> late(outcome(function, arguments));
        };
  }

  private static CompletableFuture<Object> outcome(FlowFn function, Object[] arguments) {
    try {
      return CompletableFuture.completedFuture(function.call(arguments));
    } catch (Throwable t) {
      return CompletableFuture.failedFuture(t);
    }
  }

  private static CompletableFuture<Object> late(CompletableFuture<Object> outcome) {
    CompletableFuture<Object> late = new CompletableFuture<>();
    Thread.startVirtualThread(() ->
        outcome.whenComplete((value, failure) -> {
          if (failure == null) {
            late.complete(value);
          } else {
            late.completeExceptionally(failure);
          }
        }));
    return late;
  }

  /**
   * Fails once for some arguments instead of at some calls: other calls may come between a call and
   * its repetition.
   */
  private static FlowFn failingAsynchronously(Failing how, FlowFn function) {
    if (how != Failing.ONCE) {
      return failing(how, function);
    }
    Set<List<Object>> failed = new HashSet<>();
    return arguments -> {
      List<Object> given = List.of(arguments);
      if (given.hashCode() % 3 == 0 && failed.add(given)) {
        throw new IllegalStateException("arguments " + given);
      }
      return function.call(arguments);
    };
  }

  private static FlowFn failing(Failing how, FlowFn function) {
    int[] calls = {0};
    return switch (how) {
      case NEVER -> function;
      case ONCE ->
          arguments -> {
            if (++calls[0] % 5 == 3) {
              throw new IllegalStateException("call " + calls[0]);
            }
            return function.call(arguments);
          };
      case FOR_GOOD ->
          arguments -> {
            Object result = function.call(arguments);
            if (Math.floorMod((Long) result, 17L) == 0) {
              throw new IllegalStateException("the result would be " + result);
            }
            return result;
          };
    };
  }

  private static FlowFn function(long salt, boolean remembers) {
    long[] memory = {salt};
    return arguments -> {
      long result = salt;
      for (Object argument : arguments) {
        if (argument instanceof ArrayList<?> shared) {
          @SuppressWarnings("unchecked")
          List<Object> log = (List<Object>) shared;
          log.add(salt);
          result = 31 * result + log.size();
        } else {
          result = 31 * result + (Long) argument;
        }
      }
      if (remembers) {
        memory[0] = 31 * memory[0] + result;
        result = memory[0];
      }
      return result;
    };
  }

  private Node expression(String code, List<Node> nodes, Argument... arguments) {
    Node made =
        new Expression("expr#" + ++ids, HERE, code, code, List.of(arguments), Effect.COMPUTES);
    nodes.add(made);
    return made;
  }

  private Node choice(List<String> seen, int depth, boolean copied) {
    // The test is whether the number is even.
    String test = "test#" + ++ids;
    bindings.code(test, () -> arguments -> ((Long) arguments[0] & 1) == 0);
    String id = "if#" + ids;
    Region then = region(new ArrayList<>(), seen, depth + 1, copied);
    Region otherwise = region(new ArrayList<>(), seen, depth + 1, copied);
    Node outer =
        new Call(
            test,
            HERE,
            "test",
            new Implementation.Coded(test, false, false, false, false, Effect.COMPUTES),
            List.of(any(seen)));
    // A test and its choice are one value: a loop of one turn.
    Region body =
        new Region(
            List.of(),
            List.of(outer, new If("inner" + id, HERE, new Ref(test), then, otherwise)),
            new Yield(new Ref("inner" + id)));
    return new If(
        id,
        HERE,
        new Constant(true),
        body,
        new Region(List.of(), List.of(), new Yield(new Constant(0L))));
  }

  /** (loop [n (turns x) acc y] (if (more n) (recur (less n) body) acc)), as a number. */
  private Node loop(List<String> seen, int depth, boolean copied) {
    String id = "loop#" + ++ids;
    String n = id + ".n";
    String acc = id + ".acc";
    List<Node> nodes = new ArrayList<>();
    Node test = expression("more", nodes, new Ref(n));
    List<String> inside = new ArrayList<>(seen);
    inside.add(acc);
    List<Node> turn = new ArrayList<>();
    Region body = region(turn, inside, depth + 1, copied);
    Node less =
        new Expression("expr#" + ++ids, HERE, "less", "less", List.of(new Ref(n)), Effect.COMPUTES);
    turn = new ArrayList<>(body.nodes());
    turn.add(less);
    Region then =
        new Region(
            List.of(),
            turn,
            new Recur(List.of(new Ref(less.id()), ((Yield) body.result()).value())));
    Region otherwise = new Region(List.of(), List.of(), new Yield(new Ref(acc)));
    Node choice = new If("if#" + ++ids, HERE, new Ref(test.id()), then, otherwise);
    nodes.add(choice);
    Loop loop =
        new Loop(
            id,
            HERE,
            List.of(new Constant((long) random.nextInt(4)), any(seen)),
            new Region(List.of(n, acc), nodes, new Yield(new Ref(choice.id()))));
    return numbered(loop);
  }

  private Node map(List<String> seen, int depth, boolean copied) {
    String id = "smap#" + ++ids;
    String element = id + ".element";
    List<Node> outer = new ArrayList<>();
    Node list = expression("list", outer, any(seen));
    List<String> inside = new ArrayList<>(seen);
    inside.add(element);
    Region body = region(new ArrayList<>(), inside, depth + 1, copied);
    outer.add(
        new SMap(
            id,
            HERE,
            new Ref(list.id()),
            new Region(List.of(element), body.nodes(), body.result())));
    Node sum = expression("sum", outer, new Ref(id));
    return new If(
        "if#" + ++ids,
        HERE,
        new Constant(true),
        new Region(List.of(), outer, new Yield(new Ref(sum.id()))),
        new Region(List.of(), List.of(), new Yield(new Constant(0L))));
  }

  private Node numbered(Node node) {
    return new If(
        "if#" + ++ids,
        HERE,
        new Constant(true),
        new Region(List.of(), List.of(node), new Yield(new Ref(node.id()))),
        new Region(List.of(), List.of(), new Yield(new Constant(0L))));
  }

  private Node copies(List<String> seen, int depth) {
    String id = "copies#" + ++ids;
    String input = id + ".input";
    List<String> inside = new ArrayList<>(seen);
    inside.add(input);
    Region body = region(new ArrayList<>(), inside, depth + 1, true);
    return new Replicate(
        id,
        HERE,
        1 + random.nextInt(3),
        random.nextBoolean() ? Balance.ROUND_ROBIN : Balance.BY_HASH,
        null,
        any(seen),
        new Region(List.of(input), body.nodes(), body.result()));
  }

  /**
   * Copies by key. The key is either a value, with many keys, or one of a few keys, mostly null.
   */
  private Node byKey(List<String> seen, int depth) {
    if (random.nextBoolean()) {
      return byKey(any(seen), seen, depth);
    }
    List<Node> nodes = new ArrayList<>();
    Node key = expression("key", nodes, any(seen));
    Node copies = byKey(new Ref(key.id()), seen, depth);
    nodes.add(copies);
    return new If(
        "if#" + ++ids,
        HERE,
        new Constant(true),
        new Region(List.of(), nodes, new Yield(new Ref(copies.id()))),
        new Region(List.of(), List.of(), new Yield(new Constant(0L))));
  }

  private Node byKey(Argument key, List<String> seen, int depth) {
    String id = "byKey#" + ++ids;
    String input = id + ".input";
    List<String> inside = new ArrayList<>(seen);
    inside.add(input);
    List<Node> nodes = new ArrayList<>();
    Call remembers = remembering(new Ref(input));
    nodes.add(remembers);
    inside.add(remembers.id());
    Region body = region(nodes, inside, depth + 1, false);
    return new Replicate(
        id,
        HERE,
        1 + random.nextInt(3),
        Balance.BY_HASH,
        null,
        new Key(key, Key.MOST),
        any(seen),
        new Region(List.of(input), body.nodes(), body.result()));
  }

  /** Returns a call with state. */
  private Call remembering(Argument argument) {
    String id = "g#" + ++ids;
    long salt = ids;
    Failing how = failing;
    bindings.code(id, () -> failing(how, function(salt, true)));
    return new Call(
        id,
        HERE,
        "g",
        new Implementation.Coded(id, true, false, false, false, Effect.COMPUTES),
        List.of(argument));
  }

  /**
   * A flow whose packets arrive in their order at copies by key, in any order inside and
   * afterwards.
   */
  static Flow ordered(Random random) {
    RandomGraphs graphs = new RandomGraphs(random, true);
    graphs.environment.clear();
    String source = "source#" + ++graphs.ids;
    int count = 1 + random.nextInt(60);
    graphs.bindings.code(source, () -> counter(0, count));
    List<Node> nodes = new ArrayList<>();
    nodes.add(
        new Call(
            source,
            HERE,
            "source",
            new Implementation.Coded(source, true, true, false, false, Effect.COMPUTES),
            List.of()));
    Node key = graphs.expression("key", nodes, new Ref(source));
    Node copies = graphs.byKey(new Ref(key.id()), List.of(source), 0);
    nodes.add(copies);
    Region body = new Region(List.of(), nodes, new Yield(new Ref(copies.id())));
    return Flow.of(new Graph("ordered", HERE, List.of(), body), graphs.bindings);
  }
}
