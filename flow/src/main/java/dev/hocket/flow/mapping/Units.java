package dev.hocket.flow.mapping;

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

  /** The nodes that share a value with others. */
  private final Set<String> grouped = new HashSet<>();

  private Units(Graph graph, PromptNodes.Found found) {
    this.graph = graph;
    this.found = found;
  }

  /** Finds the parts of a graph; those with nodes that share a value are one. */
  public static Units of(Graph graph, List<Group> groups, PromptNodes.Found found) {
    Units units = new Units(graph, found);
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
   * shares nothing and changes no argument. Two packets or elements may have one object as their
   * value.
   */
  public Set<Integer> copyable() {
    Set<Integer> copyable = new HashSet<>();
    for (int unit = 0; unit < units.size(); unit++) {
      List<Site> calls = calls(unit);
      Site first = calls.getFirst();
      if (calls.size() == 1
          && first.node() instanceof Call call
          && first.copy().isEmpty()
          && !call.implementation().stateful()
          && !isSource(first)
          && !found.apart().contains(call.id())
          && !found.changing().contains(call.id())
          && !grouped.contains(call.id())) {
        copyable.add(unit);
      }
    }
    return copyable;
  }

  /** The graph with the copies of a division. */
  public Graph divided(Division division) {
    Map<String, Integer> copies = new HashMap<>();
    division
        .copies()
        .forEach((unit, times) -> copies.put(calls(unit).getFirst().node().id(), times));
    return Copies.of(graph, copies);
  }

  /** Returns whether all sources are in one part, so that packets can begin in one section. */
  public boolean haveOneBeginning() {
    return units.stream().filter(unit -> unit.stream().anyMatch(Units::isSource)).count() == 1;
  }
}
