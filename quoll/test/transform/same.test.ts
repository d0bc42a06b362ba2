/** Programs that print the same with and without the transform, and with their closures shipped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSame } from './programs.js';

const programs: Record<string, [source: string, ...lines: string[]]> = {
  'a counter that two closures share': [
    `let n = 0; const up = ship(() => ++n), get = ship(() => n); up(); up(); n += 10; print(get(), n);`,
    '12 12',
  ],
  'a loop variable that is fresh in each iteration': [
    `const fs = []; for (let i = 0; i < 3; i++) fs.push(ship(() => i)); print(fs.map(f => f()));`,
    '[0,1,2]',
  ],
  'a loop variable that the body changes': [
    `const fs = []; for (let i = 0; i < 6; i++) { fs.push(ship(() => i++)); i++; } print(fs.map(f => f() + f()));`,
    '[3,7,11]',
  ],
  'a loop with continue and without update': [
    `const fs = []; for (let i = 0; i < 4;) { i++; if (i == 2) continue; fs.push(ship(() => i)); } print(fs.map(f => f()));`,
    '[1,3,4]',
  ],
  'a loop whose head has functions': [
    `const r = [];
     for (let i = 0, add = ship(() => ++i), get = () => i; i < 3; i++) { r.push(ship(() => [i, get()])); add(); }
     for (let i = 0, add = () => ++i; ; i++) { r.push(() => i); if (i > 1) break; add(); }
     for (let i = 0, add = () => ++i; ;) { r.push(() => i); if (i++ > 1) break; add(); }
     for (let { i, f = () => i } = { i: 0 }; i < 2; i++, f()) { if (i === 0) { r.push(() => i); continue; } r.push(f); i++; }
     for (let i = (() => 0)(), c = class { static m() { return i; } }; i < 2; i++) r.push(() => c.m() + i);
     print(r.map(f => f()));`,
    '[[0,3],[1,3],[2,3],0,1,2,1,2,3,0,0,0,1]',
  ],
  'constants that are assigned': [
    `const c = 1, o = { n: 0 };
     const told = f => { try { return f(); } catch (e) { return e.message + (e instanceof TypeError) + o.n; } };
     print([() => { c = o.n = 1; }, () => { c++; }, () => { c += o.n = 2; }, () => { [o.n, c] = [3, 4]; }, () => { for (c of [1]); },
       () => { ({ c } = { c: 5 }); }, () => (c ??= o.n = 9), () => (c ||= o.n = 9), () => { c &&= o.n = 6; }, () => { const d = 1, g = () => d; d = 2; return g(); }].map(f => told(ship(f))), c);`,
  ],
  'a var of a loop, which is one variable': [
    `var fs = []; for (var i = 0, k = 5; i < 3; i++, k--) fs.push(ship(() => i + k)); print(fs.map(f => f()), i, k);`,
    '[5,5,5] 3 2',
  ],
  'for-in and for-of with var, let, patterns and assignment': [
    `var out = [];
     for (var key in { a: 1, b: 2 }) out.push(ship(() => key));
     for (let [x, y] of [[1, 2], [3, 4]]) { x += 10; out.push(ship(() => x + y)); }
     for (var { z = 9 } of [{}, { z: 1 }]) out.push(ship(() => z));
     let free; for (free of [7, 8]) out.push(ship(() => free));
     print(out.map(f => f()));`,
    '["b","b",13,17,1,1,8,8]',
  ],
  'parameters that are assigned, with defaults and patterns': [
    `function f(a, b = a + 1, { c = b, ...d } = { e: 5 }, [g, ...h] = [1, 2, 3]) {
       a = 10; c++; g--; return ship(() => [a, b, c, d, g, h]);
     }
     print(f(1)(), f.length); print(f(1, 2, { c: 3, x: 1 }, 'xyz')());`,
    '[10,2,3,{"e":5},0,[2,3]] 1',
    '[10,2,4,{"x":1},null,["y","z"]]',
  ],
  'arrow functions with expression bodies and parameters that are assigned': [
    `const f = x => (x = x + 1, ship(() => x *= 2)); const g = f(1); g(); print(g());`,
    '8',
  ],
  'names of functions': [
    `let a = () => 1; let b = function () {}; var c = class {}; ship(() => [a, b, c]); a = a; b = () => 2;
     c = class { static x = 1 }; ship(() => (a = 1, b = 2, c = 3));
     print(b); let d; ship(() => d = () => {}); d = function () {}; print(d, typeof c, c.name); const { e = () => {} } = {}; print(e);`,
    'function b/0',
    'function d/0 function c',
    'function e/0',
  ],
  'this, arguments and new.target': [
    `function F() { this.x = 1; const g = () => this.x + arguments.length; return { g, t: new.target === F }; }
     const made = new F(1, 2); print(made.g(), made.t);
     const o = { y: 5, m() { return ship(() => this.y); } }; print(o.m()());
     function sloppy() { return typeof this; } print(sloppy.call(1));
     let called = function () { return this === undefined || this === globalThis; }; ship(() => called = null); called = called; print(called());`,
    '3 true',
    '5',
    'object',
    'true',
  ],
  'mutual recursion and hoisting': [
    `print(even(10)); function even(n) { return n === 0 || odd(n - 1); } function odd(n) { return n !== 0 && even(n - 1); }
     print(ship(even)(7), ship(odd)(7)); const fact = ship(function f(n) { return n < 2 ? 1 : n * f(n - 1); }); print(fact(5));`,
    'true',
    'false true',
    '120',
  ],
  'generators and async functions keep their kind': [
    `let k = 1; const g = ship(function* (n) { while (n--) yield k++; }); print([...g(3)], k);
     const it = g(1); print(it.next(), it.next());
     const a = ship(async x => x); print(a(1) instanceof Promise);
     const ag = ship(async function* () { yield 1; }); print(typeof ag()[Symbol.asyncIterator]);`,
    '[1,2,3] 4',
    '{"value":4,"done":false} {"done":true}',
    'true',
    'function',
  ],
  'classes with statics, fields, private names and accessors': [
    `let made = 0;
     class A { #p = 1; static n = 5; f = made + 1; constructor(x) { this.x = x; made++; } get p() { return this.#p + A.n; }
       set p(v) { this.#p = v; } static t = 3; static s() { return A.t; } ['com' + 'puted']() { return this.x; } }
     class B extends A { constructor() { super(7); } get p() { return super.p * 2; } computed() { return super.computed() + 1; } }
     const S = ship(A), T = ship(B);
     const a = new S(2); a.p = 10; print(a.p, a.x, a.f, S.s(), a.computed(), made);
     const b = new T(); print(b.p, b.computed(), b.f, made, S.name, T.name);
     const m = { f(a, b) { return a + b; } }; print(ship(m.f)(1, 2), ship(m.f));`,
    '15 2 1 3 2 1',
    '12 8 2 2 A B',
    '3 function f/2',
  ],
  'computed access in all positions': [
    `const a = [1, 2, 3], o = { k: { n: 1 } }; let i = 0, k = 'k'; const log = []; const t = x => (log.push(x), x);
     a[i] = 5; a[t(1)] += t(2); a[i++]++; ++a[i]; a[t(i)] **= 2; print(a, i, log);
     print(o[k].n, o[k]['n'], o?.[k]?.n, o?.zz?.[k].n, o[k][t('n')]++, o[k].n, delete o[k].n, 'n' in o[k]);
     a[5] ??= 6; a[0] ||= 7; a[0] &&= 8; print(a, a.length, a[a.length - 1], a['length']);
     [a[0], a[1], ...a[3]] = [9, 8, 7]; ({ x: a[2], ...o[k] } = { x: 1, y: 2 }); print(a, o);
     for (a[0] in { q: 1 }); for (o[k] of [1, 2]); print(a[0], o); a.length = 1; a.length--; print(a, a.length, ''.length, 'abc'[1]);`,
    '[6,25,3] 1 [1,2,1]',
    '1 1 1 undefined 1 2 true false',
    '[8,25,3,null,null,6] 6 6 6',
    '[9,8,1,[7],null,6] {"k":{"y":2}}',
    'q {"k":2}',
    '[] 0 0 b',
  ],
  'order of evaluation in assignments to elements': [
    `const log = []; const t = (n, v) => (log.push(n), v); let i = 0; const a = [0, 0, 0];
     t('o', a)[t('k', 1)] = t('v', 5); a[i] = i++; a[i] = (i = 2); let b = a; b[0] = (b = [9]); print(log, a, b, i);
     let c = 1; ship(() => c); const set = () => { c = 2; return 7; }; a[c] = set(); print(a, c); i = 0; a[i++] += i; print(a, i);`,
    '["o","k","v"] [[9],2,0] [9] 2',
    '[[9],7,0] 2',
    '["91",7,0] 1',
  ],
  'values that are null or undefined': [
    `const a = [null, undefined, 0, '']; print(a[0], a[1], a[2] === 0, a[9], a['x']); const z = null;
     try { z[0]; } catch (e) { print(e.message); } try { z.length } catch ({ message }) { print(message); } try { z[0] = 1 } catch { print('no'); }`,
    'null undefined true undefined undefined',
    "Cannot read properties of null (reading '0')",
    "Cannot read properties of null (reading 'length')",
    'no',
  ],
  'optional chains with calls': [
    `const o = { f(x) { return this === o ? { v: [x, [x]] } : null; }, g: null, a: [1] };
     print(o?.f(1).v[1]?.[0], o.g?.(1)[2], o.f?.(3)?.v.length, o.q?.r.s[4].t, o?.a?.length, (o?.a)[0], o?.["f"](2).v[0], delete o?.a[0], o.a);
     const u = undefined; print(u?.[0], u?.length, u?.on('x', 1), u?.x.emit('y').z);`,
    '1 undefined 2 undefined 1 1 2 true [null]',
    'undefined undefined undefined undefined',
  ],
  "methods named like the event API that are the object's own": [
    `const e = { on(l, f) { print('on', l, typeof f, this === e); return this; }, emit: (...a) => print('emit', a), x: { once: () => 3 } };
     e.on('a', () => 1).on('b').emit(); e.emit(...[1, 2], 3); print(e.x.once('q'), (e.on)('p') === e); e.on('c', { a: 1 }, [2]).emit('d');`,
    'on a function true',
    'on b undefined true',
    'emit []',
    'emit [1,2,3]',
    'on p undefined true',
    '3 true',
    'on c object true',
    'emit ["d"]',
  ],
  'labels, switch, with and try': [
    `outer: for (let i = 0; ; i++) { for (const f of [ship(() => i)]) { if (f() > 2) break outer; continue outer; } }
     let s = 1; switch (ship(() => s)()) { case 1: let t = 2; s = ship(() => t++)(); default: print(s, t); }
     const f = () => { try { return 1; } finally { print('finally'); } }; print(f());
     let e = 0; try { throw 5; } catch (e) { e++; print(ship(() => e)()); } print(e);`,
    '2 3',
    'finally',
    '1',
    '6',
    '0',
  ],
  'destructuring with cells, defaults that use earlier names, and shorthand': [
    `let { a, b = a + 1, c: { d } } = { a: 1, c: { d: 4 } }, [x, , y = d] = [1, 2];
     const inc = ship(() => { a++; b++; d++; x++; y++; return { a, b, d, x, y }; }); print(inc(), a, { b, d });
     ({ a, b = 7 } = { a: 50 }); [x = 1, y] = [, 2]; print(inc()); var { length } = 'four'; ship(() => length++)(); print(length);`,
    '{"a":2,"b":3,"d":5,"x":2,"y":5} 2 {"b":3,"d":5}',
    '{"a":51,"b":8,"d":6,"x":2,"y":3}',
    '5',
  ],
  'parameters and loops that take objects apart with rest and length': [
    `class K { constructor({ a = 1, ...rest }) { this.a = a; this.rest = rest; } set v({ x, ...r }) { this.r = r; } m({ length }, ...more) { return length + more.length; } }
     const k = new K({ x: 1 }); k.v = { x: 1, q: 2 }; print(k, k.m('abc', 1, 2), K.length);
     const f = ({ a, ...r }, c = r) => [a, r, c], g = ({ a = 2, 'q-q': q, 5: five, ...r } = { z: 1 }) => { ship(() => { a++; r = { ...r, a }; })(); return [a, q, five, r]; };
     print(f({ a: 1, b: 2 }), g(), g({ a: 1, 'q-q': 2, 5: 3 }), f.length, g.length);
     function mapped({ a, ...r }, b) { arguments[1] = 9; return [a, r, b]; } function again({ a, ...r }) { var a; function r2() { return r; } return [a, r2()]; } print(mapped({ a: 1, z: 2 }, 3), again({ a: 1, z: 2 }));
     for (const { length, 0: first } of [[1, 2], 'x']) print(length, first); let t; for ({ length: t, ...t.q } of ['ab']) print(t);
     for (let { id, ...r } of [{ id: 1, n: 2 }]) { id++; ship(() => { id += 10; r = 0; })(); print(id, r); } try { f(null); } catch (e) { print(e.name); }`,
    '{"a":1,"rest":{"x":1},"r":{"q":2}} 5 1',
    '[1,{"b":2},{"b":2}] [3,null,null,{"z":1,"a":3}] [2,2,3,{"a":2}] 1 0',
    '[1,{"z":2},3] [1,{"z":2}]',
  ],
  'loops that store what they go over': [
    `const into = [], o = {}; for (const x of [1, 2]) into.push({ x }); for (const [i, x] of ['a', 'b'].entries()) into.push([i, x]);
     for (const k of (new Map([[1, 2]])).keys()) into.push([k]); const set = new Set([1, 2, 3]); for (const x of set) { o.last = set; if (x === 1) { set.delete(2); set.add(4); } into.push([x]); }
     const own = { entries() { return ['own']; }, values: () => [9] }; for (const e of own.entries()) o.e = [e]; for (const e of own . /* values */ values ( )) o.v = [e]; print(into, o.e, o.v);
     const list = [1]; for (const x of list) { if (list.length < 4) list.push(x + 1, ...[]); o.list = [list.length]; } print(list, o.list); const holes = [, 1]; for (const x of holes) o.hole = [x]; print(o.hole);
     for (const x of { *[Symbol.iterator]() { try { yield 1; yield 2; } finally { print('closed'); } } }) { o.x = { x }; break; }
     try { for (const x of null) into.push(x); } catch (e) { print(e.name); } try { for (const x of undefined.keys()) into.push(x); } catch (e) { print(e.message); }
     class Odd extends Array { *[Symbol.iterator]() { yield 'odd'; } } for (const x of Odd.of(1, 2)) o.odd = [x]; print(o.odd); for (const x of 'aé') o.c = [x]; print(o.c);`,
    '[{"x":1},{"x":2},[0,"a"],[1,"b"],[1],[1],[3],[4]] ["own"] [9]',
    '[1,2,3,4] [4]',
    '[1]',
    'closed',
    'TypeError',
    "Cannot read properties of undefined (reading 'keys')",
    '["odd"]',
    '["é"]',
  ],
  'var that is declared again, after a parameter or in blocks': [
    `function f(x) { var x = x || 3; if (x) { var y = x, z; } z = y; ship(() => [x++, y++, z++])(); var y; return [x, y, z]; } print(f(), f(8));`,
    '[4,4,4] [9,9,9]',
  ],
  'directives and strict functions': [
    `function strict() { 'use strict'; return ship(() => this)(); } print(strict());
     function lax() { undeclaredVariable = 3; return undeclaredVariable; } print(lax(), delete globalThis.undeclaredVariable);
     const assign = () => { [undeclaredVariable = () => 1] = []; for (otherVariable of [5]); return [undeclaredVariable.name, otherVariable]; }; print(assign(), delete globalThis.undeclaredVariable, delete globalThis.otherVariable);
     const frozen = Object.freeze([1]); frozen[0] = 2; frozen[5] = 1; print(frozen, (() => { 'use strict'; try { frozen[5] = 1; } catch (e) { return e.message; } })());`,
    'undefined',
    '3 true',
    '["undeclaredVariable",5] true true',
    '[1] Cannot add property 5, object is not extensible',
  ],
  'built-in functions on objects, spread, in and for-in': [
    `const o = { a: 1, b: 2 }; const keys = []; for (const k in o) keys.push(k); const has = Object.prototype.hasOwnProperty;
     print(keys, { ...o, c: 3 }, Object.keys(o), has.call(o, 'a'), 'a' in o, Object.assign({}, o) !== o, Object.assign(o, { z: 1 }) === o);
     const { a, ...rest } = o; print(rest, [].slice.call('abc', 1), [1].concat([2], 3), Math.max.apply(null, [1, 5]), Reflect.ownKeys(o), Object.entries(o).length);`,
    '["a","b"] {"a":1,"b":2,"c":3} ["a","b"] true true true true',
    '{"b":2,"z":1} ["b","c"] [1,2,3] 5 ["a","b","z"] 3',
  ],
  'sequences in parentheses': [
    `const a = [[1], [2]]; let i = 0, c = (1, 5); ship(() => c++)(); (i, a)[(i, 1)] = (i, [3]); (i, a)[(0, 0)][(i, 0)]++;
     print((i, (a, a)[(i, 1)]), (i, a).length, (0, a)?.[1]?.[(i, 0)], c); print((1, 2)); for (const x in (1, { q: 1 })) print(x, { ...(0, a[0]) });`,
    '[3] 2 3 6',
    '2',
    'q {"0":2}',
  ],
  'statements that a line break ends': [
    `'use strict'
     const a = [1], f = () => a
     f()
     a[0] = f()[0] + 1
     let n = a[0]
     a[n] = { b: 1 }
     a[n].b++
     ship(() => n)()
     ;[a[0]] = [9]
     print(a)
     function g() { 'use strict'
       a[0]++
       return this }
     print(g(), a)`,
    '[9,null,{"b":2}]',
    'undefined [10,null,{"b":2}]',
  ],
  'for-in over inherited, deleted and added names, primitives and nothing': [
    `const base = { z: 1 }, o = Object.create(base, { hidden: { value: 1 }, own: { value: 2, enumerable: true, configurable: true } });
     o.a = 1; o.b = 2; const seen = []; for (const k in o) { seen.push(k); delete o.b; o.added = 1; } print(seen);
     for (const k in null) print('no'); for (const k in 'ab') print(k); for (var i in [5, , 6]) print(i);
     label: for (const k in o) { for (const l in o) continue label; } let async; for (async in { q: 1 }); print(async);
     function* g(xs) { for (const x of xs) yield x * 2; } print([...g([1, 2])], [...g(new Set([3]))]);`,
    '["own","a","z"]',
    '0',
    '1',
    '0',
    '2',
    'q',
    '[2,4] [6]',
  ],
  'expression bodies that end with an access': [
    `const a = [[1], [2]]; print(a.map(x => x[0]), a.map((x, i) => a[i][0]), (x => a[x]?.[0])(1), (x => ship(() => a[x].length))(0)());
     const f = (x, y = x[0]) => a[y] = x, g = x => a[x]++; f([0]); print(g(1), a);`,
    '[1,2] [1,2] 2 1',
    '2 [[0],3]',
  ],
  'tagged templates and template literals': [
    `let tag = (s, ...v) => s.raw.join('|') + v; ship(() => tag = tag); tag = tag; print(tag\`a\${1}b\${[2][0]}\\n\`, \`\${[1, 2].length}\`);`,
    'a|b|\\n1,2 2',
  ],
  'closures in parameters, class bodies and computed names': [
    `let n = 1; function f(g = () => n++, h = g) { return g() + h(); } print(f(), n);
     const name = 'm'; class C { [name + n]() { return n; } static x = ship(() => n)(); static { n++; } y = [n][0]; } print(new C().m3(), C.x, new C().y);`,
    '3 3',
    '4 3 4',
  ],
  'BigInt, -0, strings and symbols as keys and values': [
    `const s = Symbol('s'), o = { [s]: 1n, 5: -0 }; o[s]++; o[s] += 2n; print(o[s], o[5], o['5']); o[-1] = 'm'; print(o[-1], Object.keys(o)); let q = 1n; ship(() => q++)(); print(q);`,
    '4n -0 -0',
    'm ["5","-1"]',
    '2n',
  ],
  'getters, setters and object methods': [
    `let n = 0; const o = { get a() { return ++n; }, set a(v) { n = v; }, ['b' + 1]: () => n, async c() {}, *d() { yield n; } };
     o.a = 5; print(o.a, o.b1(), [...o.d()], o.c() instanceof Promise, ship(o.b1)());`,
    '6 6 [6] true 6',
  ],
  'comments and odd spacing': [
    `const a = [1, 2]; let i = 0; (a) /* x */ [ (i) /* ] */ ] /* = */ = /* v */ (7); a[ /* [ */ i ] /* y */ ++; print(a /* . */ . length , ( a )[ 1 ]);
     const o = { on: (...x) => x }; print(o /* . */ . on /* ( */ ( /* a */ 1 /* b */ ), (o).on ( ));`,
    '2 2',
    '[1] []',
  ],
};

for (const [name, [source, ...lines]] of Object.entries(programs)) {
  test(`${name}: prints the same`, () => {
    const printed = assertSame(source);
    assert.deepEqual(printed.slice(0, lines.length), lines);
  });
}
