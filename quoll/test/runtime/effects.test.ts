/** What packages do to the world outside of the program, from handlers that conflict or throw: it happens once for each handler, as on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Effects } from '../../src/code/effects.js';
import { type Outcome, runProgram } from './programs.js';

/** A package that writes numbers into a file, in many ways, and one that waits. */
const LIBRARY = `
import { randomBytes, randomUUID } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import { createGzip, deflateSync, inflateSync } from 'node:zlib';
import fs, { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
const file = fileURLToPath(new URL('../../log.txt', import.meta.url));
export const append = n => appendFileSync(file, n + ' ');
export const later = async n => { await null; fs.appendFileSync(file, n + ' '); return n; };
export const much = async n => { for (let i = 0; i < 5; i++) await null; await writeFile(file, n + ' ', { flag: 'a' }); };
export const queued = n => queueMicrotask(() => append(n));
export const sleepy = async n => { await null; setTimeout(() => append(n), 1); };
let isScheduled = false; const batch = [];
const flush = () => { append(batch.splice(0).join(' ')); isScheduled = false; };
const collected = schedule => n => { batch.push(n); if (!isScheduled) { isScheduled = true; schedule(flush); } };
export const batched = collected(queueMicrotask), ticked = collected(process.nextTick), delayed = collected(setImmediate);
export const resolved = collected(f => Promise.resolve().then(f));
export const hashed = () => (randomUUID(), randomBytes(4), isMainThread);
export const packed = () => (inflateSync(deflateSync('x')), isMainThread);
export const filled = () => (randomBytes(4, () => {}), isMainThread);
const zips = [];
export const zipped = () => (zips.push(createGzip()), isMainThread);
let isWriting = false; const waiting = [];
const go = () => { isWriting = true; fs.appendFile(file, waiting.shift() + ' ', () => { isWriting = false; if (waiting.length > 0) go(); }); };
export const lined = n => { waiting.push(n); if (!isWriting) go(); };
const open = await fs.promises.open(file, 'a');
export const opened = n => { open.appendFile(n + ' '); };
export const imported = async n => (await import('./heavy.mjs')).append(n);
export const computed = async n => { for (let i = 0; i < 3; i++) await null; return 2 * n; };
export const fails = async n => { await null; throw new Error('on purpose ' + n); };
export const warned = n => process.emitWarning('on purpose ' + n);
export const isReplaced = () => BroadcastChannel === BroadcastChannel;
const fd = fs.openSync(file, 'a');
export const handle = n => fs.writeSync(fd, n + ' ');
const stream = fs.createWriteStream(file, { flags: 'a' });
export const streamed = n => new Promise(resolve => stream.write(n + ' ', resolve));
export const timed = n => new Promise(resolve => setTimeout(() => { append(n); resolve(n); }, 1));
export const said = n => console.log('said ' + n);
export const chatty = async n => { await null; console.log('said ' + n); await null; console.log('said ' + (n + 10)); };
export const written = n => process.stdout.write('said ' + n + '\\n');
export const careful = n => { try { append(n); } catch { return 'caught'; } return 'done'; };
export const lazy = n => createRequire(import.meta.url)('./lazy.cjs')(n);
class Lines extends fs.WriteStream {}
const lines = new Lines(file, { flags: 'a' });
export const isStream = () => lines instanceof fs.WriteStream && lines.constructor === Lines && Object.getPrototypeOf(Lines) === fs.WriteStream;
`;

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
  'node_modules/library/heavy.mjs':
    "import { appendFileSync, readFileSync } from 'node:fs'; const file = new URL('../../log.txt', import.meta.url); readFileSync(file);" +
    "export const append = n => appendFileSync(file, n + ' ');",
  'node_modules/library/lazy.cjs': `const name = require('node:path').basename(__filename); module.exports = n => n + name;`,
};

const HEAD = `import * as library from 'library'; import { readFileSync, writeFileSync } from 'node:fs';
const w = { count: 0, seen: [], o: { a: 1 } };
const spin = () => { for (const end = performance.now() + 3; performance.now() < end;); };
const numbers = text => text.trim().split(/\\s+/).map(Number).sort((a, b) => a - b).join(' ');
`;

function run(body: string, environment: Record<string, string> = {}): Outcome {
  return runProgram(HEAD + body, {
    files: { ...files, 'log.txt': '' },
    environment,
    workers: 3,
  });
}

const TWENTY = Array.from({ length: 20 }, (_, i) => i + 1).join(' ');

test('what a package does happens once for each handler, in whatever way it does it', () => {
  const awaited = ['append', 'later', 'much', 'handle', 'streamed', 'timed', 'careful'];
  const other = [
    'queued',
    'sleepy',
    'batched',
    'ticked',
    'delayed',
    'resolved',
    'lined',
    'opened',
    'imported',
  ];
  const handlers = [
    ...awaited.map(name => `return library.${name}`),
    ...other.map(name => `library.${name}`),
  ].map(
    (call, i) =>
      `w.on('e', n => { const before = w[${i}] ?? 0; spin(); w[${i}] = before + 1; ${call}(n + ${100 * i}); });`,
  );
  const expected = handlers.flatMap((_, i) => [1, 2, 3, 4, 5, 6].map(n => n + 100 * i)).join(' ');
  const { lines, errors } = run(
    `${handlers.join('\n')}
     for (let i = 1; i <= 6; i++) w.emit('e', i);
     process.on('exit', () => console.log(numbers(readFileSync(new URL('log.txt', import.meta.url), 'utf8'))));`,
  );
  assert.equal(errors, '');
  assert.deepEqual(lines, [expected]);
});

