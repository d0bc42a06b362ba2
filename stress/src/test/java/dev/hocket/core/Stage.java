package dev.hocket.core;

import java.util.StringJoiner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Two loops, a handler that moves from one to the other, and a log of the events in order. */
abstract class Stage {
  /**
   * The number of tags. Tags are never freed; these are more than are in use at one time, and few
   * enough to keep.
   */
  private static final int TAGS = 1 << 14;

  private static final AtomicInteger TAGS_USED = new AtomicInteger();

  final HandLoop home = new HandLoop();
  final HandLoop other = new HandLoop();
  final Tag tag = Tag.of("stage " + TAGS_USED.incrementAndGet() % TAGS);
  private final StringJoiner story = new StringJoiner(", ");

  final void happened(String event) {
    synchronized (story) {
      story.add(event);
    }
  }

  final Body note(String event) {
    return () -> happened(event);
  }

  final ResumableBody step(String event) {
    return Steps.then(note(event));
  }

  final ResumableBody await(String event) {
    return Steps.await(other.target, note(event));
  }

  /** Steps that catch exceptions of a wait, and record them. */
  final Steps noting(ResumableBody... steps) {
    return Steps.of(steps).onFailure(this::happened);
  }

  private void happened(Throwable failure) {
    happened(
        switch (failure) {
          case CancellationException cancelled -> "cancelled";
          case RejectedExecutionException rejected -> "rejected";
          default -> failure.toString();
        });
  }

  /** Submits a handler to the home loop. */
  final Block submit(ResumableBody... steps) {
    return home.target.submit("handler", noting(steps).body());
  }

  /**
   * Runs the remaining tasks, the handler first, so that a handler that was resumed too early is
   * noticed.
   */
  final String ending() {
    while (home.runNext() || other.runNext()) {
      // Each call has run a block.
    }
    return story.toString();
  }

  /**
   * Runs the rest of a handler of the home loop that a thread or a timer may yet resume. Parks in
   * between: a thread that yields on a busy machine gets its processor back so late that jcstress,
   * which calls 30 seconds without a result a hang, counted the whole race as failed.
   */
  final String endingLater(Block handler) {
    handler.whenDone(home::noteWork);
    while (!handler.isDone()) {
      ending();
      home.awaitWork();
    }
    return ending(handler);
  }

  /** Calls {@link #ending}, and returns also the final state of a block. */
  final String ending(Block block) {
    ending();
    happened(block.state().name());
    return ending();
  }
}
