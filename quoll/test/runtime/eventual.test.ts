/** A handler sees its own changes to eventual fields, as on one thread. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

/** What a handler does to an object and an array all of whose fields are eventual, and to an object with one such field. */
const BODIES = [
  `delete all.x; return 'x' in all;`,
  `delete all.x; all.x = 5; return all;`,
  `all.n = 2; return [Object.keys(all), 'n' in all, { ...all }, JSON.stringify(all)];`,
  `all.n = 2; delete all.n; return [Object.keys(all), all.n];`,
  `const seen = []; all.q = 1; for (const k in all) seen.push(k); return seen;`,
  `return [list.push(7), list.length, list];`,
  `list.push(1, 2); return list.map(x => x * 2);`,
  `return [list.pop(), list.length, list.push(9), list];`,
  `return [list.shift(), list];`,
  `return [list.splice(0, 1, 8, 9), list];`,
  `for (let i = 0; i < 3; i++) list[list.length] = i; return list;`,
  `list[5] = 2; return [list.length, list];`,
  `list[1] = 8; list.length = 1; list[1] = 3; return list;`,
  `delete list[0]; return [list, 0 in list];`,
  `delete one.x; return ['x' in one, Object.keys(one)];`,
  `delete one.x; one.x = 5; return one.x;`,
  `one.x = 7; delete one.x; return one.x;`,
];

describe('a handler that changes eventual fields', TOGETHER, () => {
  for (const body of BODIES) {
    test(body, async () => {
      const program = `
        import { sum } from '@hocket/quoll';
        import { inspect } from 'node:util';
        const all = { x: 1, y: 2 }, list = [1, 2], one = { x: 1, y: 2 };
        all.markEventual('*', sum); list.markEventual('*', sum); one.markEventual('x', sum);
        await finish(() => async(() => { console.log(inspect((() => { ${body} })(), { breakLength: Infinity })); }));
        console.log(inspect([all, list, one], { breakLength: Infinity }));`;
      const [one, parallel] = await Promise.all([
        runTogether(program, { environment: { QUOLL_SEQUENTIAL: '1' } }),
        runTogether(program),
      ]);
      assert.equal(one.lines.length, 2, one.errors);
      assert.deepEqual(parallel, one);
    });
  }

  test('adds elements to an array that several handlers change', async () => {
    const { lines } = await runTogether(`
      import { sum } from '@hocket/quoll';
      const list = [];
      list.markEventual('*', sum);
      await finish(() => { for (let i = 1; i <= 100; i++) async(i => { list[i % 4] = (list[i % 4] ?? 0) + i; }, i); });
      console.log(list.join());`);
    assert.deepEqual(lines, ['1300,1225,1250,1275']);
  });
});
