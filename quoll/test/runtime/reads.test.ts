/** A call reads its function once, and its receiver, although values are converted for packages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { runTogether, TOGETHER } from './together.js';

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': `
export const names = (...values) => values.map(value => { const all = []; for (const name in value) all.push(name); return all.join(); }).join('|');
export const box = {}; export const boxed = () => Object.keys(box.x).join();
export const same = value => value;
export class Base { show(...values) { return names(...values); } get lazy() { return names; } }
`,
};

/** Calls of functions that getters, Proxies and computed keys give; \`say\` notes each effect. */
const CASES = [
  'const o = { get m() { say("get"); return (...all) => all.length; } }; say(o.m(w.list, w.o, [1]));',
  'class A { get m() { say("get"); return (...all) => all.length; } } say(new A().m(w.o, {}));',
  'const o = { get m() { say("get"); return names; } }; say(o.m(w.list, w.o)); say(o.m(...[w.list, w.o]));',
  'const p = new Proxy({ m: (...a) => a.length }, { get(t, k) { say(String(k)); return t[k]; } }); say(p.m(w.o, [])); say(p["m"]([]));',
  'let i = 0; const o = [() => "a", x => x.a, () => "c"]; say(o[++i](w.o, {})); say(i);',
  'const o = { m: names }; const key = { toString() { say("key"); return "m"; } }; say(o[key](w.o, w.list));',
  'const o = { get m() { say("get"); return f => f([1]); } }; say(o.m(x => x.length)); say(o?.m(x => x.length)); say(o.m?.(x => x.length));',
  'const o = { get in() { say("in"); return { get m() { say("get"); return names; } }; } }; say(o?.in?.m?.(w.o)); say(o.in.m(w.o)); say((o?.in.m)(w.o));',
  'const o = { get none() { say("get"); return undefined; } }; say(o.none?.(w.o, {})); try { o.none(w.o, {}); } catch (e) { say(e.constructor.name); }',
  'const o = { get tag() { say("get"); return (s, ...v) => s.raw.join("-") + names(...v); } }; say(o.tag`a${w.o}b${w.list}c`);',
  'const o = { get K() { say("get"); return class { constructor(...v) { this.v = v.length; } }; } }; say(new o.K(w.o, []).v); say(new (o.K)(w.o).v);',
  'class A { #f = names; get #g() { say("get"); return names; } run(x) { return this.#f(x, x) + this.#g(x) + this?.#g(x); } } say(new A().run(w.o));',
  'class A extends Base { get lazy() { say("get"); return super.lazy; } run(x) { return super.show(x) + super.lazy(x, x) + this.lazy(x, x); } } say(new A().run(w.o));',
  'const list = Object.defineProperty([3, 1], "go", { get() { say("get"); return [].map; } }); say(String(list.go(x => x * 2))); say(String(list.go(x => [x])));',
  'const list = new Proxy([3, 1], { get(t, k) { say(String(k)); return t[k]; } }); say(String(list.map(x => x * 2)));',
  'class List extends Array { get each() { say("get"); return this.forEach; } } const l = List.of(1, 2); l.each(x => say(x));',
  'class M extends Map { get go() { say("get"); return this.forEach; } } new M([[1, 2]]).go((v, k) => say(v + k));',
  'let o = { get m() { say("get"); o = undefined; return names; } }; const first = o; say(first.m(w.o)); o = first; say(o.m(w.o, w.list));',
  'let f = (...v) => { say("first"); return v.length; }; const g = names; say(f(w.o, f = g));',
  'let f = names; say(f(w.o, f = x => "second")); say(f(w.o));',
  'const p = Promise.resolve(1); Object.defineProperty(p, "then", { get() { say("get"); return (f, g) => f(5); } }); say(p.then(x => { say(x); return [x]; }, () => 0));',
  'const o = { f: new Proxy((...v) => names(...v), { get(t, k) { say(String(k)); return t[k]; } }) }; say(o.f(w.o)); say(o?.f(w.o)); say(o.f?.(w.o));',
  'const o = { f: Object.assign((...v) => v.length, { call: () => "wrong", apply: () => "wrong" }) }; say(o.f(w.o)); say(o.f?.(w.o)); say(w?.o && o?.f?.(w.o));',
  'const o = { get next() { say("get"); return () => ({ done: false, value: w.o }); } }; say(o.next().value === w.o);',
  'const o = { get walk() { say("get"); return [5, 6].values.bind([5, 6]); } }; say([...o.walk()].join());',
  'const say2 = x => { say(x); return x; }; const o = { get m() { say("get"); return (...v) => v.length; } }; say(o.m(say2(1), say2([2]), ...say2([3])));',
  'const o = { get m() { say("get"); return function (x) { return this === o && x === w.o; }; } }; say(o.m(w.o)); say(o["m"](w.o)); say((0, o).m(w.o)); say((() => o)().m(w.o));',
  'class A { static x = [w.o].map(x => names(x)).join(); static { const o = { get m() { say("get"); return names; } }; say(o.m(w.o, w.list)); } } say(A.x);',
  'class A { static { const get = () => ({ m: names }); say(get().m(w.o, w.list)); const l = [() => box]; l[0]().x = w.o; say(boxed()); let f = names; say(f(w.o, f = x => 1)); } } new A();',
  'const get = () => ({ m: names, k: "m" }); const f = ({ [get().m(w.o)]: a } = {}, b = get().m(w.o, w.list), c = get()?.m?.(w.list), d = (get(), get())[get().k](w.o)) => [a, b, c, d]; say(f().join()); say(f({ "a,b": 1 }, 2).join());',
  'const get = () => ({ m: names }); class A { x = get().m(w.o); static y = get().m(w.list); static [get().m(w.o)] = get().m(w.o, w.o); z = class { static [get().m(w.o)] = 1; }; } say(new A().x); say(A.y); say(A["a,b"]); say(new A().z.name); say(new A().z["a,b"]);',
  'const get = () => ({ m: v => Base, name: same }); class A extends get().m(w.o) {} say(new A().show(w.o)); const f = async () => { class B extends (await get()).m(w.o) {} out.late = new B().show(w.o); }; f();',
  'const f = (a = (() => box)().x = w.o, b = (() => box)().x === w.o, c = (() => [a])()[0] === w.o, d = (() => [1, 2])().length) => [b, c, d]; say(f().join()); say(boxed());',
  'const o = { f: Object.setPrototypeOf((...v) => names(...v), null) }; say(o.f(w.o)); say(o.f?.(w.o)); const p = { call: names, f: Object.create(names) }; say(p.call(w.o)); try { p.f(w.o); } catch (e) { say(e.message); }',
  'class A extends Base { #p = 1; p() { this.#p(w.o); } s() { super.nope(w.o); } k() { super["a" + w](w.o); } } const o = { f: () => o }, l = [1], k = "zz"; let i = 0; for (const f of [() => o.m(w.o), () => o["m"](w.o), () => l[0](w.o), () => l[k](w.o), () => o[k + 1 + 2](w.o), () => l[i++](w.o), () => w.o.a.b.c?.(w.o), () => w.o.a.b(w.o), () => o?.m(w.o), () => o?.m.b(w.o), () => o?.[k](w.o), () => o.f(1).m(w.o), () => o.f`x`[k](w.o), () => (0, o).m(w.o), () => [1].m(w.o), () => (i ? o : o).m(w.o), () => new Map().m(w.o), () => "x".m(w.o), () => this.m(w.o), () => o.m`${w.o}`, () => w.list[0]?.(w.o), () => (o?.m)(w.o), () => (o.y = o).m(w.o), () => o[-1](w.o), () => o[typeof i](w.o), () => o[!i](w.o), () => (() => o)().m(w.o), () => o[() => 1](w.o), () => o[o.f()](w.o), () => o.f?.().m(w.o), () => new A().p(), () => new A().s(), () => new A().k(), () => o[k](o.f(w.o)), () => o.m(o.f(w.o))]) try { say(f()); } catch (e) { say(e.message); }',
  'class C { self(x = "m") { return this[x](this === w.c); } m(x) { return x && w.c === this; } } w.c = new C(); const j = ["self"][0], k = "push"; let i = 0; say(w.c[j]()); w.c[j](); say(w.c?.[j]()); say(w.c[j]?.()); say((w.c?.[j])()); say([w.c].map(c => c[j]()).join()); const keys = [j]; say(w.c[keys[i++]]()); say(i); w.l = []; w.l[k](w.o); w.l[k](1); say(w.l[k](i)); say(w.l["ma" + "p"](x => x === w.o).join()); const g = { [j]() { return this === g; } }; say(g[j]()); say(g[j]`x`); say(w.c[j]`m`); [w.l][0][k](5); say(w.l.length); w.m = new Map([[1, w.o]]); say(w.m["ge" + "t"](1) === w.o);',
  'class A { m(x) { return x; } } class C extends A { m(x) { return [this === w.c, x === w.o].join(); } up(k) { return super[k](w.o) === w.o && super[k](1) === 1; } } w.c = new C(); const k = "m"; let i = 0; const key = () => { i++; return k; }; say(w.c[key()](w.o)); say(w.c[key()](w.c[key()](w.o))); say(w?.c[key()](w.o)); say(w.c?.[key()]?.(w.o)); say(w.c[key()]`x`); say((w?.c)[key()](w.o)); say(i); say(w.c.up(k)); w.c[k + "x"] = x => x === w.o; say(w.c[k + "x"](w.o)); w.fs = [function () { return this === w.fs; }]; say(w.fs[0]()); say(w.fs[i - i]()); say(w.l2?.[k]?.() === undefined);',
  'let i = 0; const o = { get none() { i++; }, length: () => "len" }; const none = "no" + "ne", l = "len" + "gth"; say(o[none]?.()); try { o[none](); } catch (e) { say(e.message); } say(i); say(o[l]()); class N { get none() { i++; } } w.n = new N(); say(w.n[none]?.()); say(w.n?.[none]?.()); say(i); let p = { m: () => "p" }; const q = { m() { return this === q; } }, other = () => { p = q; return "m"; }; const first = p; say(p[other()]()); say(p === q); p = {}; say(p[other()]); let r = q; say(r[(r = 0, "m")]()); say(r); p = first; say(p?.[other()](w.o)); p = first; say(p?.[other()]?.(w.o)); p = first; say((p?.[other()])(w.o)); p = first; say(p?.[other()]()); p = {}; say(p?.[other()]); say(w.list[l]?.toFixed(1)); say(w.list?.[l].toFixed(1));',
  'const f = (o, x = o.m(w.o, w.list)) => x; say(f({ get m() { say("get"); return names; } }));',
  'const o = { m: names }; let i = 0; const key = () => { say("key"); return "m"; }; say(o[key()](w.o, w.list)); say(o?.[key()](w.o)); say([o][i++][key()]`${w.o}`);',
  'const list = [1, 2]; say((list?.map)(x => x * 2).join()); say(list?.map?.(x => x + 1).join()); say([...list?.values?.()].join()); const seen = []; [1, [2], 3].forEach((x, i, all) => { w.l = all; seen.push(i); }); [4, 5].map(function (x) { w.l = arguments[2]; seen.push(x); }); [6, 7].reduce((...a) => { w.l = a[3]; seen.push(a[1]); }, 0); say(seen.join());',
  'let i = 0; const k = "no" + "ne", o = { get none() { i++; }, get nil() { i++; return null; }, get 3() { i++; }, get length() { i++; } }; say(o[k]); say(o["n" + "il"]); say(o?.[k]); say(o[3]); say(o[k]?.x); say(o["len" + "gth"]); say(i); const key = { toString() { say("key"); return "none"; } }; say(o[key]); class N { get none() { i++; } get nil() { i++; return null; } } w.n = new N(); say(w.n[k]); say(w.n["n" + "il"]); say(w.n[k + 1]); w.n.zero = null; w.n[k + 2] = null; say(w.n["ze" + "ro"]); say(w.n[k + 2]); say(i); const f = (a = o[k], b = o["n" + "il"]) => [a === undefined, b]; say(f().join()); say(i); const p = new Proxy({}, { get(t, k) { say(String(k)); } }); say(p[k]); say(p[0]); say(w.list["len" + "gth"] + [1]["len" + "gth"] + "ab"["len" + "gth"]); const c = { get none() { i++; return null; }, set none(x) { say(x); } }; c[k] ??= 5; say(i);',
  'const k = "val" + "ue", o = { get value() { say("get"); return 1; }, set value(x) { say("set " + x); } }; o[k] = 2; o[k] = [2]; o[k] += 1; o[k]++; class C { get value() { say("get"); return this.at; } set value(x) { say("set"); this.at = x; } } w.v = new C(); w.v.at = 1; w.v[k] = 5; say(w.v.at); w.v[k] += 1; w.v[k]++; say(w.v[k]); say((w.v["a" + "t"] = 9) + w.v.at); const d = Object.create(w.v); d[k] = 3; say(d.at + w.v.at); d.value = 4; say(d.at); say(Object.keys(d)); const p = new Proxy({ value: 1 }, { get(t, k) { say(String(k)); return t[k]; } }); p[k] = 2; w.list["len" + "gth"] = 1; say(w.list.length); let n; try { n[k] = 1; } catch (e) { say(e.message); }',
  'const log = [], note = (what, x) => (log.push(what), x); class K { get 0() { return note("get 0", this.z); } set 0(v) { note("set 0"); this.z = v; } get length() { return note("get length", this.len ?? 0); } set length(v) { note("set length"); this.len = v; } get 1.5() { return note("get 1.5", 1); } set 1.5(v) { note("set 1.5"); } set 7(v) { note("set 7"); } get 8() { return note("get 8", 8); } } const i = 0, half = 1.5, seven = 7, eight = 8, len = "len" + "gth"; for (const f of [b => { b[i] = 1; }, b => { b[0] = 1; }, b => { b[half] = 1; }, b => { b[seven] = 1; }, b => { b[eight] = 1; }, b => { b[i + 0] = 1; }, b => b[i]++, b => ++b[0], b => { b[seven]--; }, b => { b[i] += 1; }, b => (b[half] **= 2), b => (b[i] ??= 1), b => (b[0] ||= 1), b => (b[i] &&= 1), b => { delete b[i]; }, b => { [b[i]] = [1]; }, b => { ({ x: b[half] } = { x: 1 }); }, b => { [b[i] = 5] = []; }, b => { [...b[i]] = [1]; }, b => { for (b[i] of [1, 2]); }, b => (b[i] = b[0] = 2), b => b.length, b => b[len], b => b?.length, b => !b.length, b => b.length + b.length, b => b.length.toFixed(1), b => `${b["length"]}`, b => { b.length = 1; }, b => { b.length++; }, b => (b.length ||= 3), b => (b[len] &&= 3), b => { const { length } = b; return length; }, (b, n = b.length) => n, b => [...Array.from(b)].length]) for (const b of [new K(), (w.k = new K())]) { let r; try { r = f(b); } catch (e) { r = e.constructor.name; } say([f, r, log.splice(0), Object.keys(b)].join(" ")); }',
  'const traps = [], p = new Proxy([1], { get(t, k) { traps.push(String(k)); return t[k]; } }); let i = 0; p[i] = 2; p[1] = 3; p[i]++; say(traps.join()); let none, five = 5; try { none[i] = 1; } catch (e) { say(e.message); } five[i] = 1; "ab"[2] = 1;',
  'const list = [{ get m() { say("get"); return names; } }]; say(list[0].m(w.o)); say(list.at(0).m(w.o, w.list));',
  'class C { get g() { say("get"); return 1; } set g(v) { say("set" + v); } get only() { say("only"); } m() {} } w.c = new C(); Object.prototype["la" + "te"] = 0; for (const k of ["x", "g", "only", "m", "toString", "constructor", "late", "length"]) for (const [i, o] of [w.c, w.o, w.list].entries()) { try { o[k] = 7; } catch (e) { say(e.constructor.name); } if (k === "length" && i === 2) { say(o.length); o.length = 2; } else say([k, Object.hasOwn(o, k) && o[k]].join()); } delete Object.prototype.late; say(Object.keys(w.o).join());',
  'const p = new Proxy({}, { has(t, k) { say("has" + String(k)); return k in t; }, set(t, k, v) { say("set" + String(k)); t[k] = v; return true; } }); const k = "x"; p[k] = 3; p[k] += 1; p[k]++; say(p.x);',
];

