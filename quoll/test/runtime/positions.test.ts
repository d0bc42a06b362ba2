/** Stack traces show lines and columns of the source, in every realm: the same as without rewriting. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runProgram } from './programs.js';

/** Each case throws somewhere; a program prints the positions of its frames. */
const PROGRAM = `const w = { list: [1, 2], o: { f() { throw new Error('x'); } }, none: null, seen: [] }, o = {};
const boom = x => { throw new Error('boom'); };
const cases = [
  () => boom(w.list),
  () => w.o
    .f(w.list,
      boom(w)),
  () => w.none.x,
  () => w.none[w.list[0]],
  () => w.list.map(x => boom(x)),
  () => {
    const { a: { ...r } } = w.none;
    return r;
  },
  () => [1, 2].forEach(
    x => {
      w.list[x] = boom(x); }),
  () => { for (const k in w) if (k === 'none') w[k].y.z; },
  () => new (class Q { constructor() { this.x = undefined_name; } })(),
  () => { w.list[0]++; w.missing.x++; },
  () => \`\${boom(1)}\`,
  () => w.o?.f?.(1),
  () => JSON.parse('{'),
  () => { w.none(); },
  () => { let i = 0; i++; (function named() { null.x; })(); },
  () => { const f = boom; f.call(null, w.o); },
  () => { try { boom(1); } catch (e) { boom(2); } },
  () => { switch (w.list.length) { case 2: w.list[w.list.length - 1].x.y; } },
];
const at = f => {
  try { f(); return 'nothing'; } catch (e) { return [...e.stack.matchAll(/app\\.mjs:(\\d+:\\d+)/g)].map(m => m[1]).filter(p => parseInt(p) < 29).join(' '); }
};
const run = () => console.log(cases.map((f, i) => i + ': ' + at(f)).join('\\n'));
`;

/** The lines that a program prints without rewriting. */
function plainLines(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'quoll-plain-'));
  try {
    writeFileSync(join(folder, 'app.mjs'), text);
    const { stdout } = spawnSync(process.execPath, [join(folder, 'app.mjs')], { encoding: 'utf8' });
    return stdout.split('\n').filter(line => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the stack of an exception is that of the source, in a worker, in the main realm, and on one thread', () => {
  const plain = plainLines(`${PROGRAM}run();`);
  assert.ok(plain.length > 15 && plain.every(line => /^\d+: \d+:\d+/.test(line)), plain.join('\n'));
  const handler = `${PROGRAM}o.on('e', () => run()); o.emit('e');`;
  assert.deepEqual(runProgram(handler).lines, plain);
  assert.deepEqual(runProgram(handler, { environment: { QUOLL_SEQUENTIAL: '1' } }).lines, plain);
  const pinned = `${PROGRAM}o.on('e', () => run(), { realm: 'main' }); o.emit('e');`;
  assert.deepEqual(runProgram(pinned).lines, plain);
});

test('an exception of a call of the API stands where the program calls it', () => {
  const { lines } = runProgram(
    `const o = {},
  bad = { cache: new WeakMap() };
const where = f => { try { f(); } catch (e) { console.log(e.stack.match(/app\\.mjs:(\\d+:\\d+)/)[1]); } };
where(() => o.emit('e', bad));
where(() =>
  o
    .emit('f', 1)
    .emit('e', [bad]));
where(() => bad.on('e', () => {}));
where(() => { if (o) spawn(() => 1, bad); });`,
  );
  assert.deepEqual(lines, ['4:15', '8:6', '9:17', '10:22']);
});
