/**
 * Objects of the program that are not shared and hold shared ones, in every way in which an object can hold another, and the ways in which a package
 * gets them. Each case is an expression over the shared objects `w`, whose value is a text, or a promise for one.
 */

/** By what they are. */
export const CARRIERS: Readonly<Record<string, string>> = {
  error: `Object.assign(new Error('m', { cause: w.o }), { x: w.list })`,
  aggregate: `new AggregateError([w.o, new Error('i', { cause: w.list })], 'all')`,
  ownError: `new MyError(w.o)`,
  deepError: `new Error('m', { cause: { x: [new Error('n', { cause: w.o })] } })`,
  frozenError: `Object.freeze(Object.assign(new Error('m'), { x: w.o }))`,
  inherits: `Object.create(w.o)`,
  inheritsAndHolds: `Object.assign(Object.create(w.o), { x: w.list })`,
  inheritsFromHolder: `Object.create({ x: w.o })`,
  inheritsTwice: `Object.create(Object.create(w.o))`,
  inheritsFromList: `Object.create(w.list)`,
  constructed: `new (function () { function F() {} F.prototype = w.o; return F; }())()`,
  prototypeIsSet: `Object.setPrototypeOf({ q: 1 }, w.o)`,
  literal: `{ __proto__: w.o }`,
  classInherits: `new (function () { class F { m() { return w.o; } } Object.setPrototypeOf(F.prototype, w.o); return F; }())()`,
  classHolds: `new (function () { class F { } F.prototype.x = w.o; return F; }())()`,
  hidden: `Object.defineProperty({}, 'x', { value: w.o, configurable: true })`,
  constant: `Object.defineProperty({ y: 1 }, 'x', { value: w.o })`,
  sealed: `Object.seal({ x: w.o })`,
  notExtensible: `Object.preventExtensions({ x: w.o })`,
  symbol: `{ [Symbol.for('s')]: w.o }`,
  promise: `{ x: Promise.resolve(w.o) }`,
  promises: `[Promise.resolve(w.o)]`,
  rejected: `{ x: rejected(w.o) }`,
  rejectedByError: `{ x: rejected(new Error('m', { cause: w.o })) }`,
  promiseWithProperty: `Object.assign(Promise.resolve(1), { x: w.o })`,
  promiseWithMethod: `Object.assign(Promise.resolve(w.list), { m() { return w.o; } })`,
  regExp: `Object.assign(/a/g, { x: w.o })`,
  date: `Object.assign(new Date(5), { x: w.o })`,
  bytes: `Object.assign(new Uint8Array(2), { x: w.o })`,
  weak: `Object.assign(new WeakMap(), { x: w.o })`,
  boxed: `Object.assign(new String('s'), { x: w.o })`,
  function: `Object.assign(() => w.o, { x: w.o })`,
  functionDeep: `Object.assign(function () {}, { x: { x: [w.o] } })`,
  class: `class { static x = w.o; }`,
  bound: `(function () { return this; }).bind(w.o)`,
  map: `Object.assign(new Map([[1, 2]]), { x: w.o })`,
  set: `Object.assign(new Set([1]), { x: w.list })`,
  list: `Object.assign([1], { x: w.o })`,
  getter: `({ get x() { return w.o; } })`,
  classGetter: `new (class { get x() { return w.o; } })()`,
  method: `new (class { m() { return w.o; } })()`,
  mapWithMethod: `new (class extends Map { m() { return w.o; } })([[1, 2]])`,
  generator: `(function* () { yield w.o; yield { x: w.list }; })()`,
  iterator: `[w.o].values()`,
  sharedIterator: `w.m.entries()`,
  asyncGenerator: `(async function* () { yield w.o; })()`,
  iterable: `{ *[Symbol.iterator]() { yield w.o; } }`,
  throws: `{ get x() { throw w.o; } }`,
  throwsError: `{ get x() { throw new Error('m', { cause: w.o }); } }`,
  proxy: `new Proxy({ x: w.o }, {})`,
  arguments: `(function () { return arguments; })(w.o)`,
  longList: `Object.assign(Array.from({ length: 150 }, (_, i) => i), { x: w.o })`,
  longBytes: `Object.assign(new Uint8Array(150), { x: [w.o] })`,
  dateWithMethod: `new (class extends Date { m() { return w.o; } get x() { return w.list; } })(5)`,
  bytesWithMethod: `new (class extends Uint8Array { m() { return w.o; } })(3)`,
  ofPackage: `new (class extends Bags { m() { return [w.o]; } get x() { return w.list; } })()`,
  shared: `w.o`,
  sharedError: `w.e`,
};

