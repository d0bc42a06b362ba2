/** An exception undoes what its handler has written: on one thread as in workers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SHOW } from './differential.js';
import { runProgram } from './programs.js';
import { runTogether, TOGETHER } from './together.js';

/** Changes of `w` and of the variables beside it, each the body of a handler that then throws. */
const CHANGES = [
  'w.n++; w.n += 2; w.text = "x"; w.added = 1',
  'w["n"] = 5; w[w.text] = 1; w.n ||= 3; w.none ??= 1; w.n &&= 9',
  'delete w.n; delete w.list[1]; delete w?.text',
  '[w.n, w.list[0]] = [7, 8]; ({ a: w.text, ...w.rest } = { a: 1, b: 2 })',
  'for (w.n of [1, 2]); for (w.text in { q: 1 }); for (w.list[2] of [5]);',
  'count++; count += 1; [count] = [5]; raise(); kept = w.list; kept[0] = 9',
  'w.list.push(1, 2); w.list.pop(); w.list.pop(); w.list.pop(); w.list[9] = 1',
  'w.list.length = 1; w.list.push(7)',
  'w.list.shift(); w.list.unshift(4, 5); w.list.sort(); w.list.reverse()',
  'w.list.splice(1, 1, 6, 7); w.list.fill(0); w.list.copyWithin(0, 1); w.list.name = 1',
  '[].push.call(w.list, 1); Array.prototype.splice.apply(w.list, [0, 1]); const { push } = []; Reflect.apply(push, w.list, [2])',
  'let i = 0; w.list[i++] = 4; w.list[i++] += 4; --w.list[i]',
  'w.map.set("a", 5); w.map.set("z", 1); w.map.delete("b")',
  'w.map.delete("a"); w.map.set("a", 1); w.set.clear(); w.set.add(3)',
  'w.map.clear(); w.set.delete(1); w.set.add(1); Map.prototype.set.call(w.map, "k", 1)',
  'w.map.get("c").deep = 2; w.inner.list[0].x = 9; w.inner.list[0].y = 1',
  'w.bytes[0] = 9; w.bytes.set([7, 7], 1); w.bytes.fill(3); w.bytes.sort(); new DataView(w.bytes.buffer).setInt8(0, 4)',
  'w.point.move(3); w.point.x = -1; w.point.both = [1]; w.point.count = 4; w.point.extra = 1',
  'w.point.inc(); w.point.later(); w.named.inc()',
  'w.named.rename("q"); w.named.above("r"); w.named.note()',
  'Object.assign(w, { n: 8, more: 1 }); Object.defineProperty(w, "text", { value: 1, writable: true, enumerable: true, configurable: true })',
  'Reflect.set(w, "n", 4); Reflect.deleteProperty(w, "text"); Reflect.defineProperty(w.inner, "z", { value: 1, writable: true, enumerable: true, configurable: true })',
  'const p = new Proxy(w, { get: (o, k) => o[k] }); p.n = 4; delete p.text; p.list.push(8)',
  'const { inner } = w; inner.list = []; inner.list.push(1); w.inner = {}',
  'const made = Object.freeze({ a: 1 }); w.n = made.a',
  'for (let i = 0; i < 5; i++) { w.list.push(i); w.map.set(i, i); w["k" + i] = i; }',
  'try { w.n = 4; fail(); } catch { w.text = "caught"; } finally { w.list.push(4); }',
  'w.o.emit("look", "never"); console.log("never"); w.o.on("look", () => console.log("never"));',
  'w.a = w.b = w.list[1] = w.inner.q = 5; (w.n, w.inner).list = 1; (w.list)[0] = 2',
];

