package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of an algorithm that an automatic mapping may give a section of their own, in the order
 * of the program: a call, a branch, loop or collection with all that is in it, one copy of several.
 * Sources that do not block are one part, so that a loop can call them.
 */
public final class Units {
  private final List<List<Site>> units = new ArrayList<>();
  private final Map<String, Integer> byId = new HashMap<>();

  private Units() {}

  /** Finds the parts of a graph; those with nodes that share a value are one. */
  public static Units of(Graph graph, List<Group> groups) {
    Units units = new Units();
    List<Site> sources = new ArrayList<>();
    for (Node node : graph.body().nodes()) {
      if (node instanceof Call call
          && call.implementation().source()
          && !call.implementation().blocking()) {
        sources.add(new Site(call, ""));
      }
    }
    units.add(sources);
    for (Node node : graph.body().nodes()) {
      if (node instanceof Replicate copies) {
        for (int i = 1; i <= copies.copies(); i++) {
          units.add(Site.of(copies.body(), "/" + i));
        }
      } else {
        units.add(Site.of(node, "").stream().filter(site -> !sources.contains(site)).toList());
      }
    }
    groups.forEach(units::unite);
    units.units.removeIf(unit -> unit.stream().noneMatch(site -> site.node() instanceof Call));
    units.number();
    return units;
  }

  /** Plain code is done by the part before it. */
  private void add(List<Site> sites) {
    boolean plain = sites.stream().noneMatch(site -> site.node() instanceof Call);
    if (plain && !units.isEmpty()) {
      units.getLast().addAll(sites);
    } else {
      units.add(new ArrayList<>(sites));
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

  /** Whether a function of the part is declared to block. */
  public boolean isBlocking(int unit) {
    return units.get(unit).stream().anyMatch(Site::isBlocking);
  }
}
