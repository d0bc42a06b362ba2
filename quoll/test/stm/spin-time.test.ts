import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StuckCommitError } from '../../src/stm/errors.js';
import { SpinTime } from '../../src/stm/spin-time.js';

test('a spin ends after its own time, and the time in which the process stood still does not count', () => {
  let now = 0;
  const time = new SpinTime(() => now);
  time.begin();
  now += 3_600_000;
  time.check();
  const steps = () => {
    for (let i = 0; i < StuckCommitError.LIMIT_MS / 10; i++) {
      now += 10;
      time.check();
    }
  };
  assert.throws(steps, StuckCommitError);
  time.begin();
  now += 3_600_000;
  time.check();
});