const PROGRAM = `
${SHOW}
let count = 0, kept = null;
const raise = () => { count++; };
const fail = () => { throw new Error('inner'); };
class Plain {
  later = () => { this.x++; };
  constructor(x) { this.x = x; this.inc = () => { this.x++; this.added = 1; }; }
  move(d) { this.x += d; this.both = [this.x]; return this; }
  get count() { return this.x; }
  set count(v) { this.x = v; }
}
class Named extends Plain {
  constructor(x, name) { super(x); this.name = name; }
  rename(name) { this.name = name; super.x = 99; }
  above(name) { super['name'] = name; super.x += 1; }
  note() { this.x = 7; [super.y] = [1]; }
}
const o = {};
const w = {
  o, n: 1, text: 'n', list: [1, { y: 1 }, 3], inner: { list: [{ x: 1 }] },
  map: new Map([['a', 1], ['b', 2], ['c', { deep: 1 }]]), set: new Set([1, 2]),
  bytes: new Uint8Array([1, 2, 3, 4]), point: new Plain(1), named: new Named(2, 'n'),
};
const changes = [
${CHANGES.map(text => `  () => { ${text} },`).join('\n')}
];
o.on('try', i => { changes[i](); throw new Error('undo'); });
o.on('early', async i => { changes[i](); throw new Error('undo'); });
o.on('late', async i => { await 0; changes[i](); throw new Error('undo'); });
o.on('look', label => { console.log(label, show(w, 5), count, show(kept)); });
o.emit('look', 'start');
let next = 0;
const kinds = ['try', 'early', 'late'];
const step = () => {
  const i = next++;
  if (i === changes.length * kinds.length) return;
  finish(() => o.emit(kinds[i % kinds.length], Math.floor(i / kinds.length))).ondone(() =>
    finish(() => o.emit('look', kinds[i % kinds.length] + ' ' + Math.floor(i / kinds.length))).ondone(step));
};
setTimeout(step, 0);
`;

async function check(environment: Readonly<Record<string, string>>, workers: number): Promise<void> {
  const { lines, errors, status } = await runTogether(PROGRAM, { workers, environment });
  assert.equal(status, 0, errors);
  // The output of handlers in different workers may come in either order.
  const start = lines.find(line => line.startsWith('start '))?.replace(/^start /, '');
  const expected = CHANGES.flatMap((_, i) => ['try', 'early', 'late'].map(kind => `${kind} ${i} ${start}`));
  const wrong = expected.filter(line => !lines.includes(line));
  assert.deepEqual(
    wrong,
    [],
    `${CHANGES.filter((_, i) => wrong.some(line => line.split(' ')[1] === String(i))).join('\n')}`,
  );
  assert.equal(lines.length, expected.length + 1);
}

