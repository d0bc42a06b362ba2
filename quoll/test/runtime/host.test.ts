/** Values of the host that handlers read: they are those of the main thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const END = `finish(() => w.emit('e')).ondone(() => console.log(w.lines.join(' ')));`;

test("a handler reads the main thread's process", () => {
  const program = `import proc, { argv } from 'node:process'; import { flag } from 'library';
    const w = { lines: [] }; process.env.MODE = 'early'; process.title = 'titled'; process.exitCode = 0;
    w.on('warm', () => { w.lines.push(process.env.MODE); });
    w.on('e', () => { w.lines.push(process.argv.slice(2), argv.length, proc.argv[1] === process.argv[1], process.argv[1].endsWith('app.mjs'), process.env.MODE, flag(), process.execArgv.length, process.title, process.exitCode, process.stdout.isTTY, process.pid === proc.pid); });
    finish(() => w.emit('warm')).ondone(() => { process.env.MODE = 'late'; ${END} });`;
  const files = {
    'node_modules/library/package.json':
      '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
    'node_modules/library/index.js':
      "export const flag = () => process.argv.includes('--verbose') + process.env.MODE; export const set = () => { process.env.MODE = 'set'; };",
  };
  const [one, parallel] = [{ QUOLL_SEQUENTIAL: '1' }, {}].map(environment =>
    runProgram(program, { args: ['--verbose'], environment, workers: 2, files }),
  );
  assert.equal(one!.errors, '');
  assert.equal(parallel!.errors, '');
  assert.deepEqual(parallel!.lines, one!.lines);
  assert.match(one!.lines[0]!, /early --verbose 3 true true late truelate/);
});

test("a handler reads its module's import.meta, also what Node may add to it", () => {
  const program = `const w = { lines: [] };
    w.on('e', () => { w.lines.push(import.meta.url, import.meta.dirname, import.meta.resolve('./x.js'), String(import.meta.main), import.meta.nothing); });
    finish(() => w.emit('e')).ondone(() => { console.log(w.lines.map(line => String(line).replace(/quoll-program-\\w+/g, '')).join(' ')); });`;
  const [one, parallel] = [{ QUOLL_SEQUENTIAL: '1' }, {}].map(environment =>
    runProgram(program, { environment }),
  );
  assert.equal(parallel!.errors, '');
  assert.deepEqual(parallel!.lines, one!.lines);
});

test('a JSON file of the program is one object for all threads', () => {
  const json = { 'config.json': '{ "limit": 3, "list": [1, 2] }', 'other.json': '{ "a": 1 }' };
  const modules = `import config from './config.json' with { type: 'json' };
    const w = { lines: [] }; config.limit = 4; config.list.push(3); w.on('e', () => { w.lines.push(config.limit, config.list.length); config.seen = 1; });
    w.on('f', () => { w.lines.push(config.seen); }); finish(() => w.emit('e')).ondone(() => finish(() => w.emit('f')).ondone(() => console.log(w.lines.join(' '), config.seen)));`;
  const required = `const config = require('./config.json'), other = require('./other'); config.limit = Number(process.argv[2]);
    const w = { lines: [] }; w.on('e', () => { w.lines.push(config.limit, other.a); other.a++; });
    finish(() => w.emit('e')).ondone(() => console.log(w.lines.join(' '), other.a));`;
  for (const [text, name, expected] of [
    [modules, 'app.mjs', '4 3 1 1'],
    [required, 'app.cjs', '9 1 2'],
  ] as const) {
    for (const environment of [{ QUOLL_SEQUENTIAL: '1' }, {}]) {
      const { lines, errors } = runProgram(text, { name, args: ['9'], workers: 2, files: json, environment });
      assert.equal(errors, '', name);
      assert.deepEqual(lines, [expected], name);
    }
  }
});

test('a JSON file of a package is imported with its attributes', () => {
  const { lines, errors } = runProgram(
    `import data from 'library/data.json' with { type: 'json' }; const w = { lines: [] }; w.on('e', () => { w.lines.push(data.x); }); ${END}`,
    {
      workers: 1,
      files: {
        'node_modules/library/package.json': '{ "name": "library" }',
        'node_modules/library/data.json': '{ "x": 5 }',
      },
    },
  );
  assert.equal(errors, '');
  assert.deepEqual(lines, ['5']);
});

test('a handler whose import fails in its thread fails with the error, and others run', () => {
  const files = {
    'node_modules/library/package.json': '{ "name": "library", "type": "module", "exports": "./index.js" }',
    'node_modules/library/index.js':
      "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) throw new RangeError('only for the main thread'); export const f = () => 1;",
  };
  const { lines, errors, status } = runProgram(
    `import { f } from 'library'; const w = { n: 0 }; w.on('e', () => { w.n += f(); }); w.on('g', () => { w.n += 10; });
     spawn(() => f()).get(() => console.log('a result'), error => console.log(error.message));
     finish(() => w.emit('g')).ondone(() => console.log(w.n));`,
    { workers: 2, files },
  );
  assert.equal(errors, '');
  assert.deepEqual([...lines].sort(), ['10', 'only for the main thread']);
  assert.equal(status, 0);
});
