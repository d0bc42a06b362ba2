/** CommonJS modules that the program imports, early and late, and that use the API themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../runtime/programs.js';

const FILES = {
  'early.cjs': `const { spawn } = require('@hocket/quoll');
    exports.run = n => spawn(() => n + 1);`,
  'late.cjs': `const quoll = require('@hocket/quoll'); const inner = require('./inner.cjs');
    module.exports = { run: async n => await quoll.spawn(() => n + 2) + await inner.run(n) };`,
  'inner.cjs': `exports.run = async n => await require('@hocket/quoll').spawn(() => n + 3) + await import('./helper.mjs').then(m => m.run(n));`,
  'plain.cjs': `const count = { n: 1 }; exports.add = by => { count.n += by; return count.n; };`,
  'helper.mjs': `import { spawn } from '@hocket/quoll'; import { add } from './plain.cjs'; export const run = n => spawn(() => add(n));`,
};

for (const [name, environment] of [
  ['in workers', {}],
  ['on one thread', { QUOLL_SEQUENTIAL: '1' }],
] as const)
  test(`CommonJS modules that are imported early and late require the API, ${name}`, () => {
    const { lines, errors } = runProgram(
      `import { spawn } from '@hocket/quoll';
      import { run } from './early.cjs';
      const first = await spawn(() => 1);
      await null;
      const late = await import('./late.cjs');
      console.log(first, await run(10), [typeof late.run, typeof late.default.run].join(), await late.run(100), await late.default.run(100));`,
      { workers: 1, files: FILES, environment },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['1 11 function,function 306 406']);
  });
