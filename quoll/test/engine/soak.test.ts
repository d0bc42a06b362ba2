/**
 * Random programs with few and with more workers than cores, which must end with the right result. `QUOLL_SOAK` is the number of seconds;
 * a stuck program reports what its workers wait for (`--watchdog`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../stm/explorer.js';
import { runProgram } from '../runtime/programs.js';

const WORKERS = [1, 2, 3, 5, 8, 16];
const seconds = Number(process.env['QUOLL_SOAK'] ?? 40);
const firstSeed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1_000_000);

/** The code of a step, and how much it adds to the total; any order of the steps gives the same result. */
const STEPS: readonly (readonly [statement: string, adds: number])[] = [
  ['w.total++', 1],
  ['w.map.set(n % 7, (w.map.get(n % 7) ?? 0) + 1)', 1],
  ['w.list.push(n)', 1],
  ['w.rows[n % 5].n += 2', 2],
  ['w.junk = Array.from({ length: 200 }, (_, i) => ({ i, n }))', 0],
  ['spawn(() => { w.total += 3; })', 3],
  ["w.emit('main', n)", 1],
  ['w.sum += 2', 2],
  ['Promise.resolve(n).then(() => { w.total++; })', 1],
];

function programOf(random: () => number): { text: string; total: number } {
  const pick = (most: number) => 1 + Math.floor(random() * most);
  const steps = Array.from({ length: pick(4) }, () => STEPS[pick(STEPS.length) - 1]!);
  const [chains, length] = [pick(40), pick(12)];
  const each = steps.reduce((sum, [, adds]) => sum + adds, 0);
  const text = `
    import { sum } from '@hocket/quoll';
    const w = { total: 0, map: new Map(), list: [], rows: [], junk: null, sum: 0 };
    for (let i = 0; i < 5; i++) w.rows.push({ n: 0 });
    w.markEventual('sum', sum);
    w.on('main', () => { w.total++; }, { realm: 'main' });
    w.on('step', n => {
      ${steps.map(([statement]) => statement).join(';\n      ')};
      if (n > 1) w.emit('step', n - 1);
    });
    finish(() => { for (let i = 0; i < ${chains}; i++) w.emit('step', ${length}); }).ondone(() => {
      const inMap = [...w.map.values()].reduce((a, b) => a + b, 0);
      console.log(w.total + inMap + w.list.length + w.rows.reduce((a, { n }) => a + n, 0) + w.sum);
    });`;
  return { text, total: chains * length * each };
}

test(`random programs with ${WORKERS.join(', ')} workers, for ${seconds} s`, t => {
  t.diagnostic(`QUOLL_SEED=${firstSeed}`);
  const end = Date.now() + 1000 * seconds;
  let count = 0;
  for (; Date.now() < end || count < 2; count++) {
    const random = randomOf(firstSeed + count);
    const { text, total } = programOf(random);
    const workers = WORKERS[count % WORKERS.length]!;
    const heap = random() < 0.5 ? 16 : 256;
    const { lines, errors, status } = runProgram(text, {
      workers,
      heap,
      environment: { QUOLL_WATCHDOG: '60' },
    });
    const which = `QUOLL_SEED=${firstSeed + count}, ${workers} workers, --heap ${heap}:\n${text}\n${errors}`;
    assert.equal(status, 0, which);
    assert.deepEqual(lines, [String(total)], which);
  }
  t.diagnostic(`${count} programs`);
});
