package dev.hocket.events;

import dev.hocket.core.Target;

/**
 * Runs post-consumption actions: on a virtual thread of their own, which does not exist before
 * there is such an action to run, or on the target that an action names.
 */
final class After implements Runnable {
  private static final String LABEL = "post-consumption action";

  private Then step;
  private final Outcome outcome;

  private After(Then step, Outcome outcome) {
    this.step = step;
    this.outcome = outcome;
  }

  /** Starts the actions and returns; by a thread that holds no lock. */
  static void start(Then steps, Object value) {
    if (steps == null) {
      return;
    }
    After after = new After(steps, new Outcome(value));
    if (after.doQuickly()) {
      after.moveOn();
    }
  }

  /** Does what need not wait here and now; false if nothing is left to do. */
  private boolean doQuickly() {
    try {
      for (; step instanceof Then.Quick; step = step.next()) {
        outcome.pass(step);
      }
    } catch (InterruptedException impossible) {
      throw new AssertionError("a step that never waits was interrupted", impossible);
    }
    return step != null && !(outcome.isEnd() && !handlesFailures());
  }

  private boolean handlesFailures() {
    for (Then s = step; s != null; s = s.next()) {
      if (s instanceof Then.Handle || s instanceof Then.Quick) {
        return true;
      }
    }
    return false;
  }

  /** To where the next step belongs. */
  private void moveOn() {
    Target target = targetOf(step);
    if (target == null) {
      Threads.start(this);
    } else {
      try {
        target.execute(LABEL, this::goOn);
      } catch (Throwable refusal) {
        Threads.report(refusal);
      }
    }
  }

  @Override
  public void run() {
    try {
      goOn();
    } catch (InterruptedException interrupted) {
      // Somebody has ended the thread; it has no one to tell.
    }
  }

  private void goOn() throws InterruptedException {
    Target here = targetOf(step);
    for (; step != null; step = step.next()) {
      Target target = targetOf(step);
      if (target != null && target != here) {
        moveOn();
        return;
      }
      outcome.pass(step);
    }
    if (!outcome.isEnd()) {
      outcome.get();
    }
  }

  private static Target targetOf(Then step) {
    return step instanceof Then.Apply apply ? apply.target() : null;
  }
}
