/** A realm spins where that has helped recently (runtime/spinning.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Spinning } from '../../src/runtime/spinning.js';

/** How many waits go without a spin before the next one. */
function pause(spinning: Spinning): number {
  let waits = 0;
  while (spinning.begin() === 0) waits++;
  return waits;
}

test('spins at each wait as long as it finds something', () => {
  const spinning = new Spinning(() => 1);
  for (let i = 0; i < 100; i++) {
    assert.equal(pause(spinning), 0);
    spinning.end(true);
  }
});

test('omits twice as many spins after each spin in vain, up to a limit, and spins again after a success', () => {
  const spinning = new Spinning(() => 1);
  const pauses = Array.from({ length: 10 }, () => {
    spinning.end(false);
    return pause(spinning);
  });
  assert.deepEqual(pauses, [2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
  for (let i = 0; i < 8; i++) spinning.end(true);
  spinning.end(false);
  assert.equal(pause(spinning), 2);
});

test('a spin that has lost its processor counts as in vain, even if it found something', () => {
  let now = 1;
  const spinning = new Spinning(() => now);
  now = spinning.begin() + 1;
  spinning.end(true);
  assert.equal(pause(spinning), 2);
});
