/** What handlers do with promises by functions that only later versions of Node have. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from '../runtime/programs.js';
import { runTogether, TOGETHER } from '../runtime/together.js';

/** The ways to reject a promise with `error`, and what each needs. */
const WAYS: readonly (readonly [code: string, needs?: 'withResolvers' | 'try'])[] = [
  ['Promise.reject(error)'],
  ['new Promise((_, no) => no(error))'],
  ['Promise.resolve({ then: (_, no) => no(error) })'],
  ['Promise.all([{ then: (_, no) => no(error) }])'],
  ['Promise.race([{ then: (_, no) => no(error) }])'],
  ['Promise.withResolvers().reject(error)', 'withResolvers'],
  ['Promise.try(() => { throw error; })', 'try'],
];

/** The ways in which the engine itself asks a future, or another object with a `then`, for its value. `take` gets that. */
const ASKING: readonly (readonly [code: string, needs?: 'withResolvers' | 'try' | 'fromAsync'])[] = [
  ['Promise.all([spawn(() => 1), spawn(() => 2)]).then(([a, b]) => take(a + b))'],
  ['Promise.race([spawn(() => 3)]).then(take)'],
  ['Promise.any([spawn(() => 4)]).then(take)'],
  [
    'Promise.allSettled([spawn(() => 5), spawn(() => { throw 6; })]).then(([a, b]) => take(a.value + b.reason))',
  ],
  ['Promise.resolve(spawn(() => 7)).then(take)'],
  ['Promise.resolve(spawn(() => { throw 8; })).catch(take)'],
  ['new Promise(r => r(spawn(() => 9))).then(take)'],
  ['let done; new Promise(r => { done = r; }).then(take); done(spawn(() => 10))'],
  ['(async () => spawn(() => 11))().then(take)'],
  ['(async () => { for await (const x of [spawn(() => 12)]) take(x); })()'],
  ['new Promise(r => spawn(() => 13).get(r)).then(take)'],
  ['new Promise(r => spawn(() => 14).get(x => r(x))).then(take)'],
  ['new Promise((r, no) => spawn(() => { throw 15; }).get(r, no)).catch(take)'],
  ['new Promise(r => finish(() => 0).ondone(r)).then(() => take(16))'],
  ['Promise.resolve(w.later).then(take)'],
  ['new Promise(r => r(w.later)).then(take)'],
  ['Promise.resolve({ then(r) { w.n += 17; r(17); } }).then(take)'],
  ['Promise.resolve(18).then(n => { w.later.n = n; return 18; }).then(take)'],
  ['Promise.resolve(w.list).then(JSON.stringify).then(take)'],
  ['Promise.resolve(19).then(Array.prototype.push.bind(w.list)).then(take)'],
  ['Promise.withResolvers().resolve(spawn(() => take(20)))', 'withResolvers'],
  ['const p = Promise.withResolvers(); p.promise.then(take); p.resolve(spawn(() => 21))', 'withResolvers'],
  ['Promise.try(() => spawn(() => 22)).then(take)', 'try'],
  ['Array.fromAsync([23, spawn(() => 24)]).then(take)', 'fromAsync'],
];

