package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Assigns calls to the sections that the patterns of {@link Sections} ask for. */
final class Assignment {
  private final Sections sections;

  private Assignment(Sections sections) {
    this.sections = sections;
  }

  /**
   * The section of each call.
   *
   * @param sites calls only
   * @return numbers of sections, in the order of the calls
   */
  static Map<Site, Integer> of(Sections sections, Position position, List<Site> sites) {
    return new Assignment(sections).of(position, sites);
  }

  private Map<Site, Integer> of(Position position, List<Site> sites) {
    List<List<Pattern>> compiled = compiled(position);
    boolean[][] used = new boolean[sections.patterns().size()][];
    for (int i = 0; i < used.length; i++) {
      used[i] = new boolean[sections.patterns().get(i).size()];
    }
    Map<Site, Integer> assigned = new LinkedHashMap<>();
    List<Site> rest = new ArrayList<>();
    for (Site site : sites) {
      List<Integer> found = matching(site, compiled, used);
      if (found.size() > 1) {
        throw new FlowException(
            site.node().position(),
            site.id()
                + " matches patterns of "
                + found.size()
                + " sections: "
                + found.stream()
                    .map(i -> sections.patterns().get(i).toString())
                    .collect(Collectors.joining(" and "))
                + "; narrow all but one");
      }
      if (found.isEmpty()) {
        rest.add(site);
      } else {
        assigned.put(site, found.getFirst());
      }
    }
    refuseUnused(position, used, sites);
    assignRest(position, rest, sites, assigned);
    return assigned;
  }

  private List<List<Pattern>> compiled(Position position) {
    List<List<Pattern>> compiled = new ArrayList<>();
    for (List<String> section : sections.patterns()) {
      List<Pattern> of = new ArrayList<>();
      for (String pattern : section) {
        try {
          of.add(Pattern.compile(pattern));
        } catch (PatternSyntaxException e) {
          throw new FlowException(
              position, "section pattern \"" + pattern + "\": " + e.getDescription());
        }
      }
      compiled.add(of);
    }
    return compiled;
  }

  private static List<Integer> matching(Site site, List<List<Pattern>> compiled, boolean[][] used) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < compiled.size(); i++) {
      boolean here = false;
      for (int j = 0; j < compiled.get(i).size(); j++) {
        Pattern pattern = compiled.get(i).get(j);
        if (site.names().stream().anyMatch(name -> pattern.matcher(name).matches())) {
          used[i][j] = true;
          here = true;
        }
      }
      if (here) {
        found.add(i);
      }
    }
    return found;
  }

  private void refuseUnused(Position position, boolean[][] used, List<Site> sites) {
    for (int i = 0; i < used.length; i++) {
      for (int j = 0; j < used[i].length; j++) {
        if (!used[i][j]) {
          throw new FlowException(
              position,
              "section pattern \""
                  + sections.patterns().get(i).get(j)
                  + "\" matches no function; there are "
                  + listed(sites));
        }
      }
    }
  }

  private void assignRest(
      Position position, List<Site> rest, List<Site> sites, Map<Site, Integer> assigned) {
    if (sections.rule() == Sections.Rest.REFUSED && !rest.isEmpty()) {
      throw new FlowException(
          position,
          "no section is named for "
              + listed(rest)
              + "; there are "
              + listed(sites)
              + ". Add patterns, or give the rest sections of their own");
    }
    int next = sections.patterns().size();
    int last = -1;
    Map<String, Integer> copies = new HashMap<>();
    for (Site site : rest) {
      if (site.copy().contains(Site.COPIED)) {
        // Chunks of elements: what a copy does shares a section.
        Integer section = copies.putIfAbsent(site.copy(), next);
        assigned.put(site, section == null ? next++ : section);
        last = -1;
        continue;
      }
      boolean own =
          sections.rule() == Sections.Rest.APART
              || sections.rule() == Sections.Rest.AUTOMATIC
              || last < 0
              || sections.rule() == Sections.Rest.BY_BLOCKING && site.isBlocking();
      int section = own ? next++ : last;
      assigned.put(site, section);
      // A call after one that may block gets a section of its own, so that it does not wait for
      // that thread.
      last = sections.rule() == Sections.Rest.BY_BLOCKING && site.isBlocking() ? -1 : section;
    }
  }

  private static String listed(List<Site> sites) {
    return sites.stream().map(Site::id).distinct().collect(Collectors.joining(", "));
  }
}
