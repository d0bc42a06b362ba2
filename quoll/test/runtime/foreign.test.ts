/** Packages, which are not rewritten, see shared objects as they see objects on one thread. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

/** A package that reads objects in every way that accessors cannot support. */
const LIBRARY = `
import { isDeepStrictEqual, types } from 'node:util';
export const kindsOf = value => Object.keys(types).filter(name => types[name](value)).join();
export const equals = (a, b) => isDeepStrictEqual(a, b) && isDeepStrictEqual([a], [b]);
export function look(...values) { return JSON.stringify(values.map(describe)); }
function describe(value) {
  if (typeof value !== 'object' || value === null) return value;
  const names = [];
  for (const name in value) names.push(name);
  const parts = Array.isArray(value) ? [...value] : Object.values({ ...value });
  return { names, length: value.length, parts: parts.map(describe), has: 'a' in value };
}
export class Validator {
  constructor(schema) { this.schema = schema; }
  validate(data) {
    const wrong = [];
    for (const name in this.schema) if (typeof data[name] !== this.schema[name]) wrong.push(name);
    return wrong.join() || 'valid';
  }
}
export const compile = schema => data => new Validator(schema).validate(data);
export const map = (list, f) => { const all = []; for (let i = 0; i < list.length; i++) all.push(f(list[i], i)); return all; };
export const keep = (f, value) => () => f(value);
export const { keys } = Object;
export const box = {};
export const store = new (class Kept { y = 1; })();
export const boxed = () => [box, store, state.current].map(({ x = {} }) => namesOf(x) + Object.keys(x)).join('|');
export const namesOf = value => { const names = []; for (const name in value) names.push(name); return names; };
export const spreadOf = value => ({ ...value });
export const sorted = (list, by) => [...list].sort((a, b) => by(a) - by(b));
export const tagOf = value => Object.prototype.toString.call(value);
export const first = list => list[0];
export const curry = () => look;
export const boxOf = x => ({ x });
export const groups = (list, by) => { const all = {}; for (const one of list) (all[by(one)] ??= []).push(one); return all; };
export class Store {
  items = [];
  add(...items) { for (const item of items) this.items.push(item); return this; }
  find(f) { for (let i = 0; i < this.items.length; i++) if (f(this.items[i], i, this.items)) return this.items[i]; }
  map = new Map();
  getMap() { return this.map; }
  mapped() { return namesOf(this.map.get("k")) + [...this.map.values()].map(namesOf); }
  pop() { return namesOf(this.items.pop()); }
  names() { return this.items.map(namesOf).join('|'); }
  all() { return this.items; }
  set(i, name, value) { this.items[i][name] = value; return this; }
  each({ visit }) { for (const item of this.items) visit(item); }
}
const attempt = f => { try { return f(); } catch (e) { return e.constructor.name; } };
export const flagsOf = value => JSON.stringify([
  ...Reflect.ownKeys(value).map(name => { const { value: inner, ...flags } = Object.getOwnPropertyDescriptor(value, name); return [name, flags, describe(inner), inner === value[name]]; }),
  attempt(() => { value.a = 1; return 'assigned'; }), attempt(() => delete value.a), attempt(() => { value.new = 1; return 'added'; }), attempt(() => { value[0].more = 1; return value[0].more; }),
  attempt(() => Object.defineProperty(value, 'a', { value: 1 }) === value),
  Object.isFrozen(value), Object.isSealed(value), Object.isExtensible(value), Object.getPrototypeOf(value) === Object.getPrototypeOf([]), Reflect.ownKeys(value), describe(value),
]);
export const tag = (_, ...values) => look(...values);
export const entries = collection => { const all = []; for (const one of collection) all.push(describe(one)); collection.forEach((x, y) => all.push(describe(x), describe(y))); return JSON.stringify([all, collection.size, collection.has(1)]); };
export const take = box => JSON.stringify([describe(box.give()), describe(box.whole), box.constructor.name, describe(box.x)]);
export const grow = o => {
  let at = o;
  for (const key of ['p', 'q', 'r']) at = at[key] ??= {};
  at.s = 1;
  const [one, two, three, four, five, six, seven, eight, nine] = Array.from({ length: 9 }, () => ({}));
  const list = (o.grown = []);
  list.push(one); one.x = 1;
  list[1] = two; two.y = []; two.y.push(2);
  list.unshift(three); three.n = 5;
  list.splice(1, 0, four); four.p = 6;
  o.filled = [0, 0]; o.filled.fill(five); five.f = 7;
  const map = (o.map = new Map()); map.set('k', six); six.z = 3;
  const set = (o.set = new Set()); set.add(seven); seven.m = 4;
  Object.assign(o.p, { eight }); eight.a = 8;
  Object.defineProperty(o.p, 'nine', { value: nine, writable: true, enumerable: true, configurable: true }); nine.d = 9;
  o.p.later = 1; o.p.later = { inner: {} }; o.p.later.inner.deep = 10;
};
export default { look, map, tag, sorted, first, entries, take };
export let current = new (class Early { z = 1; })();
export const state = { current };
export const renew = () => { state.current = current = new (class Late { z = 1; })(); };
`;

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
};

