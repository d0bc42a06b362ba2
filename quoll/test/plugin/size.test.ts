/** What a page loads of the package. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import quoll, { type QuollOptions } from '../../src/plugin/esbuild.js';

// Always the same in a clone: the page has hashes of its path, by which its size differs by up to 0.1 kB.
const folder = fileURLToPath(new URL('../../size/', import.meta.url));
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));

const PAGE = `const o = {}; o.on('e', () => { o.n = 1; }); o.emit('e');\n`;
/**
 * The goal is 60. 1.4 of the rest let both run times refuse changes of shared functions and classes, which only one thread would see. 1.0 keep turns
 * cheap that only hold typed arrays, and undo callbacks of promises. 0.4 let the notes of one thread run no getter, and bound received typed arrays.
 */
const MOST_AT_START = 70.9;

/** Brotli kilobytes of a page that does almost nothing: of what it loads to start, and with what its workers load. */
async function sizesOf(name: string, options: QuollOptions): Promise<{ start: number; all: number }> {
  writeFileSync(join(folder, 'main.js'), PAGE);
  const outdir = join(folder, name);
  await build({
    ...{ absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, minify: true, format: 'esm', outdir },
    ...{ plugins: [quoll(options) as unknown as Plugin], logLevel: 'error' },
  });
  const size = (file: string) => brotliCompressSync(readFileSync(join(outdir, file))).length / 1000;
  const files = (readdirSync(outdir, { recursive: true }) as string[]).filter(file => file.endsWith('.js'));
  return { start: size('main.js'), all: files.reduce((sum, file) => sum + size(file), 0) };
}

test('a page that keeps no trace does not load what a trace needs', async t => {
  const plain = await sizesOf('plain', {});
  const traced = await sizesOf('traced', { trace: true });
  for (const [what, { start, all }] of Object.entries({ plain, traced }))
    t.diagnostic(`${what}: ${start.toFixed(1)} kB at the start, ${all.toFixed(1)} kB with the workers' file`);
  assert.ok(plain.start < MOST_AT_START, `${plain.start} kB`);
  assert.ok(plain.start + 2 < traced.start && plain.all + 4 < traced.all, JSON.stringify({ plain, traced }));
});
