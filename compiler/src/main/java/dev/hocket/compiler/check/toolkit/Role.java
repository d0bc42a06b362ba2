package dev.hocket.compiler.check.toolkit;

/**
 * What a type is for a toolkit.
 *
 * @param toolkit the toolkit
 * @param kind which part of it
 */
record Role(Toolkit toolkit, Kind kind) {
  /** The parts of a toolkit, the strictest first: a type may be several. */
  enum Kind {
    /** A component, a node, a window: what the user sees. */
    VIEW,
    /** What a component shows, such as the rows of a table. */
    MODEL,
    /** A collection that components observe. */
    COLLECTION
  }
}