describe('handlers that fail', TOGETHER, () => {
  test('on one thread', async () => await check({ QUOLL_SEQUENTIAL: '1' }, 1));
  test('in one worker', async () => await check({}, 1));
  test('in two workers', async () => await check({}, 2));

  const PACKAGE = {
    'node_modules/changer/package.json': '{ "name": "changer", "main": "index.cjs" }',
    'node_modules/changer/index.cjs': `exports.all = o => { o.n = 5; delete o.text; o.inner.list.push(1); o.inner.list[0].x = 5; };
exports.later = f => f({ a: 1 });
exports.into = (list, x) => { list[list.length] = x; };`,
  };

  for (const [name, environment] of [
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }],
    ['in workers', {}],
  ] as const)
    test(`what a package has written is undone ${name}`, async () => {
      const { lines, errors, status } = await runTogether(
        `import * as changer from 'changer'; import { all } from 'changer';
const o = {}, w = { n: 1, text: 'x', inner: { list: [{ x: 1 }] } };
o.on('try', i => { if (i === 0) changer.all(w); else if (i === 1) all(w); else [w].forEach(all); changer.into(w.inner.list, 4); throw new Error('undo'); });
o.on('look', () => console.log(JSON.stringify(w)));
let i = 0;
const step = () => { if (i < 3) finish(() => o.emit('try', i++)).ondone(() => finish(() => o.emit('look')).ondone(step)); };
step();`,
        { workers: 2, environment, files: PACKAGE },
      );
      assert.equal(status, 0, errors);
      assert.deepEqual(lines, Array(3).fill('{"n":1,"text":"x","inner":{"list":[{"x":1}]}}'), errors);
    });

  for (const [name, environment, options] of [
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }, '{}'],
    ['in workers', {}, '{}'],
    ['in the main thread', {}, "{ realm: 'main' }"],
  ] as const)
    test(`callbacks of promises are undone each for itself, and tasks of failed handlers never start, ${name}`, async () => {
      const { lines, errors, status } = await runTogether(
        `const o = {}, w = { n: 1, list: [] };
o.on('try', () => {
  w.n++;
  return Promise.resolve(5).then(x => { w.n += x; w.list.push(x); throw new Error('undo'); }).catch(e => { w.list.push(e.message); });
}, ${options});
o.on('start', () => { w.n++; spawn(() => { w.n += 100; }); finish(() => { w.n++; async(() => { w.n += 100; }); }); throw new Error('undo'); }, ${options});
o.on('look', () => console.log(JSON.stringify(w)));
finish(() => { o.emit('try'); }).ondone(() => finish(() => o.emit('start')).ondone(() => o.emit('look')));`,
        { workers: 2, environment },
      );
      assert.equal(status, 0, errors);
      assert.deepEqual(lines, ['{"n":2,"list":["undo"]}'], errors);
    });

  for (const [name, environment, options] of [
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }, '{}'],
    ['in workers', {}, '{}'],
    ['in the main thread', {}, "{ realm: 'main' }"],
  ] as const)
    test(`no callback runs that a failed handler, or a failed callback, has given to a promise, ${name}`, async () => {
      const { lines, errors, status } = await runTogether(
        `const o = {}, w = { seen: [] };
const see = x => { w.seen.push(x); };
o.on('try', () => { Promise.resolve(1).then(see).finally(() => see(2)); Promise.reject(3).catch(see); throw new Error('undo'); }, ${options});
o.on('inner', () => { Promise.resolve(4).then(() => { Promise.resolve(5).then(see); throw new Error('undo'); }).catch(() => see(6)); }, ${options});
o.on('look', () => console.log(JSON.stringify(w)));
finish(() => { o.emit('try'); o.emit('inner'); }).ondone(() => o.emit('look'));`,
        { workers: 1, environment },
      );
      assert.equal(status, 0, errors);
      assert.deepEqual(lines, ['{"seen":[6]}'], errors);
    });

  for (const [name, environment, options] of [
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }, '{}'],
    ['in workers', {}, '{}'],
    ['in the main thread', {}, "{ realm: 'main' }"],
  ] as const)
    test(`the callback of a promise is undone, however the handler gives it, ${name}`, async () => {
      const ways = [
        'const { then } = p; then.call(p, f).catch(quiet)',
        'const way = "then"; p[way](f).catch(quiet)',
        'Promise.prototype.then.apply(p, [f]).catch(quiet)',
        'Reflect.apply(p.then, p, [f]).catch(quiet)',
        'const then = p.then.bind(p); then(f).catch(quiet)',
        'Promise.prototype.catch.call(Promise.reject(1), f).catch(quiet)',
        'Promise.prototype.finally.call(p, f).catch(quiet)',
        '[f].map(p.then, p)[0].catch(quiet)',
        'new (class extends Promise {})(done => done(1)).then(f).catch(quiet)',
        'p.then(f.bind(null)).catch(quiet)',
      ];
      const { lines, errors, status } = await runTogether(
        `const o = {}, w = { n: 0, runs: 0 };
const quiet = () => undefined;
const f = () => { w.n++; console.log('never'); throw new Error('undo'); };
${ways.map((way, i) => `o.on('try${i}', () => { const p = Promise.resolve(1); ${way}; w.runs++; }, ${options});`).join('\n')}
o.on('look', () => console.log(JSON.stringify(w)));
finish(() => { for (let i = 0; i < ${ways.length}; i++) o.emit('try' + i); }).ondone(() => setTimeout(() => o.emit('look'), 1));`,
        { workers: 2, environment },
      );
      assert.equal(status, 0, errors);
      assert.deepEqual(lines, [`{"n":0,"runs":${ways.length}}`], errors);
    });

  test('on one thread the position of a regular expression is undone, however it was changed', async () => {
    const changes = [
      'r.exec("aaa"); r.exec("aaa")',
      'r.test("aaa")',
      'r.lastIndex = 2',
      '"aa".replace(r, "b"); "aa".match(r); "aa".search(r)',
      '["a"].some(r.test, r); RegExp.prototype.exec.call(r, "a")',
      'Reflect.apply(r[Symbol.replace], r, ["aa", "b"])',
      'r.compile("b", "i"); r.x = 1',
      'String.prototype.replaceAll.call("aa", r, "b")',
    ];
    const { lines, errors } = await runTogether(
      `const o = {}, r = /a/g;
r.lastIndex = 1;
const changes = [${changes.map(text => `() => { ${text} }`).join()}];
o.on('try', i => { changes[i](); throw new Error('undo'); });
o.on('look', () => console.log(String(r), r.lastIndex, Object.keys(r).length));
let i = 0;
const step = () => { if (i < changes.length) finish(() => o.emit('try', i++)).ondone(() => finish(() => o.emit('look')).ondone(step)); };
step();`,
      { environment: { QUOLL_SEQUENTIAL: '1' } },
    );
    assert.deepEqual(lines, Array(changes.length).fill('/a/g 1 0'), errors);
  });

  for (const name of ['thread.mjs', 'thread.cjs'])
    test(`what a handler of a thread that the program starts has written is undone, in ${name}`, async () => {
      const { lines, errors, status } = await runTogether(
        `import { Worker } from 'node:worker_threads';
const o = {};
o.on('start', () => new Worker(new URL('./${name}', import.meta.url)), { realm: 'main' });
o.emit('start');`,
        {
          files: {
            [name]: `const o = {}, w = { n: 1 };
o.on('try', () => { w.n = 2; throw new Error('undo'); });
o.on('look', () => console.log(w.n));
finish(() => o.emit('try')).ondone(() => o.emit('look'));`,
          },
        },
      );
      assert.equal(status, 0, errors);
      assert.deepEqual(lines, ['1'], errors);
    });

  test('what one thread cannot undo is said', async () => {
    const program = (body: string) => `const o = {}, w = { n: 1, list: [], frozen: {} };
o.on('try', () => { ${body}; throw new Error('undo'); });
o.on('look', () => console.log(w.n));
finish(() => o.emit('try')).ondone(() => o.emit('look'));`;
    const environment = { QUOLL_SEQUENTIAL: '1' };
    const freezing = ['w.frozen', 'w.list'].map(what =>
      runTogether(program(`w.n = 2; w.list.push(1); Object.freeze(${what})`), { environment }),
    );
    for (const frozen of await Promise.all(freezing)) {
      assert.deepEqual(frozen.lines, ['1']);
      assert.match(frozen.errors, /frozen or sealed stays so/);
    }
    const many = runProgram(
      program('for (let i = 0; i < 1.1e6; i++) { const made = new Object(); made.i = i; }'),
      { environment },
    );
    assert.deepEqual(many.lines, []);
    assert.notEqual(many.status, 0);
    assert.match(many.errors, /which one thread cannot undo/);
  });

  test('an error keeps what its constructor has written, and what is shared is undone', async () => {
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
      const { lines, errors } = await runTogether(
        `import { spawn } from '@hocket/quoll';
       class Failed extends Error {
         constructor(message, code, options) { super(message, options); this.code = code; this.name = 'Failed'; }
         get text() { return this.name + this.code + this.message; }
       }
       const w = { n: 1, known: Object.assign(new Error('known'), { code: 1 }) };
       const told = e => console.log(e.text, e.code, e.cause?.text, e.errors?.map(one => one.text), w.n, w.known.code);
       const f = () => { w.n++; w.known.code++; throw new Failed('a', 3, { cause: new Failed('b', 4, { cause: w.known }) }); };
       const g = () => { w.n++; throw Object.assign(new AggregateError([new Failed('c', 5)], 'd'), { code: 6 }); };
       const h = async () => { w.n++; await null; w.n++; throw new Failed('e', 7); };
       const next = ([f, ...rest]) => f && spawn(f).get(() => console.log('no'), e => { told(e); next(rest); });
       next([f, g, h]);`,
        { workers: 2, environment },
      );
      assert.equal(errors, '');
      assert.deepEqual(lines, [
        'Failed3a 3 Failed4b undefined 1 1',
        "undefined 6 undefined [ 'Failed5c' ] 1 1",
        'Failed7e 7 undefined undefined 2 1',
      ]);
    }
  });
});

