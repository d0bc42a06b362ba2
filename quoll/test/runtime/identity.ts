/**
 * A package knows a shared object by one value, however it got the object, and the program by another one. Each case is an expression over the
 * shared objects `w`: whether all that the package has noted is the same, whether the program gets it back, and what a read in the program gives.
 */

/** The shared object `c`: shared by the case, some after a package got it. */
const CARRIERS: readonly string[] = [
  ...['w.c = { a: 1 }', 'w.c = [1]', 'w.c = new Map([[1, 2]])', 'w.c = new Date(5)', "w.c = new Error('m')"],
  ...['w.c = new Own()', '(w.c = { a: { b: 1 } }).a', 'w.c = /a/', 'w.c = Object.freeze({ q: w.o })'],
  ...['w.c = x => x', 'w.c = new Uint8Array(3)', 'w.k'],
  ...['{ a: 1 }', '[1]', 'new Map()', 'new Own()', "new Error('m')", 'new Date(5)'].map(
    text => `w.c = id.keep(${text})`,
  ),
  '(w.c = id.keep({ a: { b: 1 } })).a',
];

/** The package gets `c` in an argument, a property, or a result. */
const GIVEN: readonly string[] = [
  ...['id.note(c)', 'id.note(...[c])', '[c].map(id.note)', '[c].forEach(x => id.note(x))', 'id.first([c])'],
  ...['id.ofX({ x: c })', 'id.ofX((w.q = { x: c }))', 'id.first((w.q = [c]))', 'id.result(() => c)'],
  ...['id.thrown(() => { throw c; })', 'id.self.call(c)', 'id.ofX(Object.create({ x: c }))'],
  ...["id.ofX(Object.assign(new Error('m'), { x: c }))", 'new (class extends id.Base {})(c)'],
  ...['id.Base.y = c; id.Base.ofY()', 'new (class extends id.Base { x = c })().own()'],
  ...[
    'const b = new id.Base(); b.x = c; b.own()',
    'const b = new (class extends id.Base {})(); b.x = c; b.own()',
  ],
  ...[
    'id.store.x = c',
    "id.store['x' + ''] = c",
    'all.store.x = c',
    'id.made.x = c',
    '[id.store.x] = [c]',
  ].map(text => `${text}; id.stored()`),
  ...['Object.assign(id.store, { x: c })', "Reflect.set(id.store, 'x', c)", 'id.withSetter.v = c'].map(
    text => `${text}; id.stored()`,
  ),
  ...['const y = (id.store.x = c); id.note(y)', "let y; y = id.store['x' + ''] = c; id.note(y)"],
  ...['id.note((id.store.x ??= c))', 'id.note({ z: (id.store.x = c) }.z)'],
];

