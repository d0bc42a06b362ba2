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
import dev.hocket.flow.mapping.Meetings.Meeting;
import dev.hocket.flow.mapping.Meetings.Use;
import dev.hocket.flow.mapping.Roots.Root;
import dev.hocket.flow.mapping.Surroundings.Changes;
import dev.hocket.flow.state.CodeUse;
import dev.hocket.flow.state.JdkSettings;
import dev.hocket.flow.state.Part;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
// A value is traced through branches, loops, copies and plain code back to its roots.
public final class Sharing {
  private static final int MOST_NAMED = 3;

  private final Mutability mutability;
  private final Surroundings surroundings;
  private final Roots roots = new Roots();

  /** For each value of another node, the nodes that use it or a part of it. */
  private final Map<Ref, Map<Node, Use>> users = new LinkedHashMap<>();

  /** For each value of the surroundings, and for its contents, the nodes that use it. */
  private final Map<Surroundings.Part, Map<Node, Use>> usersOfSurroundings =
      new TreeMap<>(
          Comparator.comparing(Surroundings.Part::name).thenComparing(Surroundings.Part::inside));

  /** The nodes that may put a value into another one, so that code may change it through that. */
  private final Set<String> putting = new HashSet<>();

  private final Links links = new Links();
  private final Meetings meetings = new Meetings();
  private final CalledCode called;

  /** The nodes whose values never change, but have code that uses static fields. */
  private final Set<String> immutable = new HashSet<>();

  /** The nodes whose values change when they are only read. */
  private final Set<String> unsteady = new HashSet<>();

  /** The nodes of whose values nothing is known. */
  private final Set<String> unknown = new HashSet<>();

