/**
 * Random programs with few and with more workers than cores, which must end with the right result. `QUOLL_SOAK` is the least number of seconds. A
 * program's seed decides its number of workers; the versions of Node share these numbers, so each check has a program with each of them. A stuck
 * program reports what its workers wait for (`--watchdog`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../stm/explorer.js';
import { runProgram } from '../runtime/programs.js';
import { turnOf } from '../runtime/sharing.js';

const WORKERS = [1, 2, 3, 5, 8, 16];
/** Those of this version of Node. */
const OWN = turnOf(WORKERS);
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

/** Runs the program of a seed. */
function soak(seed: number, workers: number): void {
  const random = randomOf(seed);
  const { text, total } = programOf(random);
  const heap = random() < 0.5 ? 16 : 256;
  const environment = { QUOLL_WATCHDOG: '60' };
  const { lines, errors, status } = runProgram(text, { workers, heap, environment });
  const which = `QUOLL_SEED=${seed} QUOLL_SHARE=1, ${workers} workers, --heap ${heap}:\n${text}\n${errors}`;
  assert.equal(status, 0, which);
  assert.deepEqual(lines, [String(total)], which);
}

test(`random programs with ${OWN.join(', ')} workers, for ${seconds} s`, t => {
  t.diagnostic(`QUOLL_SEED=${firstSeed}`);
  const end = Date.now() + 1000 * seconds;
  const counts = new Map(OWN.map(workers => [workers, 0]));
  for (let seed = firstSeed; Date.now() < end || [...counts.values()].includes(0); seed++) {
    const workers = WORKERS[seed % WORKERS.length]!;
    const count = counts.get(workers);
    if (count === undefined) continue;
    soak(seed, workers);
    counts.set(workers, count + 1);
  }
  t.diagnostic([...counts].map(([workers, count]) => `${count} programs with ${workers} workers`).join(', '));
});
