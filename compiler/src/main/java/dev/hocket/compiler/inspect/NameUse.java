package dev.hocket.compiler.inspect;

/**
 * A place where a tag or a target is named.
 *
 * @param kind what is named
 * @param name the name
 * @param uri the file
 * @param start where the name begins
 * @param end where it ends
 * @param defines whether it is a block that has the tag, or a call that creates the target
 */
public record NameUse(Kind kind, String name, String uri, int start, int end, boolean defines) {
  /** What has names. */
  public enum Kind {
    /** A name for blocks, of {@code name_as}. */
    TAG,
    /** What runs blocks. */
    TARGET
  }
}
