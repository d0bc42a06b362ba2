/** Workers that die: what they did is done again, or the program says what is lost; nothing is lost in silence, and nothing happens twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Phase } from '../../src/runtime/records.js';
import { type Outcome, runProgram } from './programs.js';

const preload = new URL('./killing.js', import.meta.url).href;

const chains = `
const w = { sum: 0, seen: new Map(), list: [] };
w.on('step', (chain, n) => {
  w.sum++;
  w.seen.set(chain + ':' + n, (w.seen.get(chain + ':' + n) ?? 0) + 1);
  w.list.push(n);
  if (n > 1) w.emit('step', chain, n - 1);
});
finish(() => { for (let chain = 0; chain < 40; chain++) w.emit('step', chain, 25); }).ondone(() => {
  console.log(w.sum, w.seen.size, w.list.length, [...w.seen.values()].filter(times => times !== 1).length);
});
`;

function runKilled(text: string, how: string, heap?: number): Outcome {
  const environment = { NODE_OPTIONS: `--import ${preload}`, QUOLL_KILL: how };
  return runProgram(text, { workers: 3, environment, ...(heap !== undefined && { heap }) });
}

/** The program ends right, or with the message that says what a worker did when it died. */
function assertRightOrReported({ lines, errors, status }: Outcome, mayBeLost: boolean): string {
  if (mayBeLost && status === 70) {
    assert.match(
      errors,
      /^quoll: a worker died.* while it (took a task|started what|stored what).*; tasks may be lost, so the program ends/s,
    );
    return 'reported';
  }
  assert.equal(errors, '');
  assert.deepEqual(lines, ['1000 1000 1000 0']);
  assert.equal(status, 0);
  return 'right';
}

describe('a worker that dies', () => {
  const phases = { Idle: false, Taking: true, Attempting: false, Finishing: true };
  for (const [phase, mayBeLost] of Object.entries(phases)) {
    for (const nth of [1, 7]) {
      test(`in the phase ${phase}, the ${nth}. time`, t => {
        const number = Phase[phase as keyof typeof Phase];
        t.diagnostic(assertRightOrReported(runKilled(chains, `phase ${number} ${nth}`), mayBeLost));
      });
    }
  }

  for (let seed = 1; seed <= 4; seed++) {
    test(`at any time, seed ${seed}`, t => {
      t.diagnostic(assertRightOrReported(runKilled(chains, `random ${17 * seed} ${seed}`), true));
    });
  }
});
