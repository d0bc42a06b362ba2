/** Rewritten source on shared values: every form of the language and every method, in handlers and on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compare,
  type Difference,
  IDIOMS,
  jobsOf,
  runPlain,
  runSequentially,
} from '../runtime/differential.js';
import { allCases, randomCase } from '../runtime/expressions.js';
import { builtinCases } from '../runtime/builtins.js';
import { hostilePrograms } from '../runtime/hostile.js';
import { shareOf, turnOf } from '../runtime/sharing.js';

/**
 * One in so many of the forms at each place. Those in the main realm have a program of their own, because each of its turns looks at every typed
 * array that this realm knows.
 */
const FORMS = [{ handler: 1, guard: 8 }, { main: 8 }];
const HOSTILE_PARTS = { handler: 1, guard: 3, main: 3 };
const HOSTILE = 200;
const RANDOM = 400;
/** How often each function of the language is called. */
const CALLS = 2;

const seed = Number(process.env['QUOLL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const places = (parts: object) => Object.keys(parts).join(' and ');

function assertNone(differences: readonly Difference[]): void {
  const lines = differences.map(
    ({ text, place, expected, found }) => `${text}\n    one thread: ${expected}\n    ${place}: ${found}`,
  );
  assert.ok(lines.length === 0, `${lines.length} differ:\n${lines.slice(0, 20).join('\n')}`);
}

function assertSame({ differences, refused }: ReturnType<typeof compare>): void {
  assertNone(differences);
  assert.deepEqual(refused, []);
}

for (const parts of FORMS) {
  test(`shared values behave as plain ones: every form and method, ${places(parts)}`, () => {
    assertSame(compare(turnOf(jobsOf(allCases(), parts))));
  });
}

test('every function of the language does the same with shared objects', t => {
  t.diagnostic(`QUOLL_SEED=${seed}`);
  assertSame(compare(jobsOf(builtinCases(seed, shareOf(CALLS)), { handler: 1 })));
});

test('idioms of the language behave as in plain Node', () => {
  const jobs = jobsOf(turnOf(IDIOMS), { handler: 1, guard: 1, main: 1 });
  const plain = runPlain(jobs);
  assertSame(compare(jobs, plain, runSequentially(jobs)));
  assertSame(compare(jobs, plain));
});

test('hostile programs behave the same', t => {
  t.diagnostic(`QUOLL_SEED=${seed}`);
  const jobs = jobsOf(hostilePrograms(seed, shareOf(HOSTILE)), HOSTILE_PARTS);
  const { differences, refused } = compare(jobs);
  assertNone(differences);
  for (const place of ['handler', 'guard', 'main'] as const) {
    const [few, all] = [refused, jobs].map(some => some.filter(job => job.place === place).length);
    assert.ok(few! < all! / 4, `${few} of ${all} are refused in a ${place}`);
  }
});

test('shared values behave as plain ones: random statements', t => {
  t.diagnostic(`QUOLL_SEED=${seed}`);
  const cases = fc.sample(randomCase(), { numRuns: shareOf(RANDOM), seed });
  assertNone(compare(jobsOf(cases, { handler: 1 })).differences);
});
