package dev.hocket.events;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;

/** What becomes of the value of a branch: a list of steps that does not change. */
sealed interface Then {
  Then next();

  /** An action, where the step before it was. */
  record Apply(Action<?, ?> action, Then next) implements Then {}

  /** The steps that follow run on a target. Not among those of a thread that synchronises. */
  record Move(Target target, Then next) implements Then {}

  /** The steps that follow do not run on the thread that commits. */
  record Apart(Then next) implements Then {}

  /** Takes a failure of the steps before it. */
  record Handle(Action<? super Throwable, ?> handler, Then next) implements Then {}

  /** Leaves the value to other steps, elsewhere, and goes on with null; a failure goes on here. */
  record Fork(Then after, Then next) implements Then {}

  /** Does not wait, so that it can run on whatever thread commits; is told of a failure too. */
  record Quick(Action<Object, Object> action, Then next) implements Then {}

  /** The end of steps that have told of a failure themselves. */
  record Drop() implements Then {
    @Override
    public Then next() {
      return null;
    }
  }

  /** Whether any of these steps wants to hear of a failure. */
  static boolean takeFailures(Then steps) {
    for (Then step = steps; step != null; step = step.next()) {
      if (step instanceof Handle || step instanceof Quick) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of these steps has others to tell, whatever becomes of those before it. */
  static boolean tellOthers(Then steps) {
    for (Then step = steps; step != null; step = step.next()) {
      if (step instanceof Quick
          || isAwaited(step)
          || (step instanceof Fork fork && tellOthers(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAwaited(Then step) {
    return step instanceof Apply apply && apply.action() instanceof AwaitedAction;
  }

  /** Whether any of these steps is known to wait. */
  static boolean hasWaitingActions(Then steps) {
    for (Then step = steps; step != null; step = step.next()) {
      if (waits(step) || (step instanceof Fork fork && hasWaitingActions(fork.after()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean waits(Then step) {
    return step instanceof Apply apply && apply.action() instanceof WaitingAction;
  }

  /**
   * The event loop on which one of these steps is known to wait, or null.
   *
   * @param here the loop on which they begin, or null
   */
  static EventLoop loopThatWouldWait(Then steps, EventLoop here) {
    EventLoop loop = here;
    for (Then step = steps; step != null; step = step.next()) {
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
  static Object run(Then steps, Object value, BaseEvent<?> event) throws InterruptedException {
    if (steps == null && !(value instanceof Failed)) {
      return value;
    }
    Outcome outcome = new Outcome(value, Origin.here(event));
    for (Then step = steps; step != null; step = step.next()) {
      outcome.pass(step);
    }
    return outcome.get();
  }
}
