/** Programs and packages that reach functions and members in ways that no list of spellings names. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { runTogether, TOGETHER } from './together.js';

/** A package that finds out what an object is in the ways of popular ones, and compares objects. */
const LIBRARY = `
import assert from 'node:assert';
import { stringify } from 'node:querystring';
const { has: hasKey, forEach, get } = Map.prototype, { has: hasElement, values } = Set.prototype;
const sizeOf = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;
const eachOf = Function.prototype.call.bind(forEach);
const accepts = (method, x) => { try { method.call(x, 0); return true; } catch { return false; } };
export const isMap = x => accepts(hasKey, x), isSet = x => accepts(hasElement, x), isSized = x => accepts(sizeOf, x);
export function shape(x) {
  if (typeof x !== 'object' || x === null) return typeof x === 'function' ? 'f' : String(x);
  if (isMap(x)) { const parts = []; eachOf(x, (v, k) => parts.push(shape(k) + '=>' + shape(v))); return 'Map(' + sizeOf.call(x) + '){' + parts + '}' + shape(get.call(x, 'k')); }
  if (isSet(x)) return 'Set{' + [...x].map(shape) + '}' + Reflect.apply(hasElement, x, [1]);
  if (Array.isArray(x)) return '[' + x.map(shape) + ']';
  return Object.prototype.toString.call(x) + '{' + Object.keys(x).map(k => k + ':' + shape(x[k])) + '}';
}
export function equal(a, b) {
  if (a === b) return true;
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return a !== a && b !== b;
  if (a.constructor !== b.constructor) return false;
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    for (const [k, v] of a.entries()) if (!b.has(k) || !equal(v, b.get(k))) return false;
    return true;
  }
  if (a instanceof Set && b instanceof Set) { for (const x of a) if (!b.has(x)) return false; return a.size === b.size; }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(k => Object.hasOwn(b, k) && equal(a[k], b[k]));
}
export const same = (a, b) => { try { (assert.Assert ? new assert.Assert() : assert).deepStrictEqual(a, b); return true; } catch (e) { if (e.code !== 'ERR_ASSERTION') throw e; return false; } };
export const alike = (a, b) => { try { assert.deepEqual(a, b); return true; } catch (e) { if (e.code !== 'ERR_ASSERTION') throw e; return false; } };
export const query = x => stringify(x);
export const jsonable = x => ({ ['to' + 'JSON']: () => x });
`;

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
};

/** The output of a program in handlers of workers, which must equal its output on one thread. */
async function sameAs(
  body: string,
  { head = '', modules = {} }: { head?: string; modules?: object } = {},
): Promise<string[]> {
  const text = `${head}
    const w = { list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, m: new Map([['k', [1]]]), s: new Set([1, 'a']), n: 0, later: [] };
    const out = { lines: [] }, log = x => out.lines.push(String(x)), o = {};
    o.on('e', () => { ${body} });
    finish(() => o.emit('e')).ondone(() => { for (const line of out.lines) console.log(line); });`;
  const all = { ...files, ...modules };
  const [one, parallel] = await Promise.all([
    runTogether(text, { files: all, environment: { QUOLL_SEQUENTIAL: '1' } }),
    runTogether(text, { files: all, workers: 2 }),
  ]);
  assert.equal(parallel.errors, '');
  assert.equal(one.errors, '');
  assert.deepEqual(parallel.lines, one.lines);
  assert.ok(parallel.lines.length > 0);
  return parallel.lines;
}

