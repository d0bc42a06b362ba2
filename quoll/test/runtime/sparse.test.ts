/** Shared arrays with far more holes than elements: what goes over them visits the elements, not the holes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { linesTogether, TOGETHER } from './together.js';

const CASES = [
  'Object.keys(a)',
  'Object.values(a)',
  'Object.entries(a)',
  'Object.getOwnPropertyNames(a)',
  'Reflect.ownKeys(a)',
  '({ ...a })',
  'Object.assign({}, a)',
  'names(a)',
  'a.length',
  '[a[2 ** 31], a[5], 5 in a, 2 ** 31 in a, 4_000_000_000 in a]',
  'Object.entries(Object.freeze(structuredClone(a)))',
  'Object.keys([0].concat(a))',
  '[a.concat(4).length, a.slice(-2), a.includes(5), a.slice(1, 3)]',
  '[Object.hasOwn(a, 9), Reflect.has(a, 2 ** 31), 7 in a]',
  '(delete a[2 ** 31], Object.keys(a))',
  '((a.length = 2_000_000), Object.entries(a))',
  '(a.push(7), a.at(-1), Object.keys(a), a.length)',
  '((a.length = 4), (a[1] = 2), Object.keys(a), a.length)',
  '((a.length = 2 ** 32 - 1), (a[2 ** 32 - 2] = 1), [a.at(-1), a.pop(), Object.keys(a), a.length])',
  '[thrown(() => ((a.length = 2 ** 32 - 1), a.push(7, 8))), Object.keys(a), a.length, (a[-1] = 1), Object.keys(a)]',
  '[thrown(() => (a.length = 2 ** 32)), thrown(() => a.concat(a)), (a.length = 0), Object.keys(a)]',
];

const program = (run: string) => `
const w = { a: [3, , 1] };
const names = a => { const all = []; for (const name in a) all.push(name); return all; };
const thrown = f => { try { return f().length; } catch (e) { return e.message; } };
const all = w => {
  const { a } = w, out = [];
  w.a[2 ** 31] = 1;
  w.a[1_400_000] = 5;
  w.a.x = 'x';
${CASES.map(text => `  out.push(JSON.stringify(${text}));`).join('\n')}
  return out.join('\\n');
};
${run}`;

const plain = runProgram(program('console.log(all(w));'), { plain: true }).lines;

describe('sparse arrays', TOGETHER, () => {
  for (const [place, run] of Object.entries({
    'a handler': `w.on('e', () => { console.log(all(w)); }).emit('e');`,
    'a pinned handler': `w.on('e', () => { console.log(all(w)); }, { realm: 'main' }).emit('e');`,
    'the module': `w.on('f', () => {}); w.emit('f', w); queueMicrotask(() => console.log(all(w)));`,
    'a handler that makes them': `w.on('e', () => { const v = { a: [3, , 1] }; w.v = v; console.log(all(v)); }).emit('e');`,
  }))
    test(`are those of plain Node in ${place}`, async () => {
      assert.deepEqual(await linesTogether(program(run), { workers: 1 }), plain);
    });

  test('a callback sees the elements that exist, also those that it adds and removes', async () => {
    const visits = `const visit = w => {
  const seen = [];
  w.a[1_500_000] = 'c'; w.a[3_000_000] = 'd';
  w.a.forEach((x, i, all) => { seen.push(x + i); if (i === 2) { all[2_000_000] = 'new'; delete all[3_000_000]; all[4_000_000] = 'beyond'; } });
  seen.push(w.a.reduce((sum, x, i) => sum + x + i, ''), w.a.some(x => x === 'new'), w.a.every(x => x), Object.keys(w.a.map(x => x)).join(), w.a.filter(x => x > 'b').join());
  return seen.join('\\n');
};
const w = { a: ['a', , 'b'] };`;
    const expected = runProgram(`${visits} console.log(visit(w));`, { plain: true }).lines;
    const run = `${visits} w.on('e', () => { console.log(visit(w)); }).emit('e');`;
    assert.deepEqual(await linesTogether(run, { workers: 1 }), expected);
  });

  test('a handler that lists them conflicts with those that add elements', async () => {
    const lines = await linesTogether(
      `
const w = { a: [], counts: [] };
w.a[2 ** 31] = 'last';
w.on('e', i => {
  const count = Object.keys(w.a).length;
  w.a[(i * 7_654_321) % 2 ** 31] = i;
  w.counts.push(count);
});
for (let i = 1; i <= 60; i++) w.emit('e', i);
w.waitall('e', () => { console.log(new Set(w.counts).size, Object.keys(w.a).length); });`,
      { workers: 4 },
    );
    assert.deepEqual(lines, ['60 61']);
  });
});