for (const [name, environment, as] of [
  ['on one thread', { QUOLL_SEQUENTIAL: '1' }, 'f'],
  ['in workers', {}, 'f'],
  ['in the main thread', {}, 'async () => f()'],
  ['in the main thread after an await', {}, 'async () => (await 0, f())'],
] as const)
  test(`a thrown value that is no error has all that the handler gave it, ${name}`, async () => {
    const { lines, errors } = await runTogether(
      `import { spawn } from '@hocket/quoll';
class Fault { constructor(code) { this.code = code; } with(list) { this.list = list; return this; } }
const w = shared({ n: 1, held: { x: 1 } });
const thrown = [
  () => { const e = {}; e.code = 5; e.list = []; e.list.push({ a: 1 }); e.list[0].a++; throw e; },
  () => { const e = [1]; e.push(2); e[0] = w.n++; throw e; },
  () => { throw new Fault(3).with([{ held: w.held.x++ }]); },
  () => { const e = new Error('on purpose'); e.more = {}; e.more.x = w.n; w.n = 9; throw e; },
  () => { w.held.x = 7; throw w.held; },
  () => { const e = new Error('shared'); e.list = [1]; w.e = e; e.code = 7; e.list.push(2); throw e; },
  () => { const e = { list: [], map: new Map([[1, {}]]) }; w.e = e; e.code = 8; e.map.get(1).y = 2; e.map.set(2, e.list); e.entries = [...e.map]; throw e; },
  () => { const inner = new Fault(4), e = new Error('holds'); w.e = inner; e.inner = inner.with([inner.code]); delete inner.code; w.n = 2; throw e; },
];
for (const f of thrown)
  await spawn(${as}).then(undefined, e => console.log(e.constructor.name, JSON.stringify(e), w.n, w.held.x));`,
      { workers: 2, environment },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, [
      'Object {"code":5,"list":[{"a":2}]} 1 1',
      'Array [1,2] 1 1',
      'Fault {"code":3,"list":[{"held":1}]} 1 1',
      'Error {"more":{"x":1}} 1 1',
      'Object {"x":1} 1 1',
      'Error {"list":[1,2],"code":7} 1 1',
      'Object {"list":[],"map":{},"code":8,"entries":[[1,{"y":2}],[2,[]]]} 1 1',
      'Error {"inner":{"list":[4]}} 1 1',
    ]);
  });