test('a package that several handlers use loses nothing if one of them stops it in the middle of its work', () => {
  for (const way of ['batched', 'lined']) {
    const { lines, errors } = run(
      `const used = { a: 0, b: 0 };
       w.on('first', n => { used.a++; library.${way}(n); }).on('second', n => { used.b++; library.${way}(n); }).on('pure', n => { w.count += n; });
       for (let i = 1; i <= 20; i += 2) w.emit('first', i).emit('pure', 1).emit('second', i + 1);
       process.on('exit', () => console.log(w.count, used.a, used.b, numbers(readFileSync(new URL('log.txt', import.meta.url), 'utf8'))));`,
    );
    assert.equal(errors, '', way);
    assert.deepEqual(lines, [`10 10 10 ${TWENTY}`], way);
  }
});

test('what a package goes on with after its handler is done once, also if that has nothing to do with the world', () => {
  const { lines, errors } = run(
    `process.on('unhandledRejection', error => console.log(error.message));
     process.on('warning', ({ message }) => console.log('warned ' + message));
     w.on('e', n => { w.count++; spin(); library.fails(n); if (n === 1) library.warned(n); return library.computed(n); });
     w.on('chat', n => { w.count++; spin(); library.chatty(n); });
     for (let i = 1; i <= 5; i++) w.emit('e', i).emit('chat', i);
     w.waitall('e', () => console.log('count ' + (w.count >= 5)));`,
  );
  assert.doesNotMatch(errors, /quoll/);
  const fives = (first: string) => [1, 2, 3, 4, 5].map(n => `${first} ${n}`);
  const said = [1, 2, 3, 4, 5, 11, 12, 13, 14, 15].map(n => `said ${n}`);
  assert.deepEqual(
    lines.sort(),
    [...fives('on purpose'), ...said, 'count true', 'warned on purpose 1'].sort(),
  );
});

test('a package that returns only when its work is done stays in the worker', () => {
  const names = ['hashed', 'packed', 'filled', 'zipped'];
  const { lines, errors } = run(
    `${names.map(name => `w.on('e', () => { w.o.${name} = library.${name}(); });`).join('\n')}
     w.emit('e');
     process.on('exit', () => console.log(JSON.stringify(w.o)));`,
  );
  assert.equal(errors, '');
  const found = JSON.parse(lines[0]!) as object;
  assert.deepEqual(found, { a: 1, hashed: false, packed: false, filled: true, zipped: true });
});

test('the methods of what an acting function returns act, too, whatever their class', async () => {
  const asked: string[] = [];
  const note = (what: string) => void asked.push(what);
  class Hidden {
    write() {
      return 'written';
    }
    async *[Symbol.asyncIterator]() {
      yield 1;
    }
  }
  const child = {
    open: () => Object.assign(new Hidden(), { send: () => 'sent' }),
    later: () => Promise.resolve(new Hidden()),
  };
  const plain = {
    list: () => [1],
    bytes: () => Buffer.from('x'),
    date: () => new Date(0),
    self: () => plain,
  };
  const effects = new Effects(note, note, new Set([Object.prototype, Function.prototype]));
  effects.replaceIn(child, 'child');
  effects.replaceIn(plain, 'plain');
  const found = child.open();
  assert.equal(found.write() + found.send(), 'writtensent');
  assert.equal((await child.later()).write(), 'written');
  for await (const one of await child.later()) assert.equal(one, 1);
  assert.equal(plain.bytes().toString() + plain.date().getTime() + plain.list().at(0), 'x01');
  assert.deepEqual(asked, [
    ...['child.open', 'child.open.write', 'child.open().send', 'child.later', 'child.open.write'],
    ...['child.later', 'child.open.Symbol(Symbol.asyncIterator)'],
    ...Array(2).fill('child.open.Symbol(Symbol.asyncIterator).next'),
    ...['plain.bytes', 'plain.date', 'plain.list'],
  ]);
});

test('what a package prints waits for the commit', () => {
  for (const way of ['said', 'written']) {
    const { lines, errors } = run(
      `w.on('e', () => { const n = w.count; spin(); w.count = n + 1; library.${way}(n + 1); });
       for (let i = 0; i < 20; i++) w.emit('e');`,
    );
    assert.equal(errors, '', way);
    const said = lines.map(line => Number(line.replace('said ', '')));
    // The order of two workers' output is open.
    assert.equal(said.sort((a, b) => a - b).join(' '), TWENTY, way);
  }
});

test('a package may load files and compute in a worker', () => {
  const { lines, errors } = run(
    `w.on('e', () => { w.seen.push(library.lazy(1), library.isStream(), library.isReplaced()); });
     finish(() => w.emit('e')).ondone(() => console.log(w.seen.join()));`,
    { QUOLL_STATS: '1' },
  );
  assert.deepEqual(lines, ['1lazy.cjs,true,true']);
  assert.match(errors, /^ +1 +0 +0 +0 +0 +0 +the handler of 'e'/m);
});

test('a global class of the host acts in the main realm', () => {
  const { lines, errors } = run(
    `const channel = new BroadcastChannel('x'); channel.onmessage = ({ data }) => { console.log('got ' + data); if (data === 5) channel.close(); };
     w.on('e', () => { const n = w.count; spin(); w.count = n + 1; const c = new BroadcastChannel('x'); c.postMessage(n + 1); c.close(); });
     for (let i = 0; i < 5; i++) w.emit('e');`,
  );
  assert.equal(errors, '');
  assert.deepEqual(lines, ['got 1', 'got 2', 'got 3', 'got 4', 'got 5']);
});
