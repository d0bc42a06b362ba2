package dev.hocket.core;

import dev.hocket.core.platform.Throwables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A wait for the blocks of some scopes, which claims their failures and throws the first. */
final class TagWait {
  private final String label;
  private final TagScope[] scopes;

  TagWait(String label, TagScope[] scopes) {
    this.label = label;
    this.scopes = scopes;
  }

  /** Does {@link Tag#await(String, String...)}. */
  void await() {
    List<Block> created = created();
    try {
      Waits.await(toString(), created);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted in " + this);
    }
    throwFirst(claim(created), b -> Failures.at(b.outcome(), b));
  }

  /** Does {@link Tag#await(String, String[], Coroutine)}. */
  void await(Coroutine coroutine) {
    if (!coroutine.canSuspend()) {
      await();
      return;
    }
    if (Thread.interrupted()) {
      throw new CancellationException("interrupted in " + this);
    }
    List<Block> created = created();
    List<Block> running = created.stream().filter(block -> !block.isDone()).toList();
    if (running.isEmpty()) {
      throwFirst(claim(created), b -> Failures.at(b.outcome(), b));
      return;
    }
    Suspension next =
        coroutine.prepare(
            label,
            this,
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

  /** Describes the wait in words. */
  @Override
  public String toString() {
    return Arrays.stream(scopes)
        .map(TagScope::toString)
        .collect(Collectors.joining(", ", "wait(", ") at " + label));
  }

  /** Lists the awaited blocks; a block is listed as often as its scope is named. */
  private List<Block> created() {
    List<Block> created = new ArrayList<>();
    for (TagScope scope : scopes) {
      scope.collect(created);
    }
    // The list is kept as long as the wait lasts, so it gets no room to grow.
    return List.copyOf(created);
  }

  /**
   * Claims failures: first those of blocks, then exceptions of cancelled blocks, then blocks that
   * never began.
   */
  private List<Block> claim(List<Block> ended) {
    List<Block> failed = new ArrayList<>();
    List<Block> cancelled = new ArrayList<>();
    for (Block block : ended) {
      for (TagScope scope : scopes) {
        if (scope.claimFailed(block)) {
          failed.add(block);
        } else if (scope.claimCancelled(block)) {
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
      } else if (failure != first && suppressed++ < Tag.MOST_SUPPRESSED) {
        first.addSuppressed(failure);
      }
    }
    if (first != null) {
      throw Throwables.sneak(first);
    }
  }
}
