/** Properties of functions, classes and prototypes that handlers share: a change is right for all threads, or refused at its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const CODE = `
class Base { static n = 0; static make() { return 1; } static bump() { this.n++; } static add() { this.added = 1; } static up() { super.later = 1; } m() { return 1; } kind() { return 2; } }
class Sub extends Base { static own() { super.n = 5; } }
class Empty {}
function fn(x) { return x; }
function Old() {} Old.prototype.m = function () { return 1; }; Old.prototype.plain = 7;
const arrow = x => x;
const key = name => name;
const w = { base: new Base(), sub: new Sub(), empty: new Empty(), old: new Old() };
`;

/** Each must not change anything. */
const REFUSED: readonly string[] = [
  'Empty.count = 1',
  "Empty['count'] = 1",
  "Empty[key('count')] = 1",
  'Empty.count ??= 1',
  'fn.cache ??= {}',
  'fn.n = (fn.n ?? 0) + 1',
  'arrow.memo = new Map()',
  '[fn.n] = [1]',
  '({ a: fn.n } = { a: 1 })',
  'for (fn.n of [1]) break',
  'Base.add()',
  'Base.make = () => 2',
  'Sub.n++',
  'Sub.bump()',
  'Sub.own()',
  'Sub.up()',
  'Object.assign(Empty, { count: 1 })',
  'Object.assign(Base.prototype, { m() { return 2; } })',
  "Reflect.set(Empty, 'count', 1)",
  "Reflect.set(Base.prototype, 'm', 1)",
  "Reflect.defineProperty(Empty, 'count', { value: 1 })",
  "Object.defineProperty(Empty, 'count', { value: 1 })",
  "Object.defineProperty(Base, 'n', { value: 1 })",
  'Object.defineProperties(Empty, { count: { value: 1 } })',
  "Object.defineProperty(Base.prototype, 'm', { value: 1 })",
  'delete Base.n',
  'delete Base.make',
  'delete Base.prototype.m',
  "Reflect.deleteProperty(Base, 'n')",
  'Base.prototype.m = () => 2',
  "Base.prototype[key('m')] = () => 2",
  'Base.prototype.later = 1',
  'Base.prototype.m = 5',
  'Old.prototype.m = () => 2',
  'Old.prototype.plain = 8',
  'Old.prototype = {}',
  'Old.prototype.plain++',
  'Object.setPrototypeOf(Empty, Base)',
  'Object.setPrototypeOf(Empty.prototype, Base.prototype)',
  'Empty.__defineGetter__("count", () => 1)',
];

const STATE = `[Empty.count, fn.cache, fn.n, arrow.memo, Base.n, Base.added, Base.make(), Object.hasOwn(Sub, 'n'), Object.hasOwn(Sub, 'later'), new Base().m(), Base.prototype.later, new Old().m(), new Old().plain, Object.hasOwn(new Old(), 'plain'), Object.getPrototypeOf(Empty) === Base, w.base.m(), w.old.m()].map(x => typeof x === 'function' ? 'f' : String(x)).join()`;

/** What each of these statements does, in the program itself, in a handler, and in one that is pinned to the main realm. */
function outcomes(name: string, environment: Readonly<Record<string, string>>) {
  const tries = REFUSED.map(
    (text, i) =>
      `const before${i} = ${STATE}; try { ${text}; lines.push(${JSON.stringify(text)} + ' was done'); } catch (e) { if (!(e instanceof TypeError)) lines.push(${JSON.stringify(text)} + ': ' + e); }
     if (before${i} !== ${STATE}) lines.push(${JSON.stringify(text)} + ' changed ' + before${i} + ' to ' + ${STATE});`,
  ).join('\n');
  const head = name.endsWith('.cjs')
    ? "const { finish, on, emit, shared } = require('@hocket/quoll');"
    : "import { finish, on, emit, shared } from '@hocket/quoll';";
  const body = `{ const lines = []; ${tries} return lines; }`;
  const text = `${head}
    ${CODE}
    const out = shared({ main: null, turn: null, handler: null, w });
    const o = {};
    on(o, 'warm', () => { Base; Sub; Empty; fn; arrow; key; Old; w; });
    const tried = () => ${body};
    on(o, 'main', () => { out.main = tried(); }, { realm: 'main' });
    on(o, 'handler', () => { out.handler = tried(); });
    finish(() => emit(o, 'warm')).ondone(() => setTimeout(() => {
      out.turn = tried();
      finish(() => emit(emit(o, 'main'), 'handler')).ondone(() => console.log(JSON.stringify([out.main, out.turn, out.handler])));
    }, 1));`;
  const { lines, errors } = runProgram(text, { environment, workers: 2, name });
  assert.equal(errors, '');
  return JSON.parse(lines.at(-1) ?? 'null') as string[][];
}

for (const name of ['app.mjs', 'app.cjs'])
  for (const [mode, environment] of [
    ['workers', {}],
    ['one thread', { QUOLL_SEQUENTIAL: '1' }],
  ] as const)
    test(`no change is lost: ${name}, ${mode}`, () => {
      assert.deepEqual(outcomes(name, environment), [[], [], []]);
    });

test('static fields, and what they hold, are one for all threads', () => {
  for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
    const { lines, errors } = runProgram(
      `import { finish } from '@hocket/quoll';
       class Item { static count = 0; static cache = new Map(); static #none = 0; static list = []; constructor() { Item.count++; Item.cache.set(Item.count, this); Item['list'].push(1); } static reset() { this.count += 100; } }
       function memo(n) { memo.calls++; return (memo.table[n] ??= n * 2); }
       memo.calls = 0; memo.table = {};
       const o = {};
       o.on('e', i => { new Item(); memo(i % 5); });
       finish(() => { for (let i = 0; i < 50; i++) o.emit('e', i); }).ondone(() => { Item.reset(); console.log(Item.count, Item.cache.size, Item.list.length, memo.calls, Object.keys(memo.table).length); });`.replace(
        'static #none = 0; ',
        '',
      ),
      { environment, workers: 3 },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['150 50 50 50 5']);
  }
});

