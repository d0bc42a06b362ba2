/** Rewritten source on shared values: every form of the language and every method, in handlers and on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compare,
  type Difference,
  IDIOMS,
  type Place,
  runPlain,
  runSequentially,
} from '../runtime/differential.js';
import { allCases, randomCase } from '../runtime/expressions.js';
import { builtinCases } from '../runtime/builtins.js';
import { hostilePrograms } from '../runtime/hostile.js';

const RANDOM = 400;
/** How often each function of the language is called. */
const CALLS = 2;

function assertNone(differences: readonly Difference[]): void {
  const lines = differences.map(
    ({ text, expected, found }) => `${text}\n    one thread: ${expected}\n    handler:    ${found}`,
  );
  assert.ok(lines.length === 0, `${lines.length} differ:\n${lines.slice(0, 20).join('\n')}`);
}

/** Every case runs in a handler, some also elsewhere. */
const PARTS = { handler: 1, guard: 8, main: 8 };

for (const place of ['handler', 'guard', 'main'] satisfies Place[]) {
  test(`shared values in a ${place} behave as plain ones: every form and method`, () => {
    const cases = allCases().filter((_, i) => i % PARTS[place] === 0);
    const { differences, refused } = compare(cases, place);
    assertNone(differences);
    assert.deepEqual(refused, []);
  });
}

test('every function of the language does the same with shared objects', t => {
  const seed = Number(process.env['QUOLL_SEED'] ?? 1);
  t.diagnostic(`QUOLL_SEED=${seed}`);
  const { differences, refused } = compare(builtinCases(seed, CALLS), 'handler');
  assertNone(differences);
  assert.deepEqual(refused, []);
});

test('idioms of the language behave in handlers as in plain Node', () => {
  const plain = runPlain(IDIOMS);
  const assertSame = ({ differences, refused }: ReturnType<typeof compare>) => {
    assertNone(differences);
    assert.deepEqual(refused, []);
  };
  assertSame(compare(IDIOMS, 'handler', plain, runSequentially(IDIOMS, 'handler')));
  for (const place of ['handler', 'guard', 'main'] as const) assertSame(compare(IDIOMS, place, plain));
});

/** How many programs of the grammar run in each place. */
const HOSTILE = { handler: 200, guard: 60, main: 60 };

for (const place of ['handler', 'guard', 'main'] satisfies Place[]) {
  test(`hostile programs behave the same in a ${place}`, t => {
    const seed = Number(process.env['QUOLL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    t.diagnostic(`QUOLL_SEED=${seed}`);
    const { differences, refused } = compare(hostilePrograms(seed, HOSTILE[place]), place);
    assertNone(differences);
    assert.ok(refused.length < HOSTILE[place] / 4, `${refused.length} are refused`);
  });
}

test('shared values behave as plain ones: random statements', t => {
  const seed = Number(process.env['QUOLL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`QUOLL_SEED=${seed}`);
  const { differences } = compare(fc.sample(randomCase(), { numRuns: RANDOM, seed }), 'handler');
  assertNone(differences);
});
