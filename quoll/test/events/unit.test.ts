import test from 'node:test';
import assert from 'node:assert/strict';
import { Unit } from '../../src/events/unit.js';
import { HeapFullError } from '../../src/heap/errors.js';

/** Returns the actions that a unit tries, the first of which fails. */
function triedAfter(failure: Error): string[] {
  const tried: string[] = [];
  const unit = new Unit(0);
  unit.deferred.push(
    () => {
      tried.push('first');
      throw failure;
    },
    () => tried.push('second'),
  );
  assert.throws(() => unit.finish(), failure);
  assert.equal(unit.deferred.length, 0);
  return tried;
}

test('a unit performs what follows an action that fails, and then fails', () => {
  assert.deepEqual(triedAfter(new Error('boom')), ['first', 'second']);
});

test('a unit does not try the rest of its actions once the heap is full, for each would look for memory', () => {
  assert.deepEqual(triedAfter(new HeapFullError(8)), ['first']);
});
