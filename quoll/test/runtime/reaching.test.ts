/**
 * Random ways by which a function of a package gets shared objects: where the program has the function from, and what calls it. The same calls
 * are made in the main thread, in handlers and in pinned handlers, and compared with plain Node.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARRIERS, isOther, LOOKING, USING, WAYS } from './carriers.js';
import { IDENTITY, identities, KNOWING } from './identity.js';
import { runProgram } from './programs.js';

const seed = Number(process.env['QUOLL_SEED'] ?? Date.now() % 1_000_000_007);

/** `f` shows what it gets, `this` too, in a way in which accessors of a class show nothing. */
const LIBRARY = `
function show(value, depth = 2) {
  if (typeof value === 'function') return 'f';
  if (typeof value !== 'object' || value === null) return String(value);
  const names = []; for (const name in value) names.push(depth ? name + ':' + show(value[name], depth - 1) : name);
  const size = Array.isArray(value) ? '#' + value.length : value instanceof Map ? '#' + [...value].map(x => show(x, depth - 1)) : value instanceof Set ? '#' + value.size : '';
  return '{' + names + size + '}' + Object.keys(value).length;
}
export function f(...args) { return args.map(x => show(x)).join() + (this === undefined || this === globalThis ? '' : '@' + show(this)); }
export const same = x => x;
export const half = (...args) => args.map(x => show(x)).join().length % 2 === 0;
export const compare = (a, b) => show(a).length - show(b).length;
export class K { constructor(...args) { this.seen = args.map(x => show(x)).join(); } static make(...args) { return new this(...args); } m(...args) { return f.apply(this, args); } static s(x) { return show(x); } get p() { return show(this); } set p(x) { this.last = show(x); } }
export function* gen(x) { yield show(x); yield x; yield show(yield show(this)); }
export async function later(x) { await null; return x; }
export const box = x => ({ x });
export const calls = (g, ...args) => g(...args);
export const holder = { f, inner: { f, same } }, table = new Map([['f', f]]), list = [f, same];
export const kept = []; export const keep = x => { kept.push(x); return kept.map(one => show(one)).join(); };
export const store = { x: null }, stored = () => show(store.x), state = { current: new (class { x = null })() }, current = () => show(state.current.x);
export default f;
`;

const OWN = `export * from 'library'; export * as all from 'library'; import { f } from 'library'; export default f;`;

/** Where the program has \`f\` from. */
const SOURCES = [
  ...[
    'f',
    'holder.f',
    "holder['f']",
    'holder[key]',
    'holder.inner.f',
    'lib.f',
    'lib.default',
    'passed',
    'own.f',
  ],
  ...[
    "table.get('f')",
    '[...table.values()][0]',
    'lists[0]',
    '[...lists][0]',
    '[f][0]',
    '({ f }).f',
    'new Kept().f',
  ],
  ...[
    'same(f)',
    'same(passed)',
    'box(f).x',
    '(() => f)()',
    '(x => x)(f)',
    '((x = f) => x)()',
    '(({ f: x }) => x)(lib)',
  ],
  ...[
    '(([x]) => x)(lists)',
    'Object.values(holder)[0]',
    "Reflect.get(lib, 'f')",
    'Object.entries(holder)[0][1]',
  ],
  ...[
    "Object.getOwnPropertyDescriptor(holder, 'f').value",
    'new WeakRef(f).deref()',
    'Kept.f',
    '(true && f)',
    '(null ?? f)',
  ],
  ...[
    'f.bind(null)',
    'f.bind(undefined, 1)',
    'new Proxy(f, {})',
    'new Proxy(f, { apply: (g, self, args) => g.apply(self, args) })',
  ],
  ...[
    'Function.prototype.call.bind(f, null)',
    'calls(() => f)',
    'calls(x => x, f)',
    "Object.fromEntries([['f', f]]).f",
  ],
  ...[
    '(() => { let x; ({ f: x } = lib); return x; })()',
    '(() => { for (const x of lists) return x; })()',
    'own.all.f',
  ],
  ...[
    '(() => { try { throw f; } catch (x) { return x; } })()',
    'Object.assign({}, holder).f',
    '({ ...holder }).f',
    'structuredClone && f',
  ],
];

/** Shared values. */
const VALUES = [
  'w.o',
  'w.list',
  'w.m',
  '[w.o]',
  '{ x: w.o }',
  'w.s',
  'w.list[1]',
  'w',
  '[[w.list]]',
  'new Map([[1, w.o]])',
  ...['error', 'inherits', 'inheritsFromHolder', 'regExp', 'date', 'getter', 'set', 'constant'].map(
    name => CARRIERS[name]!,
  ),
];

