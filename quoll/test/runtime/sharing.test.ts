/** Versions of Node share fixed cases: no case is forgotten. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { turnOf } from './sharing.js';

const SHARE = 3;
const CASES = Array.from({ length: 10 }, (_, i) => i);
const sorted = (cases: readonly number[]) => [...cases].sort((a, b) => a - b);

test('on any day each case runs on one version', () => {
  for (const day of [20_000, 20_001, 20_002, 20_003]) {
    const versions = Array.from({ length: SHARE }, (_, n) => turnOf(CASES, day + n, SHARE));
    assert.deepEqual(sorted(versions.flat()), CASES);
  }
});

test('each version runs each case once within as many days as there are versions', () => {
  for (let version = 0; version < SHARE; version++) {
    const days = Array.from({ length: SHARE }, (_, day) => turnOf(CASES, 20_000 + day + version, SHARE));
    assert.deepEqual(sorted(days.flat()), CASES);
  }
});

test('a version that shares with no other runs all cases', () => {
  assert.deepEqual(turnOf(CASES, 20_001, 1), CASES);
});

test('the check has as many versions as share the cases, and the next turn on each', () => {
  const check = readFileSync(new URL('../../../check.sh', import.meta.url), 'utf8');
  const versions = /^for version in (.+); do$/m.exec(check)![1]!.split(' ');
  assert.equal(Number(/^export QUOLL_SHARE=(\d+)$/m.exec(check)![1]), versions.length + 1);
  assert.match(check, /^export QUOLL_TURN=\$\(\(\$\(date \+%s\) \/ 86400\)\)$/m);
  assert.equal(check.match(/^ +export QUOLL_TURN=\$\(\(QUOLL_TURN \+ 1\)\)$/gm)?.length, 1);
});
