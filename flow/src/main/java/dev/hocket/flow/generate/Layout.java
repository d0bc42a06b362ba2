package dev.hocket.flow.generate;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.generate.Routine.Part;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides the code of a run into methods, and finds out which values leave the method that makes
 * them. The JIT compiles no method of more than 8,000 bytes, so a long list of nodes is cut into
 * several methods; a branch or loop is never cut.
 */
final class Layout {
  /** The largest number of nodes in one method; a node takes some 30 to 60 bytes. */
  private static final int MOST_WEIGHT = 100;

  private static final int LEAST_WEIGHT = 8;

  private final Map<String, Object> methods = new HashMap<>();
  private final Map<Object, Set<String>> named = new IdentityHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Slots slots;
  private final KeyScopes keys;

  Layout(Slots slots, KeyScopes keys) {
    this.slots = slots;
    this.keys = keys;
  }

  /** The contents of a method. */
  sealed interface Item {}

  /**
   * A node.
   *
   * @param parts its regions, one for each copy
   */
  record Inline(Node node, String copy, List<Block> parts) implements Item {}

  /** Lays out the end of a turn of a loop that has parts in other sections. */
  record Aside(Recur recur, Loop loop) implements Item {}

  /** Lays out nodes that get a method of their own. */
  record Outlined(List<Item> items) implements Item {}

  /**
   * A region.
   *
   * @param loop the innermost enclosing loop; null if there is none
   */
  record Block(Region region, Loop loop, List<Item> items) {}

  /** Divides consecutive nodes of a step. */
  List<Item> of(List<Instruction> group) {
    List<Item> items = new ArrayList<>();
    int all = 0;
    for (Instruction instruction : group) {
      switch (instruction) {
        case Instruction.Evaluate evaluate -> {
          all += weight(evaluate.node());
          items.add(inline(evaluate.node(), evaluate.copy(), evaluate.loop(), MOST_WEIGHT));
        }
        case Instruction.PutAside aside -> items.add(new Aside(aside.recur(), aside.loop()));
        default -> throw new AssertionError(instruction);
      }
    }
    return all <= MOST_WEIGHT ? items : divided(items, MOST_WEIGHT);
  }

  private static Block block(Region region, String copy, Loop around, int most) {
    List<Item> items = new ArrayList<>();
    for (Node node : region.nodes()) {
      items.add(inline(node, copy, around, most));
    }
    return new Block(region, around, weight(region) <= most ? items : divided(items, most));
  }

  private static Inline inline(Node node, String copy, Loop around, int most) {
    int parts = weight(node) <= most ? most : Math.max(LEAST_WEIGHT, most / ways(node));
    return new Inline(
        node,
        copy,
        switch (node) {
          case Call call -> List.of();
          case Expression expression -> List.of();
          case If choice ->
              List.of(
                  block(choice.then(), copy, around, parts),
                  block(choice.otherwise(), copy, around, parts));
          case Loop loop -> List.of(block(loop.body(), copy, loop, parts));
          case SMap map -> List.of(block(map.body(), copy, null, parts));
          case Replicate copies -> {
            List<Block> blocks = new ArrayList<>();
            for (int i = 1; i <= copies.copies(); i++) {
              blocks.add(block(copies.body(), Site.copy(copies, copy, i), null, parts));
            }
            yield blocks;
          }
        });
  }

  /**
   * Moves runs of small nodes into methods of their own, but not nodes that may end a turn of a
   * loop.
   */
  private static List<Item> divided(List<Item> items, int most) {
    List<Item> divided = new ArrayList<>();
    List<Item> run = new ArrayList<>();
    int weight = 0;
    for (Item item : items) {
      int more = item instanceof Inline inline ? weight(inline.node()) : most + 1;
      boolean stays = more > most || item instanceof Inline inline && endsTurn(inline.node());
      if (stays || weight + more > most) {
        flush(run, divided);
        weight = 0;
      }
      if (stays) {
        divided.add(item);
      } else {
        run.add(item);
        weight += more;
      }
    }
    flush(run, divided);
    return divided;
  }

