package dev.hocket.flow.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sections of a run, with the admission that begins their packets. A run that is re-mapped has
 * one deployment after the other, and no packet is in two of them.
 */
public final class Deployment {
  private final List<Section> sections;
  private final Admission admission;

  /** The section in which packets end. */
  private final Section end;

  private final AtomicInteger ended = new AtomicInteger();

  /** Whether the run no longer needs it; its sections have handled all their packets. */
  private volatile boolean retired;

  public Deployment(List<Section> sections, Admission admission, Section end) {
    this.sections = List.copyOf(sections);
    this.admission = admission;
    this.end = end;
  }

  public List<Section> sections() {
    return sections;
  }

  public Admission admission() {
    return admission;
  }

  /**
   * Generates code with timed calls for the sections that have none; they may run meanwhile. One
   * thread at a time calls this.
   */
  public void makeTimed() {
    sections.forEach(Section::makeTimed);
  }

  Section end() {
    return end;
  }

  /** Takes over from a quiet deployment that has handled a number of packets. */
  void continueFrom(Deployment before, long packets) {
    admission.continueAt(packets);
    for (Drawing drawing : drawings()) {
      for (Drawing former : before.drawings()) {
        if (former.call == drawing.call) {
          drawing.continueFrom(former);
        }
      }
    }
  }

  private List<Drawing> drawings() {
    return sections.stream().flatMap(section -> section.drawings().stream()).toList();
  }

  void wake() {
    sections.forEach(Section::wake);
  }

  void cancel() {
    sections.forEach(section -> section.drain().cancel());
  }

  /** Counts sections that will never run again; returns whether all are counted. */
  boolean countEnded() {
    return ended.incrementAndGet() == sections.size();
  }

  void retire() {
    retired = true;
    cancel();
  }

  boolean isRetired() {
    return retired;
  }

  /** Returns whether no thread runs one of its sections, now or ever. */
  boolean isQuiet() {
    return sections.stream().allMatch(Section::isQuiet);
  }
}
