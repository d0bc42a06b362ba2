package dev.hocket.compiler.inspect;

/**
 * A place where a tag or a target is named.
 *
 * @param kind whether it is a tag or a target
 * @param name the name
 * @param uri the URI of the file
 * @param start the offset where the name begins
 * @param end the offset where it ends
 * @param defines whether the place defines the name: a block with the tag, or a call that creates
 *     the target
 */
public record NameUse(Kind kind, String name, String uri, int start, int end, boolean defines) {
  /** The kinds of names. */
  public enum Kind {
    /** A tag: the name that {@code name_as} gives to blocks. */
    TAG,
    /** A target, which runs blocks. */
    TARGET
  }
}
