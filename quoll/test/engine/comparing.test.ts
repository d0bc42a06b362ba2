/** Node's functions that compare objects, called by a package with objects of the program that hold shared ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../runtime/programs.js';

test('a package compares objects of the program, alone and inside its own, as plain ones', () => {
  const { lines, errors } = runProgram(
    `import { equals } from 'comparer'; import { finish } from '@hocket/quoll';
    class R extends Map { constructor(n, ...all) { super(...all); this.n = n; } }
    class K { constructor(x) { this.x = x; } }
    const w = { o: { a: 1, b: { c: 's' } }, out: [] };
    const ways = [x => x, x => [x], x => ({ x }), x => new K(x), x => new R(1, [[1, x]]), x => new Set([x]), x => { const c = [x]; c.push(c); return c; }];
    w.on('compare', () => {
      for (const way of ways) {
        const [shared, same, other] = [w.o, { a: 1, b: { c: 's' } }, { a: 1, b: { c: 't' } }].map(way);
        w.out.push([equals(shared, same), equals(same, shared), equals(shared, other), equals(other, shared)].join(' '));
      }
    });
    await finish(() => w.emit('compare')); console.log(w.out.join('\\n'));`,
    {
      workers: 1,
      files: {
        'node_modules/comparer/package.json': '{ "type": "module", "main": "main.js" }',
        'node_modules/comparer/main.js': `import { isDeepStrictEqual } from 'node:util';
        export const equals = (a, b) => [isDeepStrictEqual(a, b), isDeepStrictEqual([a], [b]), isDeepStrictEqual({ a }, { a: b })].join();`,
      },
    },
  );
  assert.equal(errors, '');
  const all = (is: boolean) => `${is},${is},${is}`;
  assert.deepEqual(
    lines,
    Array.from({ length: 7 }, () => `${all(true)} ${all(true)} ${all(false)} ${all(false)}`),
  );
});
