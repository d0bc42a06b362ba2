/** Classes and constructors whose members are not all in their text: workers have them as the program has made them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { runTogether, TOGETHER } from './together.js';

/** The lines of a program must be the same on one thread and with workers. `prepare` runs at the start, `body` in a handler. */
async function sameAs(
  prepare: string,
  body: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const text = `${prepare}
    const out = shared({ lines: [] });
    const log = (...xs) => out.lines.push(xs.map(String).join(' '));
    const o = {};
    o.on('e', () => { ${body} });
    finish(() => o.emit('e')).ondone(() => { for (const line of out.lines) console.log(line); });`;
  const [one, parallel] = await Promise.all(
    [{ QUOLL_SEQUENTIAL: '1' }, {}].map(environment => runTogether(text, { environment, workers: 2, files })),
  );
  assert.equal(one!.errors, '');
  assert.ok(one!.lines.length > 0);
  assert.equal(parallel!.errors, '');
  assert.deepEqual(parallel!.lines, one!.lines);
}

const DECORATE = `const __decorate = (decorators, target, key, desc) => { for (const d of decorators) desc = d(target, key, desc) ?? desc; Object.defineProperty(target, key, desc); };
  const twice = (t, k, d) => ({ ...d, value() { d.value.call(this); return d.value.call(this); } });`;

