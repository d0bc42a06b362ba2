package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps each call of a graph to its section, after bringing the calls that share a mutable value
 * together.
 */
public final class Mapping {
  private static final int MOST_NAMED = 20;

  private final Map<Site, Integer> assigned = new LinkedHashMap<>();
  private final Map<Integer, List<Site>> bySection = new HashMap<>();
  private final List<Group> groups;

  /** Calls that block although they are not declared so. */
  private final Set<Site> blocking;

  /** Calls that may wait, as far as is known. */
  private final Set<Site> waiting;

  private Mapping(List<Group> groups, Set<Site> blocking, Set<Site> waiting) {
    this.groups = groups;
    this.blocking = blocking;
    this.waiting = waiting;
  }

  /**
   * Maps the calls of a graph.
   *
   * @throws FlowException if the patterns do not fit the graph, or separate calls that share a
   *     value
   */
  public static Mapping of(Graph graph, Sections sections, List<Group> groups) {
    List<Site> all = Site.of(graph.body(), "");
    Map<Site, Integer> wanted = Assignment.of(sections, graph.position(), calls(all));
    Mapping mapping = new Mapping(groups, Set.of(), Set.of());
    mapping.assign(all, wanted, sections.patterns().size());
    return mapping;
  }

  /**
   * Maps the calls of a graph by a division, except calls that share a value.
   *
   * @param graph {@link Units#divided}
   */
  public static Mapping of(Graph graph, Units units, Division division, List<Group> groups) {
    Map<Site, Integer> wanted = new LinkedHashMap<>();
    Set<Site> blocking = new HashSet<>();
    Set<Site> waiting = new HashSet<>();
    Set<Integer> apart = units.apart();
    List<Site> all = Site.of(graph.body(), "");
    int next = division.count();
    for (Site site : calls(all)) {
      String original = Site.original(site.id());
      int unit = units.of(original);
      boolean isFirst = original.equals(site.id()) || site.copy().equals("/1");
      wanted.put(site, isFirst ? division.sections().get(unit) : next++);
      if (division.blocking().contains(unit)) {
        blocking.add(site);
      }
      if (apart.contains(unit)) {
        waiting.add(site);
      }
    }
    Mapping mapping = new Mapping(groups, blocking, waiting);
    mapping.assign(all, wanted, 0);
    return mapping;
  }

  private static List<Site> calls(List<Site> all) {
    return all.stream().filter(site -> site.node() instanceof Call).toList();
  }

  /**
   * Assigns sections.
   *
   * @param wanted the sections of the calls, before those that share a value are brought together
   * @param named the number of sections, counted from the first, that must not be combined
   */
  private void assign(List<Site> all, Map<Site, Integer> wanted, int named) {
    List<Site> calls = calls(all);
    int ofCalls = wanted.values().stream().mapToInt(section -> section + 1).max().orElse(1);
    Map<Integer, Integer> joined = new HashMap<>();
    for (Group group : groups) {
      List<Site> members =
          all.stream().filter(site -> group.nodes().contains(site.node().id())).toList();
      for (Site member : members) {
        // Plain code has no section of its own yet.
        wanted.putIfAbsent(member, Math.max(ofCalls, named) + wanted.size());
      }
      join(group, members, wanted, joined, named);
    }
    int last = calls.isEmpty() ? 0 : find(joined, wanted.get(calls.getFirst()));
    Map<Integer, Integer> settled = new HashMap<>();
    for (Site site : all) {
      if (wanted.containsKey(site)) {
        int section = find(joined, wanted.get(site));
        if (section >= Math.max(ofCalls, named)) {
          // Only plain code shares the value: it joins the call before the first of it.
          settled.putIfAbsent(section, last);
          section = settled.get(section);
        }
        assigned.put(site, section);
        bySection.computeIfAbsent(section, any -> new ArrayList<>()).add(site);
        last = section;
      }
    }
  }

  private void join(
      Group group,
      List<Site> members,
      Map<Site, Integer> wanted,
      Map<Integer, Integer> joined,
      int named) {
    Site first = members.getFirst();
    for (Site member : members) {
      int a = find(joined, wanted.get(first));
      int b = find(joined, wanted.get(member));
      if (a == b) {
        continue;
      }
      if (a < named && b < named) {
        throw new FlowException(
            member.node().position(),
            said(first)
                + " and "
                + said(member)
                + " share "
                + group.value()
                + ", which is mutable, so they must be in one section; change the patterns,"
                + " use a type that is thread-safe, or mark what only reads it with @ReadOnly");
      }
      joined.put(Math.max(a, b), Math.min(a, b));
    }
  }