/** An object that the package has, and the program too: it becomes shared before `c` is put there, or not. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  object: ['{}', 'id.object()'],
  list: ['[]', 'id.list()'],
  map: ['new Map()', 'id.map()'],
  set: ['new Set()', 'id.set()'],
};

const PUT: Readonly<Record<string, readonly string[]>> = {
  object: ['h.x = c', "h['x' + ''] = c", 'id.put(h, c)'],
  list: ['h.push(c)', 'h[0] = c', 'id.put(h, c)'],
  map: ["h.set('k', c)", 'id.put(h, c)'],
  set: ['h.add(c)', 'id.put(h, c)'],
};

/** How the package takes `c` from there; in the package, \`h\` is the holder. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...['h.x', '({ ...h }).x', 'Object.values(h)[0]', 'Object.entries(h)[0][1]', 'Object.assign({}, h).x'],
    ...["Object.getOwnPropertyDescriptor(h, 'x').value", 'Object.getOwnPropertyDescriptors(h).x.value'],
    ...["Reflect.get(h, 'x')", 'ofText(h)', 'Object.fromEntries(Object.entries(h)).x'],
  ],
  list: [
    ...[
      'h[0]',
      '[...h][0]',
      'ofText(h)',
      '[].concat(h)[0]',
      '[h].flat()[0]',
      'h.slice()[0]',
      'h.map(x => x)[0]',
    ],
    ...['[].slice.call(h)[0]', 'compared(h)', 'h.find(x => x)', 'h.pop()', 'h.splice(0, 1)[0]', 'h.at(0)'],
    ...[
      'Array.from(h)[0]',
      '(x => x).apply(null, h)',
      'Reflect.apply(x => x, null, h)',
      '[...h.values()][0]',
    ],
    ...['[...new Set(h)][0]', 'h.includes(seen[0]) && seen[0]'],
  ],
  map: [...["h.get('k')", '[...h][0][1]', '[...h.values()][0]'], ...["new Map(h).get('k')", 'walked(h)']],
  set: ['[...h][0]', '[...h.values()][0]', 'walked(h)', '[...new Set(h)][0]', 'h.has(seen[0]) && seen[0]'],
};

/** How the program reads \`c\` there. */
const READ: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...['h.x', "h['x' + '']", '({ ...h }).x', 'Object.values(h)[0]', '[h].map(Object.values)[0][0]'],
    ...['Object.entries(h)[0][1]', 'Object.assign({}, h).x', '(({ x }) => x)(h)', '(({ ...x }) => x.x)(h)'],
    ...['(({ q: { x } } = { q: h }) => x)()', "Object.getOwnPropertyDescriptor(h, 'x').value", '(h.x ??= 5)'],
    ...[
      "Reflect.get(h, 'x')",
      'Object.create(h).x',
      '({ __proto__: h }).x',
      'new Proxy(h, {}).x',
      '(h.x || 1)',
    ],
    ...[
      '(() => { let x; ({ x } = h); return x; })()',
      '(function () { return this.x; }).call(h)',
      'texts(h)',
    ],
    ...['(w.h = h, w.h.x)', '(w.h = { h }, w.h.h.x)', "new Function('h', 'return h')(h).x", 'h?.x'],
    ...[
      '(() => { const { q: { x } } = { q: h }; return x; })()',
      '(() => { try { throw h; } catch (e) { return e.x; } })()',
    ],
  ],
  list: [
    ...[
      'h[0]',
      'h.at(0)',
      '[...h][0]',
      'h.map(x => x)[0]',
      '[].map.call(h, x => x)[0]',
      'h.find(() => true)',
    ],
    ...[
      'h.slice()[0]',
      'h.concat([])[0]',
      '[].concat(h)[0]',
      '[h].map(x => [].concat(x))[0][0]',
      'h.flat()[0]',
    ],
    ...[
      '[h].flat()[0]',
      '[1].flatMap(() => h)[0]',
      'Array.from(h)[0]',
      '(x => x)(...h)',
      '(x => x).apply(null, h)',
    ],
    ...['Reflect.apply(x => x, null, h)', 'Reflect.construct(class { constructor(x) { this.x = x; } }, h).x'],
    ...[
      'h.includes(c) && c',
      'h.indexOf(c) === 0 && c',
      'h.reduce((a, x) => x)',
      'h.pop()',
      'h.splice(0, 1)[0]',
    ],
    ...[
      '(() => { let y; h.push(h[0]); h.sort((a, b) => { y = a; return 0; }); return y; })()',
      '[...h.entries()][0][1]',
    ],
    ...[
      'h.values().next().value',
      '(([x]) => x)(h)',
      '(() => { const { q: [x] } = { q: h }; return x; })()',
      'texts(h)',
    ],
    ...[
      '(() => { for (const [x] of [h]) return x; })()',
      '[...new Set(h)][0]',
      "(h.unshift('k'), new Map([h]).get('k'))",
    ],
    ...["(h.unshift('k'), Object.fromEntries([h]).k)", '(w.h = h, w.h[0])', '[].concat.apply([], [h])[0]'],
    ...[
      '[h].reduce((a, x) => a.concat(x), [])[0]',
      '[...(function* () { yield* h; })()][0]',
      '[0].fill(h[0])[0]',
    ],
  ],
  map: [
    ...[
      "h.get('k')",
      "Map.prototype.get.call(h, 'k')",
      '[...h.values()][0]',
      '[...h][0][1]',
      "new Map(h).get('k')",
    ],
    ...[
      '(() => { for (const [, x] of h) return x; })()',
      '(() => { let y; h.forEach(x => { y = x; }); return y; })()',
    ],
    ...[
      'Object.fromEntries(h).k',
      '(h.set(c, 1), h.has(c)) && c',
      'h.values().next().value',
      "(w.h = h, w.h.get('k'))",
    ],
  ],
  set: [
    ...[
      '[...h][0]',
      'h.has(c) && c',
      'Set.prototype.has.call(h, c) && c',
      'new Set(h).has(c) && c',
      'h.delete(c) && c',
    ],
    ...[
      '(h.add(c), h.size === 1) && c',
      '(w.h = h, [...w.h][0])',
      '(() => { let y; h.forEach(x => { y = x; }); return y; })()',
    ],
  ],
};

