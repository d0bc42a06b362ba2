package dev.hocket.events.steps;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import java.util.function.Consumer;

/** The steps that handle the value of a branch: an immutable list. */
public sealed interface Continuation {
  Continuation next();

  /**
   * The step that calls an action of the program, on the thread or target of the step before it.
   * What the rooms need to know of an action is asked here, because they do not see its type.
   */
  abstract non-sealed class Apply implements Continuation {
    private final Continuation next;

    protected Apply(Continuation next) {
      this.next = next;
    }

    @Override
    public final Continuation next() {
      return next;
    }

    /** Computes the next value from the previous one. */
    public abstract Object apply(Object value) throws InterruptedException;

    /** Returns whether the action is known to wait. */
    public abstract boolean waits();

    /**
     * Returns the source of the messages of a branch that begins with this step, as {@code
     * Span.pauses} takes it.
     *
     * @param operation the operation of the branch: the source, unless the action knows better
     */
    public abstract Object source(Object operation);

    /**
     * Returns whether a waiter depends on the action, so that it must be refused if it never runs.
     */
    public abstract boolean isAwaited();

    /**
     * Fails the waiter that depends on the action, instead of {@link #apply}; must not wait.
     *
     * @param value the value for which the action would have run
     * @param refusal the reason why no thread can run it
     */
    public abstract void refuse(Object value, Throwable refusal);
  }

  /**
   * The steps that follow run on a target. No step of a thread that synchronises is of this kind.
   */
  record Move(Target target, Continuation next) implements Continuation {}

  /** The steps that follow do not run on the thread that commits. */
  record Apart(Continuation next) implements Continuation {}

  /**
   * Gives a failure of the steps before it to an action, whose next steps are those of this one.
   */
  record Handle(Apply handler) implements Continuation {
    @Override
    public Continuation next() {
      return handler.next();
    }
  }

  /**
   * Passes the value to other steps, which run elsewhere, and continues with null; a failure stays
   * here.
   */
  record Fork(Continuation after, Continuation next) implements Continuation {}

  /**
   * Code of the library that does not wait, so that any committing thread can run it; gets each
   * {@link Failure} too.
   */
  record Quick(Consumer<Object> call, Continuation next) implements Continuation {}

  /** The end of steps that have reported a failure themselves. */
  record Drop() implements Continuation {
    @Override
    public Continuation next() {
      return null;
    }
  }

  /** Returns whether any of these steps takes failures. */
  static boolean takeFailures(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (step instanceof Handle || step instanceof Quick) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether one of these steps must notify waiters, even if the steps before it fail. */
  static boolean wakesOthers(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (step instanceof Quick
          || isAwaited(step)
          || (step instanceof Fork fork && wakesOthers(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAwaited(Continuation step) {
    return step instanceof Apply apply && apply.isAwaited();
  }

  /** Returns whether any of these steps is known to wait. */
  static boolean hasWaitingActions(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (waits(step) || (step instanceof Fork fork && hasWaitingActions(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean waits(Continuation step) {
    return step instanceof Apply apply && apply.waits();
  }

  /** Returns the source of the messages that an operation with these steps brings. */
  static Object source(Continuation steps, Object operation) {
    return steps instanceof Apply apply ? apply.source(operation) : operation;
  }

  /**
   * Returns the event loop on which one of these steps is known to wait, or null.
   *
   * @param here the loop on which they begin, or null
   */
  static EventLoop loopThatWouldWait(Continuation steps, EventLoop here) {
    EventLoop loop = here;
    for (Continuation step = steps; step != null; step = step.next()) {
      if (loop != null && waits(step)) {
        return loop;
      }
      EventLoop elsewhere =
          step instanceof Fork fork ? loopThatWouldWait(fork.after(), null) : null;
      if (elsewhere != null) {
        return elsewhere;
      }
      loop =
          switch (step) {
            case Move move -> move.target() instanceof EventLoop target ? target : null;
            case Apart apart -> null;
            default -> loop;
          };
    }
    return null;
  }

  /**
   * Runs all steps on the calling thread.
   *
   * @param received the value of the branch, perhaps in an {@link Envelope}, or a {@link Failure}
   * @param event the event that was synchronised on, or created
   * @return the last value
   */
  static Object run(Continuation steps, Object received, Object event) throws InterruptedException {
    Object value = Envelope.open(received, event);
    if (steps == null && !(value instanceof Failure)) {
      return value;
    }
    Result outcome = new Result(value, Origin.here(event));
    for (Continuation step = steps; step != null; step = step.next()) {
      outcome.pass(step);
    }
    return outcome.get();
  }
}
