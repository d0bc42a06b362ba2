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