/** Calls of \`F\`, with \`V\`. */
const CALLS = [
  ...[
    'F(V)',
    'F(V, V)',
    '(0, F)(V)',
    'F?.(V)',
    'F(...[V])',
    'F.call(V, V)',
    'F.apply(V, [V])',
    'F.bind(V)(V)',
    'F`a${V}`',
  ],
  ...[
    '[V].map(F)',
    '[V].flatMap(F)',
    '[V, 1].reduce(F)',
    '[V].forEach(x => F(x))',
    'w.list.map(F)',
    'w.list.reduceRight(F, V)',
  ],
  ...[
    '[].map.call([V], F)',
    '[].map.apply(w.list, [F])',
    '[].map.bind([V])(F)',
    'Reflect.apply([].map, [V], [F])',
    'Reflect.apply(F, V, [V])',
  ],
  ...[
    '[V].map(Function.prototype.call, F)',
    'Function.prototype.call.call(F, V, V)',
    '[F].map(x => x(V))',
    '[F][0](V)',
    '({ q: F }).q(V)',
  ],
  ...[
    'Array.from([V], F)',
    'Array.from(w.list, F)',
    'Array.from(w.m, F)',
    'Array.fromAsync?.([V], F)',
    'Array.fromAsync?.(w.list, F)',
  ],
  ...[
    'Object.groupBy?.([V], F)',
    '[...w.m.values()].map(F)',
    'w.list.values().map?.(F).toArray()',
    '[V].values().flatMap?.(x => [F(x)]).toArray()',
  ],
  ...[
    'w.m.entries().map?.(F).toArray()',
    'w.s.values().reduce?.(F, V)',
    'globalThis.Iterator?.from([V]).map(F).toArray()',
  ],
  ...[
    'Promise.resolve(V).then(F)',
    'Promise.reject(V).catch(F)',
    'Promise.reject(V).then(null, F)',
    'Promise.all([V]).then(F)',
  ],
  ...[
    'new Promise(yes => yes(V)).then(F)',
    'later(V).then(F)',
    '(async () => F(await V))()',
    'calls(async () => V).then(F)',
    'Promise.resolve(V).finally(F).then(F)',
  ],
  ...[
    "import('library').then(() => F(V))",
    "(async () => (await import('library')).f(V))()",
    "(async () => [V].map((await import('library')).f))()",
  ],
  ...[
    'Object.defineProperty({ v: V }, "x", { get: F }).x',
    "Reflect.get(Object.defineProperty({}, 'x', { get: F }), 'x', V)",
    'new (class { v = V; get x() { return F(this); } })().x',
  ],
  ...[
    '({ v: V, toString: F }) + ""',
    '`${{ v: V, toString: F }}`',
    '({ v: V, [Symbol.toPrimitive]: F }) + ""',
    'JSON.stringify({ v: V, toJSON: F })',
    'V instanceof { [Symbol.hasInstance]: F }',
  ],
  ...[
    "'abc'.replace('b', () => F(V))",
    'new Proxy(F, {})(V)',
    'new Proxy(() => 1, { apply: F })(V)',
    'new Proxy(F, { construct: () => ({}) })(V)',
  ],
  ...[
    'new (class { #f = F; run() { return this.#f(V); } })().run()',
    'class { static #f = F; static run() { return this.#f(V); } }.run()',
    'new (class { f = F; v = V; })().f(1)',
  ],
  ...[
    '((x = F(V)) => x)()',
    '((...x) => x[0](V))(F)',
    '(function () { return this(V); }).call(F)',
    '(Math.q = F, Math.q(V))',
    '(Promise.q = F, Promise.q(V))',
  ],
  ...[
    '(() => { outer: for (const x of [F]) for (const y of [1, V]) { if (y === 1) continue outer; return x(y); } return F(V); })()',
  ],
  ...[
    '[...(function* () { yield F(V); })()]',
    '(async () => { for await (const x of [V]) return F(x); })()',
    '(async function* () { yield V; })().next().then(F)',
  ],
  ...[
    '(() => { try { calls(() => { throw V; }); } catch (x) { return F(x); } })()',
    'calls(F, V)',
    'calls(x => F(x), V)',
    'curried(F)(V)',
  ],
  ...[
    '(() => { const e = new EventEmitter(), all = []; e.on("x", x => all.push(F(x))); e.emit("x", V); return all; })()',
    'structuredClone([1]).map(() => F(V))',
  ],
];

