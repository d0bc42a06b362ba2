/** What the start of a program loads of the package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quoll-start-'));
after(() => rmSync(folder, { recursive: true }));

/** Without the transform and its parser. */
const LOADED = [
  ...['cli/main.js', 'load/register.js', 'load/thread.js', 'node/worker.js', 'compat/api.js', 'index.js'],
  ...['stm/stm.wasm', 'transform/version'],
];

/** Runs the program with the package in a folder. */
function run(where: string, program: string) {
  return spawnSync(process.execPath, [join(where, 'dist/src/cli/main.js'), '--workers', '1', program], {
    encoding: 'utf8',
    env: { ...process.env, QUOLL_CACHE: join(folder, 'cache') },
    timeout: 600_000,
  });
}

test('a program whose modules are cached needs a few files only, and no transform', () => {
  const few = join(folder, 'few');
  for (const file of LOADED) cpSync(join(root, 'dist/src', file), join(few, 'dist/src', file));
  cpSync(join(root, 'package.json'), join(few, 'package.json'));
  mkdirSync(join(few, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@jridgewell'), join(few, 'node_modules/@jridgewell'), 'dir');
  const program = join(folder, 'app.mjs');
  writeFileSync(join(folder, 'plain.mjs'), 'export const seven = 7;\n');
  writeFileSync(
    program,
    "import { spawn } from '@hocket/quoll';\nimport { seven } from './plain.mjs';\nconsole.log(await spawn(() => 6 * seven));\n",
  );
  assert.notEqual(run(few, program).status, 0, 'it is not cached yet');
  assert.equal(run(root, program).stdout, '42\n');
  const { stdout, stderr } = run(few, program);
  assert.equal(stdout, '42\n', stderr);
});

test('a module that does not mention the API is not parsed', () => {
  const program = join(folder, 'other.mjs');
  writeFileSync(program, 'console.log([1, 2].map(n => n + 1).join());\n');
  const { stdout, stderr } = run(join(folder, 'few'), program);
  assert.equal(stdout, '2,3\n', stderr);
});