describe('ways that no list names', TOGETHER, () => {
  test('what a method toJSON returns is shown, however the method has got its name', async () => {
    await sameAs(
      `const name = 'to' + 'JS' + 'ON', key = { [Symbol.toPrimitive]: () => name };
     const hidden = Object.defineProperty({}, name, { value: () => w.list });
     class Base {} Base.prototype[name] = function () { return this.in; };
     class Derived extends Base { in = w.o; }
     w.named = { n: 1 }; w.named[name] = () => ({ n: w.named.n + 1 });
     const all = [
       { [name]: () => w.o }, { [key]: () => w.list }, hidden, new Derived(), Object.create({ [name]: () => w.m }), jsonable(w.o), jsonable([w.o]), w.named, { in: w.named },
       new Proxy({}, { get: (_, asked) => (asked === name ? () => w.o : undefined) }), Object.assign(() => 1, { [name]: () => w.o }),
     ];
     for (const x of all)
       log(JSON.stringify(x) + JSON.stringify([x], null, 1) + JSON.stringify({ x }, ['x', 'a', 'n']) + JSON.stringify({ x }, (_, value) => value));
     BigInt.prototype[name] = () => w.o; log(JSON.stringify([1n]) + JSON.stringify(1n)); delete BigInt.prototype[name];
     log(JSON.stringify(Object.create(String.prototype, { a: { value: w.o, enumerable: true }, b: { value: 1, enumerable: true } }), ['a']));`,
      { head: "import { jsonable } from 'library';" },
    );
  });

  test('JSON shows what an object holds when the engine asks for it', async () => {
    const lines = await sameAs(
      `const name = 'to' + 'JSON';
     w.counted = { first: {}, n: 1, list: [1, 2] };
     w.counted.first[name] = () => { w.counted.n++; w.counted.list.push(3); delete w.counted.gone; return typeof w.o[name]; }; w.counted.gone = 1;
     log(JSON.stringify(w.counted)); log(JSON.stringify([w.counted], (k, v) => (k === 'n' ? (w.counted.list.length = 1, v) : v)));
     const seen = []; JSON.stringify(w.o, function (k, v) { seen.push(k, this === w.o, v === w.o, v === w.o.b); return v; }); log(seen);`,
    );
    assert.equal(lines[0], '{"first":"undefined","n":2,"list":[1,2,3]}');
  });

  test('an iterator is that of the language for a method that is called by call, and Array.from takes what is like an array', async () => {
    await sameAs(
      `const first = it => { const { next } = it; return next.call(it).value; };
     log([first([4].values()), first('q'[Symbol.iterator]()), String(first(new Map([[1, 2]]).entries())), first(w.list.values()), first(w.s.values())]);
     log(Reflect.apply('q'[Symbol.iterator]().next, 'q'[Symbol.iterator](), []).value);
     const like = { length: 2, 0: 'p', 1: w.o }; inspect(like);
     log(Array.from(like, x => JSON.stringify(x))); log(Array.from(like).length + JSON.stringify(Array.from(like)));
     try { new Set(like); } catch (e) { log(e.name); }
     if (typeof DisposableStack === 'function') { const stack = new DisposableStack(); stack.use({ [Symbol.dispose]() { log('ended'); } }); stack.dispose(); }`,
      { head: "import { inspect } from 'node:util';" },
    );
  });

  test('names that the language itself reads may be computed', async () => {
    await sameAs(
      `w.thenable = {}; w.thenable['th' + 'en'] = done => done(5);
     w.step = { i: 0 }; w.step['ne' + 'xt'] = function () { return { done: this.i > 2, value: this.i++ }; }; w.step['ret' + 'urn'] = () => { w.closed = true; return {}; };
     const each = { [Symbol.iterator]: () => w.step };
     log([...each]); w.step.i = 0; for (const x of each) break; log(w.closed);
     return Promise.resolve(w.thenable).then(x => { log(x); });`,
    );
  });

  test('packages tell shared Maps and Sets from others, and compare them', async () => {
    const lines = await sameAs(
      `const m = () => new Map([['k', [1]]]), plain = { in: new Map([['k', w.o]]), set: new Set([w.list]) };
     log(isMap(w.m) + ' ' + isSet(w.m) + ' ' + isMap(w.s) + ' ' + isSet(w.s) + ' ' + isSized(w.m) + ' ' + isSized(w.s) + ' ' + isMap(w.o) + ' ' + isMap({}) + ' ' + isMap(m()));
     for (const x of [w.m, w.s, w, plain, m(), [w.m]]) log(shape(x));
     for (const f of [equal, same, alike, util.isDeepStrictEqual]) {
       log([f(w.m, m()), f(m(), w.m), f(w.m, new Map([['k', [2]]])), f(w.m, new Map()), f(w.s, new Set([1, 'a'])), f(w.s, new Set()), f({ x: w.m }, { x: m() }), f(w.m, w.s), f(plain.in, new Map([['k', { a: 1, b: { c: 's' } }]]))]);
       log([[w.m, m()], [w.m, w.s]].map(pair => f(...pair))); log(f.bind(null, w.m)(m())); log(Reflect.apply(f, null, [w.m, m()]));
     }
     const { deepStrictEqual: aliased } = assert.strict.strict; try { aliased(w.m, new Map()); log('equal'); } catch (e) { log(e.code); }
     try { shape.call(null, w.m); Map.prototype.get.call({}, 1); } catch (e) { log(e.name + ' ' + e.message); }
     w.m.forEach.call(w.m, (v, k) => log(k)); log([w.m].map(x => Map.prototype.has.call(x, 'k'))); log(Map.prototype.get.length + Map.prototype.get.name + String(Map.prototype.get));`,
      {
        head: "import util from 'node:util'; import assert from 'node:assert'; import { equal, same, alike, isMap, isSet, isSized, shape } from 'library';",
      },
    );
    assert.equal(lines[0], 'true false false true true false false false true');
  });

  test("a function of Node that looks into a shared Map, and is not known, is refused with the program's line", () => {
    const text = `import { query } from 'library';
const w = { m: new Map([['k', 1]]), o: { a: 1 } }, o = {};
o.on('e', () => { console.log(query(w.o)); });
o.on('f', () => {
  query(w.m);
});
o.emit('e').emit('f');`;
    const { lines, errors } = runProgram(text, { files, workers: 2 });
    assert.deepEqual(lines, ['a=1']);
    assert.match(errors, /a function of Node looks into a shared Map or Set.*pass a copy/);
    assert.match(errors, /app\.mjs:5:3/);
  });

  test('a member of a class that the program has replaced is that of all threads', async () => {
    const lines = (
      await sameAs(
        `w.c = new Counter(); log(new Counter().add(1) + ' ' + Counter.make(2).add(1) + ' ' + w.c.add(0) + ' ' + new Counter().twice + ' ' + Counter.count + ' ' + Object.keys(Counter) + ' ' + new Sub().add(5));
     log(Counter.tag + ' ' + Counter[Symbol.for('tag')] + ' ' + Plain.ZERO + ' ' + Plain.from(3).x + ' ' + Object.getOwnPropertyNames(Counter.prototype));`,
        {
          head: `class Counter { constructor(n = 0) { this.n = n; } add(n) { return this.n + n; } get twice() { return 0; } static make(n) { return new Counter(n); } static get count() { return 1; } static [Symbol.for('tag')] = 'symbol'; }
      class Sub extends Counter { add(n) { return super.add(n) * 2; } }
      function Plain(x) { this.x = x; }
      Object.defineProperty(Plain, 'ZERO', { value: 0 }); Object.defineProperty(Plain, 'from', { value: x => new Plain(x), configurable: true, writable: true });
      const { add } = Counter.prototype, { make } = Counter;
      Counter.prototype.add = function (n) { return 100 + add.call(this, n); };
      Object.defineProperty(Counter.prototype, 'twice', { get() { return 2 * this.n + 7; }, configurable: true });
      Counter.make = n => make(n * 10);
      Object.defineProperty(Counter, 'count', { get: () => 5 }); Object.defineProperty(Counter, 'tag', { value: 'hidden' });
      setTimeout(() => undefined, 0);`,
        },
      )
    ).join('\n');
    assert.match(lines, /^101 121 /);
  });

  test('an imported JSON file is one object for all threads', async () => {
    const modules = { 'config.json': '{ "limit": 3, "deep": { "list": [1] } }' };
    const lines = await sameAs(
      `config.deep.list.push(2); log(config.limit + ' ' + w.n + config.deep.list); w.n = config;`,
      {
        head: "import config from './config.json' with { type: 'json' }; config.limit++;",
        modules,
      },
    );
    assert.deepEqual(lines, ['4 01,2']);
  });

  test('a handler whose imports fail ends with the error of the import', async () => {
    const { lines, errors } = await runTogether(
      `import { broken } from 'broken';
     const o = {};
     o.on('e', () => broken());
     finish(() => o.emit('e')).ondone(() => console.log('done'));`,
      {
        files: {
          'node_modules/broken/package.json':
            '{ "name": "broken", "type": "module", "exports": "./index.js" }',
          'node_modules/broken/index.js':
            "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) throw new Error('not in a worker'); export const broken = () => 1;",
        },
        workers: 2,
      },
    );
    assert.deepEqual(lines, ['done']);
    assert.match(errors, /the handler of 'e' failed: Error: not in a worker/);
  });

  test("a worker's process has the arguments and the environment of the program", () => {
    const text = `const o = {}, out = { lines: [] };
    process.env.LATE = 'before'; 
    const look = () => { const [, file, first, second] = process.argv; return [file, first, second, process.argv.length, process.env.LATE, process.execArgv[0]].join(' '); };
    const here = look();
    o.on('e', () => { out.lines.push(look()); });
    finish(() => o.emit('e')).ondone(() => { process.env.LATE = 'after'; finish(() => o.emit('e')).ondone(() => { console.log(out.lines[0] === here, out.lines[1]); }); });`;
    const { lines, errors } = runProgram(text, { args: ['--verbose', 'x'], workers: 2 });
    assert.equal(errors, '');
    assert.match(lines[0]!, /^true \S+app\.mjs --verbose x 4 after --import$/);
  });

  test('callbacks of promises may be bound, or functions of the host', async () => {
    await sameAs(
      `w.done = function (x) { this.later.push(x); log('done ' + x + this.later.length); };
     const p = ok(7); p.then(console.log); p.then(w.done.bind(w)); p.then(Number); fails().catch(console.log);
     return p.then(String);`,
      {
        head: `import { ok, fails } from './slow.mjs';`,
        modules: {
          'slow.mjs': "export const ok = x => Promise.resolve(x), fails = () => Promise.reject('no');",
        },
      },
    );
  });

  test('a look-up with a key that is not shared finds nothing, and shares nothing', async () => {
    const lines = await sameAs(
      `const list = [1, 2], local = { list }, symbol = Symbol('own'), f = () => w, promise = Promise.resolve();
     for (const x of list) { w.s.has(list); w.m.get(list); w.m.delete(local); log(x); }
     log([symbol, Symbol.iterator, f, promise, new (class { #x = 1; })(), list, local].map(key => [w.s.has(key), w.m.get(key), w.m.has(key), w.m.delete(key), w.s.delete(key)]).join());
     w.m.set(w.o, 1).set(list, 2); w.s.add(w.twice = f); log([w.m.get(w.o), w.m.get(list), w.s.has(f), w.m.delete(list), w.m.size]);`,
    );
    assert.deepEqual(lines.slice(0, 2), ['1', '2']);
  });

  test('a computed assignment of a property with only a getter throws', async () => {
    await sameAs(
      `w.p = new P(); const fail = f => { try { f(); return 'nothing'; } catch (e) { return e.name; } };
     for (const key of ['sum', 'x']) log(fail(() => { w.p[key] = 1; })); log(w.p.x);`,
      { head: 'class P { x = 0; get sum() { return 3; } }' },
    );
  });

  test('a handler may use a variable that gets its value after the registration', async () => {
    const { lines, errors } = await runTogether(
      `const o = { seen: [] };
     o.on('e', () => { o.seen.push(limit); });
     const limit = 10;
     finish(() => o.emit('e')).ondone(() => console.log(o.seen.join()));`,
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['10']);
  });

  test('an object that stands for a BigInt or a symbol is refused, as those of other values', async () => {
    const { lines } = await runTogether(
      `const w = { x: null };
     w.on('e', () => 0);
     w.emit('e');
     await null;
     for (const x of [Object(1n), Object(Symbol.for('s')), Object('t')])
       try { w.x = x; console.log('shared'); } catch (e) { console.log(e.name); }`,
    );
    assert.deepEqual(lines, ['TypeError', 'TypeError', 'TypeError']);
  });

  test('a function whose text speaks of native code crosses', async () => {
    await sameAs(`log(w.later.map(f => f(f))); log(isNative(String) + ' ' + isNative(isNative));`, {
      head: "const isNative = f => String(f).includes('[native code]');",
    });
  });

  test('functions made of text get whole objects in a program that names neither their constructors nor packages', async () => {
    const text = `
     const SHOW = '(function show(x) { if (typeof x !== "object" || x === null) return String(x); const names = []; for (const k in x) names.push(k + ":" + show(x[k])); return "{" + names + "|" + x.length + "}"; })';
     const BODY = 'return ' + SHOW + '(x)', BODY_OF_THIS = 'return ' + SHOW + '(this.x ?? this)', key = 'con' + 'structor';
     class Box { constructor(x) { this.x = x; } }
     const ways = [
       x => (() => {}).constructor('x', BODY)(x), x => new ((() => {}).constructor)('x', BODY)(x), x => [][key][key]('x', BODY)(x), x => x.constructor.constructor('x', BODY)(x),
       x => [[x], [x]].map((() => {}).constructor('x', BODY)), x => [x].map(Object.getPrototypeOf(() => {}).constructor('x', BODY)), x => w.all.map((() => {}).constructor('x', BODY)), x => w.all.map(new (class extends (() => {}).constructor {})('x', BODY)),
       x => Reflect.construct((() => {}).constructor, ['x', BODY])(x), x => (() => {}).constructor(BODY_OF_THIS).call(x), x => ({ x, f: (() => {}).constructor(BODY_OF_THIS) }).f(), x => Object.defineProperty({ x }, 'q', { get: (() => {}).constructor(BODY_OF_THIS) }).q,
       x => '' + { x, toString: (() => {}).constructor(BODY_OF_THIS) }, x => JSON.stringify({ x, toJSON: (() => {}).constructor(BODY_OF_THIS) }), x => new ((() => {}).constructor('x', 'this.t = ' + SHOW + '(x)'))(x).t, x => (() => {}).constructor('g', 'return ' + SHOW + '(g())')(() => x),
       x => [...(function* () {}).constructor('x', 'yield ' + SHOW + '(x)')(x)], x => (() => {}).constructor('x', 'with ({ x }) return ' + SHOW + '(x)')(x), x => (() => {}).constructor('x', 'return [x]')(x)[0] === x, x => new Box(x).constructor.constructor('x', BODY)(new Box(x)),
       x => { try { (() => {}).constructor('x', 'throw x')(x); } catch (e) { return e === x; } }, () => ((() => {}).constructor === (() => {}).constructor.constructor) + (() => {}).constructor.name + (() => {}).constructor('a', 'b', '').length,
     ];
     const w = { list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, all: [[1], { a: [2] }] }, out = { lines: [] }, o = {};
     const run = () => { for (const way of ways) for (const x of [w.list, w.o]) out.lines.push(String(way(x))); };
     o.on('e', run).on('later', () => (async () => {}).constructor('x', 'await null; return ' + SHOW + '(x)')(w.list).then(text => { out.lines.push(text); }), { realm: 'main' });
     finish(() => o.emit('e')).ondone(() => { run(); finish(() => o.emit('later')).ondone(() => { for (const line of out.lines) console.log(line); }); });`;
    // No other program shares the process, because it might have packages.
    const environment = { QUOLL_OWN: '1' };
    const [one, parallel] = await Promise.all([
      runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } }),
      runTogether(text, { environment, workers: 2 }),
    ]);
    assert.equal(parallel.errors, '');
    assert.equal(one.errors, '');
    assert.deepEqual(parallel.lines, one.lines);
    assert.equal(parallel.lines.length, 89);
  });

  test('code that is text finds global variables whole, and the program gets back what it has put there', async () => {
    const text = `
     import { shape } from 'library';
     const SHOW = ${JSON.stringify("(function show(x) { if (typeof x !== 'object' || x === null) return String(x); const names = []; for (const k in x) names.push(k + ':' + show(x[k])); return '{' + names + '|' + x.length + '}'; })")};
     const e = eval, key = 'shared' + 'Thing', log = x => console.log(String(x)), show = () => e(SHOW + '(globalThis.sharedThing)');
     const w = { list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, k: new (class { y = [1]; m() { return this.y; } })() }, early = (globalThis.early = [1, [2, { z: 3 }]]);
     w.late = early[1]; w.on('e', () => 1); await null;
     for (const x of [w.list, w.o, w.k, [w.o], { x: w.list }, new Map([[1, w.o]])]) {
       globalThis.sharedThing = x; log(show() + (globalThis.sharedThing === x) + (sharedThing === x));
       globalThis[key] = x; log((0, eval)(SHOW + '(sharedThing)') + (globalThis[key] === x)); (g => { g.sharedThing = x; })(globalThis); log(globalThis.eval(SHOW + '(sharedThing)'));
       Object.assign(globalThis, { sharedThing: x }); log(show()); Reflect.set(globalThis, key, x); log(show()); [globalThis.sharedThing] = [x]; log(new Function('return ' + SHOW + '(sharedThing)')());
       [sharedThing] = [x]; log(show()); ({ q: { sharedThing } } = { q: { sharedThing: x } }); log(show() + (sharedThing === x)); for (sharedThing of [x]) log(show()); [...sharedThing] = [x]; log(show() + (sharedThing[0] === x));
       [, sharedThing = class {}] = []; log(sharedThing.name); try { [undeclared] = [x]; } catch (error) { log(error.message); }
     }
     log(e(SHOW + '(early)')); w.list.push({ q: 1 }); globalThis.sharedThing = w.list; log(show());
     e('globalThis.made = { x: sharedThing }; globalThis.f = x => ' + SHOW + '(x)'); log(made.x === w.list); log(globalThis.made.x === w.list);
     log([w.o].map(f)); log(await Promise.resolve(w.o).then(f)); log(await Promise.resolve(w.o).then(globalThis.f)); log([w.o].map(eval('x => Object.keys(x)'))); log(w.list.map(eval('[x => typeof x.a]')[0])); log(f(w.list));
     globalThis.sharedThing = x => [x, w.o]; log(e('sharedThing({ z: 1 })[1].a')); log([globalThis.URL === URL, globalThis['URL'] === URL, globalThis.Map === Map, globalThis.eval === eval, e === eval, new URL('http://x/') instanceof URL]);
     w.t = globalThis['setTimeout'] === setTimeout; log([w.t, globalThis.console === console, globalThis.fetch === fetch, typeof globalThis.queueMicrotask, globalThis.clearTimeout === clearTimeout]);`;
    const [one, parallel] = await Promise.all([
      runTogether(text, { files, environment: { QUOLL_SEQUENTIAL: '1' } }),
      runTogether(text, { files, workers: 2 }),
    ]);
    assert.equal(parallel.errors, '');
    assert.deepEqual(parallel.lines, one.lines);
    assert.equal(parallel.lines.length, 85);
    assert.equal(parallel.lines.at(-1), 'true,true,true,function,true');
  });

  test('scopes of node:vm hold whole objects', async () => {
    const lines = await sameAs(
      `const box = vm.createContext({ w, f: x => [x, w.o], n: 1 }), run = text => log(vm.runInContext(text, box));
     run('JSON.stringify([w.list, Object.keys(w.o), typeof Object, w.list.map(x => typeof x), f(w.o)[0].a, f({ z: w.o })[1].b, n, w.m.get("k")[0], [...w.s].length])');
     run('made = w.o; w.o.a = 7; n++; made.a + made.b.c'); log([w.o.a, box.made === w.o, box.w === w, box.n, vm.isContext(box), vm.createContext(box) === box]);
     box.later = [w.list]; run('later[0].length + [...later[0]].length'); run('[w.o]'); log(vm.runInContext('[w.o, { x: w.list }]', box)[1].x === w.list);
     log(vm.runInNewContext('w.list.length + Object.keys(w.o).join()', { w })); log(new vm.Script('x.a + typeof Math').runInNewContext({ x: w.o })); log(new vm.Script('w.o.a').runInContext(box));
     log(vm.compileFunction('return x.list.length + q + r + typeof Object', ['q'], { contextExtensions: [{ x: w }, { r: 2 }] })(5)); log(vm.compileFunction('return w.o.a', [], { parsingContext: box, x: w })());`,
      { head: "import vm from 'node:vm'; import { shape } from 'library';" },
    );
    assert.match(lines[0]!, /^\[\[1,\{"a":2\}\],\["a","b"\],"function",/);
  });

  test('a scope of node:vm must be an object of the program with plain properties, and not shared', async () => {
    const { lines, errors } = await runTogether(
      `import vm from 'node:vm';
import { writevSync } from 'node:fs';
import { open } from 'node:fs/promises';
const w = { o: { a: 1 }, bytes: [new Uint8Array([97]), new Uint8Array([98, 10])] };
const wrong = [
  () => vm.createContext(w),
  () => vm.runInNewContext('1', Object.create(w)),
  () => vm.compileFunction('return o', [], { contextExtensions: [w] }),
  () => vm.createContext({ get x() { return w; }, w }),
];
w.on('e', () => w.o);
await finish(() => w.emit('e'));
for (const f of wrong) try { f(); console.log('no error'); } catch (e) { console.log(e.message, /app\\.mjs:\\d+/.exec(e.stack)[0]); }
writevSync(1, w.bytes); const file = await open('/dev/null', 'w'); console.log((await file.writev(w.bytes)).bytesWritten); await file.close();`,
      { files, workers: 2 },
    );
    assert.equal(errors, '');
    const message =
      'a scope of node:vm must not be a shared object, or one with accessors or a class: pass a copy, { ...o }';
    assert.deepEqual(lines, [...[6, 7, 8, 9].map(line => `${message} app.mjs:${line}`), 'ab', '3']);
  });

  test('descriptors may be shared', async () => {
    await sameAs(
      `w.d = { value: 1, enumerable: true }; w.all = { p: w.d, q: { value: 2 } }; const map = new Map([['get', 1]]); map.get('get'); map.set('set', 2);
     log(JSON.stringify([Object.getOwnPropertyDescriptor(Object.defineProperty({}, 'x', w.d), 'x'), Reflect.defineProperty({}, 'x', w.d)]));
     log(JSON.stringify([Object.getOwnPropertyDescriptors(Object.defineProperties({}, w.all)), Object.getOwnPropertyDescriptors(Object.create(null, w.all)), Object.getOwnPropertyDescriptors(Object.defineProperties({}, { r: w.d }))]));`,
    );
  });
});
