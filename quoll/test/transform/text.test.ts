/** The rewritten text, its map and its record. */
import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import { test } from 'node:test';
import { nodeCode } from '../../src/node/code.js';
import { CodeRegistry } from '../../src/code/registry.js';
import { sequentialContract } from '../../src/compat/contract.js';
import { install } from '../../src/contract/contract.js';
import { transform } from '../../src/transform/index.js';
import { rewrite } from './programs.js';

test('every position of the rewritten text maps to the source position it came from', () => {
  const source = `const a = [1];\nfunction f(x) {\n  obj.on('e', () => a[x].b + nowhere); return x;\n}\n`;
  const { code, map } = rewrite(source, 'module');
  const decoded = new SourceMap(JSON.parse(map));
  for (const word of ['nowhere', 'return x', 'function f']) {
    const [line, column] = place(code, word);
    const found = decoded.findEntry(line, column) as { originalLine: number; originalColumn: number };
    assert.deepEqual([found.originalLine, found.originalColumn], place(source, word), word);
  }
});

function place(text: string, word: string): [number, number] {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return [before.length - 1, before.at(-1)!.length];
}

test('the head is on the first line, after #! and directives', () => {
  assert.match(
    rewrite('#!/usr/bin/env node\nlet a;', 'module').code,
    /^#![^\n]*\nconst \$module = .*let a;$/,
  );
  assert.match(rewrite(`'use strict'; let a;`).code, /^'use strict';const \$module/);
  assert.match(rewrite(``).code, /^const \$module/);
});

test('a record lists captures, foreign bindings and names', () => {
  const { record } = rewrite(
    `import fs, { readFile as read } from 'node:fs'; import * as own from './own.mjs'; import { x } from './own.mjs';
     export class Store { save(o) { return read(o.path, fs.z, x, own.y, this.count); } }`,
    'module',
  );
  assert.deepEqual(
    record.functions.map(({ kind, name, captures, foreign }) => ({ kind, name, captures, foreign })),
    [
      { kind: 'class', name: 'Store', captures: ['x', 'own'], foreign: [1, 0] },
      { kind: 'method', name: 'save', captures: ['x', 'own'], foreign: [1, 0] },
    ],
  );
  assert.deepEqual(
    record.foreign.map(({ local, imported }) => `${local}=${imported}`),
    ['fs=default', 'read=readFile'],
  );
  assert.deepEqual(record.names, ['count', 'path', 'y', 'z']);
});

test('a record says which functions may reach code of others, also by functions in them', () => {
  const { record } = rewrite(
    `import fs from 'node:fs';
     import { on } from '@hocket/quoll';
     if (location.search) fs.now();
     const o = { n: 1, text: Math.max(1) };
     const none = () => { o.n = Math.max(o.n, setTimeout(() => on(o, 'a', none), 1)); };
     const all = [() => fs.x, () => location, () => () => new Crypto(), () => import('./a.js'), () => import.meta];`,
    'module',
  );
  assert.equal(record.isAlone, false);
  assert.deepEqual(
    record.functions.map(({ reaches = false }) => reaches),
    [false, false, true, true, true, true, true, true],
  );
});

test('a constant that require fills is loaded by each realm, with the path to it', () => {
  const { record } =
    rewrite(`const { promises: { readFile: read } } = require('fs'), { join } = require('path').posix;
    const own = require('./own'); let later = require('fs'); later = 1;
    f = () => [read, join, own, later, require, __dirname];`);
  assert.deepEqual(
    record.foreign.map(({ local, specifier, path }) => [local, specifier, ...path]),
    [
      ['read', 'fs', 'promises', 'readFile'],
      ['join', 'path', 'posix', 'join'],
      ['require', ''],
    ],
  );
  assert.deepEqual(record.functions[0]!.captures, ['own', 'later', '__dirname']);
});

test('a function made elsewhere throws with the line of its source', async () => {
  const url = 'file:///some/app.mjs';
  const source = `import { join } from 'node:path';\nlet n = 1;\nglobalThis.made = function fail(x) {\n  n++;\n  throw new Error(join('a', import.meta.url, String(n)));\n};`;
  const { code, record } = transform(source, { url, hash: '', format: 'module', isForeign: () => true });
  const contract = sequentialContract();
  install(contract);
  const registry = new CodeRegistry(contract, () => record, nodeCode);
  contract.module = (at, hash, tools) => registry.module(at, hash, tools);
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const described = registry.describe((globalThis as unknown as { made: Function }).made);
  assert.ok('captures' in described);
  const elsewhere = new CodeRegistry(contract, () => record, nodeCode);
  await elsewhere.prepare(described);
  const made = elsewhere.make(described, described.captures);
  assert.equal(made.name, 'fail');
  assert.throws(
    () => made(1),
    (error: Error) =>
      error.message === 'a/file:/some/app.mjs/2' && /fail \(file:\/\/\/some\/app\.mjs:5:/.test(error.stack!),
  );
});

test('a module that only calls methods named on is not rewritten', () => {
  const { code } = rewrite(
    `import { EventEmitter } from 'node:events'; new EventEmitter().on('x', f);`,
    'module',
  );
  assert.match(code, /\$quoll\.call\.on\(.*new EventEmitter\(\).*, 'x', .*f\)/);
});

test('a rewritten module has the same imports and exports', async () => {
  const { code } = rewrite(
    `export default function () { return n; } export let n = 1; export const { a, b: [c] } = { a: 1, b: [2] };
     export { n as m }; export class K {} export * from 'node:path'; n++;`,
    'module',
  );
  install(sequentialContract());
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    unknown
  >;
  assert.deepEqual([module['n'], module['m'], module['a'], module['c']], [2, 2, 1, 2]);
  assert.equal((module['default'] as Function)(), 2);
  assert.equal((module['default'] as Function).name, 'default');
  assert.equal(typeof module['join'], 'function');
});

test('a fault of the rewriting says that it is one, and where', () => {
  const options = {
    url: 'file:///folder/app.mjs',
    hash: '',
    format: 'module',
    isForeign: () => false,
  } as const;
  const bundle = { imports: '', tools: '} {', globals: new Set<string>() };
  const faulty = [
    { ...options, bundle },
    Object.defineProperty({ ...options }, 'hash', { get: () => (null as unknown as { x: string }).x }),
  ];
  assert.throws(
    () => transform('let a;\nlet b;', faulty[0]!),
    /^Error: \/folder\/app\.mjs:1: quoll fails to rewrite this module, which is a fault of quoll/,
  );
});
