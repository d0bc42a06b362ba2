package dev.hocket.compiler.check;

import java.util.Set;

/**
 * The tags in files of a program that are not checked now.
 *
 * @param given those of blocks
 * @param awaited those that something waits for, or cancels
 */
public record OtherTags(Set<String> given, Set<String> awaited) {
  /** There are no other files. */
  public static final OtherTags NONE = new OtherTags(Set.of(), Set.of());
}
