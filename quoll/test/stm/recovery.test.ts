import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_RECORDS, RECORD_BYTES } from '../../src/protocol/control.js';
import { recoverCommit } from '../../src/stm/recovery.js';
import { COUNT, LOG, VERSION } from '../../src/stm/record.js';
import { Memory } from '../../src/stm/memory.js';
import { Realm } from '../../src/stm/realm.js';
import { Life, LogInMemory } from './dying.js';
import { atomically, field, newMemory, realm } from './memory.js';

const ID = 2;
const [x, y, z] = [field(0), field(1), field(2)];

/** A commit of x = 5 and y = 6 by a worker that died before it had released x and y, and after it had stored x. */
function deadCommit() {
  const memory = newMemory();
  const words = new BigUint64Array(memory.buffer);
  const cells = new Int32Array(memory.buffer);
  const [worker, other] = [realm('wasm', memory, ID), realm('wasm', memory, 3)];
  atomically(other, () => [x, y, z].forEach(address => other.write(address, 1)));
  const before = [x, y].map(address => [words[address / 8]!, words[address / 8 + 1]!]);
  atomically(worker, () => {
    worker.write(y, 6);
    worker.write(x, 5);
  });
  [x, y].forEach((address, i) => {
    words[address / 8] = before[i]![0]! | 1n | (BigInt(ID) << 4n);
    if (address === y) words[address / 8 + 1] = before[i]![1]!;
  });
  const at = (entry: number) => cells[(REALM_RECORDS + RECORD_BYTES * ID + entry) / 4]! >>> 0;
  const commit = { log: at(LOG), count: at(COUNT), low: at(VERSION), high: at(VERSION + 4) };
  const memoryOf = {
    count: (address: number) => cells[address / 4]!,
    storePointer: (address: number, value: number) => {
      cells[address / 4] = value;
    },
  };
  const values = () => {
    let all: number[] = [];
    atomically(other, () => {
      all = [x, y, z].map(address => other.read(address));
    });
    return all;
  };
  return { commit, memoryOf, values, words, before };
}

test('a commit that has passed its checks is carried out after the death of its worker', () => {
  const { commit, memoryOf, values } = deadCommit();
  assert.equal(recoverCommit(memoryOf, ID, commit), true);
  assert.deepEqual(values(), [5, 6, 1]);
});

test('a commit that has not passed its checks is released, with the old versions', () => {
  const { commit, memoryOf, words, before } = deadCommit();
  assert.equal(recoverCommit(memoryOf, ID, { ...commit, low: 0, high: 0 }), false);
  assert.deepEqual(
    [words[x / 8], words[y / 8]],
    before.map(([word]) => word),
  );
});

test('a field that another realm holds now is not changed', () => {
  const { commit, memoryOf, words } = deadCommit();
  const held = words[x / 8]! ^ (BigInt(ID ^ 3) << 4n);
  words[x / 8] = held;
  recoverCommit(memoryOf, ID, commit);
  assert.equal(words[x / 8], held);
});

test('a death before any access of a commit leaves all of it or nothing, and no field held', t => {
  let steps = 0;
  let carriedOut = 0;
  for (let isOver = false; !isOver; steps++) {
    const memory = newMemory();
    const other = realm('wasm', memory, 3);
    atomically(other, () => [x, y, z].forEach(address => other.write(address, 1)));
    const mortal = new Realm(new Memory(memory), new LogInMemory(memory, 2 ** 20), ID, 8);
    mortal.beginHandler(false);
    assert.ok(mortal.read(x));
    mortal.write(z, 0x4018000000000000n);
    mortal.write(x, 0x4018000000000000n);
    const life = new Life(steps);
    life.of(mortal.memory, [
      'load',
      'store',
      'compareExchange',
      'increment',
      'load32',
      'add32',
      'note',
      'noteWord',
    ]);
    isOver = life.lives(() => assert.ok(mortal.commit()));
    const cells = new Int32Array(memory.buffer);
    const at = (entry: number) => cells[(REALM_RECORDS + RECORD_BYTES * ID + entry) / 4]! >>> 0;
    const commit = { log: at(LOG), count: at(COUNT), low: at(VERSION), high: at(VERSION + 4) };
    const hasCommitted = recoverCommit(
      {
        count: address => cells[address / 4]!,
        storePointer: (address, value) => {
          cells[address / 4] = value;
        },
      },
      ID,
      commit,
    );
    let values: number[] = [];
    atomically(other, () => {
      values = [x, y, z].map(address => other.read(address));
      other.write(x, 9);
    });
    assert.deepEqual(values, hasCommitted ? [6, 1, 6] : [1, 1, 1], `before access ${steps}`);
    if (hasCommitted) carriedOut++;
  }
  t.diagnostic(`${steps} accesses, ${carriedOut} of them after the checks`);
  assert.ok(carriedOut > 0 && carriedOut < steps);
});
