package dev.hocket.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A name that blocks share in the whole program, so that any code can wait for all of them (paper
 * 1, section 3.2.2, {@code name_as} and {@code wait}).
 *
 * <p>Tags are made on first use and exist forever; their names are in the source, so there are few.
 * A block that completes leaves its tag at once; one that fails or is cancelled stays until a wait
 * claims its failure.
 *
 * <pre>{@code
 * Target worker = Targets.of("worker");
 * for (String name : List.of("a", "b")) {
 *   worker.submit(Tag.of("greeting"), "greet " + name, () -> System.out.println("hello " + name));
 * }
 * Tag.await("the end", "greeting");
 * }</pre>
 */
public final class Tag {
  /** The number of other failures that a thrown failure may name; it may be thrown repeatedly. */
  static final int MOST_SUPPRESSED = 1_000;

  /**
   * The number of unclaimed failures that one scope of a tag keeps; others go to the target's
   * uncaught handler at once.
   */
  static final int MOST_UNCLAIMED = 1_000;

  private static final Map<String, Tag> ALL = new ConcurrentHashMap<>();

  private final String name;
  private final TagScope program = new TagScope(this, null);

  /** The failures of all scopes that no wait has claimed. Guarded by this object. */
  private final Set<Block> unclaimed = new LinkedHashSet<>();

  private Tag(String name) {
    this.name = name;
  }

  /**
   * Returns the tag of a name.
   *
   * @param name the name
   * @return always the same tag for the same name
   */
  public static Tag of(String name) {
    Tag tag = ALL.get(Objects.requireNonNull(name, "name"));
    return tag != null ? tag : ALL.computeIfAbsent(name, Tag::new);
  }

  /**
   * Waits until every block created under one of these tags before this call has ended, anywhere in
   * the program; returns at once if there is none. This method throws their failures, except those
   * that a wait of a {@link TagScope} can still claim: the first as the original object, with the
   * others suppressed in it. A block that was cancelled before it began counts as failed with a
   * {@link CancellationException}; exceptions of cancelled blocks come after all other failures. No
   * failure reaches two waits. {@link Block#join} describes how a thread waits.
   *
   * @param label the position of the wait in the source
   * @param names the tags
   * @throws CancellationException if the calling thread is interrupted, whose interrupt status is
   *     then set again; the blocks continue and no failure is claimed. Also if a block was
   *     cancelled before it began
   * @throws DeadlockException if called by a block of one of the tags, or if the blocks wait for
   *     the caller in some other way
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public static void await(String label, String... names) {
    TagScope.await(label, programs(names));
  }

  /**
   * Waits as {@link #await(String, String...)} in a handler that can be suspended, for code that
   * Hocket compiled. Instead of waiting it frees its thread, and continues when the blocks have
   * ended. On a thread of no target it waits.
   *
   * @param label the position of the wait in the source
   * @param names the tags
   * @param coroutine the calling handler; suspended on return unless there is nothing to wait for
   * @throws CancellationException if the calling thread is interrupted, whose interrupt status is
   *     then cleared: a handler gets a cancel once
   * @throws DeadlockException if the blocks wait for the caller
   */
  public static void await(String label, String[] names, Coroutine coroutine) {
    TagScope.await(label, programs(names), coroutine);
  }

  private static TagScope[] programs(String[] names) {
    return Arrays.stream(names).map(name -> of(name).program).toArray(TagScope[]::new);
  }

  /**
   * Cancels every block created under this tag so far: see {@link Block#cancel}. A later wait for
   * the tag reports the cancel; without a wait, the cancel is no failure.
   *
   * @return the number of blocks that will never run
   */
  public int cancel() {
    int cancelled = 0;
    // The latest first, so that a thread which a cancelled block leaves does not begin another
    // block of the tag.
    for (Block block : program.running().reversed()) {
      if (block.cancel()) {
        cancelled++;
      }
    }
    return cancelled;
  }

  /**
   * Returns the scope of the whole program, for which {@link #await(String, String...)} waits.
   *
   * @return the scope that is around all others of this tag, and never ends
   */
  public TagScope program() {
    return program;
  }

  /**
   * The name.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The failures of the tag that no wait has claimed; guarded by this. */
  Set<Block> unclaimed() {
    return unclaimed;
  }

  /** Returns the failures of all tags that no wait has claimed. */
  static List<Block> allUnclaimed() {
    List<Block> blocks = new ArrayList<>();
    for (Tag tag : ALL.values()) {
      synchronized (tag) {
        blocks.addAll(tag.unclaimed);
      }
    }
    return blocks;
  }
}
