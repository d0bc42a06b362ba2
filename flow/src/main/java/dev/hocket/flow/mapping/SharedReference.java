package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Node;
import dev.hocket.flow.walk.Site;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A reference of Clojure, such as an atom, in a value of the surroundings that nodes use.
 *
 * @param reference the atom, ref, agent or Var
 * @param content what it had when the surroundings were looked at
 * @param name the value of the surroundings that leads to it
 * @param isName whether that value is the reference itself
 * @param users the nodes that use it, in the order of the program
 */
public record SharedReference(
    Object reference, Object content, String name, boolean isName, List<Node> users) {
  private static final int MOST_NAMED = 4;

  /** Describes a reference inside this one, which has come while the flow runs. */
  SharedReference inside(Object other) {
    return new SharedReference(other, null, name, false, users);
  }

  /** Names the users, for messages. */
  String said() {
    String first =
        users.stream().limit(MOST_NAMED).map(Mapping::said).collect(Collectors.joining(" and "));
    return first + (users.size() > MOST_NAMED ? " and others" : "");
  }

  /**
   * Returns whether nodes that use the reference may run at a time.
   *
   * @param all all sites of the graph
   * @param mapping the sections; the first ones if measurements may change them
   * @param mayChange whether measurements may change them
   */
  public boolean isUsedAtATime(List<Site> all, Mapping mapping, boolean mayChange) {
    Set<String> ids = users.stream().map(Node::id).collect(Collectors.toSet());
    List<Site> sites = all.stream().filter(site -> ids.contains(site.node().id())).toList();
    return sites.size() > 1
        && mapping.groups().stream().noneMatch(group -> Set.copyOf(group.nodes()).containsAll(ids))
        && (mayChange || !mapping.isOneSection(sites));
  }
}