describe('members of classes', TOGETHER, () => {
  test('methods that the program has replaced, added or deleted', async () => {
    await sameAs(
      `class Counter { n = 0; add() { return ++this.n; } gone() {} get half() { return this.n / 2; } static make() { return new Counter(); } static get kind() { return 'text'; } swapped() { return 'a'; } other() { return 'b'; } }
     const { add } = Counter.prototype; Counter.prototype.add = function () { add.call(this); return add.call(this); };
     const { make } = Counter; Counter.make = () => { const made = make(); made.n = 10; return made; };
     Object.defineProperty(Counter.prototype, 'half', { get() { return this.n / 2 + 0.25; } });
     Object.defineProperty(Counter, 'kind', { get() { return 'replaced'; } });
     delete Counter.prototype.gone; const { swapped, other } = Counter.prototype; Object.assign(Counter.prototype, { swapped: other, other: swapped });
     Object.defineProperty(Counter.prototype, 'hidden', { value: 7 }); const w = shared({ c: Counter.make() });`,
      `log(w.c.add(), w.c.n, w.c.half, Counter.make().n, Counter.kind, 'gone' in w.c, w.c.swapped(), w.c.other(), w.c.hidden);
     const names = []; for (const name in new Counter()) names.push(name); log(names); log(Object.keys(Counter)); const c = new Counter(); try { c.hidden = 8; } catch { log('fixed'); }`,
    );
  });

  test('decorated methods, mixins and wrapped accessors', async () => {
    await sameAs(
      `${DECORATE}
     class A { n = 0; add() { return ++this.n; } static s = 1; static tick() { return ++A.s; } get v() { return this.n; } }
     __decorate([twice], A.prototype, 'add', Object.getOwnPropertyDescriptor(A.prototype, 'add'));
     __decorate([twice], A, 'tick', Object.getOwnPropertyDescriptor(A, 'tick'));
     __decorate([(t, k, d) => ({ ...d, get() { return -d.get.call(this); } })], A.prototype, 'v', Object.getOwnPropertyDescriptor(A.prototype, 'v'));
     class B { add() { return 'b'; } } for (const key of ['add']) Object.defineProperty(B.prototype, key, Object.getOwnPropertyDescriptor(A.prototype, key)); class C extends A {}`,
      `log(new A().add(), A.tick(), new C().add(), C.tick()); const a = new A(); a.n = 3; log(a.v); const b = new B(); b.n = 1; log(b.add(), b.n); log(new C() instanceof A);`,
    );
  });

  test('constructors with a prototype of their own, hidden members and accessors', async () => {
    await sameAs(
      `function Point(x) { this.x = x; } Point.prototype = { norm() { return Math.abs(this.x); }, get twice() { return 2 * this.x; } };
     Object.defineProperty(Point, 'ZERO', { value: 0 }); Object.defineProperty(Point, 'origin', { get() { return new Point(0); }, configurable: true });
     function Base() { this.b = 1; } Base.prototype = { name() { return 'base'; } };
     function Sub() { Base.call(this); } Sub.prototype = Object.create(Base.prototype); Sub.prototype.own = function () { return this.b + 1; };
     function Full() {} Full.prototype = { constructor: Full, f() { return 'f'; } }; function Twin() {} Twin.prototype = Full.prototype;
     function Bare() {} Bare.prototype = Object.create(null); Bare.prototype.x = 5;
     class K { static [Symbol.for('tag')] = 1; static { Object.defineProperty(this, 'secret', { value: 's', writable: true, configurable: true }); } }
     var Babel = (function (_Base) { function Babel() { _Base.call(this); this.y = 2; } Babel.prototype = Object.create(_Base.prototype, { constructor: { value: Babel, writable: true, configurable: true } }); Object.setPrototypeOf(Babel, _Base);
       Object.defineProperty(Babel.prototype, 'm', { value: function m() { return this.b + this.y; }, writable: true, configurable: true }); Object.defineProperty(Babel, 'make', { value: function make() { return new this(); }, writable: true, configurable: true }); return Babel; })(Base);
     Base.common = 'c';`,
      `const p = new Point(-3); log(p.norm(), p.twice, Point.ZERO, Point.origin.x, 'constructor' in Object.getPrototypeOf(p) && p.constructor === Object);
     const s = new Sub(); log(s.name(), s.own(), s instanceof Base, s instanceof Sub); const names = []; for (const name in new Full()) names.push(name); log(names, new Full().constructor === Full, new Twin() instanceof Full, new Twin().f());
     const b = new Bare(); log(b.x, 'toString' in b); log(K[Symbol.for('tag')], K.secret, Object.keys(K)); K.secret = 't'; log(K.secret); const m = Babel.make(); log(m.m(), m instanceof Base, m instanceof Babel, Babel.common, Object.keys(Babel));`,
    );
  });

  test('members of prototypes that the language asks for', async () => {
    await sameAs(
      `class P { list = [1, 2]; } P.prototype[Symbol.iterator] = function* () { yield* this.list; };
     function Q() { this.list = [3]; } Q.prototype[Symbol.iterator] = function () { return this.list.values(); }; Q.prototype[Symbol.toPrimitive] = () => 7;
     Object.defineProperty(Q.prototype, Symbol.toStringTag, { get() { return 'Tag' + this.list; } }); Q.prototype.undefined = 'u';
     class R { [Symbol.iterator]() { return [4].values(); } get [Symbol.toStringTag]() { return 'gone'; } } R.prototype[Symbol.iterator] = Q.prototype[Symbol.iterator]; delete R.prototype[Symbol.toStringTag];
     P[Symbol.iterator] = function* () { yield this.name; }; Object.defineProperty(P, Symbol.hasInstance, { value: x => x === 5 }); Q[Symbol.toPrimitive] = () => 8;
     const w = shared({ p: new P(), q: new Q(), r: Object.assign(new R(), { list: [5] }) });`,
      `log([...P], 5 instanceof P, w.p instanceof P, +Q); try { P[Symbol.iterator] = 1; } catch (e) { log(e.message); }
     log([...w.p], [...new P()], [...w.q], +w.q, String(Object.prototype.toString.call(new Q())), w.q.undefined, [...w.r], Object.prototype.toString.call(w.r));`,
    );
  });

  test('computed names of members and computed parents are evaluated once', async () => {
    await sameAs(
      `let next = 0; class Api { ['v' + ++next]() { return 'first'; } static ['s' + ++next] = 4; [\`f\${++next}\`] = 5; get ['g' + ++next]() { return 6; } }
     let kind = 'area'; class Shape { [kind]() { return 1; } ['constant']() { return 2; } } kind = 'perimeter';
     let made = 0; const mixin = Base => { made++; return class extends Base { static made = made; mixed() { return 'm' + super.base(); } }; }; class Root { base() { return 'r'; } }
     class Mixed extends mixin(Root) { own() { return this.mixed(); } } let Parent = Root; class Late extends Parent {} Parent = class { base() { return 'wrong'; } };
     const ns = { Base: Root }; class Member extends ns.Base {} ns.Base = null; const make = key => class { [key]() { return key; } static [key + 's'] = key; }; const One = make('one'), Two = make('two');`,
      `log(new Api().v1(), Api.s2, Object.keys(new Api()), new Api().g4, next); log(new Shape().area?.(), new Shape().perimeter?.(), new Shape().constant());
     log(new Mixed().own(), made, Mixed.made, Object.getPrototypeOf(Mixed).made); log(new Late().base(), new Member().base()); log(new One().one(), new Two().two(), One.ones, Two.twos, 'one' in new Two()); const Three = make('three'); log(new Three().three());`,
    );
  });

  test('a class that stays in a worker keeps its parent and what it captures, across collections and aborts', async () => {
    const text = `
    const config = { limit: 3 }, helper = () => config;
    class A { get limits() { return config; } }
    class B extends A { help() { return helper; } }
    function Old() {} Old.prototype.kind = 'old';
    function New() {} New.prototype = Object.create(Old.prototype); New.prototype.constructor = New;
    const w = { b: new B(), n: new New(), count: 0, wrong: 0, big: null };
    w.on('e', i => {
      const before = w.count;
      w.big = Array.from({ length: 2000 }, (_, k) => ({ k, i }));
      const isRight = w.b instanceof A && w.b instanceof B && w.b.limits === config && w.b.help() === helper && w.n instanceof Old && w.n.kind === 'old';
      if (!isRight) w.wrong++;
      w.count = before + 1;
    });
    for (let i = 0; i < 30; i++) w.emit('e', i);
    w.waitall('e', () => console.log(w.count, w.wrong));`;
    const { lines, errors } = await runTogether(text, { workers: 3, heap: 5 });
    assert.equal(errors, '');
    assert.deepEqual(lines, ['30 0']);
  });

  test('what cannot be made again is refused with its place', () => {
    const refused = (prepare: string) =>
      runProgram(`${prepare}\n const o = {}; o.on('e', () => f());`, { workers: 1 }).errors;
    assert.match(
      refused('function f() {} f.prototype = Object.create(Object.create({}));'),
      /its prototype inherits from[^]*app\.mjs:1|app\.mjs:1[^]*its prototype inherits from/,
    );
    assert.match(refused("class f {} Object.defineProperty(f, Symbol('x'), { value: 1 });"), /symbol/i);
  });
});