test('functions of one handler, and functions before they are shared, get properties', () => {
  for (const name of ['app.mjs', 'app.cjs'])
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
      const head = name.endsWith('.cjs')
        ? "const { finish } = require('@hocket/quoll');"
        : "import { finish } from '@hocket/quoll';";
      const { lines, errors } = runProgram(
        `${head}
         class Bound { constructor() { this.m = this.m.bind(this); this.k = 1; } m() { return this?.k; } }
         class Free { m() {} }
         class Late extends Bound { m() { return super.m() + 1; } }
         const o = {}, w = { r: [], b: new Free() };
         o.on('e', () => {
           function own() {} own.n = 1; own.n++; own.prototype.x = 3; class K { static s = 1; m() {} } K.s++; K.t = 4; K.prototype.m = () => 5; K.prototype.z = 6;
           const { m } = new Bound(); const { m: late } = new Late();
           w.b.m = () => 9; w.b.extra = 2;
           w.r = [own.n, new own().x, K.s, K.t, new K().m(), new K().z, m(), late(), w.b.m(), Object.keys(new Bound()).join()];
         });
         finish(() => o.emit('e')).ondone(() => console.log(String(w.r), w.b.m()));`,
        { environment, workers: 2, name },
      );
      assert.equal(errors, '');
      assert.deepEqual(lines, ['2,3,2,4,5,6,1,2,9,m,k 9']);
    }
});

test('the message names the place and the way out, the same in both modes', () => {
  const changes = ['Item.count = 1', 'Item.prototype.m = 1', 'Item.count ??= 1', 'delete Item.prototype.m'];
  for (const name of ['app.mjs', 'app.cjs']) {
    const handlers = changes.map((change, i) => `o.on('e${i}', () => {\n${change};\n});`).join('\n');
    const text = `class Item { m() {} }\nconst o = {};\n${handlers}\n${changes.map((_, i) => `o.emit('e${i}');`).join(' ')}`;
    const [workers = [], alone] = [{}, { QUOLL_SEQUENTIAL: '1' }].map(environment => {
      const { errors } = runProgram(text, { environment, workers: 1, name });
      const own = errors.split('\n').filter(line => !line.includes('node:'));
      return own.map(line => line.replace(/^ .*\/(?=app)/, ''));
    });
    for (const [i] of changes.entries()) {
      const at = workers.findIndex(line => line.startsWith(`${name}:${3 * i + 4}:`));
      assert.match(workers[at - 1] ?? workers.join('\n'), /shared.*: |keep the value in a shared object/);
    }
    assert.deepEqual(alone, workers);
  }
});

/** What handlers share by storing it, and then change; each throws. */
const STORED: readonly string[] = [
  'class B {} w.b = new B(); B.prototype.push = [].push;',
  'class B {} w.b = { in: [new B()] }; Object.assign(B.prototype, { m() {} });',
  "function f() {} w.list.push(f); Object.defineProperty(f, 'n', { value: 1 });",
  'const f = () => 1; w.list[0] = f; f.n = 1;',
  "const f = () => 1; w.map.set('k', f); f.n = 1;",
  'const f = () => 1; w.map.set(f, 1); f.n = 1;',
  'const f = () => 1; w.set.add(f); f.n = 1;',
  'const f = () => 1; slot = f; f.n = 1;',
  'const f = () => 1; const g = () => f; w.g = g; f.n = 1;',
  'w.later.n = 1;',
  'const f = () => 1; const o = { f }; w.o = o; o.n = 1; f.n = 1;',
];

test('what a handler stores in a shared object is shared at once', () => {
  for (const name of ['app.mjs', 'app.cjs']) {
    const text = `${name.endsWith('.cjs') ? "const { finish } = require('@hocket/quoll');" : "import { finish } from '@hocket/quoll';"}
      let slot; const w = { list: [], map: new Map(), set: new Set(), later: null, lines: [] };
      const o = {};
      o.on('first', () => { w.later = () => 1; });
      o.on('e', () => { const lines = [];
        ${STORED.map(text => `{ const tried = () => { ${text} }; try { tried(); lines.push(${JSON.stringify(text)}); } catch (e) { lines.push(String(e)); } }`).join('\n')}
        w.lines = lines; });
      finish(() => o.emit('first')).ondone(() => finish(() => o.emit('e')).ondone(() => { slot; for (const line of w.lines) console.log(line); }));`;
    const [workers, alone] = [{}, { QUOLL_SEQUENTIAL: '1' }].map(environment => {
      const { lines, errors } = runProgram(text, { environment, workers: 2, name });
      assert.equal(errors, '');
      return lines;
    });
    assert.equal(workers!.length, STORED.length);
    for (const line of workers!) assert.match(line, /^TypeError/);
    assert.deepEqual(alone, workers);
  }
});

test('functions whose variables have no value yet are shared later on one thread', () => {
  const { lines, errors } = runProgram(
    `const o = {};
       o.on('e', async () => { console.log('async', await x); });
       o.on('e', () => { console.log('plain', x); });
       async function* steps() { yield x; } o.on('e', () => { steps; });
       await new Promise(setImmediate);
       const x = 5;
       o.emit('e');`,
    { environment: { QUOLL_SEQUENTIAL: '1' } },
  );
  assert.equal(errors, '');
  assert.deepEqual(lines.sort(), ['async 5', 'plain 5']);
});
