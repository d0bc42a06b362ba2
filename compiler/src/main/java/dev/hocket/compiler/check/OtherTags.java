package dev.hocket.compiler.check;

import java.util.Set;

/**
 * The tags in those files of a program that are not checked in this run.
 *
 * @param given the tags of blocks
 * @param awaited the tags that a directive waits for or cancels
 */
public record OtherTags(Set<String> given, Set<String> awaited) {
  /** The value for a program without other files. */
  public static final OtherTags NONE = new OtherTags(Set.of(), Set.of());
}