  private Sharing(Mutability mutability, Surroundings surroundings) {
    this.mutability = mutability;
    this.surroundings = surroundings;
    this.called = new CalledCode(surroundings);
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
   * What nodes share.
   *
   * @param groups the nodes that must share a section
   * @param references the references of Clojure that several nodes use
   * @param collections the ids of collections in whose bodies one node may change an element that
   *     another node uses
   */
  public record Found(
      List<Group> groups, List<SharedReference> references, Set<String> collections) {}

  public static List<Group> of(Graph graph, Bindings bindings, ClassLoader loader) {
    return find(graph, bindings, loader, null).groups();
  }

  /**
   * Finds what the nodes of a graph share.
   *
   * @param handler code of the program that runs when a node fails; may be null
   */
  public static Found find(Graph graph, Bindings bindings, ClassLoader loader, Object handler) {
    Mutability mutability = new Mutability(loader);
    Sharing sharing =
        new Sharing(mutability, new Surroundings(graph, bindings, mutability, loader, handler));
    sharing.region(graph.body(), Set.of());
    sharing.called.forEachUse(sharing::useThrough);
    ThreadVariables.refuse(sharing.surroundings, sharing.usersOfSurroundings);
    sharing.addSources(graph);
    sharing.addSettings(graph);
    List<Group> groups = sharing.ofSurroundings(graph);
    groups.addAll(sharing.ofValues(graph));
    Together together = new Together(graph, groups);
    together.joinAt(sharing.putting);
    together.joinSources();
    return new Found(
        together.groups(),
        sharing.surroundings.references(graph, sharing.usersOfSurroundings),
        sharing.meetings.changing());
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
              .filter(user -> meetings.needs(call.id()).contains(user.getKey().id()))
              .map(Map.Entry::getValue)
              .reduce(Use::or)
              .ifPresent(use -> of.merge(call, use, Use::or));
        }
      }
    }
  }

  /** Lets all nodes use the settings of the JVM if one may change them: any code may. */
  private void addSettings(Graph graph) {
    Set<Node> changing = new LinkedHashSet<>();
    usersOfSurroundings.forEach((part, users) -> {
      if (surroundings.leadsToSettings(part.name())) {
        users.forEach((node, use) -> {
          if (use.changes()) {
            changing.add(node);
          }
        });
      }
    });
    if (!changing.isEmpty()) {
      Map<Node, Use> of = of(Surroundings.SETTINGS, false);
      Site.of(graph.body(), "")
          .forEach(site ->
              note(of, site.node(), new Use(changing.contains(site.node()), false, Set.of())));
    }
  }

  /** Groups the nodes that use one mutable value of the surroundings, if one may change it. */
  private List<Group> ofSurroundings(Graph graph) {
    List<Surroundings.Part> parts =
        usersOfSurroundings.keySet().stream().filter(surroundings::isMutable).toList();
    List<Group> groups = new ArrayList<>();
    for (Set<Surroundings.Part> together : surroundings.together(parts)) {
      if (together.stream().allMatch(Surroundings.Part::isOfHandler)) {
        // It handles one failure at a time.
        continue;
      }
      boolean isMutable = together.stream().anyMatch(surroundings::isMutableNow);
      Map<Node, Use> users = new HashMap<>();
      for (Surroundings.Part part : together) {
        usersOfSurroundings
            .get(part)
            .forEach((node, use) -> {
              if (isMutable || surroundings.isDirect(part, node)) {
                note(users, node, use);
              }
            });
      }
      List<String> ids = Together.ids(graph, users.keySet());
      // The calls of one function follow each other, and those of an asynchronous one may overlap.
      boolean changed =
          users.values().stream().anyMatch(Use::changes) && (isMutable || ids.size() > 1);
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
    users
        .keySet()
        .forEach(ref -> {
          Meeting meeting = meetings.of(ref, links.users(ref, users, meetings));
          if (!meeting.nodes().isEmpty()) {
            groups.add(
                new Group(
                    "the value of " + ref.id(),
                    Together.ids(graph, meeting.nodes()),
                    meeting.acrossPackets()));
          }
        });
    return groups;
  }

  /** Traces a region; returns the roots of its value. */
  private Set<Root> region(Region region, Set<String> before) {
    for (Node node : region.nodes()) {
      node(node, before);
    }
    Set<Root> found = new HashSet<>();
    switch (region.result()) {
      case Yield yield -> found.addAll(roots.of(yield.value()));
      case Recur recur -> recur.values().forEach(value -> found.addAll(roots.of(value)));
    }
    return found;
  }

  private void node(Node node, Set<String> before) {
    meetings.enter(node);
    Set<String> needed = meetings.copyOf(before);
    Set<Root> own = new HashSet<>();
    switch (node) {
      case Call call -> own.addAll(use(call, call.arguments(), needed));
      case Expression expression -> own.addAll(use(expression, expression.arguments(), needed));
      case If choice -> {
        need(choice.test(), needed);
        own.addAll(meetings.inBranch(choice, true, () -> region(choice.then(), needed)));
        own.addAll(meetings.inBranch(choice, false, () -> region(choice.otherwise(), needed)));
        meetings.needInside(choice.then(), needed);
        meetings.needInside(choice.otherwise(), needed);
      }
      case Loop loop -> {
        loop.initial().forEach(value -> need(value, needed));
        // The values that one turn passes to the next are known after tracing two turns.
        List<String> variables = loop.body().parameters();
        for (int i = 0; i < variables.size(); i++) {
          roots.put(variables.get(i), new HashSet<>(roots.of(loop.initial().get(i))));
        }
        own.addAll(meetings.repeated(() -> region(loop.body(), needed)));
        variables.forEach(variable -> roots.add(variable, own));
        own.addAll(meetings.repeated(() -> region(loop.body(), needed)));
        meetings.needInside(loop.body(), needed);
      }
      case SMap map -> {
        need(map.collection(), needed);
        iterates(map);
        roots.put(
            map.body().parameters().getFirst(),
            roots.of(map.collection()).stream()
                .map(root -> root.inElement(map))
                .collect(Collectors.toSet()));
        own.addAll(meetings.inElements(map, () -> region(map.body(), needed)));
        meetings.needInside(map.body(), needed);
      }
      case Replicate copies -> {
        References.direct(copies).forEach(value -> need(value, needed));
        roots.put(copies.body().parameters().getFirst(), roots.of(copies.input()));
        own.addAll(meetings.inCopies(() -> region(copies.body(), needed)));
        meetings.needInside(copies.body(), needed);
      }
    }
    roots.put(node.id(), own);
    meetings.setNeeds(node, needed);
  }

  /** Records that the section of a collection's first node iterates over the collection. */
  private void iterates(SMap map) {
    Node first = Site.of(map, "").getFirst().node();
    for (Root root : roots.of(map.collection())) {
      boolean changes = changesWhenRead(root) || root.changesLater() || isUnknown(root);
      Use use = new Use(changes, false, root.inElement(map).elementOf());
      called.get(first, root.value(), true, false);
      use(first, root, use, use);
    }
  }

  /** Records the values that a node uses; returns the roots of its value. */
  private Set<Root> use(Node node, List<Argument> arguments, Set<String> needed) {
    Set<Root> own = new HashSet<>();
    if (mutability.returnsImmutable(node)) {
      if (mutability.returnsObject(node) && !surroundings.codeOf(node.id()).isNothing()) {
        immutable.add(node.id());
        own.add(new Root(new Ref(node.id()), Part.IS));
      }
    } else {
      own.add(new Root(new Ref(node.id()), Part.IS, mutability.changesLater(node), Set.of()));
    }
    if (mutability.returnsUnsteady(node)) {
      unsteady.add(node.id());
    }
    if (mutability.returnsUnknown(node)) {
      unknown.add(node.id());
    }
    List<Argument> changing = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      need(arguments.get(i), needed);
      if (arguments.get(i) instanceof Ref && mutability.takesVariableOfThreads(node, i)) {
        ThreadVariables.refuse(node, JdkSettings.THREAD_VARIABLE);
      }
      boolean takesImmutable = mutability.takesImmutable(node, i);
      boolean keeps = mutability.keeps(node, i);
      boolean changes = mutability.mayChange(node, i, false);
      boolean changesInside = mutability.mayChange(node, i, true);
      if (keeps || mutability.isPlain(node) && changes) {
        putting.add(node.id());
      }
      if (changes || changesInside) {
        changing.add(arguments.get(i));
      }
      Set<Part> returned = mutability.returns(node, i);
      boolean later =
          mutability.isPlain(node) && (changes || changesInside) || mutability.runsLater(node, i);
      boolean calls = mutability.calls(node, i);
      Set<Root> given = roots.of(arguments.get(i));
      // The type hides that the function calls code which may change whatever the object leads to.
      boolean isDoubtful = takesImmutable && given.stream().anyMatch(this::changesWhenRead);
      for (Root root : given) {
        boolean changed =
            isDoubtful
                || changesWhenRead(root)
                || root.changesLater() && mutability.mayRun(node, i);
        called.get(node, root.value(), calls || changed, keeps || changes || changesInside);
        if (mutability.isPlain(node) && root.value() instanceof Env variable) {
          useThrough(node, surroundings.codeWhenRead(variable.name()));
        }
        changed |= isUnknown(root) && mutability.mayRun(node, i);
        if (changed && !mutability.isReadOnly(node, i)) {
          Use use = new Use(true, keeps, root.elementOf());
          use(node, root, use, use);
        } else if (!takesImmutable) {
          Use use = new Use(changes, keeps, root.elementOf());
          use(node, root, use, new Use(changesInside, keeps, root.elementOf()));
        }
        own.addAll(Roots.returned(root, returned, later));
      }
    }
    surroundings
        .usedBy(node)
        .forEach((name, changes) -> {
          Root root = new Root(new Env(name), Part.IS);
          boolean changesIt = changes.itself() || changes.inside();
          called.get(node, root.value(), mutability.calls(node, name, changesIt), changesIt);
          if (mutability.isPlain(node) && changes.itself()) {
            putting.add(node.id());
          }
          Use use = new Use(changes.itself(), false, Set.of());
          use(node, root, use, new Use(changes.inside(), false, Set.of()));
          boolean runsLater = mutability.runsLater(node, name);
          boolean later =
              mutability.isPlain(node) && (changes.itself() || changes.inside()) || runsLater;
          own.addAll(Roots.returned(root, mutability.returnsUsed(node, name), later));
          if (runsLater) {
            own.add(root.with(Part.AROUND, true));
          }
        });
    if (putting.contains(node.id())) {
      link(node, changing);
    }
    return own;
  }

  /** Records the static fields that a node uses through code of objects that it gets. */
  private void useThrough(Node node, CodeUse use) {
    Collection<String> names = use.any() ? surroundings.mutableNames() : use.statics();
    for (String name : names) {
      Changes changes = use.any() ? new Changes(true, true) : surroundings.changes(use, name);
      note(of(new Env(name), false), node, new Use(changes.itself(), false, Set.of()));
      note(of(new Env(name), true), node, new Use(changes.inside(), false, Set.of()));
    }
  }

  /** Notes the values of nodes that a node may put into each other: it keeps or changes them. */
  private void link(Node node, List<Argument> changing) {
    for (Argument argument : changing) {
      roots.of(argument).stream()
          .map(Root::value)
          .filter(users::containsKey)
          .map(Ref.class::cast)
          .forEach(value -> links.add(node, value));
    }
  }

  private boolean changesWhenRead(Root root) {
    return switch (root.value()) {
      case Env variable -> surroundings.changesWhenRead(variable.name());
      case Ref ref -> unsteady.contains(ref.id());
      case Constant constant -> false;
    };
  }

  private boolean isUnknown(Root root) {
    return root.value() instanceof Ref ref && unknown.contains(ref.id());
  }

  /**
   * Records the effect of a node on a value that is related to a root, and on the value's contents.
   */
  private void use(Node node, Root root, Use use, Use inside) {
    switch (root.value()) {
      case Ref ref -> {
        if (!immutable.contains(ref.id())) {
          note(users.computeIfAbsent(ref, any -> new LinkedHashMap<>()), node, use.or(inside));
        }
      }
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
      needed.addAll(meetings.needs(ref.id()));
    }
  }
}