const WORLD = `
const w = { list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, schema: { name: 'string', n: 'number' }, m: new Map([['k', [1]]]) };
`;

/** The output of a program in parallel, which must equal its output on one thread. */
async function sameAs(body: string, imports = ''): Promise<string[]> {
  const text = `${imports}${WORLD}
    const out = { lines: [] };
    const log = x => out.lines.push(String(x));
    const o = {};
    o.on('e', () => { ${body} });
    finish(() => o.emit('e')).ondone(() => { for (const line of out.lines) console.log(line); });`;
  const [one, parallel] = await Promise.all([
    runTogether(text, { files, environment: { QUOLL_SEQUENTIAL: '1' } }),
    runTogether(text, { files, workers: 2 }),
  ]);
  assert.equal(parallel.errors, '');
  assert.equal(one.errors, '');
  assert.deepEqual(parallel.lines, one.lines);
  assert.ok(parallel.lines.length > 0);
  return parallel.lines;
}

describe('packages', TOGETHER, () => {
  test('a function of a package gets whole objects: as arguments, spread, in plain objects', async () => {
    await sameAs(
      `log(look(w.list, w.o)); log(look(...w.list)); log(look({ q: w.list })); log(look([w.o])); log(library.look(w.o));
     const plain = { deep: [{ q: w.o }] }; log(look(plain));`,
      `import library, { look } from 'library';`,
    );
  });

  test('so it does where only the run time can know that it is one of a package', async () => {
    await sameAs(
      `const { look: other, map } = library;
     const call = (f, ...values) => f(...values);
     const check = compile(w.schema);
     log(other(w.list, w.o)); log(call(look, w.o)); log(call(other, ...w.list)); log([w.o].map(x => other(x)));
     log(map(w.list, x => typeof x)); log(check({ name: 'x', n: 1 })); log(check(w.o)); log(other.bind(null, w.list)(w.o)); log(other.call(null, w.list)); log(other.apply(null, w.list));
     const other2 = library.tag; log(tag\`\${w.o} \${w.list}\`); log(other2\`\${w.o}\`);
     const k = ['p'][0], { first } = library; log({ look }.look(w.o)); log({ p: other }.p(...[w.o])); log({ p: other }[k](w.o)); log({ p: other }?.p?.(w.o)); log({ get p() { return other; } }.p(w.o));
     log({ tag }.tag\`\${w.o}\`); log([other][0](w.o)); log([other][0]([w.o])); log([1, other][k.length]?.(...[w.o])); log([, other].at(1)(w.list)); log(class { static p = other; }.p(w.o));
     log(Object.assign(() => 1, { other }).other(w.o)); log(new { Validator }.Validator(w.schema).validate(w.o)); log({ first }.first([w.o]) === w.o); log({ call: other }.call(w.o)); log({ p() { return this.o === w.o; }, o: w.o }.p());`,
      `import library, { look, compile, tag, Validator } from 'library';`,
    );
  });

  test('a function of a package that the program only passes on gets whole objects', async () => {
    const { lines, errors } = await runTogether(
      `import { look } from './passing.mjs'; const w = { list: [1, { a: 2 }] };
     w.on('e', () => {}); w.emit('e'); w.waitall('e', () => console.log(look(w.list)), { realm: 'main' });`,
      { files: { ...files, 'passing.mjs': `export { look } from 'library';` } },
    );
    assert.equal(errors, '');
    assert.match(lines.join(), /"names":\["a"\],"parts":\[2\]/);
  });

  test('a validator refuses invalid data whose schema is shared, and accepts valid data', async () => {
    const lines = await sameAs(
      `const validator = new Validator(w.schema);
     log(validator.validate({ name: 1, n: 1 })); log(validator.validate({ name: 'x', n: 1 })); log(validator.validate(w.o));`,
      `import { Validator } from 'library';`,
    );
    assert.deepEqual(lines, ['name', 'valid', 'name,n']);
  });

  test('a package that keeps an object finds its names when it is shared later', async () => {
    const { lines } = await runTogether(
      `import * as library from 'library'; import { box, boxed, current, keep, keys, store } from 'library';
     const config = { a: 1, b: 2 };
     const names = keep(keys, config);
     const all = [{ box: 1 }, { store: 1 }, { late: 1 }];
     box.x = all[0]; store.x = all[1]; library.renew(); current[library.keys({ x: 1 })[0]] = all[2];
     const o = { config, all };
     o.on('e', () => {});
     finish(() => o.emit('e')).ondone(() => console.log(names().join(), boxed()));`,
      { files },
    );
    assert.deepEqual(lines, ['a,b boxbox|storestore|latelate']);
  });

  test('an object that a package keeps and that is shared later stays usable: enumeration, spread, elements, and later additions', async () => {
    const { lines, errors } = await runTogether(
      `import { keep, namesOf, spreadOf, Store, look } from 'library';
     const config = { a: 1, list: [3, { deep: 4 }], none: [] };
     const store = new Store().add(config, config.list);
     const names = keep(namesOf, config), copy = keep(spreadOf, config), whole = keep(look, config), list = keep(look, config.list);
     const o = { config };
     o.on('change', () => { config.a = 2; config.added = { in: 5 }; config.list.push(6); config.list[1].deep++; delete config.none; });
     o.on('fail', () => { config.a = 9; config.wrong = 1; config.list.length = 0; throw new Error('undone'); });
     o.on('failHere', () => { config.wrong = 1; config.list.push(9); throw new Error('undone'); }, { realm: 'main' });
     const print = () => console.log(names().join(), JSON.stringify(copy()), whole(), list(), store.names(), config.list.length);
     finish(() => { o.emit('change'); o.emit('fail'); o.emit('failHere'); }).ondone(print, print);`,
      { files },
    );
    assert.match(errors, /undone/);
    assert.deepEqual(lines, [
      'a,list,added {"a":2,"list":[3,{"deep":5},6],"added":{"in":5}} ' +
        '[{"names":["a","list","added"],"parts":[2,{"names":["0","1","2"],"length":3,"parts":[3,{"names":["deep"],"parts":[5],"has":false},6],"has":false},{"names":["in"],"parts":[5],"has":false}],"has":true}] ' +
        '[{"names":["0","1","2"],"length":3,"parts":[3,{"names":["deep"],"parts":[5],"has":false},6],"has":false}] ' +
        'a,list,added|0,1,2 3',
    ]);
  });

  test('so does what it made itself, in handlers and outside, and what it assigns is shared', async () => {
    await sameAs(
      `const store = new Store().add({ x: 1 }, { y: 2 });
     w.all = store.all(); log(store.names()); log(w.all.length); log(w.all[1].y);
     store.set(0, 'z', 7); log(w.all[0].z); store.add({ q: 1 }); log(w.all.length); log(look(w.all)); log(store.names());
     w.all.push({ last: 1 }); log(store.names()); log(w.all === store.all());
     w.map = store.getMap(); w.map.set("k", { in: 1 }); log(store.mapped()); log(w.all.pop().last + store.pop());`,
      `import { Store, look } from 'library';`,
    );
  });

  test('an object that a package held in a handler is an ordinary view in the next', async () => {
    const { lines, errors } = await runTogether(
      `import { look } from 'library';
     const w = { list: null };
     w.on('a', () => { const list = [1]; look(list); w.list = list; w.f = () => list.length + ' ' + [...list]; });
     w.on('b', n => { w.list.push(n); });
     finish(() => w.emit('a')).ondone(() => finish(() => { for (let i = 0; i < 50; i++) w.emit('b', i); })
       .ondone(() => { w.on('c', () => console.log(w.list.length, w.f() === w.list.length + ' ' + [...w.list], look(w.list) === look([...w.list]))); w.emit('c'); }));`,
      { files },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['51 true true']);
  });

  test('a plain object in a variable that holds shared ones, however deep, is whole for a package', async () => {
    await sameAs(
      `const plain = { deep: [{ q: w.o }] }, map = new Map([[w.o, w.list]]), set = new Set([w.list]);
     class Box { constructor(x) { this.x = x; } get whole() { return this.x; } give() { return this.x; } }
     const box = new Box(w.o), lib = library, f = look, store = new Store();
     log(f(plain)); log(lib.look(plain)); log(store.add(plain, box, w.o).names());
     log(lib.look([...map.keys()])); log(lib.entries(map)); log(lib.entries(set)); log(f(box)); log(lib.take(box));`,
      `import library, { look, Store } from 'library';`,
    );
  });

  test('a program and a package know the same objects: in callbacks, results, elements of results', async () => {
    await sameAs(
      `const { sorted: sort, first: one } = library, store = new Store();
     const a = w.list[1], list = [w.o, a];
     log(map([w.o], x => x === w.o)); log(map(w.list, x => x === a)); log(one([w.o]) === w.o); log(first(w.list.slice(1)) === a);
     log(sort([a, w.o], x => x.a)[0] === w.o); log(sort(list, x => x.a).indexOf(a)); log(groups(list, x => x.a)[2][0] === a);
     store.add(w.o, a); log(store.find((x, i, all) => x === a && all[0] === w.o) === a); log(store.all()[1] === a);
     let seen = 0; store.each({ visit: x => { if (x === w.o || x === a) seen++; } }); log(seen);
     w.sorted = sort(list, x => -x.a); log(w.sorted[0] === a); log(w.sorted.length);
     log(map([1, 2], function (x) { return x * 2; }).join()); log(store.find?.(x => x === a) === a);`,
      `import library, { map, first, groups, Store } from 'library';`,
    );
  });

  test('a function of a package or of the host, in a constant, is found again in each thread', async () => {
    await sameAs(
      `print('a', w.list.length); log(typeof print); log(other(w.o)); log(inner.map(w.list, x => typeof x)); log(join('a', 'b')); log(parse('/a/b.c').base);
     later(() => undefined, 0); log(floor(1.5)); const local = inner.look; const call = () => local(w.o); log([1].map(call)[0]);`,
      `import library, * as all from 'library'; import path from 'node:path';
     const print = console.log, { look: other } = library, inner = all, { join, posix: { parse } } = path, later = setTimeout, { floor } = Math;`,
    );
  });

  test('Node prints shared objects, alone and in plain ones', async () => {
    const lines = await sameAs(
      `log(util.inspect(w.o)); log(util.inspect(w)); log(util.inspect({ in: w.list })); log(util.format('%j %O', w.o, w.list)); log(util.format('%o', w.o)); log(util.inspect([w.o], { showProxy: true }));
     log(util.isDeepStrictEqual(w.o, { a: 1, b: { c: 's' } }));`,
      `import util from 'node:util';`,
    );
    assert.equal(lines[0], "{ a: 1, b: { c: 's' } }");
  });

  test('Node compares shared objects, and knows their kinds, for the program and for packages', async () => {
    const lines = await sameAs(
      `class K { constructor(x) { this.x = x; } }
     const make = () => ({
       m: new Map([[{ a: 1 }, new Set([[1]])]]), s: new Set([{ a: 1 }]), d: new Date(5), r: /x/g, l: [1, { b: [2] }], k: new K({ y: new Map([[1, 2]]) }),
       t: new Uint8Array([1]), bare: Object.assign(Object.create(null), { q: 1 }), [Symbol.for('s')]: 1, big: 1n, nan: NaN, cyclic: [],
     });
     const fail = f => { try { f(); return 'nothing'; } catch (e) { return e.name + ' ' + e.code + ' ' + e.message; } };
     w.shared = make(); w.shared.cyclic.push(w.shared);
     const plain = make(); plain.cyclic.push(plain);
     for (const name of Object.keys(plain)) {
       const [a, b] = [w.shared[name], plain[name]];
       log([name, util.isDeepStrictEqual(a, b), util.isDeepStrictEqual(b, a), equals(a, b), equals({ in: a }, { in: b }), equals(new K(a), new K(b)),
         util.isDeepStrictEqual(a, [w]), kindsOf(a), util.types.isProxy(a), util.types.isMap(a), types.isDate(a), fail(() => strict.deepEqual(a, b)),
         fail(() => assert.deepStrictEqual([b], [a])), fail(() => assert.notDeepEqual(a, b)), fail(() => assert.strictEqual(a, w.shared[name]))].join(' '));
     }
     log(util.isDeepStrictEqual(w.shared, plain)); log(fail(() => deepEqual(w.shared.l, [1, { b: [3] }]))); log(equals(w.shared.k, { x: w.shared.k.x }));
     w.shared.e = Object.assign(new TypeError('m'), { c: [1] }); log(equals(w.shared.e, Object.assign(new TypeError('m'), { c: [1] }))); log(kindsOf(w.shared.e));
     log(util.types.isProxy(new Proxy(w.o, {}))); log(equals(w.shared.m, new (class M extends Map {})(plain.m)));`,
      `import util, { types } from 'node:util'; import assert from 'node:assert'; import strict, { deepEqual } from 'node:assert/strict';
     import { equals, kindsOf } from 'library';`,
    );
    assert.match(
      lines[0]!,
      /^m true true true true true false isMap false true false nothing nothing AssertionError/,
    );
  });

  test('an error that a package holds is an error for the language, too', async () => {
    await sameAs(
      `const e = Object.assign(new TypeError('wrong'), { code: 5 }); w.e = e; look(w.e);
     log(Object.prototype.toString.call(w.e)); log({}.toString.call(e)); log(String({ e })); log(tagOf(w.e)); log(tagOf(e));
     class Own extends Error { get [Symbol.toStringTag]() { return 'Object'; } } w.own = new Own('o'); look(w.own); log({}.toString.call(w.own));`,
      `import { look, tagOf } from 'library';`,
    );
  });

  test('a cycle of shared objects cannot become JSON', async () => {
    await sameAs(`w.o.me = w.o; try { log(JSON.stringify(w.o)); } catch (e) { log(e.constructor.name); }`);
  });

  test('a property that has only a getter cannot be assigned', async () => {
    const { lines } = await runTogether(
      `class Point { get sum() { return 3; } }
     const w = { point: new Point(), seen: '' };
     w.on('e', () => { try { w.point.sum = 1; w.seen = 'assigned'; } catch (e) { w.seen = e.constructor.name; } });
     finish(() => w.emit('e')).ondone(() => console.log(w.seen, w.point.sum));`,
    );
    assert.deepEqual(lines, ['TypeError 3']);
  });

  test('what a package stores, and goes on to fill, in objects that it has made stays in them when they are shared', async () => {
    await sameAs(
      `library.grow(w.o); log(JSON.stringify({ ...w.o, map: [...w.o.map], set: [...w.o.set] }));
    const plain = {}; library.grow(plain); w.plain = plain; library.grow(plain); log(JSON.stringify({ ...w.plain, map: [...w.plain.map], set: [...w.plain.set] }));`,
      "import * as library from 'library';",
    );
  });

  test('a property that a prototype makes read-only cannot be assigned', async () => {
    const program = `class Point {} Object.defineProperty(Point.prototype, 'unit', { value: 'm' }); Object.freeze(Point.prototype);
     const w = { point: new Point(), seen: [] };
     w.on('e', key => {
       try { w.point.unit = 1; w.seen.push('assigned'); } catch (e) { w.seen.push(e.constructor.name); }
       try { w.point[key] = 1; w.seen.push('assigned'); } catch (e) { w.seen.push(e.constructor.name); }
       w.point.other = 2;
     });
     finish(() => w.emit('e', 'unit')).ondone(() => console.log(w.seen.join(), w.point.unit, w.point.other, Object.keys(w.point).join()));`;
    for (const QUOLL_SEQUENTIAL of ['1', '0']) {
      const { lines } = await runTogether(program, { environment: { QUOLL_SEQUENTIAL } });
      assert.deepEqual(lines, ['TypeError,TypeError m 2 other']);
    }
  });

  test('a frozen object that holds shared ones is frozen for a package', async () => {
    await sameAs(
      `class Point { constructor() { this.a = w.o; this.f = () => w.list; Object.freeze(this); } get sum() { return this.a.a; } size() { return this.f().length; } }
     const self = { a: w.o }; self.self = self; Object.freeze(self);
     log(flagsOf(Object.freeze({ a: w.o, list: w.list, n: 1 }))); log(flagsOf(Object.freeze([w.o, 1, [w.list]]))); log(flagsOf(new Point()));
     log(flagsOf(Object.freeze({ 0: w.o, inner: Object.freeze({ a: w.list }) }))); log(first([self]) === self); log(first([self]).self === self);
     const list = Object.freeze([w.o]); log(first(list) === w.o); log(flagsOf(list)); log(first(list) === w.o); log(look(list));`,
      "import { first, flagsOf, look } from 'library';",
    );
  });

  test('the end of an optional chain, a literal with a prototype, and functions of the language as values convert the objects of a package', async () => {
    await sameAs(
      `const a = w.list[1], store = new Store().add(w.o, a), parser = { inner: { store } }, none = { inner: null };
     log(parser?.inner?.store.find?.(x => x === a) === a); log(parser?.inner?.store?.find?.(x => x === a)?.a);
     log(none?.inner?.store.find?.(x => x === a)); log(none.inner?.store?.find?.(1)); log(parser.inner?.nothing?.(w.o));
     log(library?.look?.(w.o)); log(parser.inner?.store?.names?.()); log(parser?.inner.store?.add?.(w.list) === store); log(store.names());
     let count = 0; const next = () => (count++, parser); log(next()?.inner?.store.find?.(x => x === w.o) === w.o); log(count);
     log(parser.inner?.['store']?.all?.()[1] === a); const k = 'find'; log(parser.inner?.store?.[k]?.(x => x === a) === a);
     class Own { #items = [w.o, a]; #at(i) { return this.#items[i]; } static first(own) { return own?.inner?.#at?.(0) === w.o; } } log(Own.first({ inner: new Own() }));
     log(curry?.(1)?.(w.o)); log(curry?.(1)(w.o)); log(library.curry?.(1)(w.list)); log({ curry }?.curry(1)(w.o)); log(library?.curry(1)?.(w.o)); log(curry(1)?.(w.o)); log(parser.curry?.(1)?.(w.o));
     log(boxOf?.(w.o).x === w.o); log(library.boxOf?.(w.o)?.x === w.o); log(boxOf?.(w.o)?.['x'] === w.o); log({ boxOf }?.boxOf(w.o).x === w.o); log(curry?.(...[1])?.call(null, w.o));
     try { parser?.missing.store?.find?.(1); } catch (e) { log(e.constructor.name); }
     const derived = { __proto__: store, own: w.o }, from = { __proto__: w.o, c: 3 };
     log(derived.items[0] === w.o); log(derived.find(x => x === a) === a); log(derived.own === w.o); log(from.a + Object.keys(from)); log('b' in from); log(from.b === w.o.b);
     log([store].map(Object.values)[0][0][0] === w.o); log([store].map(Object.entries)[0][0][1][1] === a); log([store.items].flatMap(Object.values)[1] === a);
     const { values } = Object; log([store.items].map(values)[0][0] === w.o); log(Array.from([store.items], Object.values)[0][0] === w.o);
     log([[[1, w.o]]].map(Object.fromEntries)[0][1] === w.o); log(Object.values.call(null, store.items)[0] === w.o); log(Reflect.apply(Object.values, null, [store.items])[0] === w.o);
     [].push.apply(store.items, [{ q: 1 }, a]); log(store.names()); log(store.items.at(-1) === a); [].push.apply(store.items, w.list); log(store.names());
     [].push.call(store.items, w.o); log(store.names()); [].unshift.bind(store.items)(w.o); log(store.names()); log([].indexOf.call(store.items, a)); log([].slice.call(store.items, 0, 1)[0] === w.o);
     Reflect.apply([].push, store.items, [w.o]); log(store.names()); log([].find.call(store.items, x => x === a) === a); log([].map.call(store.items, x => x === w.o).join());
     Function.prototype.call.call([].push, store.items, w.o); log(store.names()); log([].pop.call(store.items) === w.o); log([].includes.call(store.items, a));
     const fs = [Object.values]; fs.push(Object.keys); log(fs[1] === Object.keys); log(fs.includes(Object.values)); log(new Map([[Object.keys, 1]]).get(Object.keys)); w.f = Object.values; log(w.f === Object.values);
     Map.prototype.set.call(store.map, 'k', w.o); log(store.mapped()); log(Map.prototype.get.call(store.map, 'k') === w.o);`,
      `import * as library from 'library'; import { boxOf, curry, Store } from 'library';`,
    );
  });

  test('a function that is called by Reflect.apply or Reflect.construct gets functions unchanged', async () => {
    await sameAs(
      `const self = function () { return this; }, Target = function () { this.is = new.target; };
     for (const f of [look, Object.values, Array.from, Store, self])
       log(Reflect.apply(self, f, []) === f && self.call(f) === f);
     for (const f of [Store, Array, Map, self]) log(Reflect.construct(Target, [], f).is === f);
     const { apply } = Reflect;
     log(apply(self, Object.values, []) === Object.values); log(apply(look, null, [w.o]));`,
      "import { look, Store } from 'library';",
    );
  });

  test('a Proxy of a function gets what the function gets, or its trap', async () => {
    await sameAs(
      `const plain = new Proxy(namesOf, {}), { proxy } = Proxy.revocable(namesOf, {}), made = Reflect.construct(Proxy, [namesOf, {}]);
     for (const p of [plain, proxy, made, new Proxy(plain, {}), new Proxy(namesOf, Reflect), new Proxy(namesOf, { get: Reflect.get })]) {
       log(p(w.o)); log(p.call(null, w.list)); const h = { p }; log(h.p(w.o)); log(Reflect.apply(p, null, [w.list])); log([w.list].map(x => p(x))); log([w.o].map(p));
     }
     const trap = { apply: (f, self, args) => [args[0] === w.o, self === w.list, f(args[0]), Reflect.apply(f, self, args)] };
     const is = function (x) { return [x === w.o, this === w.list].join(); };
     for (const p of [new Proxy(namesOf, trap), Proxy.revocable(namesOf, trap).proxy, new Proxy(is, {}), new Proxy(is, Reflect), Proxy.revocable(is, {}).proxy])
       log(p.call(w.list, w.o));
     class K { constructor(x) { this.is = x === w.o; } }
     for (const P of [new Proxy(K, {}), new Proxy(K, { construct: (K, [x]) => [x === w.o, new K(x).is] })]) log(JSON.stringify(new P(w.o)));
     log(new (new Proxy(Map, {}))([[w.o, 1]]).get(w.o)); log(new Proxy(Object.keys, {})(w.o)); log(Proxy.revocable === Proxy.revocable);`,
      `import { namesOf } from 'library';`,
    );
  });

  test('a function of a package that a method of the language calls gets whole objects', async () => {
    await sameAs(
      `const f = [namesOf][0]; w.m = new Map([[1, w.o]]);
     log([w.list].map(namesOf)); log([w.o].map(f)); log([w.o].flatMap(f)); log(Array.from([w.o], f)); log(Array.from(new Set([w.o]), f));
     log([...w.m.values()].map(f)); log([w.list, w.o].filter(first).length); log([w.o, w.list].sort(f).length);
     const id = x => x; log([w.list].map(id(namesOf))); log([w.o].map(w.o && namesOf)); log([w.o].map(...[namesOf])); log([w.o].map(class { static f = namesOf; }.f)); log([w.list].map(namesOf.bind(null))); log([w.list, w.o].reduce(id(namesOf)));
     log([...w.m.values()].flatMap(id(namesOf))); log([w.o].map((0, f))); log(Array.from([w.list], id(f))); log([w.o].map(id).includes(w.o)); log([w.o].map(true ? f : id));`,
      `import { namesOf, first } from 'library';`,
    );
  });

  test('a package finds what the program writes to the objects that the package exports', async () => {
    await sameAs(
      `store.x = w.o; box.x = w.o; log(boxed()); const get = [() => box]; get[0]().x = w.list; log(boxed()); const b = box; b['x'] = w.o; log(boxed());
     library.box.x = w.list; log(boxed()); log(box.x === w.list); ({ o: box.x } = w); log(boxed()); log(box.x === w.o); delete box.x; box.x ??= w.o; log(boxed());
     w.fresh = [{ q: 1 }, [2], { r: 1 }, { s: 1 }, [3, 4]];
     library.state.current.x = w.fresh[0]; log(boxed()); library.renew(); library.state.current['x'] = w.fresh[1]; log(boxed()); library.renew(); library.state.current[id('x')] = w.fresh[2]; log(boxed());
     library.renew(); [library.state.current.x] = [w.fresh[3]]; log(boxed()); log(library.state.current.x === w.fresh[3]); library.renew(); library.state.current.x ??= w.fresh[4]; log(boxed());`,
      `const id = x => x; import * as library from 'library'; import { box, boxed, store } from 'library';`,
    );
  });

  test('objects that differ are not equal, whether they hold shared ones or not', async () => {
    const lines = await sameAs(
      `class R extends Map { constructor(n, ...all) { super(...all); this.n = n; } }
     class Odd extends Set { [Symbol.iterator]() { throw new Error('a method of the program ran'); } forEach() {} }
     class K { constructor(x) { this.x = x; } }
     const error = (message, x) => Object.assign(new Error(message), { x });
     const odd = all => { const made = new Odd(); for (const one of all) made.add(one); return made; };
     const pairs = [
       [new R(1), new R(2)], [new R(1), new R(1)], [new R(w.o), new R(w.list)], [new R(1, [[1, w.o]]), new R(1, [[1, w.list]])],
       [new R(1, [[1, w.o]]), new R(1, [[1, { a: 1, b: { c: 's' } }]])], [error('a', w.o), error('b', w.o)], [error('a', w.o), error('a', w.o)],
       [new K({ deep: w.o }), new K({ deep: { a: 1, b: { c: 's' } } })], [new K({ deep: w.o }), new K({ deep: w.list })],
       [Object.assign(new Date(1), { x: w.o }), Object.assign(new Date(2), { x: w.o })], [[w.o, new Uint8Array([1])], [w.o, new Uint8Array([2])]],
       [{ get x() { return w.o; } }, { get x() { return w.list; } }], [[w.o, /a/], [w.o, /b/]],
       [Object.assign(/a/, { x: w.o }), Object.assign(/b/, { x: w.o })],
     ];
     for (const [a, b] of pairs) log([util.isDeepStrictEqual(a, b), equals(a, b)].join());
     log(equals(Object.create(Map.prototype), {})); const size = odd([1, w.o]).size; log(size); log(look(odd([w.o])));
     const cyclic = [w.o]; cyclic.push(cyclic); log(util.isDeepStrictEqual(cyclic, cyclic)); log(structuredClone(new R(1, [[1, w.o]])).get(1).a);
     log(structuredClone(new Map([[w.o, odd([3])]])).size);`,
      `import util from 'node:util'; import { equals, look } from 'library';`,
    );
    assert.deepEqual(lines.slice(0, 6), [
      'false,false',
      'true,true',
      'false,false',
      'false,false',
      'true,true',
      'false,false',
    ]);
  });

  test('JSON of only some properties reads no others, also where methods toJSON return shared objects', async () => {
    await sameAs(
      `class T { toJSON() { return w.o; } }
     const n = { id: 1, list: [w.o] }; n.parent = n; w.n = { id: 2 }; w.n.parent = w.n;
     const fail = f => { try { return f(); } catch (e) { return e.name; } };
     for (const x of [n, w.n, { a: 1n, b: 2 }, { get z() { throw 1; }, 2: 'x', b: new T(), a: [w.o, new Number(3), new String('s')] }, w, [w.list, n], 5, undefined])
       for (const names of [['id'], ['b', 'a', '2', 2, new String('a')], [], ['parent'], ['a'], ['list', 'a', 'id']])
         log(fail(() => JSON.stringify(x, names, 1)));
     log(fail(() => JSON.stringify({ a: (JSON.rawJSON ?? Number)('12345678901234567890'), b: 1 }, ['a'])));`,
    );
  });
});