test('a handler may write far beyond the end of an array, and is undone', async () => {
  const text = `
    import { finish } from '@hocket/quoll';
    const o = { all: [1], log: [] };
    o.on('keep', () => { o.all[2 ** 31] = { n: 7 }; });
    o.on('undo', () => { o.all.length = 5; o.all[2 ** 32 - 2] = 1; o.all[0] = 2; throw new Error('undo'); });
    const step = label => finish(() => o.emit(label));
    const show = () => console.log(o.all.length, o.all[0], o.all[2 ** 31].n, 5 in o.all);
    step('keep').ondone(() => step('undo').ondone(show, show));`;
  for (const how of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 2 }]) {
    const { lines, errors } = await runTogether(text, how);
    assert.deepEqual(lines, ['2147483649 1 7 false']);
    // The stack has no frames of Node, through which the run time calls a handler.
    assert.match(
      errors,
      /^quoll: the handler of 'undo' failed: Error: undo\n {4}at [^\n]*app\.mjs:5:[^\n]*\n$/,
    );
  }
});

test('a handler on one thread that commits shares what collections hold in the end, and no Proxy that was revoked', async () => {
  const text = `
    const w = { map: new Map(), set: new Set(), weak: new WeakMap(), held: {}, n: 0 };
    w.on('e', () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      w.map.set('k', proxy).set(proxy, 1);
      w.set.add(proxy);
      w.weak.set(w.held, proxy);
      w.map.set('k', 1).delete(proxy);
      w.set.delete(proxy);
      w.weak.set(w.held, 2);
      w.added = [proxy];
      w.added = 3;
      revoke();
      w.n++;
    });
    finish(() => w.emit('e')).ondone(() => console.log(w.n, w.map.get('k'), w.map.size, w.set.size, w.weak.get(w.held), w.added));`;
  assert.deepEqual(await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } }), {
    lines: ['1 1 1 0 2 3'],
    errors: '',
    status: 0,
  });
});

