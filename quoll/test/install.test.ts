/** The package for a new user: packed, installed into an empty folder, and run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quoll-install-'));
after(() => rmSync(folder, { recursive: true }));

function run(command: string, args: readonly string[], cwd = folder): string {
  const { stdout, stderr, status, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, QUOLL_CACHE: join(folder, 'cache') },
    timeout: 600_000,
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error ?? ''}${stderr}${stdout}`);
  return stdout;
}

before(() => {
  const tarball = run('npm', ['pack', '--silent', '--pack-destination', folder], root).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`]);
  writeFileSync(
    join(folder, 'methods.mjs'),
    "const o = { n: 0 };\no.on('e', () => { o.n++; }).emit('e').emit('e');\no.waitall('e', () => console.log(o.n));\n",
  );
  writeFileSync(
    join(folder, 'calls.mjs'),
    "import { spawn } from '@hocket/quoll';\nconsole.log(await spawn(() => 6 * 7));\n",
  );
  writeFileSync(
    join(folder, 'calls.cjs'),
    "const { spawn } = require('@hocket/quoll');\nspawn(() => 6 * 7).get(console.log);\n",
  );
  writeFileSync(
    join(folder, 'compat.mjs'),
    "import { spawn } from '@hocket/quoll/compat';\nconsole.log(await spawn(() => 6 * 7));\n",
  );
});

const npx = ['--no-install', 'quoll'];
/** What npx starts. */
const quoll = join(folder, 'node_modules/.bin/quoll');
for (const [what, command, args, expected] of [
  ['npx quoll runs a program with methods', 'npx', [...npx, 'methods.mjs'], '2\n'],
  ['quoll runs a program with calls', quoll, ['calls.mjs'], '42\n'],
  ['quoll runs a CommonJS program', quoll, ['calls.cjs'], '42\n'],
  ['node --import runs one', process.execPath, ['--import', '@hocket/quoll/register', 'calls.mjs'], '42\n'],
  ['compat runs without any of that', process.execPath, ['compat.mjs'], '42\n'],
] as const) {
  test(what, () => assert.equal(run(command, args), expected));
}

test('the demo prints a table in which all ways give the same', () => {
  const rows = [...run(quoll, ['demo', '20000']).matchAll(/^--(sequential|workers \d+) +(\d+) /gm)];
  assert.ok(rows.length >= 2, `${rows.length} rows`);
  assert.deepEqual(new Set(rows.map(([, , primes]) => primes)), new Set(['2262']));
});

test('the types of the API, of pages and of the plugins exist', () => {
  writeFileSync(
    join(folder, 'typed.mts'),
    `import { spawn } from '@hocket/quoll';
    import { type PageOptions, start, trace } from '@hocket/quoll/browser';
    import esbuild, { type QuollOptions } from '@hocket/quoll/esbuild';
    import rollup from '@hocket/quoll/rollup';
    import vite from '@hocket/quoll/vite';
    export const answer: PromiseLike<number> = spawn((n: number) => n + 1, 41);
    export const page: PageOptions = { worker: () => new Worker('worker.js', { type: 'module' }), workers: 2 };
    start(page);
    export const aborts: number = trace().aborts;
    const options: QuollOptions = { workers: 2, heap: 64, trace: true, exclude: [/words/] };
    export const names: string[] = [esbuild(options), rollup(options), vite(options)].map(({ name }) => name);
    // @ts-expect-error: the plugins refuse other options.
    vite({ threads: 2 });
    `,
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [
    tsc,
    ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'typed.mts'],
  ]);
});
