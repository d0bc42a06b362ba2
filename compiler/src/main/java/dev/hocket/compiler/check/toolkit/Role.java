package dev.hocket.compiler.check.toolkit;

/**
 * The role of a type in a toolkit.
 *
 * @param toolkit the toolkit that the type belongs to
 * @param kind the part of the toolkit that it is
 */
record Role(Toolkit toolkit, Kind kind) {
  /** The parts of a toolkit, strictest first. A type may be several parts. */
  enum Kind {
    /** A component, node or window that the user sees. */
    VIEW,
    /** The data that a component shows, such as the rows of a table. */
    MODEL,
    /** A collection that components observe. */
    COLLECTION
  }
}
