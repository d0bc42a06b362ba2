package dev.hocket.core;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The blocks that one run of a method, initialiser or lambda has created under a tag, for code that
 * Hocket compiled. The run waits for these blocks and gets their failures, regardless of other
 * runs. {@link Tag#program} is the scope of the whole program, which is around all others.
 *
 * <pre>{@code
 * Target worker = Targets.of("worker");
 * TagScope scope = Tag.of("sums").program().open();
 * try {
 *   worker.submit(Place.TARGET, scope, "odd", () -> System.out.println(1 + 3));
 *   worker.submit(Place.TARGET, scope, "even", () -> System.out.println(2 + 4));
 *   TagScope.await("the end", scope);
 * } finally {
 *   scope.end();
 * }
 * }</pre>
 */
// All fields of all scopes of a tag are guarded by the tag.
//
//   1. A block that has not ended is in `running` of its scope and of every scope around that.
//   2. An end that no wait has claimed is in `failed` or `cancelled` of the block's scope and of
//      those around it, up to the first that has not ended: exactly the waits of these scopes may
//      claim it. So a wait for the program's scope waits for a block, and cannot claim its failure
//      while the scope of the block is open.
//   3. A claim removes the block from all scopes at once: no failure reaches two waits.
//   4. The end of a scope makes 2 true again: what is left in it becomes visible further out.
//
// References lead outwards only, from a block to its scope to the scope around. So the scope of a
// run that is over is kept only by the blocks of 1 and 2 and by functions that the run has left
// behind; such a function may still create blocks and wait for them.
public final class TagScope implements Serializable {
  private static final long serialVersionUID = 1L;

  private final transient Tag tag;

  /** The scope around this one; null for the program's scope. */
  private final transient TagScope outer;

  // In order of creation, or of the end. The last two are null until they are needed.
  private final transient Set<Block> running = new LinkedHashSet<>();
  private transient Set<Block> failed;
  private transient Set<Block> cancelled;
  private transient boolean over;

  /**
   * The serialized form of a scope in a function: the run is not known where it is read.
   *
   * @param tag the name of the tag
   */
  private record Named(String tag) implements Serializable {
    private Object readResolve() {
      return Tag.of(tag).program();
    }
  }

  TagScope(Tag tag, TagScope outer) {
    this.tag = tag;
    this.outer = outer;
  }

  /**
   * Begins a run inside this one.
   *
   * @return the scope of the run, to be ended by {@link #end}
   */
  public TagScope open() {
    return new TagScope(tag, this);
  }

  /**
   * Ends the run. Its blocks continue; their unclaimed failures belong to the enclosing scope from
   * now on, up to the program's. If that scope already keeps too many, they go to the uncaught
   * handlers of their targets. Ending a run twice is harmless.
   */
  public void end() {
    List<Block> tooMany;
    synchronized (tag) {
      over = true;
      copyOf(cancelled).forEach(block -> keep(block, TagScope::cancelled));
      tooMany = copyOf(failed).stream().filter(b -> !keep(b, TagScope::failed)).toList();
      tooMany.forEach(TagScope::drop);
    }
    for (Block block : tooMany) {
      // The block may be between two steps of its end.
      block.whenDone(() -> block.target().uncaught(block, block.outcome()));
    }
  }

  /**
   * Waits until every block created in these scopes before this call has ended, as {@link
   * Tag#await(String, String...)} does for the program's. It throws the failures that a wait of the
   * scopes inside can no longer claim.
   *
   * @param label the position of the wait in the source
   * @param scopes the scopes to wait for
   * @throws java.util.concurrent.CancellationException as for {@link Tag#await(String, String...)}
   * @throws DeadlockException as for {@link Tag#await(String, String...)}
   * @throws IllegalStateException as for {@link Tag#await(String, String...)}
   */
  public static void await(String label, TagScope... scopes) {
    new TagWait(label, scopes).await();
  }

  /**
   * Waits for scopes in a handler that can be suspended, as {@link Tag#await(String, String[],
   * Coroutine)} does for tags.
   *
   * @param label the position of the wait in the source
   * @param scopes the scopes to wait for
   * @param coroutine the calling handler; suspended on return unless there is nothing to wait for
   * @throws java.util.concurrent.CancellationException as for {@link Tag#await(String, String[],
   *     Coroutine)}
   * @throws DeadlockException as for {@link Tag#await(String, String[], Coroutine)}
   */
  public static void await(String label, TagScope[] scopes, Coroutine coroutine) {
    new TagWait(label, scopes).await(coroutine);
  }

  /**
   * Serializes the scope without its run.
   *
   * @return the name of the tag, which is read as the scope of the program
   */
  private Object writeReplace() {
    return new Named(tag.name());
  }

  Tag tag() {
    return tag;
  }

  @Override
  public String toString() {
    return tag.name();
  }

  void created(Block block) {
    synchronized (tag) {
      try {
        for (TagScope scope = this; scope != null; scope = scope.outer) {
          scope.running.add(block);
        }
      } catch (Throwable noMemory) {
        left(block);
        throw noMemory;
      }
    }
  }

  /**
   * Notes that the block is about to enter this final state: {@link Block.State#CANCELLED} also if
   * it has been cancelled while it ran, and throws because of that. True if there are already too
   * many failures to keep this one.
   */
  boolean ended(Block block, Block.State end) {
    synchronized (tag) {
      left(block);
      return switch (end) {
        case COMPLETED -> false;
        case CANCELLED -> {
          keep(block, TagScope::cancelled);
          yield false;
        }
        default -> {
          boolean kept = note(block) && keep(block, TagScope::failed);
          if (!kept) {
            drop(block);
          }
          yield !kept;
        }
      };
    }
  }

  /** Removes a block that the target has refused; the encountering code gets the exception. */
  void left(Block block) {
    synchronized (tag) {
      for (TagScope scope = this; scope != null; scope = scope.outer) {
        scope.running.remove(block);
      }
    }
  }

  /**
   * Adds the blocks that a wait that begins now waits for: those it may claim, and those that run.
   */
  void collect(List<Block> created) {
    synchronized (tag) {
      created.addAll(copyOf(failed));
      created.addAll(copyOf(cancelled));
      created.addAll(running);
    }
  }

  /** The blocks that have not ended, in the order of their creation. */
  List<Block> running() {
    synchronized (tag) {
      return new ArrayList<>(running);
    }
  }

  /**
   * Claims a failure for a wait of this scope, unless another wait has, or only other waits may.
   */
  boolean claimFailed(Block block) {
    synchronized (tag) {
      return claim(block, failed);
    }
  }

  /** Claims the end of a cancelled block, like {@link #claimFailed}. */
  boolean claimCancelled(Block block) {
    synchronized (tag) {
      return claim(block, cancelled);
    }
  }

  private static boolean claim(Block block, Set<Block> claimable) {
    boolean claimed = claimable != null && claimable.contains(block);
    if (claimed) {
      drop(block);
    }
    return claimed;
  }

  /**
   * Makes an end visible to the waits that may claim it, see 2. Returns false if there are too
   * many, or there is no memory: a report at exit still finds the end, unless it is dropped.
   */
  private static boolean keep(Block block, Function<TagScope, Set<Block>> kept) {
    TagScope last = block.scope();
    while (last.over) {
      last = last.outer;
    }
    try {
      Set<Block> outermost = kept.apply(last);
      if (outermost.size() >= Tag.MOST_UNCLAIMED && !outermost.contains(block)) {
        return false;
      }
      for (TagScope scope = block.scope(); scope != last; scope = scope.outer) {
        kept.apply(scope).add(block);
      }
      outermost.add(block);
      return true;
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
  }

  /** Adds a failure to the report at exit; false if there is no memory. */
  private boolean note(Block block) {
    try {
      return tag.unclaimed().add(block);
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
  }

  /** Removes an end from all scopes. */
  private static void drop(Block block) {
    block.tag().unclaimed().remove(block);
    for (TagScope scope = block.scope(); scope != null; scope = scope.outer) {
      if (scope.failed != null) {
        scope.failed.remove(block);
      }
      if (scope.cancelled != null) {
        scope.cancelled.remove(block);
      }
    }
  }

  private static List<Block> copyOf(Set<Block> blocks) {
    return blocks == null ? List.of() : new ArrayList<>(blocks);
  }

  private Set<Block> failed() {
    failed = failed == null ? new LinkedHashSet<>() : failed;
    return failed;
  }

  private Set<Block> cancelled() {
    cancelled = cancelled == null ? new LinkedHashSet<>() : cancelled;
    return cancelled;
  }
}
