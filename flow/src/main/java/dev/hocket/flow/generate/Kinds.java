package dev.hocket.flow.generate;

import dev.hocket.flow.generate.Layout.Block;
import dev.hocket.flow.generate.Layout.Inline;
import dev.hocket.flow.generate.Layout.Item;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * Infers the kind of each value in a generated method: a primitive type if the value is always of
 * that type, else Object. Values in slots are Objects.
 */
final class Kinds {
  private static final Type OBJECT = MethodCode.OBJECT;

  private final Map<String, Type> kinds = new HashMap<>();

  /** For each enclosing loop, the kinds of the values with which its turns end. */
  private final Deque<List<List<Type>>> turns = new ArrayDeque<>();

  static Type result(Call call) {
    return call.implementation() instanceof JavaMethod method
        ? MethodCode.kind(Type.getReturnType(method.descriptor()))
        : OBJECT;
  }

  Type of(String id) {
    return kinds.getOrDefault(id, OBJECT);
  }

  Type of(Argument argument) {
    return switch (argument) {
      case Constant constant -> MethodCode.kind(constant.value());
      case Env variable -> OBJECT;
      case Ref ref -> of(ref.id());
    };
  }

  void infer(List<Item> items) {
    for (Item item : items) {
      if (item instanceof Inline inline) {
        Type kind = infer(inline);
        kinds.put(inline.node().id(), kind == null ? OBJECT : kind);
      }
    }
  }

  private Type infer(Inline inline) {
    List<Block> parts = inline.parts();
    return switch (inline.node()) {
      case Call call -> result(call);
      case Expression expression -> OBJECT;
      case If choice -> join(infer(parts.get(0)), infer(parts.get(1)));
      case Loop loop -> infer(loop, parts.getFirst());
      case SMap map -> {
        infer(parts.getFirst());
        yield OBJECT;
      }
      case Replicate copies -> {
        kinds.put(copies.body().parameters().getFirst(), of(copies.input()));
        yield parts.stream().map(this::infer).reduce(this::join).orElseThrow();
      }
    };
  }

  /** A loop's variable is an Object if a turn gives it a value of another kind. */
  private Type infer(Loop loop, Block body) {
    List<String> variables = loop.body().parameters();
    List<Type> now = new ArrayList<>();
    loop.initial().forEach(value -> now.add(of(value)));
    while (true) {
      for (int i = 0; i < variables.size(); i++) {
        kinds.put(variables.get(i), now.get(i));
      }
      turns.push(new ArrayList<>());
      Type result = infer(body);
      boolean same = true;
      for (List<Type> next : turns.pop()) {
        for (int i = 0; i < now.size(); i++) {
          if (!now.get(i).equals(next.get(i)) && !now.get(i).equals(OBJECT)) {
            now.set(i, OBJECT);
            same = false;
          }
        }
      }
      if (same) {
        return result;
      }
    }
  }

  /** The kind of the value that a region yields; null if it yields none. */
  private Type infer(Block block) {
    infer(block.items());
    switch (block.region().result()) {
      case Yield yield -> {
        return of(yield.value());
      }
      case Recur recur -> {
        if (turns.isEmpty()) {
          // The mark for one more turn of a loop that has parts in other sections.
          return OBJECT;
        }
        turns.peek().add(recur.values().stream().map(this::of).toList());
        return null;
      }
    }
  }

  private Type join(Type a, Type b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.equals(b) ? a : OBJECT;
  }
}
