/** Programs whose workers wait for each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './programs.js';

for (const workers of [3, 8]) {
  test(`handlers that all change the same array and Map end, with ${workers} workers`, () => {
    const lines = linesOf(
      `
      const o = {}, w = { out: [], m: new Map() };
      o.on('b', (a, z) => { for (let i = a; i < z; i++) w.out.push(i); for (let i = a; i < z; i++) w.m.set(i, i); });
      for (let i = 0; i < 50; i++) o.emit('b', i * 2000, i * 2000 + 2000);
      o.waitall('b', () => console.log(w.out.length, new Set(w.out).size, w.m.size));
      `,
      workers,
    );
    assert.deepEqual(lines, ['100000 100000 100000']);
  });
}
