/** What packages do to the world outside of the program, from handlers that conflict or throw: it happens once for each handler, as on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outcome, runProgram } from './programs.js';

/** A package that writes numbers into a file, in many ways, and one that waits. */
const LIBRARY = `
import fs, { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
const file = fileURLToPath(new URL('../../log.txt', import.meta.url));
export const append = n => appendFileSync(file, n + ' ');
export const later = async n => { await null; fs.appendFileSync(file, n + ' '); return n; };
export const much = async n => { for (let i = 0; i < 5; i++) await null; await writeFile(file, n + ' ', { flag: 'a' }); };
export const queued = n => queueMicrotask(() => append(n));
const fd = fs.openSync(file, 'a');
export const handle = n => fs.writeSync(fd, n + ' ');
const stream = fs.createWriteStream(file, { flags: 'a' });
export const streamed = n => new Promise(resolve => stream.write(n + ' ', resolve));
export const timed = n => new Promise(resolve => setTimeout(() => { append(n); resolve(n); }, 1));
export const said = n => console.log('said ' + n);
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
  for (const way of ['append', 'later', 'much', 'queued', 'handle', 'streamed', 'timed', 'careful']) {
    const { lines, errors } = run(
      `w.on('e', () => { const n = w.count; spin(); w.count = n + 1; return library.${way}(n + 1); });
       finish(() => { for (let i = 0; i < 20; i++) w.emit('e'); }).ondone(() =>
         setTimeout(() => console.log(numbers(readFileSync(new URL('log.txt', import.meta.url), 'utf8'))), 50));`,
    );
    assert.equal(errors, '', way);
    assert.deepEqual(lines, [TWENTY], way);
  }
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
    `w.on('e', () => { w.seen.push(library.lazy(1), library.isStream()); });
     finish(() => w.emit('e')).ondone(() => console.log(w.seen.join()));`,
    { QUOLL_STATS: '1' },
  );
  assert.deepEqual(lines, ['1lazy.cjs,true']);
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
