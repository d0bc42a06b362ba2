/** What a page loads of the package. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import quoll, { type QuollOptions } from '../../src/plugin/esbuild.js';

const folder = mkdtempSync(join(tmpdir(), 'quoll-size-'));
after(() => rmSync(folder, { recursive: true }));

const PAGE = `const o = {}; o.on('e', () => { o.n = 1; }); o.emit('e');\n`;
/**
 * The goal is 60. 1.4 of the rest let both run times refuse changes of shared functions and classes, which only one thread would see. 1.0 keep turns
 * cheap that only hold typed arrays, and undo callbacks of promises. 0.4 let the notes of one thread run no getter, and bound received typed arrays.
 * 0.1 tell a watchdog of turns, and let `push` on the longest array fail. 0.1 let both run times call each method that they read, and methods of
 * sparse arrays skip holes, and 0.1 run timers and jobs of handlers as plain Node does. 0.4 settle promises of futures and keep what programs
 * enumerate of errors, and 1.4 convert errors and other carriers of shared objects where packages get them (decision 91). 0.2 show a
 * handler its own changes of eventual fields: names, removed fields, elements. An edit that changes no length may change Brotli's by 0.1.
 */
const MOST_AT_START = 74;

/** The files of a page that does almost nothing, built in a folder. */
async function filesOf(name: string, options: QuollOptions): Promise<Map<string, Buffer>> {
  const absWorkingDir = join(folder, name);
  mkdirSync(absWorkingDir);
  writeFileSync(join(absWorkingDir, 'main.js'), PAGE);
  const outdir = join(absWorkingDir, 'out');
  await build({
    ...{ absWorkingDir, entryPoints: ['main.js'], bundle: true, minify: true, format: 'esm', outdir },
    ...{ plugins: [quoll(options) as unknown as Plugin], logLevel: 'error' },
  });
  const files = (readdirSync(outdir, { recursive: true }) as string[]).filter(file => file.endsWith('.js'));
  return new Map(files.map(file => [file, readFileSync(join(outdir, file))]));
}

/** Brotli kilobytes of what a page loads to start, and with what its workers load. */
function sizesOf(files: Map<string, Buffer>): { start: number; all: number } {
  const size = (text: Buffer) => brotliCompressSync(text).length / 1000;
  return {
    start: size(files.get('main.js')!),
    all: [...files.values()].reduce((sum, text) => sum + size(text), 0),
  };
}

test('a page that keeps no trace does not load what a trace needs', async t => {
  const plain = sizesOf(await filesOf('plain', {}));
  const traced = sizesOf(await filesOf('traced', { trace: true }));
  for (const [what, { start, all }] of Object.entries({ plain, traced }))
    t.diagnostic(`${what}: ${start.toFixed(2)} kB at the start, ${all.toFixed(1)} kB with the workers' file`);
  assert.ok(plain.start < MOST_AT_START, `${plain.start} kB`);
  assert.ok(plain.start + 2 < traced.start && plain.all + 4 < traced.all, JSON.stringify({ plain, traced }));
});

test('a page has the same files in each folder where it is built', async () => {
  assert.deepEqual(await filesOf('here', {}), await filesOf('elsewhere', {}));
});
