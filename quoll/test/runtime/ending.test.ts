/** A main realm whose host goes on after the program's end, as a page does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeText } from '../../src/node/text.js';
import { MainRealm } from '../../src/runtime/main.js';
import { code, newHeapMemory } from '../heap/heaps.js';
import { module } from '../stm/memory.js';

function realmWith() {
  const ends: string[] = [];
  const queued: (() => void)[] = [];
  const limit = 2 ** 26;
  const data = { memory: newHeapMemory(limit / 65536), module, limit, id: 1, origin: 0, stats: false };
  const nothing = () => undefined;
  const realm = new MainRealm(data, nodeText, code, {
    ...{ startWorkers: nothing, stayAlive: nothing, print: nothing, dropViews: nothing },
    later: f => queued.push(f),
    prepare: () => Promise.resolve(),
    describe: String,
    endProgram: why => ends.push(why),
    storage: { getStore: nothing, run: (_, f) => f() },
  });
  return { realm, ends, queued };
}

test('the program ends once, and no turn of a page finds a heap that is half swept', async () => {
  const { realm, ends, queued } = realmWith();
  realm.unit();
  await Promise.resolve();
  realm.endProgram('a collection failed', true);
  realm.endProgram('again');
  assert.deepEqual(ends, ['a collection failed']);
  assert.throws(() => realm.unit(), /shared objects can no longer be used: a collection failed/);
  realm.wakeMain();
  realm.awake();
  realm.lookAgain();
  assert.deepEqual(queued, []);
});

test('after an end that damages nothing, the page still reads its objects', async () => {
  const { realm, ends } = realmWith();
  realm.endProgram('the shared heap is full');
  realm.unit();
  await Promise.resolve();
  assert.deepEqual(ends, ['the shared heap is full']);
});
