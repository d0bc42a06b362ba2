import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

// Handlers that run in parallel give the result of some sequential order of them (serializability, end to end).

const FIELDS = ['a', 'b', 'c'] as const;
type Field = (typeof FIELDS)[number];
type State = Record<Field, number>;

/** s[to] = (s[to] * factor + s[from] + addend) % 1009: neither commutative nor idempotent. */
type Step = [to: Field, from: Field, factor: number, addend: number];

const TRIALS = 200;
const HANDLERS = 4;
const MODULUS = 1009;

const seed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1_000_000_007);

/** Lehmer's generator. */
let state = (seed % 2_147_483_646) + 1;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

function randomSteps(): Step[] {
  return Array.from({ length: 1 + random(4) }, () => [
    FIELDS[random(3)]!,
    FIELDS[random(3)]!,
    2 + random(7),
    random(MODULUS),
  ]);
}

function apply(steps: Step[], s: State): State {
  const next = { ...s };
  for (const [to, from, factor, addend] of steps)
    next[to] = (next[to] * factor + next[from] + addend) % MODULUS;
  return next;
}

function* orders<T>(all: T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const first of all)
    for (const rest of orders(all.filter(each => each !== first))) yield [first, ...rest];
}

test(`parallel handlers equal some sequential order of them (QUOLL_SEED=${seed})`, () => {
  const trials = Array.from({ length: TRIALS }, () => Array.from({ length: HANDLERS }, randomSteps));
  const { lines, errors, status } = runProgram(
    `
    const trials = ${JSON.stringify(trials)};
    for (let t = 0; t < trials.length; t++) {
      const s = { a: 1, b: 2, c: 3 };
      s.on('run', steps => {
        for (const [to, from, factor, addend] of steps) {
          const read = s[from];
          let spin = 0;
          for (let i = 0; i < 100_000; i++) spin ^= i;
          if (spin === -1) return;
          s[to] = (s[to] * factor + read + addend) % ${MODULUS};
        }
      });
      for (const steps of trials[t]) s.emit('run', steps);
      s.waitall('run', () => console.log(t, s.a, s.b, s.c));
    }
  `,
    { workers: 4 },
  );
  assert.equal(errors, '');
  assert.equal(status, 0);
  assert.equal(lines.length, TRIALS);
  for (const line of lines) {
    const [t, a, b, c] = line.split(' ').map(Number);
    const possible = [...orders(trials[t!]!)].map(order =>
      JSON.stringify(order.reduce((s, steps) => apply(steps, s), { a: 1, b: 2, c: 3 } as State)),
    );
    assert.ok(
      possible.includes(JSON.stringify({ a, b, c })),
      `trial ${t}: ${line} is the result of no order`,
    );
  }
});
