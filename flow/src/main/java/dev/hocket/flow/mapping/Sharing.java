package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Graph;
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
import dev.hocket.flow.state.Part;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the nodes that use the same mutable value: one of the surrounding program, or a function's
 * result that several other functions get. They must share a section, and run in the order of the
 * program.
 */
// A value is traced through branches, loops, copies and plain code back to its roots: values of the
// surrounding program, and values of calls and expressions.
public final class Sharing {
  private static final int MOST_NAMED = 3;

  private final Mutability mutability;
  private final Surroundings surroundings;
  private final Map<String, Set<Root>> roots = new HashMap<>();

  /** For each value of another node, the nodes that use it or a part of it. */
  private final Map<Ref, Map<Node, Use>> users = new LinkedHashMap<>();

  /** For each value of the surroundings, and for its contents, the nodes that use it. */
  private final Map<Surroundings.Part, Map<Node, Use>> usersOfSurroundings =
      new TreeMap<>(
          Comparator.comparing(Surroundings.Part::name).thenComparing(Surroundings.Part::inside));

  private final Map<String, Set<String>> needs = new HashMap<>();
  private final NodeSets sets = new NodeSets();

  /**
   * For each node, the branches that enclose it, true for the first branch of an {@code if}. Only
   * an {@code if} that each packet passes once is listed.
   */
  private final Map<String, Map<String, Boolean>> branches = new HashMap<>();

  private Map<String, Boolean> around = Map.of();

  /** For each node, how many collections enclose it. */
  private final Map<String, Integer> collections = new HashMap<>();

  private int collectionsAround;

  /** The nodes in copies that the program makes. */
  private final Set<String> copied = new HashSet<>();

  private boolean isCopied;
  private boolean isRepeated;

  private Sharing(Mutability mutability, Surroundings surroundings) {
    this.mutability = mutability;
    this.surroundings = surroundings;
  }

  /**
   * Nodes that must share a section.
   *
   * @param value what they share, for messages
   * @param nodes their ids, in the order of the program
   * @param acrossPackets whether different packets share the value
   */
  public record Group(String value, List<String> nodes, boolean acrossPackets) {}

  /**
   * A value that another one may share a mutable object with.
   *
   * @param value of the surrounding program, or of a node
   * @param how the relation of the other value to it; always {@link Part#IS} for that of a node
   * @param changesLater whether the other value may run code that changes this one when it is used,
   *     as a lazy sequence or a delay does
   */
  private record Root(Argument value, Part how, boolean changesLater) {
    Root(Argument value, Part how) {
      this(value, how, false);
    }

    Root with(Part related, boolean later) {
      return new Root(value, related, changesLater || later);
    }
  }

  /**
   * The use of a value by a node.
   *
   * @param changes whether the node may change the value
   * @param keeps whether the node remembers the value, and may use it at any time
   */
  private record Use(boolean changes, boolean keeps) {
    Use or(Use other) {
      return new Use(changes || other.changes, keeps || other.keeps);
    }
  }

  public static List<Group> of(Graph graph, Bindings bindings, ClassLoader loader) {
    Mutability mutability = new Mutability(loader);
    Sharing sharing =
        new Sharing(mutability, new Surroundings(graph, bindings, mutability, loader));
    sharing.region(graph.body(), Set.of());
    sharing.addSources(graph);
    List<Group> groups = sharing.ofSurroundings(graph);
    groups.addAll(sharing.ofValues(graph));
    return withOneBeginning(groups, graph);
  }

  /**
   * Joins the groups of sources that share values with other code. Only the section in which
   * packets begin draws a value when the packet before has ended; other sections draw ahead.
   */
  private static List<Group> withOneBeginning(List<Group> groups, Graph graph) {
    Set<String> sources =
        graph.body().nodes().stream()
            .filter(node -> node instanceof Call call && call.implementation().source())
            .map(Node::id)
            .collect(Collectors.toSet());
    List<Group> drawn =
        groups.stream()
            .filter(Group::acrossPackets)
            .filter(group -> group.nodes().size() > 1)
            .filter(group -> group.nodes().stream().anyMatch(sources::contains))
            .toList();
    if (drawn.size() < 2) {
      return groups;
    }
    Set<String> nodes = new HashSet<>();
    drawn.forEach(group -> nodes.addAll(group.nodes()));
    List<String> ids =
        Site.of(graph.body(), "").stream()
            .map(site -> site.node().id())
            .filter(nodes::contains)
            .distinct()
            .toList();
    String value = drawn.stream().map(Group::value).collect(Collectors.joining(" and "));
    List<Group> joined = new ArrayList<>(List.of(new Group(value, ids, true)));
    groups.stream().filter(group -> !drawn.contains(group)).forEach(joined::add);
    return joined;
  }

