/** What handlers see of modules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('modules in handlers', TOGETHER, () => {
  test("another module's namespace crosses, but no export that it assigns", async () => {
    const { lines, errors } = await runTogether(
      `
    import * as fixed from './fixed.mjs';
    import * as changing from './changing.mjs';
    import { n } from './changing.mjs';
    import { passed } from './passing.mjs';
    import { again } from './star.mjs';
    import * as star from './star.mjs';
    const o = { n: 0, thrown: 0 };
    o.on('e', () => {
      for (const change of [() => { fixed.two = 9; }, () => { fixed.more = 1; }, () => delete fixed.two])
        try { change(); } catch (error) { o.thrown += error instanceof TypeError; }
      o.n += fixed.twice(fixed.two);
    });
    for (const f of [() => n, () => changing.n, () => passed, () => again, () => star.again]) {
      try { o.on('e', f); } catch (error) { console.log(error.message.replace(/.*app.mjs:\\d+ /, '')); }
    }
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.n, o.thrown));
    `,
      {
        files: {
          'fixed.mjs': 'export const two = 2; export const twice = n => 2 * n;',
          'changing.mjs': 'export let n = 1; export const change = () => { n++; };',
          'passing.mjs': "export { n as passed } from './changing.mjs';",
          'star.mjs':
            "import { passed } from './passing.mjs'; export { passed as again }; export * from './star.mjs';",
        },
      },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, [
      "captures 'n', which './changing.mjs' assigns: export an object that holds it",
      "captures an export of './changing.mjs', which './changing.mjs' assigns: export an object that holds it",
      "captures 'passed', which './passing.mjs' assigns: export an object that holds it",
      "captures 'again', which './star.mjs' assigns: export an object that holds it",
      "captures an export of './star.mjs', which './star.mjs' assigns: export an object that holds it",
      '4 3',
    ]);
  });

  test('a variable that a package assigns has the value that it has in this thread, and is named so in messages', async () => {
    const text = `
      import zero, { count, increment, next, 'a-b' as quoted } from 'library';
      const o = { lines: [] };
      const tries = [() => count(), () => new count(), () => next.x(), () => zero.x(), () => { count = 1; }];
      const look = () => {
        const before = [count, zero, next()], given = () => ({ count, next });
        const [n] = [increment(() => before.push(count - before[0]))];
        return [n - before[0], count - n, given().count - n, next() === 'next' + n, quoted - n, zero, typeof next, \`\${count - n}\`, before[3]];
      };
      const told = f => { try { f(); } catch (e) { return e.message + e.stack.match(/app.mjs(:\\d+:\\d+)/)[1]; } };
      o.on('e', () => { o.lines = [...look(), ...tries.map(told)]; });
      finish(() => o.emit('e')).ondone(() => console.log(o.lines.join('\\n')));`;
    const files = {
      'node_modules/library/package.json':
        '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
      'node_modules/library/index.js': `
        export let count = 0, next = () => 'first';
        export const increment = f => { count++; f(); next = () => 'next' + count; return count; };
        let zero = 0; export default zero; export { count as 'a-b' };`,
    };
    const one = await linesTogether(text, { files, environment: { QUOLL_SEQUENTIAL: '1' } });
    assert.deepEqual(one.slice(0, 9), ['1', '0', '0', 'true', '0', '0', 'function', '0', '1']);
    assert.deepEqual(one.slice(9), [
      'count is not a function:4:28',
      'count is not a constructor:4:43',
      'next.x is not a function:4:67',
      'zero.x is not a function:4:83',
      'Assignment to constant variable.:4:96',
    ]);
    assert.deepEqual(await linesTogether(text, { files, workers: 2 }), one);
  });

  test("another module's namespace is refused while an export has no value", async () => {
    const { lines, errors } = await runTogether(
      `
    import './early.mjs';
    import { spawn } from '@hocket/quoll';
    export const late = 1;
    spawn(() => 1);
    `,
      {
        files: {
          'early.mjs': `
          import * as app from './app.mjs';
          const o = {};
          try { o.on('e', () => app.late); } catch (error) { console.log(error.message); }`,
        },
      },
    );
    assert.equal(errors, '');
    assert.equal(lines.length, 1);
    assert.match(
      lines[0]!,
      /the function at file:.*early\.mjs:4 captures the exports of a module, one of which has no value yet/,
    );
  });

  // A worker that ends a task starts the callbacks of its result, whose imports only the worker that made them may have loaded.
  const results: [what: string, handler: (first: (arg?: string) => string) => string][] = [
    ['finish', first => `finish(() => async(work)).ondone(() => { o.sum += ${first()}; })`],
    [
      'a finish whose task fails',
      first => `finish(() => async(fail)).ondone(all => { o.sum += ${first('all.length')}; })`,
    ],
    ['spawn', first => `spawn(work).get(n => { o.sum += ${first('n')}; })`],
    ['a task that fails', first => `spawn(fail).get(() => 0, () => { o.sum += ${first()}; })`],
    ['a promise', first => `spawn(() => Promise.resolve().then(work)).get(n => { o.sum += ${first('n')}; })`],
    [
      'a promise that is rejected',
      first => `spawn(() => Promise.resolve().then(fail)).get(() => 0, () => { o.sum += ${first()}; })`,
    ],
    ['mapReduce', first => `mapReduce([1, 2], work, all => ${first('all[0]')}).ondone(n => { o.sum += n; })`],
    [
      'a reduction',
      first => `mapReduce([1], work, all => all.length).ondone(n => { o.sum += ${first('n')}; })`,
    ],
    ['gather', first => `gather([1], work).ondone(all => { o.sum += ${first('all.length')}; })`],
    [
      'a reduction that fails',
      first => `mapReduce([1], fail, () => 0).ondone(() => 0, () => { o.sum += ${first()}; })`,
    ],
  ];
  const imported = ['node:path', 'node:path/posix', 'node:path/win32'].flatMap(module =>
    ['basename', 'dirname', 'extname', 'format', 'isAbsolute', 'join', 'normalize', 'parse', 'relative'].map(
      name => ({ module, name }),
    ),
  );
  for (const [what, handler] of results)
    test(`callbacks of ${what} get imports that the worker has not loaded`, async () => {
      const callOf =
        (i: number) =>
        (arg = '1') =>
          `(typeof h${i} === 'function' ? ${arg} : 0)`;
      const lines = await linesTogether(
        `
        ${imported.map(({ module, name }, i) => `import { ${name} as h${i} } from '${module}';`).join('\n        ')}
        const o = { sum: 0 };
        const work = () => { for (let i = 0; i < 50_000; i++) o.sum; return 1; };
        const fail = () => { work(); throw new Error('expected'); };
        ${imported.map((_, i) => `o.on('e${i}', () => { ${handler(callOf(i))}; });`).join('\n        ')}
        finish(() => { for (let i = 0; i < ${imported.length}; i++) o.emit('e' + i); }).ondone(() => console.log(o.sum));
        `,
        { workers: 3 },
      );
      assert.deepEqual(lines, [String(imported.length)]);
    });

  test('CommonJS modules have the named exports that they have in plain Node', async () => {
    const files = {
      'lib.cjs': `#!/usr/bin/env node
        'use strict';
        Object.defineProperty(exports, '__esModule', { value: true });
        exports.a = x => x;
        module.exports.b = class { static of(x) { return 2 * x; } };
        module.exports.c = function () {};
        exports['d'] = () => 1;
        module.exports['e'] = () => 2;
        Object.defineProperty(exports, 'f', { enumerable: true, get: function () { return exports.a; } });
        exports.h = exports.i = void 0;
        exports.i = { n: 1 };
        module.exports.l = exports.m = () => 1; //# sourceMappingURL=no.map`,
      'list.cjs': `const a = () => 1, b = { n: 2 }; module.exports = { a, b, c() {} };`,
      'again.cjs': `module.exports = require('./list.cjs');`,
      'more.cjs': `module.exports = { ...require('./list.cjs'), z: 1 };`,
      'star.cjs': `var __exportStar = function (m, exports) { for (const p in m) exports[p] = m[p]; };
        exports.own = 1;
        __exportStar(require('./list.cjs'), exports);`,
    };
    const text = (then: string) => `
      import lib, { b, i } from './lib.cjs';
      import * as all from './lib.cjs';
      import * as list from './list.cjs';
      import * as again from './again.cjs';
      import * as more from './more.cjs';
      import * as star from './star.cjs';
      for (const one of [all, list, again, more, star]) console.log(Object.keys(one).join());
      console.log(all.b === b, lib.i === i);
      const add = () => { i.n++; return [b.of(4), i.n].join(); };
      ${then}`;
    const plain = await linesTogether(text('console.log(add());'), { files, plain: true });
    assert.match(plain.join(), /__esModule,a,b,c,d,default,e,f,h,i,l,m/);
    const handler = text(`const o = {}; o.on('e', () => { console.log(add()); }).emit('e');`);
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }])
      assert.deepEqual(await linesTogether(handler, { files, environment }), plain);
  });
});