test('the notes of one thread run no getter, and no trap of a Proxy', async () => {
  const text = `
    const w = {};
    w.on('e', () => {
      const read = [];
      const o = { get m() { read.push('m'); return f => f(2); } };
      const p = new Proxy({ m: f => f(3) }, { get(o, k) { read.push(k); return o[k]; }, getOwnPropertyDescriptor(o, k) { read.push('own ' + k); } });
      const list = [o.m(x => x), o.m?.(x => x), o['m'](x => x), p.m(x => x), o.m(String)];
      Object.defineProperty(list, 1, { get() { read.push('element'); return list.pop(); }, configurable: true, enumerable: true });
      const bound = o.m.bind();
      Object.defineProperty(bound, 'name', { get() { read.push('name'); } });
      [bound].map(x => x);
      list.fill(1, 0, 1);
      console.log(read.join(), list.length);
    });
    w.emit('e');`;
  for (const how of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 2 }])
    assert.deepEqual(await runTogether(text, how), { lines: ['m,m,m,m,m,m 5'], errors: '', status: 0 });
});

test('a method that becomes a getter while a handler runs is run by its calls only', async () => {
  const text = `
    const w = {};
    w.on('e', () => {
      let read = 0;
      const f = x => x;
      const getter = { get() { read++; return f; }, configurable: true };
      const ways = [
        (o, p) => Object.defineProperty(p, 'm', getter),
        (o, p) => Reflect.defineProperty(p, 'm', getter),
        (o, p) => Object.defineProperties(p, { m: getter }),
        (o, p) => p.__defineGetter__('m', getter.get),
        (o, p) => { delete p.m; Object.setPrototypeOf(p, Object.defineProperty({}, 'm', getter)); },
        (o, p) => { delete p.m; p.__proto__ = Object.defineProperty({}, 'm', getter); },
        (o, p) => Object.defineProperty(o, 'm', getter),
        (o, p) => { o.m = f; Object.defineProperty(o, 'm', getter); },
        (o, p) => Object.setPrototypeOf(o, Object.defineProperty({}, 'm', getter)),
        (o, p) => { o.__proto__ = Object.defineProperty({}, 'm', getter); },
      ];
      const counts = ways.map(change => {
        const p = { m: f };
        const o = Object.create(p);
        for (let i = 0; i < 3; i++) o.m({});
        change(o, p);
        const before = read;
        for (let i = 0; i < 3; i++) o.m({});
        return read - before;
      });
      console.log(counts.join());
    });
    w.emit('e');`;
  for (const how of [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 2 }])
    assert.deepEqual(await runTogether(text, how), { lines: ['3,3,3,3,3,3,3,3,3,3'], errors: '', status: 0 });
});