const program = (run: string) => `import { Base, box, boxed, names, same } from 'library';
const w = { list: [1, { a: 2 }], o: { a: 1, b: 2 } };
const out = { lines: [] };
const say = x => { out.lines.push(String(x)); };
const cases = [
${CASES.map(text => `  () => { ${text} },`).join('\n')}
];
const all = () => cases.forEach((f, i) => { say('case ' + i); try { f(); } catch (e) { say(e.message); } });
const print = () => { for (const line of out.lines) console.log(line); };
${run}`;

const EVENTS = (placement: string) => `const o = {};
o.on('e', () => { all(); }${placement});
finish(() => o.emit('e')).ondone(print);`;

const PLACES: Record<string, [run: string, sequential: string]> = {
  'the module': ['w.on("e", () => {}); all(); print();', '0'],
  'a handler': [EVENTS(''), '0'],
  'a pinned handler': [EVENTS(", { realm: 'main' }"), '0'],
  'a guard': [
    `const o = {}; o.on('e', () => {}); o.emit('e'); o.waitall('e', () => { all(); print(); });`,
    '0',
  ],
  'a handler on one thread': [EVENTS(''), '1'],
};

/** What each case has said. */
function byCase(lines: readonly string[]): Record<string, string> {
  const texts = lines.join('\n').split(/^case /m);
  return Object.fromEntries(texts.slice(1).map((text, i) => [CASES[i]!, text]));
}

describe('calls', TOGETHER, () => {
  const plain = runProgram(program('all(); print();'), { files, plain: true });
  for (const [place, [run, sequential]] of Object.entries(PLACES))
    test(`read what they call once in ${place}`, async () => {
      const { lines, errors } = await runTogether(program(run), {
        ...{ files, workers: 2, environment: { QUOLL_SEQUENTIAL: sequential } },
      });
      assert.equal(errors, '');
      assert.equal(plain.errors, '');
      assert.deepEqual(byCase(lines), byCase(plain.lines));
    });
});
