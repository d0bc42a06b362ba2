package dev.hocket.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A name that blocks share, program-wide, so that any code can wait for all of them (paper 1,
 * section 3.2.2, {@code name_as} and {@code wait}).
 *
 * <p>Tags are made on first use and never go away; their names stand in the source, so there are
 * few. A block that completes leaves its tag at once; one that fails or is cancelled stays until a
 * wait claims its failure.
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
  /** Other failures that the one a wait throws may name; it may be thrown again and again. */
  static final int MOST_SUPPRESSED = 1_000;

  /** Unclaimed failures one tag keeps; more go to the target's uncaught handler at once. */
  static final int MOST_UNCLAIMED = 1_000;

  private static final Map<String, Tag> ALL = new ConcurrentHashMap<>();

  private final String name;
  // All guarded by this; in order of creation, or of the end.
  private final Set<Block> running = new LinkedHashSet<>();
  private final Set<Block> unclaimed = new LinkedHashSet<>();

  /** Cancelled blocks, which are reported to a wait and nowhere else. */
  private final Set<Block> cancelled = new LinkedHashSet<>();

  private Tag(String name) {
    this.name = name;
  }

  /**
   * The tag of a name.
   *
   * @param name the name
   * @return always the same tag for the same name
   */
  public static Tag of(String name) {
    Tag tag = ALL.get(Objects.requireNonNull(name, "name"));
    return tag != null ? tag : ALL.computeIfAbsent(name, Tag::new);
  }

  /**
   * Waits until every block created under one of these tags before this call has ended; returns at
   * once if there is none. Their failures end here: the first is thrown, as the original object,
   * and the others are suppressed in it. A block that was cancelled before it began counts as
   * failed with a {@link CancellationException}; what cancelled blocks throw comes after all other
   * failures. No failure reaches two waits. {@link Block#join} describes how a thread waits.
   *
   * @param label where the wait stands in the source
   * @param names the tags
   * @throws CancellationException if the calling thread is interrupted, whose interrupt status is
   *     then set again; the blocks go on and no failure is claimed. Also if a block was cancelled
   *     before it began
   * @throws DeadlockException if called by a block of one of the tags, or if the blocks wait for
   *     the caller in some other way
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker wait already
   */
  public static void await(String label, String... names) {
    List<Block> created = created(names);
    try {
      Waits.await(what(label, names), created);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted in " + what(label, names));
    }
    throwFirst(claim(created), b -> Failures.at(b.outcome(), b));
  }

  /**
   * For code that Hocket compiled: {@link #await(String, String...)} by a handler that can be
   * suspended: instead of waiting it frees its thread, and goes on when the blocks have ended. On a
   * thread of no target it waits.
   *
   * @param label where the wait stands in the source
   * @param names the tags
   * @param coroutine the calling handler; suspended on return unless there is nothing to wait for
   * @throws CancellationException if the calling thread is interrupted, whose interrupt status is
   *     then cleared: the handler meets a cancel once
   * @throws DeadlockException if the blocks wait for the caller
   */
  public static void await(String label, String[] names, Coroutine coroutine) {
    if (!coroutine.canSuspend()) {
      await(label, names);
      return;
    }
    if (Thread.interrupted()) {
      throw new CancellationException("interrupted in " + what(label, names));
    }
    List<Block> created = created(names);
    List<Block> running = created.stream().filter(block -> !block.isDone()).toList();
    if (running.isEmpty()) {
      throwFirst(claim(created), b -> Failures.at(b.outcome(), b));
      return;
    }
    Suspension next =
        coroutine.prepare(
            label,
            names,
            running,
            (frame, c) ->
                throwFirst(claim(created), b -> Failures.at(b.outcome(), b, c.callers())));
    coroutine.awaits(next);
    try {
      Deadlocks.check(next.awaited());
    } catch (Throwable refusal) {
      throw coroutine.awaitsNothing(refusal);
    }
    coroutine.suspend(next);
  }

  /** A wait for tags, in words. */
  static String what(String label, String[] names) {
    return "wait(" + String.join(", ", names) + ") at " + label;
  }

  /** A block stands here as often as its tag is named. */
  private static List<Block> created(String[] names) {
    List<Block> created = new ArrayList<>();
    for (String name : names) {
      of(name).collect(created);
    }
    // Kept as long as the wait lasts: without room to grow.
    return List.copyOf(created);
  }

  /**
   * Cancels every block created under this tag so far: see {@link Block#cancel}. A later wait for
   * the tag reports the cancel; if there is none, that is not a failure.
   *
   * @return how many will never run
   */
  public int cancel() {
    int cancelled = 0;
    // The latest first: a thread that an earlier one leaves does not begin a later one.
    for (Block block : snapshot(running).reversed()) {
      if (block.cancel()) {
        cancelled++;
      }
    }
    return cancelled;
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

  synchronized void created(Block block) {
    running.add(block);
  }

  /**
   * The block is about to enter this final state: {@link Block.State#CANCELLED} also if it has been
   * cancelled while it ran, and throws because of that. True if it is a failure too many to keep.
   */
  synchronized boolean ended(Block block, Block.State end) {
    running.remove(block);
    return switch (end) {
      case COMPLETED -> false;
      case CANCELLED -> {
        keep(block, cancelled);
        yield false;
      }
      default -> !keep(block, unclaimed);
    };
  }

  /** The target has refused the block, and the encountering code gets the exception. */
  synchronized void left(Block block) {
    running.remove(block);
  }

  /** False if there are too many, or no memory. */
  private static boolean keep(Block ended, Set<Block> kept) {
    if (kept.size() >= MOST_UNCLAIMED) {
      return false;
    }
    try {
      kept.add(ended);
      return true;
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
  }

  /** Failures that no wait has claimed, over all tags. */
  static List<Block> allUnclaimed() {
    List<Block> blocks = new ArrayList<>();
    ALL.values().forEach(tag -> blocks.addAll(tag.snapshot(tag.unclaimed)));
    return blocks;
  }

  private synchronized void collect(List<Block> created) {
    created.addAll(unclaimed);
    created.addAll(cancelled);
    created.addAll(running);
  }

  private synchronized List<Block> snapshot(Set<Block> blocks) {
    return new ArrayList<>(blocks);
  }

  /**
   * Claims failures: first those of blocks, then exceptions of cancelled blocks, then blocks that
   * never began.
   */
  private static List<Block> claim(List<Block> ended) {
    List<Block> failed = new ArrayList<>();
    List<Block> cancelled = new ArrayList<>();
    for (Block block : ended) {
      Tag tag = block.tag();
      synchronized (tag) {
        if (tag.unclaimed.remove(block)) {
          failed.add(block);
        } else if (tag.cancelled.remove(block)) {
          cancelled.add(block);
        }
      }
    }
    failed.addAll(cancelled);
    failed.sort(Comparator.comparing(block -> block.state() == Block.State.CANCELLED));
    return failed;
  }

  private static void throwFirst(List<Block> failed, Function<Block, Throwable> located) {
    Throwable first = null;
    int suppressed = 0;
    for (Block block : failed) {
      Throwable failure = located.apply(block);
      if (first == null) {
        first = failure;
        suppressed = first.getSuppressed().length;
      } else if (failure != first && suppressed++ < MOST_SUPPRESSED) {
        first.addSuppressed(failure);
      }
    }
    if (first != null) {
      throw Failures.sneak(first);
    }
  }
}
