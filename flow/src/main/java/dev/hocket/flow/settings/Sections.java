package dev.hocket.flow.settings;

import java.util.Collection;
import java.util.List;

/**
 * Decides which functions share a section. A section runs its functions one after the other, in
 * parallel with other sections. It is a setting of a deployment, not of the program.
 *
 * @param rule the sections of functions that no pattern matches
 * @param patterns regular expressions, a list for each section; each matches the whole name of a
 *     function (all its calls), the whole id of a call, as in {@code load#2}, or the calls of a
 *     copy, as in {@code load/2}
 */
public record Sections(Rest rule, List<List<String>> patterns) {
  /** The sections of functions that no pattern matches. */
  public enum Rest {
    /** Such functions are refused. */
    REFUSED,
    /** All such functions share one section. */
    TOGETHER,
    /** Each such function has a section of its own. */
    APART,
    /**
     * Each function that may block has a section of its own; every other shares the section of the
     * function before it.
     */
    BY_BLOCKING,
    /** Measurements decide, and change the sections while the flow runs. */
    AUTOMATIC
  }

  /** Takes copies of the lists. */
  public Sections {
    patterns = patterns.stream().map(List::copyOf).toList();
    if (rule == Rest.AUTOMATIC && !patterns.isEmpty()) {
      throw new IllegalArgumentException(
          "automatic sections with patterns " + patterns + "; use one or the other");
    }
  }

  /**
   * Puts all calls into one section, which handles one packet after the other if the flow has no
   * asynchronous function, and no arc inside the section holds several packets.
   *
   * @return the mapping
   */
  public static Sections single() {
    return new Sections(Rest.TOGETHER, List.of());
  }

  /**
   * Gives each call a section of its own.
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
   * Lets measurements decide which calls share a section; this is the default. Each call that may
   * wait, judged by its code, has its own section, so that it delays no other; the others begin in
   * one section. While the flow runs, a clock samples its sections. A section that limits the flow
   * is divided; sections are joined if handing packets over costs more than it gains. A costly call
   * without state that never waits is copied while processors are free; packets whose values may
   * change go to one of the copies, in order. No packet is lost or handled twice, and functions
   * keep their state and their order. Some flows have a section for each call instead, and keep it:
   * one of several sources of which one may wait; a publisher; one with a call that may wait and
   * arcs that hold fewer packets than may be in flight; and one without a source, whose collections
   * are handled in chunks where nothing prevents it.
   *
   * @return the mapping
   */
  public static Sections automatic() {
    return new Sections(Rest.AUTOMATIC, List.of());
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
}