  /** Divides the parts of a step into one list for each method; the first may be empty. */
  static List<List<Part>> divided(List<Part> parts) {
    List<List<Part>> divided = new ArrayList<>();
    divided.add(new ArrayList<>());
    int weight = 0;
    for (Part part : parts) {
      int more = weight(part);
      if (weight + more > MOST_WEIGHT) {
        divided.add(new ArrayList<>());
        weight = 0;
      }
      divided.getLast().add(part);
      weight += more;
    }
    return divided;
  }

  private static int weight(Part part) {
    int items =
        part.items().stream()
            .mapToInt(item -> item instanceof Inline inline ? weight(inline.node()) : 1)
            .sum();
    return items + 1;
  }

  private static void flush(List<Item> run, List<Item> into) {
    if (!run.isEmpty()) {
      into.add(new Outlined(List.copyOf(run)));
      run.clear();
    }
  }

  /** Returns whether a node is a branch with a way back to the beginning of a loop. */
  static boolean endsTurn(Node node) {
    return node instanceof If choice && (endsTurn(choice.then()) || endsTurn(choice.otherwise()));
  }

  private static boolean endsTurn(Region region) {
    return region.result() instanceof Recur
        || region.result() instanceof Yield
            && !region.nodes().isEmpty()
            && endsTurn(region.nodes().getLast());
  }

  private static int ways(Node node) {
    return node instanceof Replicate copies ? 1 + copies.copies() : 2;
  }

  private static int weight(Region region) {
    return region.nodes().stream().mapToInt(Layout::weight).sum() + 1;
  }

  private static int weight(Node node) {
    return switch (node) {
      case Call call -> 1 + call.arguments().size() / 4;
      case Expression expression -> 1 + expression.arguments().size() / 2;
      case If choice -> 1 + weight(choice.then()) + weight(choice.otherwise());
      case Loop loop -> 1 + loop.initial().size() + weight(loop.body());
      case SMap map -> 3 + weight(map.body());
      case Replicate copies -> 2 + copies.copies() * weight(copies.body());
    };
  }

  // --- which values leave their method

  /**
   * Notes the values that a method makes and uses. A value that several methods name gets a slot.
   */
  void place(List<Item> items, Object method) {
    for (Item item : items) {
      switch (item) {
        case Inline inline -> place(inline, method);
        case Aside aside -> use(aside.recur().values(), method);
        case Outlined outlined -> place(outlined.items(), outlined);
      }
    }
  }

  private void place(Inline inline, Object method) {
    name(inline.node().id(), method);
    use(References.direct(inline.node()), method);
    if (inline.node() instanceof Call call) {
      use(keys.values(call), method);
    }
    for (Block block : inline.parts()) {
      block.region().parameters().forEach(parameter -> name(parameter, method));
      place(block.items(), method);
      switch (block.region().result()) {
        case Yield yield -> use(List.of(yield.value()), method);
        case Recur recur -> use(recur.values(), method);
      }
    }
  }

  /** Notes that a method uses arguments. */
  void use(List<Argument> arguments, Object method) {
    for (Argument argument : arguments) {
      if (argument instanceof Ref ref) {
        used.add(ref.id());
        name(ref.id(), method);
      }
    }
  }

  /** Notes that a method makes or uses a value. */
  void name(String id, Object method) {
    named.computeIfAbsent(method, any -> new HashSet<>()).add(id);
    Object other = methods.putIfAbsent(id, method);
    if (other != null && other != method) {
      slots.slot(id);
    }
  }

  /** Returns whether no value that the method makes or uses leaves it. */
  boolean isWhole(List<Item> items, Object method) {
    return items.stream().noneMatch(Layout::hasOutlined)
        && named.getOrDefault(method, Set.of()).stream().noneMatch(slots::has);
  }

  private static boolean hasOutlined(Item item) {
    return switch (item) {
      case Inline inline ->
          inline.parts().stream().flatMap(b -> b.items().stream()).anyMatch(Layout::hasOutlined);
      case Aside aside -> true;
      case Outlined outlined -> true;
    };
  }

  /** Returns whether any code uses a value. */
  boolean isUsed(String id) {
    return used.contains(id) || slots.has(id);
  }
}
