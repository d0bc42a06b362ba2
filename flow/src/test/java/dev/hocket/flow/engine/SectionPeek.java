package dev.hocket.flow.engine;

/** Lets tests of other packages look into a section. */
public final class SectionPeek {
  private SectionPeek() {}

  /** Returns whether no thread runs the section. */
  public static boolean isIdle(Section section) {
    return section.thread() == null;
  }
}
