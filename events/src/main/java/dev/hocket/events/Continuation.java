package dev.hocket.events;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;

/** What becomes of the value of a branch: a list of steps that does not change. */
sealed interface Continuation {
  Continuation next();

  /** An action, where the step before it was. */
  record Apply(Action<?, ?> action, Continuation next) implements Continuation {}

  /** The steps that follow run on a target. Not among those of a thread that synchronises. */
  record Move(Target target, Continuation next) implements Continuation {}

  /** The steps that follow do not run on the thread that commits. */
  record Apart(Continuation next) implements Continuation {}

  /** Takes a failure of the steps before it. */
  record Handle(Action<? super Throwable, ?> handler, Continuation next) implements Continuation {}

  /** Leaves the value to other steps, elsewhere, and goes on with null; a failure goes on here. */
  record Fork(Continuation after, Continuation next) implements Continuation {}

  /** Does not wait, so that it can run on whatever thread commits; is told of a failure too. */
  record Quick(Action<Object, Object> action, Continuation next) implements Continuation {}

  /** The end of steps that have told of a failure themselves. */
  record Drop() implements Continuation {
    @Override
    public Continuation next() {
      return null;
    }
  }

  /** Whether any of these steps wants to hear of a failure. */
  static boolean takeFailures(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (step instanceof Handle || step instanceof Quick) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of these steps has others to tell, whatever becomes of those before it. */
  static boolean tellOthers(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (step instanceof Quick
          || isAwaited(step)
          || (step instanceof Fork fork && tellOthers(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAwaited(Continuation step) {
    return step instanceof Apply apply && apply.action() instanceof AwaitedAction;
  }

  /** Whether any of these steps is known to wait. */
  static boolean hasWaitingActions(Continuation steps) {
    for (Continuation step = steps; step != null; step = step.next()) {
      if (waits(step) || (step instanceof Fork fork && hasWaitingActions(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean waits(Continuation step) {
    return step instanceof Apply apply && apply.action() instanceof WaitingAction;
  }

  /**
   * The event loop on which one of these steps is known to wait, or null.
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
   * @param value the value of the branch, or a {@link Failed}
   * @param event what was synchronised on, or created
   * @return the last value
   */
  static Object run(Continuation steps, Object value, BaseEvent<?> event)
      throws InterruptedException {
    if (steps == null && !(value instanceof Failed)) {
      return value;
    }
    Result outcome = new Result(value, Origin.here(event));
    for (Continuation step = steps; step != null; step = step.next()) {
      outcome.pass(step);
    }
    return outcome.get();
  }
}
