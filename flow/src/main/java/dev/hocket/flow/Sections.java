package dev.hocket.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Says which functions share a section. A section runs its functions one after the other, in
 * parallel with other sections. It is a setting of a deployment, not of the program.
 *
 * @param rule what becomes of functions that no pattern matches
 * @param patterns regular expressions, a list for each section; each matches the whole name of a
 *     function, and then all its calls, or the whole id of a call, as in {@code load#2}, or those
 *     of a copy, as in {@code load/2}
 */
public record Sections(Rest rule, List<List<String>> patterns) {
  /** Where functions run that no pattern matches. */
  public enum Rest {
    /** They are refused. */
    REFUSED,
    /** All share one section. */
    TOGETHER,
    /** Each function has a section of its own. */
    APART,
    /**
     * Each function that may block has a section of its own; every other shares the section of the
     * function before it.
     */
    BY_BLOCKING
  }

  /** Takes copies of the lists. */
  public Sections {
    patterns = patterns.stream().map(List::copyOf).toList();
  }

  /**
   * One section for all.
   *
   * @return the mapping
   */
  public static Sections single() {
    return new Sections(Rest.TOGETHER, List.of());
  }

  /**
   * A section for each call.
   *
   * @return the mapping
   */
  public static Sections perFunction() {
    return new Sections(Rest.APART, List.of());
  }

  /**
   * Gives each call that may block a section of its own; every other call shares the section of the
   * call before it.
   *
   * @return the mapping
   */
  public static Sections io() {
    return new Sections(Rest.BY_BLOCKING, List.of());
  }

  /**
   * Lists the sections by patterns; every function must match one.
   *
   * @param patterns as in {@code [["acc.*"], ["read.*", "par.*"]]}
   * @return the mapping
   */
  public static Sections of(Collection<? extends Collection<String>> patterns) {
    return new Sections(Rest.REFUSED, patterns.stream().map(List::copyOf).toList());
  }

  /**
   * Gives each call that no pattern matches a section of its own.
   *
   * @return a changed mapping
   */
  public Sections restPerFunction() {
    return new Sections(Rest.APART, patterns);
  }

  /**
   * The section of each call.
   *
   * @param sites calls only
   * @return numbers of sections, in the order of the calls
   */
  Map<Site, Integer> assign(Position position, List<Site> sites) {
    List<List<Pattern>> compiled = compiled(position);
    boolean[][] used = new boolean[patterns.size()][];
    for (int i = 0; i < used.length; i++) {
      used[i] = new boolean[patterns.get(i).size()];
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
                    .map(i -> patterns.get(i).toString())
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
    for (List<String> section : patterns) {
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
                  + patterns.get(i).get(j)
                  + "\" matches no function; there are "
                  + listed(sites));
        }
      }
    }
  }

  private void assignRest(
      Position position, List<Site> rest, List<Site> sites, Map<Site, Integer> assigned) {
    if (rule == Rest.REFUSED && !rest.isEmpty()) {
      throw new FlowException(
          position,
          "no section is named for "
              + listed(rest)
              + "; there are "
              + listed(sites)
              + ". Add patterns, or give the rest sections of their own");
    }
    int next = patterns.size();
    int last = -1;
    for (Site site : rest) {
      boolean own = rule == Rest.APART || last < 0 || rule == Rest.BY_BLOCKING && site.isBlocking();
      int section = own ? next++ : last;
      assigned.put(site, section);
      // A call after one that may block gets a section of its own, so that it does not wait for
      // that thread.
      last = rule == Rest.BY_BLOCKING && site.isBlocking() ? -1 : section;
    }
  }

  private static String listed(List<Site> sites) {
    return sites.stream().map(Site::id).distinct().collect(Collectors.joining(", "));
  }
}
