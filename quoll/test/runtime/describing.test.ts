/** Exceptions whose description runs code of the program, or needs code that the worker has not loaded. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

const IMPORTED = ['node:path', 'node:path/posix', 'node:path/win32'].flatMap(module =>
  ['basename', 'dirname', 'extname', 'format', 'isAbsolute', 'join', 'normalize', 'parse', 'relative'].map(
    name => ({ module, name }),
  ),
);
const imports = IMPORTED.map(({ module, name }, i) => `import { ${name} as h${i} } from '${module}';`);
const each = (text: (i: number) => string) => IMPORTED.map((_, i) => text(i)).join('\n');
const WORK = 'const o = {}, work = () => { for (let i = 0; i < 20_000; i++) o.n; };';

/** Runs a program with many imports, of which a worker has loaded only those that it has needed. */
const runWithImports = (text: string) =>
  runTogether([...imports, "import { inspect } from 'node:util';", WORK, text].join('\n'), { workers: 3 });

describe('exceptions', TOGETHER, () => {
  const functions = `const all = {}; ${each(i => `all.f${i} = () => typeof h${i};`)}`;
  const thrown: [what: string, text: string, printed: RegExp][] = [
    [
      'a shared object with functions',
      `${functions} ${each(i => `o.on('e${i}', () => { work(); throw all; });`)}`,
      /of 'e\d+' failed: \{\n {2}f0: \[Function/g,
    ],
    [
      'a shared object with functions that rejects a promise',
      `process.on('unhandledRejection', error => console.error('rejected', error));
       ${functions} ${each(i => `o.on('e${i}', () => { Promise.resolve().then(() => { work(); throw all; }); });`)}`,
      /rejected \{\n {2}f0: \[Function/g,
    ],
    [
      'an error whose message is computed',
      each(
        i => `const t${i} = { f: () => typeof h${i} };
          class E${i} extends Error { get message() { return t${i}.f(); } }
          o.on('e${i}', () => { work(); throw new E${i}(); });`,
      ),
      /of 'e\d+' failed: Error: function/g,
    ],
    [
      'an error whose message is computed in the main thread',
      `import { existsSync } from 'node:fs';
       class Late extends Error { get message() { return 'root ' + existsSync('/'); } }
       ${each(i => `o.on('e${i}', () => { work(); throw new Late(); });`)}`,
      /of 'e\d+' failed: Error: root true/g,
    ],
    [
      'an object that fails when it is printed',
      each(
        i =>
          `o.on('e${i}', () => { work(); throw { [inspect.custom]() { throw new Error('expected'); } }; });`,
      ),
      /of 'e\d+' failed: an exception that throws another one when it is read/g,
    ],
  ];
  for (const [what, text, printed] of thrown)
    test(`${what} is reported`, async () => {
      const { errors, status } = await runWithImports(
        `${text} for (let i = 0; i < ${IMPORTED.length}; i++) o.emit('e' + i);`,
      );
      assert.equal(status, 0, errors);
      assert.equal(errors.match(printed)?.length, IMPORTED.length, errors);
    });

  for (const environment of [{ QUOLL_SEQUENTIAL: '1' }, {}])
    test(`what is thrown is shown as the console shows it: ${JSON.stringify(environment)}`, async () => {
      const { errors } = await runTogether(
        `const o = {}; o.on('e', i => { throw [{ a: [1] }, 'text', null, new Error('outer', { cause: new RangeError('inner') }), 5n][i]; });
         o.on('end', i => { if (i < 4) o.emit('e', i + 1).waitall('e', () => o.emit('end', i + 1)); });
         o.emit('e', 0).waitall('e', () => o.emit('end', 0));`,
        { environment, workers: 2 },
      );
      const shown = errors.split('\n').filter(line => line !== '' && !/^ +at /.test(line));
      assert.deepEqual(shown, [
        ...['{ a: [ 1 ] }', "'text'", 'null', 'Error: outer'].map(
          text => `quoll: the handler of 'e' failed: ${text}`,
        ),
        '  [cause]: RangeError: inner',
        "quoll: the handler of 'e' failed: 5n",
      ]);
    });

  for (const environment of [{ QUOLL_SEQUENTIAL: '1' }, {}])
    test(`eventual fields print as values: ${JSON.stringify(environment)}`, async () => {
      const { lines } = await runTogether(
        `import { inspect } from 'node:util'; import { sum, union } from '@hocket/quoll';
         class Counts { n = 1; plain = { x: 1 }; seen = new Set(['a']); }
         const o = new Counts();
         o.markEventual('n', sum).markEventual('absent', sum).markEventual('seen', union);
         o.on('e', () => { o.n++; o.seen.add('b'); }).on('after', () => console.log(o, inspect({ o: [o] }, { depth: 1, compact: true })));
         o.on('after', () => {
           const all = Object.getOwnPropertyDescriptors(o), { value, ...flags } = Object.getOwnPropertyDescriptor(o, { toString: () => 'n' });
           console.log(Object.getOwnPropertySymbols(o).length, Reflect.ownKeys(o).map(String), value, Object.values(flags), Reflect.ownKeys(all).length, all.n.value, all.plain.writable);
         });
         o.emit('e').waitall('e', () => o.emit('after'));`,
        { environment, workers: 2 },
      );
      const fields = "n: 2, plain: { x: 1 }, seen: Set(2) { 'a', 'b' }, absent: undefined";
      assert.equal(
        lines.join(' ').replace(/\s+/g, ' '),
        `Counts { ${fields} } { o: [ [Counts] ] } 0 [ 'n', 'plain', 'seen', 'absent' ] 2 [ true, true, true ] 4 2 true`,
      );
    });

  test('a failure is stored whose error fails when it is read', async () => {
    const { lines, errors, status } = await runWithImports(`
      class Bad extends Error { get message() { throw new Error('inner'); } }
      class Worse extends Error { get message() { throw new Worse(); } }
      const failed = what => error => console.log(what, error.message);
      spawn(() => { throw new Bad(); }).get(work, failed(1));
      spawn(() => Promise.resolve().then(() => { throw new Bad(); })).get(work, failed(2));
      spawn(() => { throw new Worse(); }).get(work, failed(3));
      const cyclic = () => { const a = new TypeError('a'), b = new Error('b', { cause: a }); return Object.assign(a, { cause: b, self: a, again: b }); };
      spawn(() => { throw cyclic(); }).get(work, e => console.log(4, [e.self === e, e.cause === e.again, e.cause.cause === e, e.cause.message].join()));
    `);
    assert.equal(errors, '');
    assert.equal(status, 0);
    assert.deepEqual(lines.sort(), [
      '1 inner',
      '2 inner',
      '3 an exception that throws another one when it is read',
      '4 true,true,true,b',
    ]);
  });

  test('a task fails whose last argument has code that cannot be loaded in a worker', async () => {
    const { lines, errors } = await runTogether(
      `import { f } from 'of-main';
       const g = () => f();
       spawn(h => typeof h, g).get(console.log, error => console.log(error.message));`,
      {
        files: {
          'node_modules/of-main/package.json': '{ "type": "module", "main": "main.js" }',
          'node_modules/of-main/main.js':
            "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) throw new Error('expected'); export const f = () => 5;",
        },
      },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['expected']);
  });
});