/** How a package gets the object `C`, and what the program gets back. */
export const WAYS: readonly string[] = [
  ...[
    'look(C)',
    'look([C])',
    'look({ x: C })',
    'look(new Map([[1, C]]))',
    "look(new Error('o', { cause: C }))",
  ],
  ...['look(Object.create({ x: C }))', 'look(...[C])', 'seen(() => C)', 'caught(async () => look(C))'],
  ...['seen(() => { throw C; })', 'seen(() => { throw { x: C }; })', 'caught(async () => { throw C; })'],
  ...[
    'look(rejected(C))',
    'look((async () => C)())',
    'seen(() => new (class { constructor() { throw C; } })())',
  ],
  ...["reading({ get q() { return C; } }, 'q')", "reading({ get q() { throw C; } }, 'q')"],
  ...["reading(new (class { y = w.o; get q() { throw C; } })(), 'q')", "reading(w.k, 'q')"],
  ...['join((function* () { yield C; })())', 'caught(firstOf, (function* () { throw C; })())'],
  ...['join([C])', 'join([C].values())', 'join(new Set([C]))'],
  ...['(bag.x = C, bagged())', '(Object.assign(bag, { x: [C] }), bagged())', 'new Bags().add(C).all()'],
  ...['Promise.all([C].map(x => look(x)))', 'Promise.all([C].map(look))', 'rejected(C).catch(look)'],
  `(c => { const e = new EventEmitter(); let x; e.on('q', y => { x = y; }); e.emit('q', c); return x === c; })(C)`,
  `(c => { const e = new EventEmitter(); try { e.emit('error', c); } catch (x) { return x === c || x.context === c; } })(C)`,
  ...['(c => pass(c) === c)(C)', '(c => pass([c])[0] === c)(C)'],
  // Caught again in the program: it is the same one.
  ...[
    'calls(() => { throw c; })',
    'rethrow(() => { throw c; })',
    'fail(c)',
    '[c].map(x => [x].map(fail))',
  ].map(text => `(c => { try { ${text}; } catch (e) { return e === c; } })(C)`),
  '(c => swallow(() => { throw c; }) === c)(C)',
  '(async c => { try { await reject(c); } catch (e) { return e === c; } })(C)',
  ...['reject(c).catch', 'reject(c).then(null, ', 'Promise.resolve().then(() => fail(c)).catch'].map(
    text => `(c => ${text}${text.endsWith(' ') ? '' : '('}e => e === c))(C)`,
  ),
  '(c => Promise.allSettled([reject(c)]).then(([{ reason }]) => reason === c))(C)',
  '(c => new Promise(() => fail(c)).catch(e => e === c))(C)',
  ...[
    'try { failWith(c); } catch (e) { return is(e); }',
    'return Promise.resolve().then(() => failWith(c)).catch(is);',
    'return new Promise(() => failWith(c)).then(null, is);',
  ].map(
    text => `(c => { const is = e => [e.cause === c, e.x === c, e.deep[0].x === c].join(); ${text} })(C)`,
  ),
  ...['(c => pass(c).x === c.x)(C)', "(c => read(c, 'x') === c.x)(C)"],
  ...['(c => write(c, w.o).written === w.o)(C)', '(c => { write(c, w.o); return c.written === w.o; })(C)'],
  'visit(new (class { visit(x) { return x === w.o; } })(), w.o)',
  '(c => { const a = look(c); return Promise.all([a, look(c)]).then(([x, y]) => x === y); })(C)',
  '(c => { pass(c); try { c.late = w.list; } catch {} return look(c); })(C)',
  ...['shown(C)', 'cloned(C)', 'asText(C)', 'equal(C)', 'kinds(C)', 'captured(C)', 'derived(C)', 'frozen(C)'],
  '(c => [changed(c), Object.keys(c), c.message, c.code, typeof c.info, c.info && c.info.x === c, c.x === undefined].join())(C)',
  '(c => clean(util.inspect(c)) + clean(util.inspect([pass(c)])) + clean(util.inspect(c)))(C)',
];

/** Whether it differs from plain Node for another reason: a change of a shared object. */
export function isOther(carrier: string, way: string): boolean {
  const [, name] = /^(\w+)\(C\)$/.exec(way) ?? [];
  // Node 20 shows what belongs to its asynchronous contexts.
  if (/romise|rejected/.test(carrier) && /shown|inspect/.test(way)) return true;
  if (carrier === 'boxed' && name === 'shown') return true;
  return /^shared/.test(carrier) && /captured|frozen/.test(name ?? '');
}

const CLEAN = `
const clean = text => text.replace(/ +at .*(\\n|(?=\\]|\\}))/g, '').replace(/\\s+/g, ' ');`;

/** The variables of the program. */
export const USING = `
import util from 'node:util';
import { asText, bag, bagged, Bags, captured, caught, changed, cloned, derived, equal, fail, failWith, firstOf, frozen, join, kinds, look, pass, read, reading, reject, rethrow, seen, shown, swallow, visit, write } from 'looking';
class MyError extends TypeError { constructor(x) { super('own'); this.x = x; } get b() { return this.x; } m() { return [this.x]; } get name() { return 'MyError'; } }
class Failing { get q() { throw new Error('of getter', { cause: this.y ?? this }); } }
const rejected = x => { const p = Promise.reject(x); p.catch(() => 0); return p; };
${CLEAN}`;

