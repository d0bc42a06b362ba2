/** Loops over Maps and Sets: each continues when publishing empties its collection, and none is held after it was abandoned. */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'node:test';
import { elementsOf, loopsMove } from '../../src/contract/loops.js';

type Loop = Iterator<unknown>;

function loopOver(collection: Map<unknown, unknown> | Set<unknown>): Loop {
  return elementsOf(collection, (object, key) => Reflect.get(object as object, key) as unknown) as Loop;
}

/** Empties a collection and fills it again, as publishing does; its loops continue at the same place. */
function publish(collection: Set<unknown>): void {
  const elements = [...collection];
  const moved = loopsMove(collection);
  collection.clear();
  for (const element of elements) collection.add(element);
  moved?.();
}

test('any number of loops over one collection continue after publishing', () => {
  const set = new Set(Array.from({ length: 50 }, (_, i) => i));
  const loops = Array.from(set, i => {
    const loop = loopOver(set);
    for (let passed = 0; passed < i; passed++) loop.next();
    return loop;
  });
  for (const i of [1, 20, 45]) loops[i]!.return?.();
  publish(set);
  loops.forEach((loop, i) => {
    if (![1, 20, 45].includes(i)) assert.deepEqual(loop.next(), { value: i, done: false });
  });
});

test('a collection does not hold loops that were abandoned', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const map = new Map([[1, 1]]);
  const loops = Array.from({ length: 1000 }, () => {
    const loop = loopOver(map);
    loop.next();
    return new WeakRef(loop);
  });
  // The engine keeps the targets of weak references until the end of the task.
  await new Promise(resolve => setImmediate(resolve));
  gc();
  const alive = loops.filter(loop => loop.deref()).length;
  assert.ok(alive < 20, `${alive} of 1000 are held`);
});
