package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The parts of an algorithm that an automatic mapping may give a section of their own, in the order
 * of the program: calls, each in each copy, with the plain code after them. Sources that never wait
 * are one part, so that a loop can call them.
 */
public final class Units {
  private final List<List<Site>> units = new ArrayList<>();
  private final Map<String, Integer> byId = new HashMap<>();
  private final Graph graph;
  private final PromptNodes.Found found;
  private final Supplier<Ownership> owning;
  private Ownership ownership;

  /** The nodes that share a value with others. */
  private final Set<String> grouped = new HashSet<>();

  private Units(Graph graph, PromptNodes.Found found, Supplier<Ownership> owning) {
    this.graph = graph;
    this.found = found;
    this.owning = owning;
  }

  /** Finds the parts of a graph; those with nodes that share a value are one. */
  public static Units of(
      Graph graph,
      Bindings bindings,
      ClassLoader loader,
      List<Group> groups,
      PromptNodes.Found found) {
    Units units = new Units(graph, found, () -> new Ownership(graph, bindings, loader));
    List<Site> all = Site.of(graph.body(), "");
    List<Site> sources =
        all.stream()
            .filter(site -> isSource(site) && !found.apart().contains(site.node().id()))
            .toList();
    units.units.add(new ArrayList<>(sources));
    all.stream().filter(site -> !sources.contains(site)).forEach(units::add);
    groups.forEach(units::unite);
    groups.forEach(group -> units.grouped.addAll(group.nodes()));
    units.units.removeIf(unit -> unit.stream().noneMatch(site -> site.node() instanceof Call));
    units.number();
    return units;
  }

  private static boolean isSource(Site site) {
    return site.node() instanceof Call call && call.implementation().source();
  }

  /** Adds a node; plain code belongs to the part before it. */
  private void add(Site site) {
    if (site.node() instanceof Call) {
      units.add(new ArrayList<>(List.of(site)));
    } else {
      units.getLast().add(site);
    }
  }

  private void unite(Group group) {
    List<List<Site>> members =
        units.stream()
            .filter(unit -> unit.stream().anyMatch(s -> group.nodes().contains(s.node().id())))
            .toList();
    for (List<Site> member : members) {
      if (member != members.getFirst()) {
        members.getFirst().addAll(member);
        units.removeIf(unit -> unit == member);
      }
    }
  }

  private void number() {
    for (int unit = 0; unit < units.size(); unit++) {
      for (Site site : units.get(unit)) {
        byId.put(site.id(), unit);
        byId.putIfAbsent(site.node().id(), unit);
      }
    }
  }

  public int count() {
    return units.size();
  }

  /** The calls of a part. */
  public List<Site> calls(int unit) {
    return units.get(unit).stream().filter(site -> site.node() instanceof Call).toList();
  }

  /** The part of a call with its copy, or of an expression; -1 if there is none. */
  public int of(String id) {
    return byId.getOrDefault(id, -1);
  }

  /** The parts that must be alone, because one of their functions may wait. */
  public Set<Integer> apart() {
    return having(site -> found.apart().contains(site.node().id()));
  }

  /** The parts with a function that is declared to block. */
  public Set<Integer> blocking() {
    return having(Site::isBlocking);
  }

  /** The parts with a function whose code waits. */
  public Set<Integer> waiting() {
    return having(site -> found.blocking().contains(site.node().id()));
  }

  private Set<Integer> having(Predicate<Site> wanted) {
    return IntStream.range(0, units.size())
        .filter(unit -> units.get(unit).stream().anyMatch(wanted))
        .boxed()
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The parts of which there may be several copies: one function without state that never waits,
   * shares nothing and changes no argument, of arguments that may be constant.
   */
  public Set<Integer> copyable() {
    return IntStream.range(0, units.size())
        .filter(unit -> isCandidate(unit) && uncopied(call(unit)) == null)
        .boxed()
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether a part is one function without state, which copies could share. */
  private boolean isCandidate(int unit) {
    List<Site> calls = calls(unit);
    Site first = calls.getFirst();
    return calls.size() == 1
        && first.copy().isEmpty()
        && !call(unit).implementation().stateful()
        && !isSource(first)
        && !found.apart().contains(first.node().id());
  }

  private Call call(int unit) {
    return (Call) calls(unit).getFirst().node();
  }

  /** Says why a function without state has no copies; null if it may have some. */
  private String uncopied(Call call) {
    if (found.changing().contains(call.id())) {
      return "it may change what it gets";
    }
    if (grouped.contains(call.id())) {
      return "it shares a value that another function may change";
    }
    Object changing = ownership().changingInCode(call, false);
    for (Argument argument : ownership().doubtful(call)) {
      changing = changing == null ? ownership().changing(argument) : changing;
    }
    return changing == null
        ? null
        : "it gets a " + changing.getClass().getName() + ", which may change";
  }

  private synchronized Ownership ownership() {
    if (ownership == null) {
      ownership = owning.get();
    }
    return ownership;
  }

  /** Says of functions why they have no copies, or when they use them, by the ids of the calls. */
  public Map<String, String> notes() {
    Map<String, String> notes = new HashMap<>();
    for (int unit = 0; unit < units.size(); unit++) {
      if (isCandidate(unit)) {
        Call call = call(unit);
        String why = uncopied(call);
        if (why != null) {
          notes.put(call.id(), "is not copied: " + why);
        } else if (!ownership().doubtful(call).isEmpty()) {
          notes.put(call.id(), "values that may change go to its first copy, in order");
        }
      }
    }
    return notes;
  }

  /** The graph with the copies of a division. */
  public Graph divided(Division division) {
    Map<String, Integer> copies = new HashMap<>();
    division.copies().forEach((unit, times) -> copies.put(call(unit).id(), times));
    return copies.isEmpty() ? graph : Copies.of(graph, copies, ownership());
  }

  /** Returns whether all sources are in one part, so that packets can begin in one section. */
  public boolean haveOneBeginning() {
    return units.stream().filter(unit -> unit.stream().anyMatch(Units::isSource)).count() == 1;
  }
}
