import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { findCycle, type Load, NOTE, OPS, runLoad } from './history.js';
import { type Kind, kinds, newMemory } from './memory.js';

const WORKERS = 3;

/** Runs `transactions` in three workers and the main realm; returns the notes and the number of aborts. */
async function record(kind: Kind, transactions: number, pairs: number, seed: number) {
  const realms = WORKERS + 1;
  const count = Math.ceil(transactions / realms);
  const notes = new Int32Array(new SharedArrayBuffer(4 * realms * count * OPS * NOTE));
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const load: Load = {
    kind,
    memory: newMemory(),
    seed,
    count,
    pairs,
    notes,
    gate,
    realms,
    index: 0,
    main: true,
  };
  const workers = Array.from(
    { length: WORKERS },
    (_, i) =>
      new Worker(new URL('history-worker.js', import.meta.url), {
        workerData: { ...load, index: i + 1, main: false },
      }),
  );
  const results = workers.map(worker => once(worker, 'message'));
  await Promise.all(workers.map(worker => once(worker, 'online')));
  runLoad(load);
  const aborts = (await Promise.all(results)).map(([n]) => n as number);
  return { notes, aborts: aborts.reduce((a, b) => a + b) };
}

for (const kind of kinds) {
  describe(`random transactions of ${WORKERS} workers and the main realm, ${kind}`, () => {
    const transactions = kind === 'wasm' ? 1_000_000 : 100_000;
    for (const pairs of [8, 256]) {
      test(`on ${pairs} pairs of fields are serializable`, { timeout: 1_200_000 }, async t => {
        const seed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1_000_000);
        t.diagnostic(`QUOLL_SEED=${seed}`);
        const { notes, aborts } = await record(kind, transactions / 2, pairs, seed);
        t.diagnostic(`${transactions / 2} transactions, ${aborts} aborts`);
        assert.equal(findCycle(notes), undefined);
      });
    }
  });
}

test('the checker finds a lost update and a cycle', () => {
  const notes = (...transactions: number[][]) =>
    Int32Array.from(transactions.flatMap(ops => [...ops, ...Array(OPS * NOTE - ops.length).fill(0)]));
  assert.equal(findCycle(notes([1, 0, 1], [1, 1, 1])), undefined);
  assert.match(findCycle(notes([1, 0, 1], [1, 0, 1])) ?? '', /both overwrote version 0 of pair 0/);
  assert.match(findCycle(notes([1, 0, 1, 2, 0, 0], [1, 0, 0, 2, 0, 1])) ?? '', /2 transactions/);
});
