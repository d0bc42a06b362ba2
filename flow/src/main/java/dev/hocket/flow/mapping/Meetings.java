package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.walk.Site;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides which of the nodes that use a value of another node may do so at a time: neither waits
 * for the other, or one uses it for an element of a collection and the other for the next element.
 */
final class Meetings {
  private final Map<String, Set<String>> needs = new HashMap<>();
  private final NodeSets sets = new NodeSets();

  /**
   * For each node, the branches that enclose it, true for the first branch of an {@code if}. Only
   * an {@code if} that each packet passes once is listed.
   */
  private final Map<String, Map<String, Boolean>> branches = new HashMap<>();

  private Map<String, Boolean> around = Map.of();

  /** For each node, the collections whose bodies it is in. */
  private final Map<String, Set<String>> collections = new HashMap<>();

  private Set<String> collectionsAround = Set.of();

  /** The nodes in copies that the program makes. */
  private final Set<String> copied = new HashSet<>();

  /**
   * Values that have the same users, as the same map, and are in the same collections meet alike.
   */
  private final Map<Set<String>, Map<Map<Node, Use>, Meeting>> known = new HashMap<>();

  /** The collections in whose bodies one node may change an element that another node uses. */
  private final Set<String> changing = new HashSet<>();

  private boolean isCopied;
  private boolean isRepeated;

  /**
   * The use of a value by a node.
   *
   * @param changes whether the node may change the value
   * @param keeps whether the node remembers the value, and may use it at any time
   * @param elementOf the collections of which the node gets only one element
   */
  record Use(boolean changes, boolean keeps, Set<String> elementOf) {
    Use or(Use other) {
      Set<String> both = new HashSet<>(elementOf);
      both.retainAll(other.elementOf);
      return new Use(changes || other.changes, keeps || other.keeps, both);
    }
  }

  /**
   * Nodes that use a value at a time.
   *
   * @param acrossPackets whether they must take turns, packet by packet or element by element
   */
  record Meeting(Set<Node> nodes, boolean acrossPackets) {}

  /** Notes where a node is. */
  void enter(Node node) {
    branches.put(node.id(), around);
    collections.put(node.id(), collectionsAround);
    if (isCopied) {
      copied.add(node.id());
    }
  }

  /** Traces a branch of a choice. */
  <T> T inBranch(If choice, boolean isFirst, Supplier<T> trace) {
    Map<String, Boolean> outside = around;
    if (!isRepeated) {
      around = new HashMap<>(outside);
      around.put(choice.id(), isFirst);
    }
    T found = trace.get();
    around = outside;
    return found;
  }

  /**
   * Traces a region that one packet may pass several times, so that the packet may take all
   * branches in it.
   */
  <T> T repeated(Supplier<T> trace) {
    boolean wasRepeated = isRepeated;
    isRepeated = true;
    T found = trace.get();
    isRepeated = wasRepeated;
    return found;
  }

  /** Traces the body of a collection. */
  <T> T inElements(SMap map, Supplier<T> trace) {
    Set<String> outside = collectionsAround;
    collectionsAround = plus(outside, map.id());
    T found = repeated(trace);
    collectionsAround = outside;
    return found;
  }

  /** Traces the body of copies. */
  <T> T inCopies(Supplier<T> trace) {
    boolean wasCopied = isCopied;
    isCopied = true;
    T found = trace.get();
    isCopied = wasCopied;
    return found;
  }

  Set<String> copyOf(Set<String> needed) {
    return sets.copyOf(needed);
  }

  /** The ids of the nodes for which a node waits. */
  Set<String> needs(String id) {
    return needs.getOrDefault(id, Set.of());
  }

  void setNeeds(Node node, Set<String> needed) {
    needs.put(node.id(), needed);
  }

  /** Lets a node after a region run after everything in the region. */
  void needInside(Region region, Set<String> needed) {
    for (Site site : Site.of(region, "")) {
      needed.add(site.node().id());
      needed.addAll(needs.get(site.node().id()));
    }
  }

  /** Finds the nodes of which one may change a value while another one uses it. */
  Meeting of(Ref ref, Map<Node, Use> users) {
    return known
        .computeIfAbsent(collectionsAround(ref), any -> new IdentityHashMap<>())
        .computeIfAbsent(users, any -> find(ref, users));
  }

  private Meeting find(Ref ref, Map<Node, Use> users) {
    if (users.values().stream().noneMatch(Use::changes)) {
      return new Meeting(Set.of(), false);
    }
    if (overlapsItself(ref, users)) {
      return new Meeting(users.keySet(), true);
    }
    Set<Node> meeting = new LinkedHashSet<>();
    boolean takeTurns = false;
    for (Node a : users.keySet()) {
      for (Node b : users.keySet()) {
        Use use = users.get(a);
        Use other = users.get(b);
        boolean isKept = use.keeps() || other.keeps();
        boolean isForSeveral = isForSeveral(ref, a, use, b, other);
        boolean isAtOnce = isKept || isForSeveral || !isOrdered(a, b) && !areExclusive(a, b);
        boolean isChanged = a != b && (use.changes() || other.changes());
        if (isChanged && isAtOnce) {
          meeting.add(a);
          takeTurns |= isForSeveral;
        }
        if (isChanged && !isForSeveral) {
          changing.addAll(collections(ref, a, b));
        }
      }
    }
    takeTurns |= meeting.stream().anyMatch(node -> users.get(node).keeps());
    return new Meeting(meeting, takeTurns);
  }

  /**
   * Whether an asynchronous call may be pending for several elements of a collection that get one
   * value, or copies may handle these elements.
   */
  private boolean overlapsItself(Ref ref, Map<Node, Use> users) {
    return users.keySet().stream()
        .anyMatch(node ->
            (new Site(node, "").isAsync() || copied.contains(node.id()))
                && collections.get(node.id()).size() > collectionsAround(ref).size());
  }

  /**
   * Whether one node may use a value for an element of a collection while another node uses it for
   * the next element. What the nodes get of the elements themselves counts as different: elements
   * that lead to one mutable object go through one after the other.
   */
  private boolean isForSeveral(Ref ref, Node a, Use use, Node b, Use other) {
    return collections(ref, a, b).stream()
        .anyMatch(map -> !use.elementOf().contains(map) || !other.elementOf().contains(map));
  }

  /** The collections whose bodies two nodes are in, and which may use a value several times. */
  private Set<String> collections(Ref ref, Node a, Node b) {
    Set<String> common = new HashSet<>(collections.get(a.id()));
    common.retainAll(collections.get(b.id()));
    common.removeAll(collectionsAround(ref));
    return common;
  }

  /**
   * Returns the collections in whose bodies one node may change an element that another node uses.
   */
  Set<String> changing() {
    return changing;
  }

  private Set<String> collectionsAround(Ref ref) {
    return collections.getOrDefault(ref.id(), Set.of());
  }

  private boolean isOrdered(Node a, Node b) {
    return needs.get(a.id()).contains(b.id()) || needs.get(b.id()).contains(a.id());
  }

  /** Returns whether no packet goes to both nodes. */
  private boolean areExclusive(Node a, Node b) {
    Map<String, Boolean> others = branches.get(b.id());
    return branches.get(a.id()).entrySet().stream()
        .anyMatch(
            branch -> Boolean.valueOf(!branch.getValue()).equals(others.get(branch.getKey())));
  }

  /** A set with one more element. */
  static Set<String> plus(Set<String> some, String one) {
    Set<String> all = new HashSet<>(some);
    all.add(one);
    return all;
  }
}
