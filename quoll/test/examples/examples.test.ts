/**
 * Each program in examples/quoll prints the text of its file in expected/, sequentially and in
 * parallel.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../examples/quoll/', import.meta.url));
const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'quoll-examples-'));
after(() => rmSync(cache, { recursive: true }));

for (const file of readdirSync(join(folder, 'expected'))) {
  const name = file.replace(/\.txt$/, '');
  for (const options of [['--sequential'], ['--workers', '3']]) {
    test(`${name} ${options.join(' ')}: prints what it should`, () => {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [command, ...options, join(folder, `${name}.mjs`)],
        {
          encoding: 'utf8',
          env: { ...process.env, QUOLL_CACHE: cache },
          timeout: 600_000,
        },
      );
      assert.equal(stdout, readFileSync(join(folder, 'expected', file), 'utf8'), stderr);
      assert.equal(stderr, '');
      assert.equal(status, 0);
    });
  }
}
