package dev.hocket.plan.requests;

import dev.hocket.plan.measure.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request, and its way through the program.
 *
 * @param id the number that all of its parts have
 * @param parts its parts, each after the one that began it
 * @param more how many parts are left out, because there are too many
 * @param uncounted how many waits are left out, the shorter ones
 */
public record Request(long id, List<Part> parts, int more, int uncounted) {
  /** The most waits of one request that are kept: some megabytes. */
  public static final int MOST_WAITS = 20_000;

  /**
   * Puts the parts in order: each is followed by those that it began, in the order of time.
   *
   * @param id the request's number
   * @param parts one or more parts, in any order
   * @param more the number of parts that are left out
   * @param uncounted the number of waits that are left out
   * @return the request
   */
  public static Request of(long id, List<Part> parts, int more, int uncounted) {
    List<Part> sorted = new ArrayList<>(parts);
    sorted.sort(Comparator.comparingLong(Part::arrival).thenComparingLong(Part::id));
    Map<Long, List<Part>> children = new HashMap<>();
    Set<Long> known = new HashSet<>();
    sorted.forEach(part -> known.add(part.id()));
    List<Part> first = new ArrayList<>();
    for (Part part : sorted) {
      boolean hasParent = known.contains(part.parent()) && part.parent() != part.id();
      (hasParent ? children.computeIfAbsent(part.parent(), one -> new ArrayList<>()) : first)
          .add(part);
    }
    List<Part> ordered = new ArrayList<>();
    // A list as a stack, because a chain of processes may be as long as the recording.
    List<Part> open = new ArrayList<>(first.reversed());
    while (!open.isEmpty()) {
      Part part = open.removeLast();
      ordered.add(part);
      open.addAll(children.getOrDefault(part.id(), List.of()).reversed());
    }
    return new Request(id, List.copyOf(ordered), more, uncounted);
  }

  /**
   * The part with which it began.
   *
   * @return the first part, unless that began before the recording
   */
  public Part first() {
    return parts.stream().filter(part -> part.id() == id).findFirst().orElse(parts.getFirst());
  }

  /**
   * The time from its begin until its last part had ended.
   *
   * @return nanoseconds since 1970
   */
  public Span span() {
    long start = parts.stream().mapToLong(Part::arrival).min().orElse(0);
    long end = parts.stream().mapToLong(part -> part.span().end()).max().orElse(0);
    return new Span(start, end);
  }

  /**
   * Counts for each part the parts around it.
   *
   * @return the depth of each part, in the order of the parts; 0 for one that no part began
   */
  public List<Integer> depths() {
    Map<Long, Integer> depths = new HashMap<>();
    List<Integer> all = new ArrayList<>();
    for (Part part : parts) {
      Integer around = part.parent() == part.id() ? null : depths.get(part.parent());
      int depth = around == null ? 0 : around + 1;
      depths.put(part.id(), depth);
      all.add(depth);
    }
    return all;
  }
}