/** Other ways, each of its own. */
const OTHERS = [
  ...[
    'new K(V).seen',
    'new k(V).seen',
    'K.make(V).seen',
    'k.make(V).seen',
    'Reflect.construct(K, [V]).seen',
    'Reflect.construct(k, [V]).seen',
    'new lib.K(1).m(V)',
    'new k(1).m(V)',
  ],
  ...[
    'new Sub(V).seen',
    'Sub.make(V).seen',
    'Sub.s(V)',
    'new Sub(1).m(V)',
    'new Sub(1).up(V)',
    'new (class extends k {})(V).seen',
    'new (class extends same(K) { x = V; })(1).p',
  ],
  ...[
    '(x => { x.p = V; return x.last; })(new K(1))',
    '(x => { [x.p] = [V]; return x.last; })(new k(1))',
    '(x => { Object.assign(x, { p: V }); return x.last; })(new K(1))',
  ],
  ...[
    'Object.getOwnPropertyDescriptor(K.prototype, "p").get.call(V)',
    'K.prototype.m.call(V, V)',
    '[...gen(V)][0]',
    'gen.call(V, 1).next().value',
    '(function* () { yield* gen(V); })().next().value',
  ],
  ...[
    '(kept.length = 0, [V].map(keep))',
    '(kept.length = 0, [V].forEach(keep), keep(1))',
    '(kept.length = 0, new EventEmitter().on("x", keep).emit("x", V), keep(1))',
  ],
  ...[
    '(store.x = V, stored())',
    "(store['x'] = V, stored())",
    '(() => { const { current: x } = lib.state; [x][0].x = V; return current(); })()',
    '(() => { const x = state.current; calls(() => x).x = V; return current(); })()',
    '(lib.store.x = V, stored())',
    '(own.store.x = V, stored())',
    '(Reflect.set(store, "x", V), stored())',
    '([store.x] = [V], stored())',
    '(Object.assign(store, { x: V }), stored())',
  ],
  ...[
    "(async () => { (await import('library')).store.x = V; return stored(); })()",
    "import('library').then(x => { x.store.x = V; return stored(); })",
    "import('library').then(({ store: x }) => { x.x = V; return stored(); })",
  ],
  ...[
    '[V, 1].filter(half).length',
    '[w.o, w.list].sort(compare).map(f)',
    'w.list.find(half) === undefined',
    '[V].map(same)[0] === [V][0]',
    'w.list.map(same)[1] === w.list[1]',
    'box(w.o).x === w.o',
    'calls(x => x === w.o, w.o)',
  ],
  ...[
    'Promise.resolve(w.o).then(same).then(x => x === w.o)',
    '[w.o].values().map?.(same).toArray()[0] === w.o',
    'resolved(w.o).then(x => x === w.o)',
    'Reflect.apply(same, null, [w.o]) === w.o',
    'new Promise(yes => calls(yes, w.o)).then(x => x === w.o)',
  ],
  ...[
    'calls?.(() => f)?.(V)',
    'calls?.(() => f)(V)',
    'lib.calls?.(() => f)(V)',
    'holder.inner?.same(f)(V)',
    'box?.(w.o).x === w.o',
  ],
  // A function of a package is the same one, wherever the program has it from.
  ...[...SOURCES.slice(0, 34), 'calls(() => f)', 'calls(x => x, f)', 'own.all.f'].map(
    source => `${source} === f`,
  ),
  ...[
    'lists.includes(f)',
    'lists.indexOf(holder.f)',
    '[f].includes(passed)',
    'new Set([f, holder.f, own.f, passed, lists[0]]).size',
    'new Map([[f, 1]]).get(table.get("f"))',
    'Object.is(f, lib.f)',
  ],
  ...[
    'new K(1).constructor === K',
    'Object.getPrototypeOf(new K(1)).constructor === k',
    'Object.getPrototypeOf(Sub) === K',
    'Sub.s === K.s',
    'new Sub(1).m === K.prototype.m',
    'new k(1) instanceof K',
    'new Sub(1) instanceof k',
    'K.prototype === k.prototype',
  ],
  ...[
    'String(f) === String(holder.f)',
    'String(K).length',
    'f.name + f.length + typeof holder.f',
    'holder.f.name',
    'Object.keys(holder.f).length',
    'k.name',
    'calls(x => x === f, f)',
    'calls(x => x === mine, mine)',
    'same(mine) === mine',
    'box(mine).x === mine',
  ],
  ...[
    '(() => { const e = new EventEmitter(); e.on("x", keep); return e.listeners("x")[0] === keep; })()',
    '(() => { const e = new EventEmitter(); e.on("x", keep); e.off("x", lib.keep); return e.listenerCount("x"); })()',
    '(() => { switch (holder.f) { case f: return 1; default: return 2; } })()',
  ],
];

const HEAD = `${USING}${KNOWING}
import passed, * as own from './own.mjs'; import * as lib from 'library'; import { EventEmitter } from 'node:events';
import { f, same, half, compare, K, gen, later, box, calls, holder, table, list as lists, kept, keep, store, stored, state, current } from 'library';
const makeWorld = () => ({ list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, m: new Map([['k', [1]]]), s: new Set([1, 'a']), k: Object.assign(new Failing(), { y: { a: 3 } }), e: new MyError({ a: 4 }) });
const show = x => typeof x === 'string' ? x : Array.isArray(x) ? '[' + x.map(show) + ']' : typeof x === 'object' && x ? '{' + Object.keys(x).map(k => k + ':' + show(x[k])) + '}' : typeof x === 'function' ? 'f' : String(x);
`;

