package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.mapping.Meetings.Use;
import dev.hocket.flow.state.CodeUse;
import dev.hocket.flow.state.JdkSettings;
import dev.hocket.flow.state.Summary;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The mutable values of the surrounding program that a flow uses: those given to its nodes, and
 * those that the code of a node uses by itself. Values that refer to the same mutable object count
 * as one.
 */
final class Surroundings {
  /** The settings of the JVM, which functions of which nothing is known may change. */
  static final Env SETTINGS = new Env(JdkSettings.NAME);

  private static final String HANDLER = "what handles failures";

  private final Map<String, Reach> reached = new TreeMap<>();

  private final Map<String, Reach> reachedStatics = new HashMap<>();

  /** For each node, the names of all values that its code uses by itself. */
  private final Map<String, Set<String>> named = new HashMap<>();

  /** For each node, the mutable values that its code uses by itself. */
  private final Map<String, Map<String, Changes>> usedBy = new HashMap<>();

  private final ObjectCode objects;

  /** For each node, what the code of the objects may use that it makes. */
  private final Map<String, CodeUse> code = new HashMap<>();

  /** For each value, what code of the objects may use that it leads to. */
  private final Map<String, CodeUse> codeIn = new HashMap<>();

  /** For each value, what code of the objects may use that runs when the value is only read. */
  private final Map<String, CodeUse> codeWhenRead = new HashMap<>();

  private final ClassLoader loader;

  /**
   * The changes that a node may make.
   *
   * @param itself whether it may change a value
   * @param inside whether it may change what the value leads to
   */
  record Changes(boolean itself, boolean inside) {
    Changes or(Changes other) {
      return new Changes(itself || other.itself, inside || other.inside);
    }
  }

  /**
   * A value of the surroundings.
   *
   * @param inside whether this is about the objects it refers to, without itself
   */
  record Part(String name, boolean inside) {
    /** Returns whether only the code that handles failures is known to use the value. */
    boolean isOfHandler() {
      return name.equals(HANDLER);
    }
  }

  Surroundings(
      Graph graph, Bindings bindings, Mutability mutability, ClassLoader loader, Object handler) {
    this.loader = loader;
    this.objects = new ObjectCode(graph, bindings, loader, this::reachOf);
    reach(SETTINGS.name(), new StringBuilder());
    reached.get(SETTINGS.name()).leadsToSettings = true;
    reach(JdkSettings.LOGGING, List.copyOf(Loggers.code()));
    reach(JdkSettings.THREAD_VARIABLE, new StringBuilder());
    reached.get(JdkSettings.THREAD_VARIABLE).hasVariableOfThreads = true;
    reach(HANDLER, handler);
    reach(JdkSettings.PRINTING, bindings.printing());
    graph.environment().forEach(variable -> reach(variable.name(), bindings.value(variable)));
    Map<String, Map<String, Object>> used = new HashMap<>();
    for (Site site : Site.of(graph.body(), "")) {
      Node node = site.node();
      used.computeIfAbsent(node.id(), id -> used(node, bindings, mutability, loader));
    }
    used.values().forEach(values -> values.forEach(this::reach));
    findCode(graph, mutability, used);
    used.forEach((id, values) -> named.put(id, values.keySet()));
    seeThroughAliases();
    List<Node> unknown = new ArrayList<>();
    for (Site site : Site.of(graph.body(), "")) {
      Node node = site.node();
      if (node instanceof Call call && call.implementation() instanceof JavaMethod method) {
        Summary summary = mutability.summary(call, method);
        if (summary.usesAnyStatics()) {
          unknown.add(node);
        }
        for (String name : used.get(node.id()).keySet()) {
          boolean changes = summary.statics().changed().contains(name);
          boolean inside = summary.statics().changedInside().contains(name);
          use(node, name, new Changes(changes, inside));
        }
      } else {
        for (String name : used.get(node.id()).keySet()) {
          boolean changes = effect(node).mayChange();
          use(node, name, new Changes(changes, changes));
        }
      }
      CodeUse own = codeOf(node.id());
      if (own.any()) {
        unknown.add(node);
      }
      own.statics().forEach(name -> use(node, name, changes(own, name)));
    }
    useHandler(graph, unknown);
    unknown.forEach(this::useAll);
  }

  /** Notes that each node may fail, and run the code that handles failures. */
  private void useHandler(Graph graph, List<Node> unknown) {
    CodeUse handler = codeIn(HANDLER);
    for (Site site : Site.of(graph.body(), "")) {
      use(site.node(), HANDLER, new Changes(true, true));
      handler.statics().forEach(name -> use(site.node(), name, changes(handler, name)));
      if (handler.any()) {
        unknown.add(site.node());
      }
    }
  }

