package dev.hocket.examples.swerve;

import dev.hocket.examples.swerve.async.Async;
import dev.hocket.examples.swerve.lockstep.LockStep;

/** The two versions, for tests that hold both to the same. */
enum Kind {
  LOCKSTEP,
  ASYNC;

  Version version() {
    return this == LOCKSTEP ? new LockStep() : new Async();
  }
}
