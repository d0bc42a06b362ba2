/** Programs of npm packages give the same output with the transform forced on. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sequentialContract } from '../../src/compat/contract.js';
import { install } from '../../src/contract/contract.js';
import { transform } from '../../src/transform/index.js';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'quoll-packages-'));
after(() => rmSync(folder, { recursive: true }));

/** Rewrites every file of a folder into a copy of it. */
function rewriteFolder(from: string, to: string, format: 'module' | 'commonjs'): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules')
      rewriteFolder(path, join(to, entry.name), format);
    else if (/\.(json|js|mjs)$/.test(entry.name)) {
      const text = readFileSync(path, 'utf8');
      const isForeign = (specifier: string) => !specifier.startsWith('.');
      const isCode = !entry.name.endsWith('.json');
      const url = pathToFileURL(join(to, entry.name)).href;
      writeFileSync(
        join(to, entry.name),
        isCode ? transform(text, { url, hash: '', format, isForeign }).code : text,
      );
    }
  }
}

function folderOf(name: string): string {
  let at = dirname(require.resolve(name));
  while (basename(at) !== name) at = dirname(at);
  return at;
}

test('acorn, a CommonJS file, parses its own source to the same tree', () => {
  const file = require.resolve('acorn');
  const source = readFileSync(file, 'utf8');
  const copy = join(folder, 'acorn.cjs');
  writeFileSync(
    copy,
    transform(source, { url: pathToFileURL(copy).href, hash: '', format: 'commonjs', isForeign: () => true })
      .code,
  );
  install(sequentialContract());
  const plain = require(file) as typeof import('acorn');
  const rewritten = require(copy) as typeof import('acorn');
  const options = { ecmaVersion: 'latest', locations: true } as const;
  assert.notEqual(plain.parse, rewritten.parse);
  assert.equal(
    JSON.stringify(rewritten.parse(source, options)),
    JSON.stringify(plain.parse(source, options)),
  );
});

test('marked, an ES module, renders the same HTML', async () => {
  const to = join(folder, 'marked');
  rewriteFolder(folderOf('marked'), to, 'module');
  install(sequentialContract());
  const plain = await import('marked');
  const rewritten = (await import(pathToFileURL(join(to, 'lib', 'marked.esm.js')).href)) as typeof plain;
  const text = ['acorn', 'marked', 'semver', 'prettier']
    .map(name => readFileSync(join(folderOf(name), 'README.md'), 'utf8'))
    .join('\n');
  assert.notEqual(plain.marked, rewritten.marked);
  const html = rewritten.marked.parse(text) as string;
  assert.ok(html.length > 20_000, `html.length=${html.length}`);
  assert.equal(html, plain.marked.parse(text));
});

test('semver, many CommonJS files, returns the same', () => {
  const to = join(folder, 'semver');
  rewriteFolder(folderOf('semver'), to, 'commonjs');
  install(sequentialContract());
  const answers = (semver: typeof import('semver')) => {
    const versions = ['1.2.3', '1.2.4-beta.1', '2.0.0', '10.1.0', '0.0.1-alpha', 'v3.4', 'x', '1.2.3+build'];
    const ranges = ['^1.2', '~1.2.3', '>=1 <2 || 3.x', '*', '1.2.3 - 2.3.4', 'broken range'];
    return JSON.stringify([
      versions.map(version => [
        semver.valid(version),
        semver.coerce(version)?.version,
        semver.prerelease(version),
      ]),
      ranges.map(range => [
        semver.validRange(range),
        versions.map(version => semver.satisfies(version, range)),
      ]),
      semver.sort(versions.filter(version => semver.valid(version))),
      semver.inc('1.2.3', 'prerelease', 'rc'),
      semver.subset('^1.2.3', '>=1'),
    ]);
  };
  const plain = require('semver') as typeof import('semver');
  const rewritten = require(join(to, 'index.js')) as typeof import('semver');
  assert.notEqual(plain.satisfies, rewritten.satisfies);
  assert.equal(answers(rewritten), answers(plain));
});
