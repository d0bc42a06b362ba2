/** Each case gives its result on every run time. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cases } from './cases.js';

const root = new URL('../../', import.meta.url);
const program = fileURLToPath(new URL('run-cases.js', import.meta.url));
const register = new URL('src/load/register.js', root).href;

/** A cache of its own: texts that an older transform made are not used. */
const cache = mkdtempSync(join(tmpdir(), 'quoll-api-'));
after(() => rmSync(cache, { recursive: true }));

interface RunTime {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment?: Record<string, string>;
  readonly undoes: boolean;
}

const runTimes: RunTime[] = [
  { name: 'sequential, as written', args: [], undoes: false },
  {
    name: 'sequential, rewritten',
    args: ['--import', register],
    environment: { QUOLL_SEQUENTIAL: '1' },
    undoes: false,
  },
  { name: 'parallel', args: ['--import', register], undoes: true },
];

interface Line {
  readonly name: string;
  readonly result?: unknown;
  readonly error?: string;
}

function run({ args, environment }: RunTime): Map<string, Line> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args, program], {
    encoding: 'utf8',
    env: { ...process.env, QUOLL_CACHE: cache, ...environment },
    timeout: 600_000,
  });
  assert.equal(status, 0, stderr);
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
  return new Map(lines.map(line => [line.name, line]));
}

for (const runTime of runTimes) {
  describe(runTime.name, () => {
    let results: Map<string, Line>;
    before(() => {
      results = run(runTime);
    });
    for (const [name, [, expected]] of Object.entries(cases)) {
      if (name.endsWith(': undone') && !runTime.undoes) continue;
      test(name, () => {
        const line = results.get(name);
        assert.equal(line?.error, undefined);
        assert.deepEqual(line?.result, expected);
      });
    }
  });
}