/** A package that looks into objects in ways in which accessors of a class show nothing. */
export const LOOKING = `
import util, { types } from 'node:util'; import assert from 'node:assert';
export async function look(x, depth = 3) {
  if (x instanceof Promise) return 'promise ' + (await x.then(y => look(y, depth), y => look(y, depth).then(z => 'failed ' + z))) + (await named(x, depth));
  if (typeof x === 'function') return 'f' + (await named(x, depth));
  if (typeof x !== 'object' || x === null) return String(x);
  if (depth === 0) return '…';
  if (typeof x.next === 'function') { const all = []; for await (const one of x) all.push(await look(one, depth - 1)); return 'iterator ' + all; }
  const entries = x instanceof Map || x instanceof Set ? await Promise.all([...x].map(y => look(y, depth - 1))) : [];
  return Object.prototype.toString.call(x) + (x instanceof Error ? x.name + ':' + x.message : '') + (await named(x, depth)) + entries;
}
const SKIPPED = /^(stack|length|name|prototype|arguments|caller|lastIndex|Symbol.(async_id_symbol|trigger_async_id_symbol|kResourceStore).)$/;
async function named(x, depth) {
  const all = [];
  for (const name in x) all.push(name);
  for (const name of Reflect.ownKeys(x).filter(name => !SKIPPED.test(String(name))))
    all.push(String(name) + ':' + (await look(x[name], depth - 1)) + '/' + (await look(valueOf(x, name), depth - 1)));
  for (const name of ['a', 'x', 'b']) if (name in x) all.push('.' + name + ':' + (await look(x[name], depth - 1)) + (x[name] === x[name]) + Object.hasOwn(x, name));
  if (typeof x.m === 'function') all.push('m():' + (await look(x.m(), depth - 1)));
  return '{' + all + '}' + Object.keys(x);
}
function valueOf(x, name) { const p = Object.getOwnPropertyDescriptor(x, name); return p && ('value' in p ? p.value : p.get?.call(x)); }
const attempt = f => { try { return String(f()); } catch (e) { return 'fails ' + e.name; } };
${CLEAN}
export const pass = x => x;
export const caught = async (f, ...args) => { try { return await f(...args); } catch (e) { return 'caught ' + (await look(e)); } };
export const seen = f => { try { return look(f()); } catch (e) { return look(e).then(x => 'caught ' + x); } };
export const rethrow = f => { try { return f(); } catch (e) { throw e; } };
export const swallow = f => { try { f(); } catch (e) { return e; } };
export const reject = async x => { throw x; };
export const fail = x => { throw x; };
export const failWith = x => { throw Object.assign(new RangeError('of package', { cause: x }), { x, deep: [{ x }] }); };
export const read = (o, name) => o[name];
export const reading = (o, name) => seen(() => o[name]);
export const write = (o, x) => { try { o.written = x; } catch (e) { return { written: e.name }; } return o; };
export const bag = { x: null }, bagged = () => look(bag.x);
export const visit = (v, x) => v.visit(x);
export const join = async xs => look([...xs]);
export const firstOf = xs => { for (const x of xs) return x; };
export class Bags { items = []; add(x) { this.items.push(x); return this; } all() { return look(this.items); } }
export const shown = x => [() => util.inspect(x, { depth: 5 }), () => util.inspect({ x: [x] }, { depth: 6 }), () => util.format('%s %o %j', x, 1, x), () => util.inspect([x], { depth: 0 })].map(f => attempt(() => clean(f()))).join(' | ');
export const cloned = x => attempt(() => clean(util.inspect(structuredClone([x]), { depth: 6 })));
export const asText = x => attempt(() => JSON.stringify([x]));
export const equal = x => [attempt(() => util.isDeepStrictEqual([x], [x])), attempt(() => util.isDeepStrictEqual(x, {})), attempt(() => assert.deepStrictEqual({ x }, { x }))].join();
export const kinds = x => [Object.keys(types).filter(name => types[name](x)), x instanceof Error, x instanceof Map, x instanceof Date, Error.isError?.(x), Array.isArray(x), Object.prototype.toString.call(x), x.constructor?.name, attempt(() => String(x)), attempt(() => x + 1), attempt(() => +new Date(x)), attempt(() => new RegExp(x)), attempt(() => 'abc'.replace(x, 'q')), attempt(() => [].concat(x).length), attempt(() => new Uint8Array(x).length), attempt(() => Object.entries({ ...x }).length)].join();
export const captured = x => attempt(() => { Error.captureStackTrace(x); return [typeof x.stack, typeof valueOf(x, 'stack')]; });
export const changed = x => attempt(() => { x.message = 'other'; x.code = 'E'; x.info = { x }; delete x.x; return Object.keys(x) + x.message; });
export const frozen = x => attempt(() => Object.isFrozen(Object.freeze(x)));
export const derived = x => attempt(() => { const d = Object.create(x); d.q = 1; d.x = 2; return [d.q, x.q, d.x, typeof x.x, Object.keys(d), d.a]; });
`;
