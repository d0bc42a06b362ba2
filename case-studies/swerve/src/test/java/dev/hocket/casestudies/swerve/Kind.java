package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.swerve.async.Async;
import dev.hocket.casestudies.swerve.lockstep.LockStep;

/** The two versions, for tests that check the same behaviour of both. */
enum Kind {
  LOCKSTEP,
  ASYNC;

  Version version() {
    return this == LOCKSTEP ? new LockStep() : new Async();
  }
}