/** The variables of each case. */
const LOCAL = `
const key = 'f', k = [K][0], mine = x => x, curried = g => x => g(x);
class Kept { f = f; static f = f; } class Sub extends K { up(x) { return super.m(x); } }
const resolved = x => { const { promise, resolve } = Promise.withResolvers?.() ?? {}; resolve?.(x); return promise ?? Promise.resolve(x); };
`;

/** The program that runs these cases; \`isPlain\`: as plain Node does. */
function textOf(cases: readonly string[], isPlain: boolean): string {
  const functions = cases.map(text => `(w => { ${LOCAL} return ${text}; })`);
  return `${HEAD} const cases = [${functions.join(',\n')}];
    const outcome = async (run, w) => { try { return show(await run(w)); } catch (e) { return 'error ' + show(e?.message ?? e); } };
    ${
      isPlain
        ? `for (const run of cases) console.log(await outcome(run, makeWorld()));`
        : `
    const worlds = cases.map(() => [makeWorld(), makeWorld(), makeWorld()]), a = {};
    a.on('e', () => { let n = 0; for (const three of worlds) for (const w of three) n += w.o.a; return n; });
    await new Promise(done => finish(() => a.emit('e')).ondone(done));
    // A handler may not capture what another module passes on of a package.
    const isOwn = ${JSON.stringify(cases.map(text => /\b(own\.|passed)/.test(text)))};
    for (const [i, run] of cases.entries()) {
      const [here, there, pinned] = worlds[i], all = [await outcome(run, here)];
      for (const [w, realm] of isOwn[i] ? [] : [[there, 'any'], [pinned, 'main']]) {
        const out = {}, b = {};
        b.on('e', () => {
          let x;
          try { x = run(w); } catch (e) { out.text = 'error ' + show(e?.message ?? e); return; }
          if (!(x instanceof Promise)) out.text = show(x);
          else return x.then(v => { out.text = show(v); }, e => { out.text = 'error ' + show(e?.message ?? e); });
        }, { realm });
        await new Promise(done => finish(() => b.emit('e')).ondone(done));
        all.push(out.text);
      }
      console.log(all.every(one => one === all[0]) ? all[0] : 'main, handler, pinned: ' + all.join(' | '));
    }`
    }
    process.exit(0);`;
}

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
  'node_modules/looking/package.json':
    '{ "name": "looking", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/looking/index.js': LOOKING,
  'node_modules/identity/package.json':
    '{ "name": "identity", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/identity/index.js': IDENTITY,
  'own.mjs': OWN,
};

/** A generator of numbers below a limit (mulberry32). */
function random(state: number): (limit: number) => number {
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

/** So many objects that hold shared ones are drawn for each way. */
const CARRIERS_OF_WAY = Number(process.env['QUOLL_CARRIERS'] ?? 4);

function makeCases(count: number): string[] {
  const below = random(seed);
  const one = (list: readonly string[]): string => list[below(list.length)]!;
  const value = (text: string): string => text.replaceAll(/\bV\b/g, () => one(VALUES));
  const made = Array.from({ length: count }, (_, i) => {
    // Each way to call comes once in so many cases, with any source.
    const source = one(SOURCES);
    return value(
      CALLS[i % CALLS.length]!.replaceAll(/\bF\b/g, () => (/^[\w.]+$/.test(source) ? source : `(${source})`)),
    );
  });
  const carried = WAYS.flatMap(way =>
    Array.from({ length: CARRIERS_OF_WAY }, () => one(Object.keys(CARRIERS)))
      .filter(carrier => !isOther(carrier, way))
      .map(carrier => way.replaceAll(/\bC\b/g, `(${CARRIERS[carrier]!})`)),
  );
  return [...made, ...OTHERS.map(value), ...carried, ...identities(below)];
}

test(`a function of a package gets whole objects, whoever calls it (QUOLL_SEED=${seed})`, () => {
  const cases = makeCases(CALLS.length);
  const [plain, parallel] = [true, false].map(isPlain => {
    const { lines, errors } = runProgram(textOf(cases, isPlain), { files, plain: isPlain, workers: 2 });
    // A handler may put the function into an object of the language.
    assert.equal(errors.replace(/^quoll: the program has changed Math\.\w+\. .*\n/m, ''), '');
    assert.equal(lines.length, cases.length);
    return lines.map((line, i) => `${cases[i]}: ${line}`);
  });
  assert.deepEqual(parallel, plain);
});