  /**
   * Finds a value that the code of a node uses without getting it, and that changes although
   * several threads may use it: a global counter, for example.
   *
   * @return its name and its class; null if none is known
   */
  public static String changing(Node node, Bindings bindings, ClassLoader loader) {
    for (Map.Entry<String, Object> used :
        Surroundings.used(node, bindings, new Mutability(loader), loader).entrySet()) {
      Object shared = Reach.of(used.getValue()).shared();
      if (shared != null) {
        return used.getKey() + " with a " + shared.getClass().getName();
      }
    }
    return null;
  }

  /**
   * Finds code, called without state, that holds an object which it may change.
   *
   * @return what holds it; null if there is none
   */
  public static String holding(Node node, Bindings bindings) {
    if (!(node instanceof Expression expression) || !expression.effect().mayChange()) {
      return null;
    }
    String holder = Bindings.holder(expression.code());
    Object code = bindings.used(expression.code()).get(holder);
    return code != null && Reach.ofCode(code).isMutable() ? holder : null;
  }

  /**
   * A source evaluates the expressions that its arguments are made of, so it uses the values that
   * they use.
   */
  private void addSources(Graph graph) {
    for (Node node : graph.body().nodes()) {
      if (node instanceof Call call && call.implementation().source()) {
        List<Map<Node, Use>> all = new ArrayList<>(users.values());
        all.addAll(usersOfSurroundings.values());
        for (Map<Node, Use> of : all) {
          of.entrySet().stream()
              .filter(user -> needs.get(call.id()).contains(user.getKey().id()))
              .map(Map.Entry::getValue)
              .reduce(Use::or)
              .ifPresent(use -> of.merge(call, use, Use::or));
        }
      }
    }
  }

  /** Groups the nodes that use one mutable value of the surroundings, if one may change it. */
  private List<Group> ofSurroundings(Graph graph) {
    List<Surroundings.Part> parts =
        usersOfSurroundings.keySet().stream().filter(surroundings::isMutable).toList();
    List<Group> groups = new ArrayList<>();
    for (Set<Surroundings.Part> together : surroundings.together(parts)) {
      Set<Node> nodes = new HashSet<>();
      boolean changed = false;
      for (Surroundings.Part part : together) {
        Map<Node, Use> of = usersOfSurroundings.get(part);
        nodes.addAll(of.keySet());
        changed |= of.values().stream().anyMatch(Use::changes);
      }
      List<String> ids = ids(graph, nodes);
      if (changed && groups.stream().noneMatch(group -> group.nodes().containsAll(ids))) {
        groups.add(new Group(said(together), ids, true));
      }
    }
    return groups;
  }

  private static String said(Set<Surroundings.Part> together) {
    String first =
        together.stream()
            .limit(MOST_NAMED)
            .map(part -> part.inside() ? "what is in " + part.name() : part.name())
            .collect(Collectors.joining(" and "));
    return first + (together.size() > MOST_NAMED ? " and others" : "");
  }

  /**
   * Groups the nodes that use one mutable value of another node at a time, if one may change it.
   */
  private List<Group> ofValues(Graph graph) {
    List<Group> groups = new ArrayList<>();
    users.forEach((ref, of) -> {
      Set<Node> meeting = meeting(of);
      boolean overlaps = overlapsItself(ref, of);
      if (overlaps) {
        meeting = of.keySet();
      }
      if (meeting.size() > 1 || overlaps) {
        boolean isKept = overlaps || meeting.stream().anyMatch(node -> of.get(node).keeps());
        groups.add(new Group("the value of " + ref.id(), ids(graph, meeting), isKept));
      }
    });
    return groups;
  }

  /**
   * Whether an asynchronous call may be pending for several elements of a collection that get one
   * value, or copies may handle these elements, if a node may change the value.
   */
  private boolean overlapsItself(Ref ref, Map<Node, Use> of) {
    return of.values().stream().anyMatch(Use::changes)
        && of.keySet().stream()
            .anyMatch(node ->
                (new Site(node, "").isAsync() || copied.contains(node.id()))
                    && collections.get(node.id()) > collections.getOrDefault(ref.id(), 0));
  }

