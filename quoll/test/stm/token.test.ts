import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { TOKEN_SERVING, TOKEN_TICKETS } from '../../src/protocol/control.js';
import { RETRY } from '../../src/stm/realm.js';
import { abortOnce } from './abort.js';
import { field, kinds, newMemory, realm } from './memory.js';

for (const kind of kinds) {
  test(`a handler that slept until its ticket was served has the token: ${kind}`, async () => {
    const memory = newMemory();
    const cells = new Int32Array(memory.buffer);
    const holder = realm(kind, memory, 2, { patience: 1 });
    abortOnce(holder, realm(kind, memory, 3), field(0), field(1));

    const step = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('./token-worker.js', import.meta.url), {
      workerData: { kind, memory, step },
    });
    const ended = once(worker, 'exit');
    Atomics.wait(step, 0, 0);
    assert.equal(holder.afterAbort(), RETRY);
    assert.ok(holder.hasToken());
    Atomics.store(step, 0, 2);
    Atomics.notify(step, 0);
    // It sleeps once it can be notified, and sleeps again because its ticket is the second one.
    for (let wakes = 0; wakes < 2;) {
      wakes += Atomics.notify(cells, TOKEN_SERVING / 4);
      assert.equal(Atomics.load(step, 0), 2, 'it has the token while another handler has it');
    }
    assert.equal(cells[TOKEN_TICKETS / 4], 2);
    holder.begin();
    holder.write(field(1), 1);
    assert.ok(holder.commit());
    assert.deepEqual(await ended, [0]);
    assert.equal(cells[TOKEN_SERVING / 4], 2);
  });
}

test("the module sleeps only in the host, since an engine's instruction to sleep changes variables", () => {
  const text = readFileSync(new URL('../../src/stm/stm.wat', import.meta.url), 'utf8');
  assert.ok(text.includes('memory.atomic.notify'));
  assert.ok(!text.includes('memory.atomic.wait'));
});
