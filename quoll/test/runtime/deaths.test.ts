/** Workers that die: what they did is done again or completed, or the program says what is lost; nothing is lost in silence, and nothing happens twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Phase } from '../../src/runtime/records.js';
import { type Outcome, runProgram } from './programs.js';

const preload = new URL('./killing.js', import.meta.url).href;
const WORKERS = 8;

/** Chains of events, more than the ring of the queue has room for. Prints how often a step has run, how many there are, and how many ran wrongly often. */
const chains = (count: number, length: number) => `
const w = { sum: 0, seen: new Map(), list: [] };
w.on('step', (chain, n) => {
  w.sum++;
  w.seen.set(chain + ':' + n, (w.seen.get(chain + ':' + n) ?? 0) + 1);
  if (n > 1) w.emit('step', chain, n - 1);
});
finish(() => { for (let chain = 0; chain < ${count}; chain++) w.emit('step', chain, ${length}); }).ondone(() => {
  console.log(w.sum, w.seen.size, [...w.seen.values()].filter(times => times !== 1).length);
});
`;
const [COUNT, LENGTH] = [1200, 2];
const RIGHT = `${COUNT * LENGTH} ${COUNT * LENGTH} 0`;

function runKilled(text: string, how: string, heap?: number): Outcome {
  const environment = { NODE_OPTIONS: `--import ${preload}`, QUOLL_KILL: how };
  return runProgram(text, { workers: WORKERS, environment, ...(heap !== undefined && { heap }) });
}

function assertRight({ lines, errors, status }: Outcome, right = RIGHT): void {
  assert.equal(errors, '');
  assert.deepEqual(lines, [right]);
  assert.equal(status, 0);
}

/** The program ends right, or with the message that says what a worker did when it died. */
function assertRightOrReported(outcome: Outcome, right = RIGHT): string {
  if (outcome.status === 70) {
    assert.match(
      outcome.errors,
      /^quoll: a worker died.* while it (called what|started what|stored what).*; tasks may be lost, so the program ends/s,
    );
    return 'reported';
  }
  assertRight(outcome, right);
  return 'right';
}

/** In each phase the first accesses, a worker each, and in which of the phases. */
const STEPS: Partial<Record<keyof typeof Phase, readonly (readonly [first: number, nth: number])[]>> = {
  Idle: [[0, 3]],
  Taking: [
    [0, 20],
    [WORKERS, 3],
  ],
  Attempting: [
    [0, 3],
    [3 * WORKERS, 20],
  ],
  Finishing: [
    [0, 20],
    [WORKERS, 3],
    [2 * WORKERS, 3],
  ],
};

describe('the program ends right though each of its workers dies once', () => {
  for (const [phase, steps] of Object.entries(STEPS)) {
    for (const [first, nth] of steps) {
      test(`in its ${nth}. phase ${phase}, at its accesses ${first} to ${first + WORKERS - 1}`, () => {
        const number = Phase[phase as keyof typeof Phase];
        assertRight(runKilled(chains(COUNT, LENGTH), `exit ${number} ${nth} ${first}`));
      });
    }
  }
});

describe('the program ends right though something throws in the run time of each worker', () => {
  for (const phase of ['Taking', 'Finishing'] as const) {
    for (const first of [0, WORKERS]) {
      test(`in the phase ${phase}, at its accesses ${first} to ${first + WORKERS - 1}`, () => {
        assertRight(runKilled(chains(COUNT, LENGTH), `throw ${Phase[phase]} 3 ${first}`));
      });
    }
  }
});

test('what throws in a handler is its failure, or the program says what is lost', () => {
  const outcome = runKilled(chains(COUNT, LENGTH), `throw ${Phase.Attempting} 3 20`);
  if (outcome.status === 70) return void assertRightOrReported(outcome);
  const [sum, seen, wrong] = (outcome.lines[0] ?? '').split(' ').map(Number);
  assert.equal(wrong, 0);
  assert.equal(sum, seen);
  // A chain that fails is not continued.
  assert.ok(sum! >= COUNT * LENGTH - LENGTH * WORKERS, outcome.errors);
});

const LARGE = 4000;
const large = `
const w = { sums: Array.from({ length: ${LARGE} }, () => 0) };
w.on('add', () => { for (let i = 0; i < ${LARGE}; i++) w.sums[i] += 1; });
for (let i = 0; i < 60; i++) w.emit('add');
w.waitall('add', () => console.log(w.sums.every(sum => sum === 60)));
`;

describe('workers that die at any time, most of which they spend', () => {
  for (let seed = 1; seed <= 2; seed++) {
    test(`in handlers that emit, seed ${seed}`, t => {
      t.diagnostic(assertRightOrReported(runKilled(chains(COUNT, LENGTH), `random ${40 * seed} ${seed}`)));
    });
    test(`in commits of ${LARGE} fields, seed ${seed}`, t => {
      t.diagnostic(assertRightOrReported(runKilled(large, `random ${60 * seed} ${seed}`), 'true'));
    });
  }
});