describe('promises in handlers', TOGETHER, () => {
  test('a promise for a future, or for an object with a then, gets its value in a worker as elsewhere', async () => {
    const ways = ASKING.filter(([, needs]) => needs === undefined || needs in Promise || needs in Array);
    const text = `
    class Later { constructor(n) { this.n = n; } then(done) { done(this.n); } }
    const w = { n: 0, taken: '', later: new Later(16), list: [1] };
    const take = x => { w.taken += ' ' + JSON.stringify(x); };
    ${ways.map(([way], i) => `w.on('e${i}', () => { ${way}; });`).join('\n')}
    for (let i = 0; i < ${ways.length}; i++) await new Promise(go => finish(() => w.emit('e' + i)).ondone(go));
    console.log(w.n, w.taken, JSON.stringify(w.list));`;
    const expected = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
    assert.equal(expected.errors, '');
    for (const workers of [1, 2, 8]) assert.deepEqual(await runTogether(text, { workers }), expected);
  });

  test('a promise for an object whose then cannot be read is rejected', async () => {
    const ways = [
      ...['Promise.resolve(x)', 'Promise.all([x])', 'Promise.race([x])', 'new Promise(r => r(x))'],
      ...['(async () => x)()', '(async () => { await x; })()'],
      'Promise.allSettled([x]).then(([{ reason }]) => { throw reason; })',
      // In a worker such a callback says that it must run in the main realm if the object has a `then`.
      ...['Promise.resolve(1).then(() => revoked)', 'Promise.reject(1).catch(() => revoked)'],
    ];
    const text = `
    const w = { taken: [] };
    const ways = [${ways.map(way => `(x, revoked) => ${way}`).join(', ')}];
    w.on('e', (i, isRevoked) => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      const x = isRevoked ? proxy : { get then() { throw new RangeError('no then'); } };
      ways[i](x, proxy).then(() => { w.taken.push('none'); }, e => { w.taken.push(e.name + ' ' + e.message); });
    });
    for (let i = 0; i < ways.length; i++)
      for (const isRevoked of [true, false]) await new Promise(go => finish(() => w.emit('e', i, isRevoked)).ondone(go));
    console.log(w.taken.join('\\n'));`;
    const [one, other] = [
      "TypeError Cannot perform 'get' on a proxy that has been revoked",
      'RangeError no then',
    ];
    const lines = ways.flatMap(way => [one, /revoked/.test(way) ? one : other]);
    for (const needs of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 1 }])
      assert.deepEqual(await runTogether(text, needs), { lines, errors: '', status: 0 });
  });

  test('a finish waits for callbacks of promises, and for what these start', async () => {
    const ways = [
      'Promise.resolve().then(() => spawn(() => take(1))).then(() => take(2))',
      'Promise.resolve(spawn(() => take(1))).then(() => take(2)).then(() => take(3))',
      'Promise.all([spawn(() => take(1)), Promise.resolve(2)]).then(() => spawn(() => take(3)).get(() => take(4)))',
      'spawn(() => take(1)).then(() => { spawn(() => take(2)); }).finally(() => 0)',
      'Promise.reject(1).catch(() => { finish(() => { async(() => take(1)); }).ondone(() => take(2)); })',
      'Promise.resolve().then(() => { w.emit("later", 1); w.waitall("later", () => take(2)); })',
    ];
    const text = `
    const w = { taken: '' };
    const take = n => { w.taken += n; };
    w.on('later', async n => { await null; take(n); });
    const ways = [${ways.map(way => `() => { ${way}; }`).join(', ')}];
    w.on('e', i => ways[i](), { realm: 'main' });
    for (let i = 0; i < ways.length; i++) {
      await new Promise(go => finish(() => w.emit('e', i)).ondone(go));
      console.log(w.taken);
      w.taken = '';
    }`;
    const expected = { lines: ['12', '123', '134', '12', '12', '12'], errors: '', status: 0 };
    for (const needs of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 2 }])
      assert.deepEqual(await runTogether(text, needs), expected);
  });

  test('a finish completes once, and what it waits for may give it a callback', async () => {
    const text = `
    const w = { own: null, ends: 0 };
    w.own = finish(() => { spawn(() => 1).get(() => { w.own.ondone(() => { console.log('inner'); }); }); });
    await w.own;
    // Outside of handlers, a callback of a promise belongs to no finish.
    await new Promise(go => {
      finish(() => { Promise.resolve().then(() => { spawn(() => 1).get(go); }); }).ondone(() => { w.ends++; });
    });
    await finish(() => {});
    console.log(w.ends);
    mapReduce([1, 2, 3, 4], x => { if (x > 1) { for (const end = performance.now() + 5 - x; performance.now() < end;); throw new Error('no ' + x); } }, () => 0)
      .ondone(() => 0, e => { console.log(e.message); });`;
    for (const needs of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 3 }])
      assert.deepEqual(await runTogether(text, needs), {
        lines: ['inner', '1', 'no 2'],
        errors: '',
        status: 0,
      });
  });

  test('a callback that runs again finds its variables as they were', async () => {
    const text = `
    import { make } from './other.mjs';
    const w = { f: make(), seen: [], n: 0 };
    const wait = () => { for (const end = performance.now() + 1; performance.now() < end;); };
    w.on('e', n => {
      const list = [], object = { n: 0, map: new Map() };
      let count = 0;
      const add = x => { list.push(x); object.n++; object.map.set(x, 1); count++; };
      return Promise.resolve({ n: 0 }).then(x => {
        add(n); add(n + 1); x.n++;
        const before = w.n;
        w.f();
        wait();
        w.n = before + 1;
        return x;
      }).then(x => { w.seen.push([list.length, object.n, object.map.size, count, x.n].join()); });
    });
    for (let n = 0; n < 12; n++) w.emit('e', n);
    w.waitall('e', () => console.log(w.n, w.seen.length, [...new Set(w.seen)].join(' ')));`;
    const files = { 'other.mjs': 'export const make = () => () => 5;' };
    const expected = { lines: ['12 12 2,2,2,2,1'], errors: '', status: 0 };
    for (const needs of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 1 }, { workers: 4 }])
      assert.deepEqual(await runTogether(text, { ...needs, files }), expected);
  });

  test('a promise that a handler itself rejects is reported once, however often the handler runs', async () => {
    const ways = WAYS.filter(([, needs]) => needs === undefined || needs in Promise);
    const { lines } = await runTogether(
      `process.on('unhandledRejection', error => console.log(error.message));
     const w = { counts: [${ways.map(() => 0).join()}] };
     ${ways
       .map(
         ([way], i) => `w.on('e', n => {
           const before = w.counts[${i}], error = new Error('no ${i}.' + n);
           ${way};
           for (const end = performance.now() + 3; performance.now() < end;);
           w.counts[${i}] = before + 1;
         });`,
       )
       .join('\n')}
     for (let i = 0; i < 10; i++) w.emit('e', i);`,
      { workers: 3 },
    );
    const expected = ways.flatMap((_, i) => Array.from({ length: 10 }, (_, n) => `${i}.${n}`));
    assert.deepEqual(lines.sort(), expected.map(which => `no ${which}`).sort());
  });

  test('the static functions of Promise are as the language says', async () => {
    const text = `
    const w = {};
    w.on('e', () => {
      const seen = Object.getOwnPropertyNames(Promise).filter(name => typeof Promise[name] === 'function' && name !== 'prototype');
      console.log(seen.map(name => name + Promise[name].name + Promise[name].length).join());
      class Mine extends Promise {}
      console.log(Mine.reject(1).catch(() => 0) instanceof Mine, Mine.all([]) instanceof Mine, Mine.resolve(1) instanceof Mine);
      try { Promise.all.call(undefined, []); } catch (e) { console.log(e.name); }
    });
    w.emit('e');`;
    const expected = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
    assert.deepEqual(await runTogether(text, { workers: 1 }), expected);
    assert.equal(expected.status, 0);
  });

  test('Array.fromAsync is as the language says', async t => {
    if (!('fromAsync' in Array)) return t.diagnostic('this version of Node does not have it');
    const text = `
    const w = { list: [1, 2], map: new Map([[3, 4]]) };
    const tried = async f => { try { console.log(JSON.stringify(await f())); } catch (e) { console.log(e.name, e.message); } };
    class Mine extends Array {}
    const closing = { *[Symbol.iterator]() { try { yield 1; yield Promise.reject(new Error('x')); } finally { console.log('closed'); } } };
    const later = { async *[Symbol.asyncIterator]() { yield* w.list; } };
    w.on('e', async () => {
      await tried(() => Array.fromAsync(w.list, async (x, i) => [await x, i]));
      await tried(() => Array.fromAsync(w.map));
      await tried(() => Array.fromAsync(later, x => -x));
      await tried(() => Array.fromAsync({ length: 2, 0: 'a', 1: Promise.resolve('b') }));
      await tried(async () => (await Mine.fromAsync('cd')) instanceof Mine);
      await tried(() => Array.fromAsync.call(Set, [5]));
      await tried(() => Array.fromAsync(closing));
      await tried(() => Array.fromAsync(w.list, () => { throw new Error('y'); }));
      await tried(() => Array.fromAsync(w.list, 6));
    });
    w.emit('e');`;
    const expected = [
      ...['[[1,0],[2,1]]', '[[3,4]]', '[-1,-2]', '["a","b"]', 'true', '{"0":5,"length":1}'],
      ...['closed', 'Error x', 'Error y', 'TypeError 6 is not a function'],
    ];
    for (const needs of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 1 }])
      assert.deepEqual(await runTogether(text, needs), { lines: expected, errors: '', status: 0 });
  });

  test('a callback that must run in the main realm does so, or says that its result is needed', () => {
    const { lines, errors } = runProgram(
      `process.on('unhandledRejection', error => console.error('quoll: a promise failed: ' + error));
     const w = { seen: [] };
     const later = async x => { await null; w.seen.push('main ' + x); return x; };
     w.on('last', () => { Promise.resolve('last').then(later); });
     w.on('first', () => { Promise.resolve('first').then(later).then(x => { w.seen.push('after ' + x); }); });
     w.on('returned', () => Promise.resolve('returned').then(x => later(x)));
     w.on('joined', () => { Promise.all([Promise.resolve('joined').then(later)]).catch(e => { w.seen.push('caught'); }); });
     for (const event of ['last', 'first', 'returned', 'joined']) w.emit(event);
     process.on('exit', () => console.log(w.seen.sort().join()));`,
      { workers: 1 },
    );
    assert.deepEqual(lines, ['caught,main last']);
    const reason =
      /^Error: a callback of a promise whose result is needed \(the function at \S+app\.mjs:\d+\) must run in the main realm/;
    const reports = errors.split('\n').filter(line => line.startsWith('quoll: '));
    assert.equal(reports.length, 2);
    for (const [i, what] of ['a promise', "the handler of 'returned'"].entries()) {
      const [, found] = reports.sort()[i]!.split(`quoll: ${what} failed: `);
      assert.match(found ?? '', reason, errors);
    }
  });

  test('a handler with promises runs in the main realm if a package may act in its callbacks', async () => {
    const { lines, errors } = await runTogether(
      `import { act } from 'acting';
     const w = { seen: [] };
     w.on('e', n => Promise.resolve(n).then(n => act(n)).then(n => { w.seen.push(n); }));
     for (let n = 0; n < 5; n++) w.emit('e', n);
     w.waitall('e', () => console.log(w.seen.sort().join()));`,
      {
        workers: 2,
        files: {
          'node_modules/acting/package.json':
            '{ "name": "acting", "type": "module", "exports": "./index.js" }',
          'node_modules/acting/index.js':
            "import { readFileSync } from 'node:fs'; export const act = n => (readFileSync(new URL(import.meta.url)), 10 * n);",
        },
      },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['0,10,20,30,40']);
  });

  test('Array.fromAsync goes on over a list, a Map or a Set that is shared meanwhile', async () => {
    const { lines, errors, status } = await runTogether(
      `const o = {}, w = { last: null };
     // Node 20 does not have the function.
     const fromAsync = Array.fromAsync ?? (async (list, f = x => x) => { const all = []; for (const x of [...list]) all.push(await f(await x)); return all; });
     o.on('e', () => w.last);
     finish(() => o.emit('e')).ondone(async () => {
       for (const make of [() => [1, 2, 3], () => new Set([1, 2, 3]), () => new Map([[1, 1], [2, 2], [3, 3]])]) {
         const [list, other] = [make(), make()];
         const all = [fromAsync(list), fromAsync(list, x => [x]), fromAsync(other, async x => { w.last = other; return x; })];
         w.last = list;
         console.log(JSON.stringify(await Promise.all(all)));
       }
     });`,
    );
    assert.equal(errors, '');
    assert.equal(status, 0);
    const [list, map] = ['[1,2,3]', '[[1,1],[2,2],[3,3]]'];
    const each = (text: string, ...ones: string[]) => `[${text},[${ones.join()}],${text}]`;
    assert.deepEqual(lines, [
      each(list, '[1]', '[2]', '[3]'),
      each(list, '[1]', '[2]', '[3]'),
      each(map, '[[1,1]]', '[[2,2]]', '[[3,3]]'),
    ]);
  });
});