  private static List<String> ids(Graph graph, Set<Node> nodes) {
    return Site.of(graph.body(), "").stream()
        .map(Site::node)
        .filter(nodes::contains)
        .map(Node::id)
        .distinct()
        .toList();
  }

  /** Finds the groups in which one node may change the value while another one uses it. */
  private Set<Node> meeting(Map<Node, Use> of) {
    Set<Node> meeting = new LinkedHashSet<>();
    if (of.values().stream().noneMatch(Use::changes)) {
      return meeting;
    }
    of.forEach((a, use) ->
        of.forEach((b, other) -> {
          boolean isAtOnce =
              use.keeps() || other.keeps() || !isOrdered(a, b) && !areExclusive(a, b);
          if (a != b && (use.changes() || other.changes()) && isAtOnce) {
            meeting.add(a);
          }
        }));
    return meeting;
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

  /** Traces a branch of a choice. */
  private Set<Root> branch(If choice, boolean isFirst, Set<String> before) {
    Map<String, Boolean> outside = around;
    Region region = isFirst ? choice.then() : choice.otherwise();
    if (!isRepeated) {
      around = new HashMap<>(outside);
      around.put(choice.id(), isFirst);
    }
    Set<Root> found = region(region, before);
    around = outside;
    return found;
  }

  /**
   * Traces a region that one packet may pass several times, so that the packet may take all
   * branches in it.
   */
  private Set<Root> repeated(Region region, Set<String> before) {
    boolean wasRepeated = isRepeated;
    isRepeated = true;
    Set<Root> found = region(region, before);
    isRepeated = wasRepeated;
    return found;
  }

  /** Traces a region; returns the roots of its value. */
  private Set<Root> region(Region region, Set<String> before) {
    for (Node node : region.nodes()) {
      node(node, before);
    }
    Set<Root> found = new HashSet<>();
    switch (region.result()) {
      case Yield yield -> found.addAll(rootsOf(yield.value()));
      case Recur recur -> recur.values().forEach(value -> found.addAll(rootsOf(value)));
    }
    return found;
  }

  private void node(Node node, Set<String> before) {
    branches.put(node.id(), around);
    collections.put(node.id(), collectionsAround);
    if (isCopied) {
      copied.add(node.id());
    }
    Set<String> needed = sets.copyOf(before);
    Set<Root> own = new HashSet<>();
    switch (node) {
      case Call call -> own.addAll(use(call, call.arguments(), needed));
      case Expression expression -> own.addAll(use(expression, expression.arguments(), needed));
      case If choice -> {
        need(choice.test(), needed);
        own.addAll(branch(choice, true, needed));
        own.addAll(branch(choice, false, needed));
        needInside(choice.then(), needed);
        needInside(choice.otherwise(), needed);
      }
      case Loop loop -> {
        loop.initial().forEach(value -> need(value, needed));
        // The values that one turn passes to the next are known after tracing two turns.
        List<String> variables = loop.body().parameters();
        for (int i = 0; i < variables.size(); i++) {
          roots.put(variables.get(i), new HashSet<>(rootsOf(loop.initial().get(i))));
        }
        own.addAll(repeated(loop.body(), needed));
        variables.forEach(variable -> roots.get(variable).addAll(own));
        own.addAll(repeated(loop.body(), needed));
        needInside(loop.body(), needed);
      }
      case SMap map -> {
        need(map.collection(), needed);
        iterates(map);
        roots.put(map.body().parameters().getFirst(), rootsOf(map.collection()));
        collectionsAround++;
        own.addAll(repeated(map.body(), needed));
        collectionsAround--;
        needInside(map.body(), needed);
      }
      case Replicate copies -> {
        References.direct(copies).forEach(value -> need(value, needed));
        roots.put(copies.body().parameters().getFirst(), rootsOf(copies.input()));
        boolean wasCopied = isCopied;
        isCopied = true;
        own.addAll(region(copies.body(), needed));
        isCopied = wasCopied;
        needInside(copies.body(), needed);
      }
    }
    roots.put(node.id(), own);
    needs.put(node.id(), needed);
  }

  /** Records that the section of a collection's first node iterates over the collection. */
  private void iterates(SMap map) {
    Node first = Site.of(map, "").getFirst().node();
    for (Root root : rootsOf(map.collection())) {
      Use use = new Use(changesWhenRead(root) || root.changesLater(), false);
      use(first, root, use, use);
    }
  }

  /** Records the values that a node uses; returns the roots of its value. */
  private Set<Root> use(Node node, List<Argument> arguments, Set<String> needed) {
    Set<Root> own = new HashSet<>();
    if (!mutability.returnsImmutable(node)) {
      own.add(new Root(new Ref(node.id()), Part.IS));
    }
    for (int i = 0; i < arguments.size(); i++) {
      need(arguments.get(i), needed);
      boolean takesImmutable = mutability.takesImmutable(node, i);
      boolean keeps = mutability.keeps(node, i);
      boolean changes = mutability.mayChange(node, i, false);
      boolean changesInside = mutability.mayChange(node, i, true);
      Set<Part> returned = takesImmutable ? Set.of() : mutability.returns(node, i);
      boolean mayRun = mutability.mayRun(node, i);
      boolean later = mutability.isPlain(node) && (changes || changesInside);
      for (Root root : rootsOf(arguments.get(i))) {
        boolean changed = changesWhenRead(root) || root.changesLater() && mayRun;
        if (changed && !mutability.isReadOnly(node, i)) {
          use(node, root, new Use(true, keeps), new Use(true, keeps));
        } else if (!takesImmutable) {
          use(node, root, new Use(changes, keeps), new Use(changesInside, keeps));
        }
        own.addAll(returned(root, returned, later));
      }
    }
    surroundings
        .usedBy(node)
        .forEach((name, changes) -> {
          Root root = new Root(new Env(name), Part.IS);
          use(node, root, new Use(changes.itself(), false), new Use(changes.inside(), false));
          boolean later = mutability.isPlain(node) && (changes.itself() || changes.inside());
          own.addAll(returned(root, mutability.returnsUsed(node, name), later));
        });
    return own;
  }

  private boolean changesWhenRead(Root root) {
    return root.value() instanceof Env variable && surroundings.changesWhenRead(variable.name());
  }

  /** Returns the roots of a node's value that is related to a value with this root. */
  private static Set<Root> returned(Root root, Set<Part> parts, boolean later) {
    if (parts.isEmpty()) {
      return Set.of();
    }
    if (root.value() instanceof Ref || root.how() == Part.OF) {
      return Set.of(root.with(root.how(), later));
    }
    // A part of an object that contains a value may be the value.
    boolean isAny = root.how() == Part.AROUND && parts.contains(Part.OF);
    Set<Part> related =
        root.how() == Part.IS ? parts : isAny ? EnumSet.allOf(Part.class) : Set.of(Part.AROUND);
    return related.stream().map(how -> root.with(how, later)).collect(Collectors.toSet());
  }

  /**
   * Records the effect of a node on a value that is related to a root, and on the value's contents.
   */
  private void use(Node node, Root root, Use use, Use inside) {
    switch (root.value()) {
      case Ref ref ->
          note(users.computeIfAbsent(ref, any -> new LinkedHashMap<>()), node, use.or(inside));
      case Env variable -> {
        if (root.how() != Part.OF) {
          note(of(variable, false), node, root.how() == Part.IS ? use : inside);
        }
        note(of(variable, true), node, root.how() == Part.OF ? use.or(inside) : inside);
      }
      case Constant constant -> throw new AssertionError(constant);
    }
  }

  private Map<Node, Use> of(Env variable, boolean inside) {
    return usersOfSurroundings.computeIfAbsent(
        new Surroundings.Part(variable.name(), inside), any -> new LinkedHashMap<>());
  }

  private static void note(Map<Node, Use> users, Node node, Use use) {
    users.merge(node, use, Use::or);
  }

  private void need(Argument argument, Set<String> needed) {
    if (argument instanceof Ref ref) {
      needed.add(ref.id());
      needed.addAll(needs.getOrDefault(ref.id(), Set.of()));
    }
  }

  /** Lets a node after a region run after everything in the region. */
  private void needInside(Region region, Set<String> needed) {
    for (Site site : Site.of(region, "")) {
      needed.add(site.node().id());
      needed.addAll(needs.get(site.node().id()));
    }
  }

  private Set<Root> rootsOf(Argument argument) {
    return switch (argument) {
      case Ref ref -> roots.getOrDefault(ref.id(), Set.of());
      case Env variable -> Set.of(new Root(variable, Part.IS));
      case Constant constant -> Set.of();
    };
  }
}