/** The cases: each way to give, to take and to read once. `below` gives a random number below its argument. */
export function identities(below: (limit: number) => number): string[] {
  const one = (list: readonly string[]): string => list[below(list.length)]!;
  const outcome = '[id.same(), id.known(c)].join()';
  const make = (body: string): string => {
    const first = below(3) === 0 ? '' : 'id.note(c);';
    return `(() => { id.reset(); const c = ${one(CARRIERS)}; ${first} ${body} })()`;
  };
  const held = (kind: string, read: string): string =>
    make(
      `const h = id.keep(${one(HOLDERS[kind]!)}); ${below(2) ? 'w.held = h;' : ''} ${one(PUT[kind]!)}; ${read}`,
    );
  return [
    ...GIVEN.map(text => make(`{ ${text}; } id.note(c); return ${outcome};`)),
    ...Object.entries(TAKEN).flatMap(([kind, texts]) =>
      texts.map((_, i) => held(kind, `id.note(c); id.take['${kind}'][${i}](); return ${outcome};`)),
    ),
    ...Object.entries(READ).flatMap(([kind, texts]) =>
      texts.map(text => held(kind, `const r = ${text}; return r === c;`)),
    ),
  ];
}

/** The variables of the program. */
export const KNOWING = `
import * as all from 'identity'; import * as id from 'identity';
class Own { y = 1; get z() { return this.y; } m() { return 1; } }
const texts = h => { let found; JSON.stringify(h, (k, v) => (k === 'x' || k === '0' ? ((found = v), 1) : v)); return found; };`;

const taken = Object.entries(TAKEN).map(
  ([kind, texts]) => `${kind}: [${texts.map(text => `() => note((h => ${text})(kept))`).join(', ')}]`,
);

/** A package that compares what it gets. */
export const IDENTITY = `
const seen = []; let kept;
export const reset = () => { seen.length = 0; store.x = made.x = null; };
export const note = x => { seen.push(x); };
export const same = () => seen.every(x => x === seen[0]) && seen.length;
export const known = c => seen.every(x => x === c);
export const keep = x => (kept = x);
export const store = { x: null }, made = new (class { x = null; })();
export const withSetter = new (class { get v() { return store.x; } set v(x) { store.x = x; } })();
export const stored = () => note(store.x ?? made.x);
export const first = list => note(list[0]), ofX = o => note(o.x), result = f => note(f());
export const thrown = f => { try { f(); } catch (e) { note(e); } };
export function self() { note(this); }
export class Base { constructor(x) { if (x !== undefined) note(x); } static ofY() { note(this.y); } own() { note(this.x); } }
export const object = () => ({}), list = () => [], map = () => new Map(), set = () => new Set();
export const put = (h, x) => { if (h instanceof Map) h.set('k', x); else if (h instanceof Set) h.add(x); else if (Array.isArray(h)) h.push(x); else h.x = x; };
const ofText = h => { let found; JSON.stringify(h, (k, v) => (k === 'x' || k === '0' ? ((found = v), 1) : v)); return found; };
const compared = h => { let found; h.push(1); h.sort((a, b) => { found ??= a === 1 ? b : a; return 0; }); return found; };
const walked = h => { let found; h.forEach(x => { found = x; }); return found; };
export const take = { ${taken.join(', ')} };
`;