  private static String said(Site site) {
    return site.node() instanceof Expression ? said(site.node()) : site.id();
  }

  /** Names a node in messages. */
  static String said(Node node) {
    return node instanceof Expression expression ? expression.label() : node.id();
  }

  private static int find(Map<Integer, Integer> joined, int section) {
    int found = section;
    while (joined.containsKey(found)) {
      found = joined.get(found);
    }
    return found;
  }

  public List<Group> groups() {
    return groups;
  }

  public int sectionOf(Group group) {
    return assigned.entrySet().stream()
        .filter(entry -> group.nodes().contains(entry.getKey().node().id()))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** Returns whether all code runs in one section. */
  public boolean isSingle() {
    return bySection.size() == 1;
  }

  /** Returns whether nodes certainly run in one section: plain code may have none of its own. */
  boolean isOneSection(Collection<Site> sites) {
    return isSingle()
        || sites.stream().allMatch(assigned::containsKey)
            && sites.stream().map(assigned::get).distinct().count() == 1;
  }

  /** The sections of the calls in a node, in their order. */
  public List<Integer> sections(Node node, String copy) {
    Set<Integer> sections = new LinkedHashSet<>();
    for (Site site : Site.of(node, copy)) {
      Integer section = assigned.get(site);
      if (section != null) {
        sections.add(section);
      }
    }
    return new ArrayList<>(sections);
  }

  /**
   * Returns whether a source shares a value with code that its packets come to. Then a packet may
   * begin only after the packet before it has ended: the source would use the value too early, and
   * while it waits, its section could not run that code.
   *
   * @param kept whether the packets keep their order; else only a source that waits matters
   */
  public boolean beginsOneByOne(Graph graph, boolean kept) {
    Set<String> sources = new HashSet<>();
    Set<String> before = new HashSet<>();
    for (Node node : graph.body().nodes()) {
      if (node instanceof Call call && call.implementation().source()) {
        if (kept || call.implementation().blocking()) {
          sources.add(call.id());
        }
      } else if (node instanceof Expression && before.containsAll(References.of(node))) {
        // The sources evaluate it.
        before.add(node.id());
      }
    }
    return groups.stream()
        .anyMatch(group ->
            group.acrossPackets()
                && group.nodes().stream().anyMatch(sources::contains)
                && group.nodes().stream()
                    .anyMatch(id -> !sources.contains(id) && !before.contains(id)));
  }

  /** Returns whether the order in which packets come into a region matters. */
  public boolean hasState(Region region) {
    return Site.of(region, "").stream()
        .anyMatch(site ->
            site.node() instanceof Call call && call.implementation().stateful()
                || groups.stream()
                    .anyMatch(g -> g.acrossPackets() && g.nodes().contains(site.node().id())));
  }

  /** The section of the first call, or 0 if there is none. */
  public int first() {
    return assigned.isEmpty() ? 0 : assigned.values().iterator().next();
  }

  public boolean isBlocking(int section) {
    return sites(section).stream().anyMatch(site -> site.isBlocking() || blocking.contains(site));
  }

  /** Returns whether a function of a section may wait, as far as is known. */
  public boolean mayWait(int section) {
    return sites(section).stream().anyMatch(waiting::contains);
  }

  /** Returns the way in which a section waits: the setting of its last arc that is not blocking. */
  public Waiting waiting(int section, Settings settings) {
    Waiting waiting = settings.arcs().waiting();
    for (Site site : sites(section)) {
      if (site.node() instanceof Call call) {
        for (Arcs input : settings.inputs(call)) {
          waiting = input.waiting() == Waiting.BLOCKING ? waiting : input.waiting();
        }
      }
    }
    return waiting;
  }

  /** Names a section by the calls in it, or by the first of them. */
  public String name(int section) {
    List<String> ids =
        sites(section).stream().filter(site -> site.node() instanceof Call).map(Site::id).toList();
    String first = ids.stream().limit(MOST_NAMED).collect(Collectors.joining(" "));
    return ids.size() <= MOST_NAMED ? first : first + " … (" + ids.size() + ")";
  }

  private List<Site> sites(int section) {
    return bySection.getOrDefault(section, List.of());
  }
}