  /** Finds the static fields that code of objects uses. */
  private void findCode(Graph graph, Mutability mutability, Map<String, Map<String, Object>> used) {
    Set<String> ofFunctions = new HashSet<>();
    for (Site site : Site.of(graph.body(), "")) {
      Node node = site.node();
      code.computeIfAbsent(node.id(), id -> findCode(node, mutability, used.get(id)));
      if (code(node) == null && used.containsKey(node.id())) {
        ofFunctions.addAll(used.get(node.id()).keySet());
      }
    }
    reached.forEach((name, reach) -> {
      codeIn.put(
          name,
          ofFunctions.contains(name) ? objects.of(reach.code()) : objects.ofGiven(reach.code()));
      codeWhenRead.put(name, objects.ofGiven(reach.codeWhenRead()));
    });
    List<CodeUse> all = new ArrayList<>(code.values());
    all.addAll(codeIn.values());
    all.addAll(codeWhenRead.values());
    all.forEach(use -> use.statics().forEach(this::reachStatic));
    all.forEach(use -> use.written().forEach(this::reachClass));
  }

  private CodeUse findCode(Node node, Mutability mutability, Map<String, Object> used) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return code(node) == null ? CodeUse.NONE : findCode(node, used);
    }
    Summary summary = mutability.summary(call, method);
    CodeUse use = summary.code();
    for (String name : summary.statics().called()) {
      use = use.or(objects.of(reachOf(name).code()));
    }
    return objects.whole(use);
  }

  /**
   * Finds what code of objects may use that other code than that of a Java function uses or makes:
   * it may call what is in a global variable, and all methods of a class that it names.
   */
  private CodeUse findCode(Node node, Map<String, Object> used) {
    CodeUse use = CodeUse.NONE;
    for (String name : used.keySet()) {
      if (isCode(name) || effect(node).mayChange()) {
        use = use.or(objects.ofGiven(reached.get(name).code()));
      }
      if (used.get(name) instanceof Class<?> type) {
        use = use.or(objects.ofNamed(type));
      }
    }
    return use;
  }

  /** Returns what code of the objects may use that a node makes. */
  CodeUse codeOf(String node) {
    return code.getOrDefault(node, CodeUse.NONE);
  }

  /** Returns what code of the objects may use that a value leads to. */
  CodeUse codeIn(String name) {
    return codeIn.getOrDefault(name, CodeUse.NONE);
  }

  /** Returns what code may use that only reads a value. */
  CodeUse codeWhenRead(String name) {
    return codeWhenRead.getOrDefault(name, CodeUse.NONE);
  }

  /** Returns the changes that code may make to what a static field holds. */
  Changes changes(CodeUse use, String name) {
    boolean writes = use.written().contains(name) || reached.get(name).changesWhenRead();
    return new Changes(
        writes || use.changed().contains(name), writes || use.changedInside().contains(name));
  }

  private Reach reachOf(String name) {
    if (reached.containsKey(name)) {
      return reached.get(name);
    }
    return reachedStatics.computeIfAbsent(name, any -> Reach.of(StaticFields.value(name, loader)));
  }

  private void reachStatic(String name) {
    reached.computeIfAbsent(name, this::reachOf);
  }

  /** Lets the static fields of a class stand for one of them, which gets other values. */
  private void reachClass(String name) {
    reached.put(name, Reach.of(StaticFields.owner(name, loader)));
  }

  /** The names of all mutable values that unknown code may come to. */
  List<String> mutableNames() {
    return reached.keySet().stream()
        .filter(name -> reached.get(name).mayBeMutable())
        .filter(name -> !name.equals(JdkSettings.THREAD_VARIABLE))
        .toList();
  }

  /** Joins immutable collections with the arrays that they were made of without a copy. */
  private void seeThroughAliases() {
    Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
    reached.values().forEach(reach -> arrays.addAll(reach.arrays()));
    reached.values().forEach(reach -> reach.seeThrough(arrays));
  }

  /** Returns the values that the code of a call or an expression uses by itself, by their names. */
  static Map<String, Object> used(
      Node node, Bindings bindings, Mutability mutability, ClassLoader loader) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return code(node) == null ? Map.of() : bindings.used(code(node));
    }
    Map<String, Object> used = new TreeMap<>();
    for (String name : mutability.summary(call, method).readStatics()) {
      used.put(name, StaticFields.value(name, loader));
    }
    return used;
  }

  /** Notes that unknown code may come to all values, through static fields. */
  private void useAll(Node node) {
    for (String name : mutableNames()) {
      note(node, name, new Changes(true, true));
    }
  }

  private void use(Node node, String name, Changes changes) {
    Reach reach = reached.get(name);
    if (reach.mayBeMutable()) {
      note(node, name, reach.changesWhenRead() ? new Changes(true, true) : changes);
    }
  }

  private void note(Node node, String name, Changes changes) {
    usedBy.computeIfAbsent(node.id(), any -> new TreeMap<>()).merge(name, changes, Changes::or);
  }

  private static Effect effect(Node node) {
    return switch (node) {
      case Expression expression -> expression.effect();
      case Call call when call.implementation() instanceof Coded coded -> coded.effect();
      default -> throw new AssertionError(node);
    };
  }

  /** Returns the name of the code of a node; null for a Java function and a node without code. */
  static String code(Node node) {
    return switch (node) {
      case Expression expression -> expression.code();
      case Call call when call.implementation() instanceof Coded coded -> coded.code();
      default -> null;
    };
  }

  private void reach(String name, Object value) {
    // The effects of what code itself holds are those of the code.
    reached.computeIfAbsent(name, any -> isCode(name) ? Reach.ofCode(value) : Reach.of(value));
  }

  /** Returns whether a name is that by which {@link Bindings#used} lists the code itself. */
  private static boolean isCode(String name) {
    return name.startsWith("what ") && name.endsWith(" holds");
  }

  /** Returns whether even code that only reads a value may change something. */
  boolean changesWhenRead(String name) {
    return reached.get(name).changesWhenRead();
  }

  /** Returns whether a value is or leads to an object that all code may have. */
  boolean leadsToSettings(String name) {
    return reached.get(name).leadsToSettings;
  }

  /** Returns whether a value is or leads to a {@link ThreadLocal}. */
  boolean hasVariableOfThreads(String name) {
    return reached.get(name).hasVariableOfThreads;
  }

  boolean isMutable(Part part) {
    return reached.get(part.name()).isMutable(part.inside());
  }

  /**
   * Returns whether a node gets a value from the surroundings, or holds it; others may get a part
   * of what code holds as the value of that code.
   */
  boolean isDirect(Part part, Node node) {
    return !isCode(part.name()) || usedBy(node).containsKey(part.name());
  }

  /** Returns whether a value is mutable without what containers may get while the flow runs. */
  boolean isMutableNow(Part part) {
    return reached.get(part.name()).isMutableNow(part.inside());
  }

  /**
   * Returns the mutable values that a node's code uses without getting them as arguments, with the
   * changes that it may make.
   */
  Map<String, Changes> usedBy(Node node) {
    return usedBy.getOrDefault(node.id(), Map.of());
  }

  /**
   * Lists the references of Clojure that nodes use.
   *
   * @param usersOf for each value, and for its contents, the nodes that use it
   */
  List<SharedReference> references(Graph graph, Map<Part, Map<Node, Use>> usersOf) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    Site.of(graph.body(), "").forEach(site -> nodes.put(site.node().id(), site.node()));
    Map<String, Set<String>> users = usersByName(nodes.values(), usersOf);
    List<SharedReference> references = new ArrayList<>();
    references()
        .forEach((reference, names) -> {
          Set<String> ids = new HashSet<>();
          names.forEach(name -> ids.addAll(users.getOrDefault(name, Set.of())));
          List<Node> of = nodes.values().stream().filter(node -> ids.contains(node.id())).toList();
          references.add(shared(reference, names, of));
        });
    return references;
  }

  /** For each value of the surroundings, mutable or not, the ids of the nodes that use it. */
  private Map<String, Set<String>> usersByName(
      Collection<Node> nodes, Map<Part, Map<Node, Use>> usersOf) {
    Map<String, Set<String>> users = new HashMap<>();
    usersOf.forEach((part, of) -> {
      Set<String> ids = users.computeIfAbsent(part.name(), any -> new HashSet<>());
      of.keySet().forEach(node -> ids.add(node.id()));
    });
    for (Node node : nodes) {
      for (String name : named.getOrDefault(node.id(), Set.of())) {
        users.computeIfAbsent(name, any -> new HashSet<>()).add(node.id());
      }
    }
    return users;
  }

  /** Lists the references of Clojure that values lead to, with the names of these values. */
  private Map<Object, Set<String>> references() {
    Map<Object, Set<String>> references = new IdentityHashMap<>();
    reached.forEach((name, reach) ->
        reach
            .references()
            .keySet()
            .forEach(one -> references.computeIfAbsent(one, any -> new TreeSet<>()).add(name)));
    return references;
  }

  /** Describes a reference by the best of the names that lead to it. */
  private SharedReference shared(Object reference, Set<String> names, List<Node> users) {
    String itself =
        names.stream().filter(name -> reached.get(name).isOf(reference)).findFirst().orElse(null);
    String name = itself == null ? names.iterator().next() : itself;
    Object content = reached.get(name).references().get(reference);
    return new SharedReference(reference, content, name, itself != null, users);
  }

  /** Groups values that have a mutable object in common. */
  List<Set<Part>> together(Collection<Part> parts) {
    List<Set<Part>> groups = new ArrayList<>();
    for (Part part : parts) {
      Set<Part> joined = new LinkedHashSet<>();
      for (Set<Part> group : List.copyOf(groups)) {
        if (group.stream().anyMatch(other -> meet(other, part))) {
          joined.addAll(group);
          groups.remove(group);
        }
      }
      joined.add(part);
      groups.add(joined);
    }
    return groups;
  }

  private boolean meet(Part a, Part b) {
    return reached.get(a.name()).meets(a.inside(), reached.get(b.name()), b.inside());
  }
}
