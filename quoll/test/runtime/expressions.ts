/**
 * Random expressions and statements over shared and plain values, as the sources of functions `(w, p) => …`: `w` is a world of shared objects, `p`
 * the same world of plain ones. Every method of the language's objects is reached in every way in which a program can reach a function.
 */
import fc from 'fast-check';

/**
 * The objects of the world, which take most of the time that a case takes. The engine makes the text of an error's stack when it is first read, and
 * quoll reads it when the error is shared; so both read it at once.
 */
const CONTENTS: Readonly<Record<string, string>> = {
  list: '[3, 1, 2]',
  nested: '[[1], [2, [3]]]',
  names: "['b', 'a']",
  holes: '[1, , 3]',
  empty: '[]',
  objects: '[{ k: 2 }, { k: 1 }]',
  map: "new Map([['a', 1], ['b', { x: 1 }], [3, [4]]])",
  set: "new Set([1, 'a'])",
  o: '{ a: 1, b: { c: 2 } }',
  odd: "{ toJSON: 5, length: 3, size: 7, 'x-y': 2, 1: 'one' }",
  bare: 'Object.assign(Object.create(null), { q: 1 })',
  point: 'new Point(1, 2)',
  date: 'new Date(86400001)',
  regexp: '/a(?<b>b)?/i',
  all: '/\\w/g',
  fixed: 'Object.freeze({ a: 1, list: [1, { x: 2 }], inner: Object.freeze([4, { y: 5 }]) })',
  error:
    "(error => (error.stack, error))(Object.assign(new TypeError('wrong', { cause: [1] }), { code: 5 }))",
};
const NAMES = Object.keys(CONTENTS);
/** The bit of the typed arrays among those of the objects: each handler that reaches one copies its buffer. */
const TYPED_ARRAYS = 1 << NAMES.length;
const EVERYTHING = TYPED_ARRAYS - 1;
const WITH_BYTES = /bytes|halves|part|view|raw|Array\(/;
/** A use of a world other than one of its properties by name. */
const AS_A_WHOLE = /\b[wp]\b(?!\??\.\w)/;

/** A bit for each object that a case may reach. A case that is to look at all of the world gets all. */
export function maskOf(text: string, looksAtAll: boolean): number {
  if (looksAtAll) return EVERYTHING | TYPED_ARRAYS;
  const words = new Set(text.match(/\w+/g));
  const named = NAMES.reduce((mask, name, bit) => (words.has(name) ? mask | (1 << bit) : mask), 0);
  return (AS_A_WHOLE.test(text) ? EVERYTHING : named) | (WITH_BYTES.test(text) ? TYPED_ARRAYS : 0);
}

/** The world, made by each case for itself, with the objects of a mask. */
export const WORLD = `
class Point {
  constructor(x, y) { this.x = x; this.y = y; }
  get sum() { return this.x + this.y; }
  set both(n) { this.x = this.y = n; }
  plus(other) { return new Point(this.x + other.x, this.y + other.y); }
  static origin() { return new Point(0, 0); }
}
const twice = n => n * 2;
const makeBytes = () => ({
  bytes: new Uint8Array([3, 1, 2]), halves: new Float64Array([1.5, -0, 2]), part: new Int16Array(new ArrayBuffer(8), 2, 2),
});
const makeWorld = (mask = -1) => ({
  n: 1, text: 'abc', zero: 0, no: false, none: null, missing: undefined, nan: NaN, k: 'length', a: 'a', i: 1, twice,
${NAMES.map((name, bit) => `  ${name}: mask & ${1 << bit} ? ${CONTENTS[name]} : 'left out',`).join('\n')}
  ...(mask & ${TYPED_ARRAYS} ? makeBytes() : {}),
});
`;

/** A method, and the arguments that it is given; `O` in them is any other object of the world, `F` a function. */
type Calls = Readonly<Record<string, readonly string[]>>;

const OBJECT: Calls = {
  keys: [''],
  values: [''],
  entries: [''],
  getOwnPropertyNames: [''],
  getOwnPropertySymbols: [''],
  getOwnPropertyDescriptors: [''],
  getOwnPropertyDescriptor: ["'a'", "'length'", '0'],
  getPrototypeOf: [''],
  hasOwn: ["'a'", "'length'", '1', "'none such'"],
  isFrozen: [''],
  isSealed: [''],
  isExtensible: [''],
  assign: ['O', '{ a: 9, added: 1 }'],
  create: ['', '{ own: { value: 1, enumerable: true } }'],
  defineProperty: ["'added', { value: 1, writable: true, enumerable: true, configurable: true }"],
};
const REFLECT: Calls = {
  ownKeys: [''],
  has: ["'a'", "'length'", '0'],
  get: ["'a'", "'length'", '1'],
  set: ["'a', 5", "'added', 6", '0, 7'],
  deleteProperty: ["'a'", '0', "'none such'"],
  getOwnPropertyDescriptor: ["'a'", "'length'"],
  getPrototypeOf: [''],
  isExtensible: [''],
  defineProperty: ["'added', { value: 1, writable: true, enumerable: true, configurable: true }"],
};
const PLAIN: Calls = {
  hasOwnProperty: ["'a'", "'length'", '0', "'none such'"],
  propertyIsEnumerable: ["'a'", "'length'", '0'],
  isPrototypeOf: ['O'],
  valueOf: [''],
  toString: [''],
  toLocaleString: [''],
};
const ARRAY: Calls = {
  at: ['0', '-1'],
  concat: ['O', '[9]', 'O, 8'],
  copyWithin: ['0, 1'],
  entries: [''],
  every: ['F'],
  fill: ['7', '7, 1'],
  filter: ['F'],
  find: ['F'],
  findIndex: ['F'],
  findLast: ['F'],
  findLastIndex: ['F'],
  flat: ['', '2'],
  flatMap: ['F', 'x => [x, x]', 'x => w.list'],
  forEach: ['F'],
  includes: ['1', 'O', 'undefined'],
  indexOf: ['1', 'O'],
  join: ['', "'-'"],
  keys: [''],
  lastIndexOf: ['1'],
  map: ['F', 'String', 'x => x'],
  pop: [''],
  push: ['', '4', '4, O'],
  reduce: ['(a, b) => a + b', "(a, b) => a + b, ''"],
  reduceRight: ["(a, b) => a + b, ''"],
  reverse: [''],
  shift: [''],
  slice: ['', '1', '-1'],
  some: ['F'],
  sort: ['', '(a, b) => (a > b ? 1 : -1)'],
  splice: ['0, 1', '1, 0, 9, 8', '0'],
  toLocaleString: [''],
  toString: [''],
  toReversed: [''],
  toSorted: [''],
  toSpliced: ['0, 1'],
  unshift: ['0', 'O'],
  values: [''],
  with: ['0, 9'],
};
const MAP: Calls = {
  get: ["'a'", '3', "'none such'"],
  set: ["'a', 5", "'added', O", '3, 1'],
  has: ["'a'", '9'],
  delete: ["'a'", '9'],
  clear: [''],
  keys: [''],
  values: [''],
  entries: [''],
  forEach: ['F'],
};
const SET: Calls = {
  add: ['1', '5', 'O'],
  has: ['1', '9'],
  delete: ['1', '9'],
  clear: [''],
  keys: [''],
  values: [''],
  entries: [''],
  forEach: ['F'],
  union: ['new Set([9])'],
  intersection: ['new Set([1])'],
  difference: ['new Set([1])'],
  symmetricDifference: ['new Set([1, 9])'],
  isSubsetOf: ['new Set([1])'],
  isSupersetOf: ['new Set([1])'],
  isDisjointFrom: ['new Set([1])'],
};

const BYTES: Calls = {
  at: ['0', '-1'],
  copyWithin: ['0, 1'],
  entries: [''],
  every: ['F'],
  fill: ['7', '7, 1'],
  filter: ['F'],
  find: ['F'],
  findIndex: ['F'],
  findLast: ['F'],
  forEach: ['F'],
  includes: ['1'],
  indexOf: ['1'],
  join: ['', "'-'"],
  keys: [''],
  lastIndexOf: ['1'],
  map: ['x => x + 1'],
  reduce: ['(a, b) => a + b'],
  reduceRight: ['(a, b) => a + b'],
  reverse: [''],
  set: ['[9]', 'w.bytes, 0', 'w.list'],
  slice: ['', '1'],
  some: ['F'],
  sort: ['', '(a, b) => b - a'],
  subarray: ['', '1'],
  toString: [''],
  toReversed: [''],
  toSorted: [''],
  values: [''],
  with: ['0, 9'],
};

const LISTS = ['list', 'nested', 'names', 'holes', 'empty', 'objects'];
const RECORDS = ['o', 'odd', 'bare', 'point', 'o.b'];
const ALL = [...LISTS, ...RECORDS, 'map', 'set', 'date', 'regexp', 'error', 'fixed'];

const HAS = (name: string) => `typeof ${name} === 'function'`;

/** Every way to call the method `path` of a built-in on `self`. */
function waysOfMethod(kind: string, name: string, self: string, args: string): string[] {
  const rest = args === '' ? '' : `, ${args}`;
  const method = `${kind}.prototype.${name}`;
  return [
    `${self}.${name}(${args})`,
    `${self}['${name}'](${args})`,
    `${self}?.${name}?.(${args})`,
    `${method}.call(${self}${rest})`,
    `${method}.apply(${self}, [${args}])`,
    `Reflect.apply(${method}, ${self}, [${args}])`,
    `{ const { ${name}: method } = ${kind}.prototype; return method.call(${self}${rest}); }`,
    `${method}.bind(${self})(${args})`,
    `[${self}].map(x => x.${name}(${args}))[0]`,
    `Function.prototype.call.call(${method}, ${self}${rest})`,
    `Function.prototype.call.bind(${method})(${self}${rest})`,
  ];
}

/** Every way to call the function `kind.name` with `self` as its first argument. */
function waysOfStatic(kind: string, name: string, self: string, args: string): string[] {
  const rest = args === '' ? '' : `, ${args}`;
  const f = `${kind}.${name}`;
  return [
    `${f}(${self}${rest})`,
    `${kind}['${name}'](${self}${rest})`,
    `${f}(...[${self}${rest}])`,
    `{ const { ${name}: f } = ${kind}; return f(${self}${rest}); }`,
    `${f}.call(null, ${self}${rest})`,
    `${f}.apply(${kind}, [${self}${rest}])`,
    `Reflect.apply(${f}, null, [${self}${rest}])`,
    ...(args === '' ? [`[${self}].map(${f})[0]`, `Array.from([${self}], ${f})[0]`] : []),
    `(g => g(${self}${rest}))(${f})`,
  ];
}

const FUNCTIONS = ['x => x > 1', '(x, i) => (typeof x === "object" ? i : x)', 'x => [x]', 'Boolean'];

/** Expressions without calls of built-in methods. `S` is an object. */
const FORMS = [
  'S.a',
  'S["a"]',
  'S[w.a]',
  'S.length',
  'S["length"]',
  'S[w.k]',
  'S[0]',
  'S[w.i]',
  "S['x-y']",
  'S.toJSON',
  'S.none',
  'S?.[w.k]',
  'S?.length',
  '({ ...S })',
  '({ a: 0, ...S, z: 1 })',
  'Object.keys({ ...S })',
  '{ const { a, ...rest } = S; return [a, rest]; }',
  '{ const { length, 0: first } = S; return [length, first]; }',
  '{ const { [w.k]: v } = S; return v; }',
  "'a' in S",
  'w.k in S',
  '0 in S',
  'delete S.a',
  'delete S[0]',
  '{ const r = []; for (const k in S) r.push(k, S[k]); return r; }',
  'JSON.stringify(S)',
  'JSON.stringify({ in: S })',
  'JSON.stringify([S], null, 1)',
  'structuredClone(S)',
  'structuredClone({ in: S, list: [S] })',
  'String(S === S)',
  'Array.isArray(S)',
  'typeof S',
  'S instanceof Object',
  'S.constructor === Object',
  'S.constructor.name',
  'Object.prototype.toString.call(S)',
  'Object.is(S, S)',
  '[S].includes(S)',
  '[S].indexOf(S)',
  'new Map([[S, 1]]).get(S)',
  'new Set([S]).has(S)',
  'new WeakMap([[S, 2]]).get(S)',
  'Object.assign({}, S)',
  'Object.assign({}, ...[S])',
  'Object.assign(S, { a: 4 })',
  'Object.fromEntries(Object.entries(S))',
  'Object.create(S).a',
  '{ const c = Object.create(S); c.own = 1; return [c.own, c.a, "a" in c, Object.keys(c)]; }',
  'new Proxy(S, {}).a',
  'Object.keys(new Proxy(S, {}))',
  '{ S.a = 5; return S.a; }',
  '{ S.added = 5; return Object.keys(S); }',
  '{ S[w.k] = 2; return S; }',
  '{ S.a ??= 3; S.z ||= 1; return S; }',
  '{ S.a += 1; return S.a; }',
  '{ S.a++; return S; }',
  '{ S["q"] = { r: 1 }; S.q.r++; return S.q; }',
  '`${Object.keys(S)}`',
  'Object.entries(S).length',
  '{ try { null.x; } catch (e) { return e instanceof TypeError; } }',
  '(x => x === S)(S)',
  '((...xs) => xs[0] === S)(S)',
  '[...[S]][0] === S',
  'Object.getPrototypeOf(S) === Object.getPrototypeOf(p.SELF)',
  'Object.values({ one: S })[0] === S',
  '[S, S].map(x => x.a)',
  'Promise.resolve(S) instanceof Promise',
  '{ with_: { return Object.keys(S).map(k => S[k]); } }',
  'Object.getOwnPropertyNames(S).sort()',
  'Reflect.ownKeys(S).length',
  'S.hasOwnProperty?.("a")',
];

const LIST_FORMS = [
  '[...S]',
  '[...S, ...S]',
  'Math.max(...S)',
  '[].concat(S)',
  '[].concat(S, [S])',
  '[0].concat(...[S])',
  'Array.from(S)',
  'Array.from(S, x => x)',
  'Array.of(...S)',
  'new Array(...S)',
  'S.length = 1',
  '{ S.length = 1; return S; }',
  '{ S.length++; return S; }',
  'S.length = 1n',
  'S.flat(1n)',
  '{ S[w.k] = 1; return [S.length, S]; }',
  '{ S[w.k]++; S[w.k] += 1; return [S.length, Object.keys(S)]; }',
  '{ S[5] = 1; return S; }',
  '{ S[w.i] = { y: 1 }; return S[1].y; }',
  '{ const [a, ...b] = S; return [a, b]; }',
  '{ const [, b = 4] = S; return b; }',
  '{ [S[0], S[1]] = [S[1], S[0]]; return S; }',
  '{ const r = []; for (const x of S) r.push(x); return r; }',
  '{ const r = []; for (const [i, x] of S.entries()) r.push(i, x); return r; }',
  '[].push.apply(S, [7, 8])',
  '{ [].push.apply(S, p.list); return S; }',
  '{ const t = []; t.push(...S); return t; }',
  '{ const t = []; [].push.apply(t, S); return t; }',
  'String(S)',
  '`${S}`',
  "S + ''",
  '[S].join()',
  '[S, S].flat()',
  '[S].flat(Infinity)',
  '[1, 2].flatMap(() => S)',
  'new Set(S).size',
  'new Float64Array(S).length',
  'Float64Array.from(S).length',
  'S.map(twice)',
  'S.map(w.twice)',
  '[S].map(x => x.length)',
  'Array.prototype.slice.call(S)',
  '[].slice.call(S, 1)',
  'String.raw({ raw: S })',
  'Reflect.construct(Array, S)',
  'Math.max.apply(null, S)',
  'Reflect.apply(Math.max, null, S)',
  'new Map([S]).size',
  '[...new Map([S])]',
  'Object.fromEntries([S])',
  'new Map(S.map(x => [x, x])).size',
  '{ new Uint8Array(9).set(S); return 1; }',
  'Array.prototype.concat.apply([], [S])',
  '{ const u = new Float64Array(9); u.set(S); return [...u]; }',
  'S.indexOf(S[0])',
  'S.includes(S.at(-1))',
  'Object.groupBy ? Object.keys(Object.groupBy(S, x => typeof x)) : 0',
  '((a, b) => [a, b])(...S)',
  '{ const r = []; for (let i = 0; i < S.length; i++) r.push(S[i]); return r; }',
  '{ const it = S[Symbol.iterator](); return it.next(); }',
  "'' + [...S.keys()]",
];

/** Objects of each kind, whose properties must have the flags of plain ones. */
const FLAGGED = [
  ...['list', 'holes', 'odd', 'bare', 'map', 'set', 'point', 'date', 'regexp', 'all', 'twice', 'fixed'],
  ...['fixed.inner', 'error', 'bytes', 'bytes.buffer'],
];

const OTHER_FORMS = [
  'w.map.size',
  "w.map['size']",
  '[...w.map]',
  '[...w.map.keys()]',
  'new Map(w.map).size',
  'Object.fromEntries(w.map)',
  '[...w.set]',
  'w.set.size',
  'new Set(w.set).size',
  'Array.from(w.map)',
  'Array.from(w.set)',
  '{ const r = []; for (const [k, v] of w.map) r.push(k, v); return r; }',
  'w.map instanceof Map',
  "Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.call(w.map)",
  'structuredClone(w.map).size',
  ...['getTime()', 'toISOString()', 'valueOf()', 'getFullYear()', 'toJSON()', 'getTimezoneOffset()'].map(
    x => `w.date.${x}`,
  ),
  '+w.date',
  'w.date > p.date',
  'w.date - 1',
  '`${w.date}`',
  'new Date(w.date).getTime()',
  'w.date instanceof Date',
  'Date.prototype.getTime.call(w.date)',
  'structuredClone(w.date).getTime()',
  'structuredClone({ in: w.date }).in.getDate()',
  'JSON.stringify([w.date])',
  'Object.prototype.toString.call(w.date)',
  'new Intl.DateTimeFormat("en").format(w.date)',
  '{ w.later = new Date(5); w.list.push(w.later); return [w.later.getTime(), w.list[3] === w.later]; }',
  '{ w.date.label = 1; return [Object.keys(w.date), w.date.label]; }',
  'w.regexp.test("xAB")',
  'w.regexp.exec("xAB").groups.b',
  '"xab".match(w.regexp)[0]',
  '"aAab".replace(w.regexp, "-")',
  '"aAab".replace(w.all, "-")',
  '"aAab".match(w.all)',
  '[..."ab".matchAll(w.all)].length',
  '"a b".split(w.all)',
  '"-a".search(w.all)',
  '[w.all.source, w.all.flags, w.all.global, w.all.lastIndex, String(w.all)]',
  'w.all instanceof RegExp',
  'new RegExp(w.all).source',
  'new RegExp(w.all, "i").flags',
  '"ab".replaceAll(w.all, x => x + x)',
  '/x/[Symbol.replace].call(w.regexp, "ab", "c")',
  'RegExp.prototype.test.call(w.regexp, "a")',
  'structuredClone(w.regexp).source',
  '["ab", "c"].filter(x => w.regexp.test(x))',
  '["ab"].map(RegExp.prototype.exec, w.regexp).length',
  '[w.error.message, w.error.name, w.error.code, w.error.cause]',
  'w.error instanceof TypeError',
  'String(w.error)',
  'typeof w.error.stack',
  'Reflect.ownKeys(w.error)',
  'w.error.stack.split("\\n")[0]',
  'w.error.stack',
  'Object.getOwnPropertyDescriptors(w.error)',
  'Object.keys(w.error)',
  'JSON.stringify(w.error)',
  '({ ...w.error })',
  'Object.getOwnPropertyNames(w.error).sort()',
  'Object.getOwnPropertyDescriptor(w.error, "message")',
  '{ const { get, set } = Object.getOwnPropertyDescriptor(w.error, "stack"); if (get) set.call(w.error, "s"); return [get?.call(w.error), String(get), set?.name]; }',
  ...FLAGGED.map(
    name =>
      `Object.entries(Object.getOwnPropertyDescriptors(w.${name})).map(([k, { value, get, set, ...flags }]) => [k, typeof get, typeof set, flags])`,
  ),
  '{ w.error.message = "other"; w.error.code++; return [String(w.error), w.error.code]; }',
  '{ try { throw w.error; } catch (e) { return [e === w.error, e.message]; } }',
  'structuredClone(w.error).message',
  'Object.prototype.toString.call(w.error)',
  '{ const x = structuredClone({ in: w.error }); return [w.error, x.in].map(e => Object.prototype.toString.call(e)); }',
  '{ const [a, b] = structuredClone([w.date, w.date]); return [a === b, a === w.date]; }',
  '{ const e = new RangeError("r"); w.e = e; return [w.e === e, w.e.message, w.e instanceof RangeError, e.stack === w.e.stack]; }',
  '{ class Own extends Error { name = "Own"; extra = { x: 1 }; } const e = new Own("m"); w.e = e; return [String(e), e.extra.x]; }',
  '{ const { message, cause: [c] } = w.error; return [message, c]; }',
  '{ w.big = 12n; return [typeof w.big, w.big + 1n, w.big === 12n, w.big > 3]; }',
  '{ w.map.set(5n, -1n).set(5n, 2n ** 90n); return [w.map.get(5n), w.map.size]; }',
  '{ w.set.add(1n).add(1n); return [...w.set]; }',
  '{ w.bigs = [1n, 2n]; return w.bigs.reduce((a, b) => a + b); }',
  '{ w.o.n = 1n; w.o.n++; w.o.n <<= 70n; return w.o.n; }',
  '{ w.fixed.list.push(3); w.fixed.inner[1].y++; return w.fixed; }',
  '{ try { w.fixed.a = 2; } catch (e) { return [e.constructor.name, w.fixed.a]; } }',
  '{ const f = Object.freeze([{ q: 1 }, w.o, [2]]); w.f = f; w.f[2].push(1); return [w.f === f, f[1] === w.o, w.f[0].q, f[2]]; }',
  '{ const f = Object.freeze(new Point(3, 4)); w.f = f; return [w.f.sum, w.f instanceof Point, Object.isFrozen(w.f), w.f === f]; }',
  '{ const f = { me: null }; f.me = f; Object.freeze(f); w.f = f; return [w.f.me === f, w.f === f]; }',
  '[Object.isFrozen(w.fixed), Object.isFrozen(w.fixed.inner), Object.isSealed(w.fixed), Object.isExtensible(w.fixed)]',
  '{ w.map.set(w.fixed, 1); w.set.add(w.fixed); return [w.map.get(w.fixed), w.set.has(w.fixed), [...w.set].at(-1) === w.fixed]; }',
  '{ const { inner: [x, { ...r }], ...rest } = w.fixed; return [x, r, rest]; }',
  '{ const nan = new Float64Array(new BigUint64Array([0xfff8000000000000n]).buffer)[0]; w.set.add(nan).add(NaN); w.x = nan; w.map.set(nan, 1); w.list.push(nan); return [[...w.set], w.set.size, w.x, w.map.get(NaN), [...w.map.keys()], w.list]; }',
  'w.list.values === w.list[Symbol.iterator] && w.map.entries === w.map[Symbol.iterator] && w.set.keys === w.set.values',
  '[...new Map(w.nested)]',
  'Object.fromEntries(w.nested)',
  '{ const M = Map; return [...new M(w.nested)]; }',
  'Reflect.construct(Map, [w.nested]).get(2)',
  'new Map(null).size + new Map(undefined).size',
  'structuredClone(w.set).size',
  'structuredClone(w.map)',
  'structuredClone({ m: w.map, s: w.set })',
  ...['bytes', 'halves', 'part'].flatMap(name =>
    [
      ...[
        'S[0]',
        'S.length',
        'S["length"]',
        'S[w.k]',
        '[...S]',
        '0 in S',
        'Object.keys(S)',
        'S.byteLength',
        'S.byteOffset',
      ],
      ...[
        '{ S[1] = 300; return S; }',
        '{ S[w.i] += 2.5; S[0]--; return S[w.i]; }',
        '{ S[9] = 1; return S[9]; }',
        'S === w.S',
      ],
      ...[
        '{ const [a, ...b] = S; return [a, b]; }',
        '{ const { length, 0: a } = S; return [length, a]; }',
        'S.constructor.name',
      ],
      ...[
        '{ const r = []; for (const x of S) r.push(x); return r; }',
        '{ const r = []; for (const i in S) r.push(i); return r; }',
      ],
      ...[
        'JSON.stringify(S)',
        'structuredClone(S)',
        'structuredClone({ in: S }).in',
        'String(S)',
        'Array.from(S)',
        '({ ...S })',
      ],
      ...[
        'Object.prototype.toString.call(S)',
        'S instanceof Uint8Array',
        'ArrayBuffer.isView(S)',
        'Array.isArray(S)',
      ],
      ...[
        'new Uint8Array(S.buffer)',
        '{ new Uint8Array(S.buffer).fill(1); return S; }',
        'S.buffer === w.S.buffer',
      ],
      ...[
        '{ w.copy = S.slice(); w.copy[0] = 9; return [w.copy, S[0]]; }',
        '{ w.same = S.subarray(1); w.same[0] = 4; return [w.same, S]; }',
      ],
      ...[
        '[S, S].map(x => x.length)',
        'new Map([[S, 1]]).get(S)',
        '{ w.map.set(S, 2); return w.map.get(w.S); }',
        'Reflect.ownKeys(S)',
      ],
      ...[
        '{ w.list.push(S); w.list.at(-1)[0]++; return S; }',
        'Object.getPrototypeOf(S) === Object.getPrototypeOf(p.S)',
        '[].slice.call(S, 1)',
      ],
      ...[
        'new DataView(S.buffer).byteLength',
        '{ new DataView(S.buffer).setUint8(0, 8); return S; }',
        'delete S[0]',
      ],
    ].map(form => form.replaceAll(/([wp]\.)?\bS\b/g, (_, of: string | undefined) => `${of ?? 'w.'}${name}`)),
  ),
  '{ w.view = new DataView(new ArrayBuffer(4)); w.view.setInt16(0, -2); return [w.view.getUint8(1), w.view.byteLength, w.view === w.view]; }',
  '{ w.raw = new ArrayBuffer(3); const t = new Uint8Array(w.raw); w.t = t; t[1] = 5; return [w.t[1], w.raw.byteLength, w.t.buffer === w.raw]; }',
  '{ w.big = new BigInt64Array([1n, -1n]); w.big[0] -= 2n; return [w.big[0], w.big]; }',
  '{ w.none = new Uint8Array(0); w.clamped = new Uint8ClampedArray([300]); return [w.none, w.clamped, w.none.buffer.byteLength]; }',
  '{ const f = Object.freeze({ t: w.bytes }); w.f = f; w.f.t[0] = 77; return [f.t === w.bytes, w.bytes[0]]; }',
  'new TextDecoder().decode(w.bytes)',
  '{ new TextEncoder().encodeInto("ab", w.bytes); return w.bytes; }',
  'w.point.sum',
  'w.point.plus(w.point)',
  'w.point instanceof Point',
  '{ w.point.both = 9; return w.point; }',
  '{ "use strict"; w.point.sum = 1; return w.point; }',
  'w.point.constructor === Point',
  'Point.prototype.plus.call(w.point, { x: 1, y: 1 })',
  'Reflect.get(w.point, "sum")',
  '{ for (const k in w.point) return k; }',
  'JSON.stringify(w)',
  'JSON.stringify(w, null, 2)',
  "JSON.stringify(w.odd, ['1', 'toJSON'])",
  'JSON.stringify(w.o, (k, v) => v)',
  'JSON.stringify(w.o, (k, v) => (k === "b" ? 1 : v))',
  'Object.keys(w)',
  'Object.entries(w.o).flat()',

  '{ for ({ ...p.rest } of [w.o]) return p.rest; }',
  '(({ a, ...r }) => [a, r])(w.o)',
  '{ const { o: { a, ...r }, ...all } = w; return [a, r, Object.keys(all), all.list === w.list]; }',
  '{ const { list: { length, 0: x }, objects: [{ ...y }, z = 1] } = w; return [length, x, y, z === w.objects[1]]; }',
  '{ const [{ ...a }, { k, ...b } = w.o] = w.objects; return [a, k, b]; }',
  '{ const [, [, { length }], { ...c } = w.o] = w.nested; return [length, c]; }',
  '{ const { none: { ...r } = w.o } = w; return r; }',
  '{ const { missing: { length, ...r } = w.list, o: { b: { ...s } } } = w; return [length, r, s]; }',
  '{ const r = []; for (const { o: { ...x }, list: { length } } of [w, p]) r.push(x, length); return r; }',
  '{ const r = []; for (const [{ ...x }, y = 2] of [w.objects, p.objects]) r.push(x, y); return r; }',
  '{ let a, rest, n; ({ o: { a, ...rest }, list: { length: n } } = w); return [a, rest, n]; }',
  '{ let rest; [{ ...rest }] = w.objects; return rest; }',
  '(({ o: { a, ...r }, ...all }) => [a, r, Object.keys(all).length])(w)',
  '(([{ ...a }, b = 4], { length }) => [a, b, length])(w.objects, w.list)',
  '(function ({ o: { b: { ...c } }, k = 3 }) { return [c, k, arguments.length]; })(w)',
  'w.objects.map(({ k, ...r }, i, { length }) => [k, r, i, length])',
  '[w].map(({ o: { a, ...r } }) => [a, r])',
  '{ try { throw w.o; } catch ({ a, ...r }) { return [a, r]; } }',
  '{ try { throw w.list; } catch ({ length, 0: x }) { return [length, x]; } }',
  '{ try { const { none: { a } } = w; } catch (e) { return e.constructor.name; } }',
  '{ const { text: { length, ...r } } = w; return [length, r]; }',
  '(([x, ...y]) => [x, y])(w.list)',
  '{ const { [w.a + ""]: plain, [(() => "o")()]: { a, ...r } } = w; return [plain, a, r]; }',
  '{ const k = "list", { [k]: { length, 0: x }, o: { ...r } } = w; return [length, x, r]; }',
  '{ function* g({ a, ...r }, [x, ...y] = w.list, n = x) { yield [a, r, x, y, n]; } return [...g(w.o), ...g(w.o, w.nested), g.length]; }',
  '{ function* g({ a, ...r }) { yield [a, r]; } const it = g(w.o); w.o.a = 9; w.o.late = 1; return [it.next().value, w.o.a]; }',
  '{ try { (function* ({ a, ...r }) { yield a; })(null); } catch (e) { return e.constructor.name; } }',
  '{ const f = ({ a = w.n, z = a + 1, ...r }, b = () => r, [c = z] = []) => [a, z, r, b(), b.name, c]; return [f(w.o), f(w.o, () => 1, [3]), f.length]; }',
  '{ const f = function ({ [w.a]: x, ...r } = w.o, { length: n = r } = w.list) { return [x, r, n, arguments.length]; }; return [f(), f(w.bare, w.names, 1), f.length]; }',
  '{ class C { m({ b: { c = w.n, ...r }, ...all }) { return [c, r, Object.keys(all)]; } static async *s({ length = w.n, ...r }) { yield r; } } return [new C().m(w.o), typeof C.s(w.list).next]; }',
  '{ try { throw w.o; } catch ({ a = w.n, z = [a], ...r }) { var q = 1; return [a, z, r, q]; } }',
  '{ const fs = []; for (const x of w.objects) try { throw x; } catch ({ k = 1, n = k, ...r }) { fs.push(() => [k++, n, r]); } return fs.map(f => [f(), f()]); }',
  '{ try { throw w.nested; } catch ([[a = w.n], { length, ...r }]) { return [a, length, r]; } }',
  '(({ a = w.n, ...r },) => [a, r])(w.o)',

  '{ w[w.o] = 1; return Object.keys(w).length; }',
  '{ w.list[w.point] = 1; return Object.keys(w.list); }',
  '{ w.fresh = { in: [1, { deep: new Map([[1, w.o]]) }] }; return w.fresh.in[1].deep.get(1) === w.o; }',
  '{ w.me = w; return w.me === w && w.me.me === w; }',
  '{ const q = { z: w.o }; w.q = q; q.z.a = 8; return [w.o.a, q.z === w.o, w.q === q]; }',
  '{ const plain = [1, 2]; w.kept = plain; plain.push(3); return [w.kept.length, plain.length, plain]; }',
  '{ const { keys } = Object; return [keys(w.o), keys(w.list)]; }',
  '[w.o, w.list].map(Object.keys)',
  '{ const { hasOwnProperty: h } = {}; return h.call(w.o, "a"); }',
  '{ w.o.toJSON = 4; return JSON.stringify(w.o); }',
  '{ w.odd["toJSON"] = () => 7; return w.odd.toJSON(); }',
  'Object.assign(w.o, w.odd, w.point)',
  '{ p.o.s = w.o; return structuredClone(p.o).s; }',
  '{ const c = [w.list, w.o]; return JSON.stringify(c); }',
  'Object.entries({ ...w.list })',
  '[w.twice].map(f => f(4))',
  'w.twice.call(null, 4)',
  'w.twice.apply(null, w.list)',
  'w.twice.bind(null, 3)()',
  '{ const f = Object.keys; return f.bind(null, w.o)(); }',
  '{ class Q extends Point { plus() { return super.plus(w.point); } } return new Q(5, 6).plus(); }',
  'w.nested[1][1][0]',
  'w.nested.flat(2)',
  'w.objects.sort((a, b) => a.k - b.k)',
  'w.objects.map(({ k, ...r }) => [k, r])',
  '{ w.list.extra = 1; return [Object.keys(w.list), JSON.stringify(w.list), w.list.length]; }',
  '"b" in w.list',
  'w.holes.length',
  '1 in w.holes',
  'w.holes.map(x => x)',
  '{ delete w.list[0]; return [0 in w.list, w.list.length]; }',
  'isNaN(w.nan)',
  '[w.nan].includes(w.nan)',
  'w.list.indexOf(NaN)',
  '{ const list = [1], m = new Map([[1, 2]]); const share = x => { w.x = x; return 5; }; list.push(share(list)); m.set(share(m), 3); return [list, m]; }',
  '{ const s = new Set([1]); s.add((w.s = s, 3)); return [s.size, w.s === s, [...s]]; }',
  '{ const o = { n: 1, up(by) { return this.n += by; } }; return o.up(((w.q = { o }), 4)); }',
];

function one(random: () => number, from: readonly string[]): string {
  return from[Math.floor(random() * from.length)]!;
}

/** The cases of every form and method, each with some of the ways to reach it and objects of the world. */
export function allCases(): string[] {
  const random = generator(7);
  const cases = new Set<string>(OTHER_FORMS);
  const add = (text: string, self: string) =>
    cases.add(text.replaceAll('SELF', self).replaceAll(/\bS\b/g, `w.${self}`));
  for (const form of FORMS) for (const self of ALL) add(form, self);
  for (const form of LIST_FORMS) for (const self of LISTS) add(form, self);
  const fill = (args: string) =>
    args
      .replace(/\bO\b/g, () => `w.${one(random, ALL)}`)
      .replace(/\bF\b/g, () => `(${one(random, FUNCTIONS)})`);
  const methods = (kind: string, calls: Calls, selves: readonly string[]) => {
    for (const [name, variants] of Object.entries(calls))
      for (const args of variants)
        for (const way of waysOfMethod(kind, name, 'S', fill(args)))
          add(guarded(`${kind}.prototype.${name}`, way), one(random, selves));
  };
  methods('Array', ARRAY, LISTS);
  methods('Map', MAP, ['map']);
  methods('Set', SET, ['set']);
  methods('Uint8Array', BYTES, ['bytes', 'halves', 'part']);
  methods(
    'Object',
    PLAIN,
    ALL.filter(name => name !== 'bare'),
  );
  for (const [kind, calls] of [
    ['Object', OBJECT],
    ['Reflect', REFLECT],
  ] as const)
    for (const [name, variants] of Object.entries(calls))
      for (const args of variants)
        for (const way of waysOfStatic(kind, name, 'S', fill(args)))
          for (const self of [one(random, LISTS), one(random, RECORDS), one(random, ['map', 'set'])])
            add(guarded(`${kind}.${name}`, way), self);
  return [...cases];
}

/** Methods that an older engine lacks are left out. */
function guarded(method: string, text: string): string {
  return text.startsWith('{')
    ? `{ if (!(${HAS(method)})) return; ${text.slice(1)}`
    : `${HAS(method)} ? ${text} : 0`;
}

/** Several forms one after the other, on shared and on plain objects. */
export function randomCase(): fc.Arbitrary<string> {
  const self = fc.constantFrom(...ALL);
  const world = fc.constantFrom('w', 'w', 'p');
  const form = fc.oneof(
    fc.tuple(fc.constantFrom(...FORMS), self, world),
    fc.tuple(fc.constantFrom(...LIST_FORMS), fc.constantFrom(...LISTS), world),
    fc.tuple(fc.constantFrom(...OTHER_FORMS), self, world),
  );
  const statement = form.map(([text, name, from]) => {
    const filled = text.replaceAll('SELF', name).replaceAll(/\bS\b/g, `${from}.${name}`);
    return `r.push(attempt(() => ${filled.startsWith('{') ? filled : `(${filled})`}));`;
  });
  const move = fc.tuple(self, self).map(([to, from]) => `w.${to.split('.')[0]} = p.${from};`);
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: statement }, { weight: 1, arbitrary: move }), {
      minLength: 2,
      maxLength: 6,
    })
    .map(parts => `{ const r = []; ${parts.join(' ')} return r; }`);
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
