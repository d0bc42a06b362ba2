package dev.hocket.flow;

/** What a section does when it finds no packet. */
public enum Waiting {
  /** It gives its thread back at once, and is submitted again when there is one. */
  BLOCKING,
  /** It looks again for some microseconds before it gives its thread back. */
  SPINNING,
  /** It lets other threads run a few times, and looks again, before it gives its thread back. */
  YIELDING
}
