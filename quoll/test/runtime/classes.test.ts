/** Classes, and what compilers make of them, in handlers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('classes in handlers', TOGETHER, () => {
  describe('a class', () => {
    test('has its static fields once, for all realms, and its static code runs once', async () => {
      const lines = await linesTogether(`
      let runs = 0;
      class Base {
        static count = 0;
        static items = [];
        static made = ++runs;
        static { runs += 10; }
        static add() { Base.count++; this.items.push(this.count); }
      }
      class Derived extends Base { static own = 'derived'; }
      const o = {};
      o.on('e', () => { Base.add(); Derived.own += Base.made; });
      finish(() => { for (let i = 0; i < 5; i++) o.emit('e'); })
        .ondone(() => console.log(Base.count, Base.items.join(), Base.made, runs, Derived.own, Derived.count));
    `);
      assert.deepEqual(lines, ['5 1,2,3,4,5 1 11 derived11111 5']);
    });

    test('has its fields in all realms, also those that follow when the object is shared already', async () => {
      const lines = await linesTogether(`
      const w = { registry: new Map(), list: [], other: {} };
      class Early { constructor(k) { this.k = k; w.registry.set(k, this); } }
      class Late extends Early {
        r = 1; s; ['c' + 1] = { deep: [this.k] }; f = () => this.r;
        constructor(k, r) { super(k); this.r = r; }
      }
      class Implicit extends Late { t = this.r + 1; }
      class Own { id = w.list.push(this); after = 'x'; }
      class WithConstructor { id = w.list.push(this); after; constructor(n = 4) { this.n = n; } }
      class Returned { constructor() { return w.other; } }
      class Stamped extends Returned { stamp = 5; }
      w.on('e', () => {
        const made = [new Late('a', 7), new Implicit('b', 8), new Own(), new WithConstructor()];
        w.same = new Stamped() === w.other && made[0] === w.registry.get('a');
      });
      finish(() => w.emit('e')).ondone(() => {
        const late = w.registry.get('a');
        console.log(w.same, w.other.stamp, late.f(), 's' in late, Object.keys(w.registry.get('b')).join());
        console.log(JSON.stringify([...w.registry.values()]), JSON.stringify(w.list), w.list[0] instanceof Own);
        console.log([Late, Implicit, Own, WithConstructor].map(({ length }) => length).join());
      });
    `);
      assert.deepEqual(lines, [
        'true 5 7 true k,r,s,c1,f,t',
        '[{"k":"a","r":7,"c1":{"deep":["a"]}},{"k":"b","r":8,"c1":{"deep":["b"]},"t":9}] [{"id":1,"after":"x"},{"id":2,"n":4}] true',
        '2,0,0,0',
      ]);
    });

    test('may be a function whose prototype the program fills, with one that it inherits from', async () => {
      const { lines, errors } = await runTogether(
        `
      const util = require('node:util');
      function Account(n) { this.n = n; }
      Account.total = 0;
      Account.prototype.deposit = function (x) { this.n += x; Account.total += x; return this; };
      Object.defineProperty(Account.prototype, 'twice', { get() { return this.n * 2; } });
      function Savings(n, rate) { Account.call(this, n); this.rate = rate; }
      util.inherits(Savings, Account);
      Savings.prototype.interest = function () { return this.deposit(this.n * this.rate); };
      const bank = { first: new Account(1), second: new Savings(100, 0.5), twice: 0 };
      bank.on('e', () => {
        bank.first.deposit(1);
        bank.second.interest();
        bank.twice += new Savings(8, 1).interest().twice;
      });
      finish(() => { bank.emit('e').emit('e'); }).ondone(() =>
        console.log(bank.first.n, bank.second.n, bank.twice, Account.total, bank.second instanceof Account));
      `,
        { name: 'app.cjs' },
      );
      assert.equal(errors, '');
      assert.deepEqual(lines, ['3 225 64 143 true']);
    });

    test('that is frozen has its static fields in all realms, and no handler can assign them', async () => {
      const lines = await linesTogether(`
      class Color {
        static RED = new Color('red');
        static GREEN = new Color('green');
        static all = [Color.RED, Color.GREEN];
        static { Object.freeze(this); }
        constructor(name) { this.name = name; }
      }
      const o = { seen: [], color: Color.GREEN };
      o.on('e', () => {
        o.seen.push(Color.RED.name, Color.all.length, o.color === Color.GREEN, Object.isFrozen(Color));
        try { Color.RED = 1; } catch (error) { o.seen.push(error.name); }
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join()));
    `);
      assert.deepEqual(lines, ['red,2,true,true,TypeError']);
    });

    test('that is sealed is refused with its place', async () => {
      const lines = await linesTogether(`
      import { shared } from '@hocket/quoll';
      class Counter { static n = 0; static { Object.seal(this); } }
      try { shared({ Counter }); } catch (error) { console.log(error.message); }
    `);
      assert.match(
        lines[0]!,
        /'n' of Counter cannot be shared: use Object\.freeze instead .*stands at file:.*app\.mjs:3/,
      );
    });

    test('runs its static code once, also if another one of its module is made meanwhile', async () => {
      const lines = await linesTogether(`
      let runs = 0;
      class Key { static label = 'label'; }
      const o = { kind: Key, seen: '' };
      class Counter { static [o.kind.label] = ++runs; static own = ++runs; }
      o.on('e', () => { o.seen = Counter.label + ' ' + Counter.own; });
      finish(() => { o.emit('e'); }).ondone(() => console.log(runs, o.seen));
    `);
      assert.deepEqual(lines, ['2 1 2']);
    });

    test('stays the same in a worker that has seen more objects than it keeps views of', async () => {
      const { lines } = await runTogether(
        `
      class Point { constructor(x) { this.x = x; } }
      const make = x => new Point(x);
      const w = { point: new Point(1), many: [], same: '', last: 0 };
      for (let i = 0; i < 25_000; i++) w.many.push({ i });
      w.on('see', () => { w.last = w.point.x; for (const each of w.many) w.last += each.i; });
      w.on('ask', () => {
        const own = make(2);
        w.same = [w.point instanceof Point, Object.getPrototypeOf(w.point) === Object.getPrototypeOf(own)].join();
      });
      finish(() => w.emit('see')).ondone(() => finish(() => w.emit('ask')).ondone(() => console.log(w.same)));`,
        { workers: 1 },
      );
      assert.deepEqual(lines, ['true,true']);
    });

    test('that extends what a function makes shares the static fields of that', async () => {
      const lines = await linesTogether(`
      class Base { name() { return 'base'; } }
      const Counting = Parent => class extends Parent {
        static count = 10;
        static add() { this.total.n++; Object.getPrototypeOf(this).count++; }
        static total = { n: 0 };
        name() { return 'counting ' + super.name(); }
      };
      class Item extends Counting(Base) { name() { return 'item ' + super.name(); } }
      const o = { names: '' };
      o.on('e', () => { Item.add(); o.names = new Item().name(); });
      finish(() => { for (let i = 0; i < 5; i++) o.emit('e'); })
        .ondone(() => console.log(Item.count, Item.total.n, o.names));
    `);
      assert.deepEqual(lines, ['15 5 item counting base']);
    });

    test('with a private static field, or a static field that cannot be shared, is refused with its place', async () => {
      const lines = await linesTogether(`
      import { shared } from '@hocket/quoll';
      class Counter { static #n = 0; static next() { return ++Counter.#n; } }
      class Matcher { static pattern = /x/y; }
      for (const kind of [Counter, Matcher]) {
        try { shared({ kind }); } catch (error) { console.log(error.message); }
      }
    `);
      assert.match(
        lines[0]!,
        /app\.mjs:3 cannot cross: its private static field '#n' would be another one in each thread/,
      );
      assert.match(
        lines[1]!,
        /this RegExp cannot be shared: .*the property 'pattern' of Matcher, at file:.*app\.mjs:4/,
      );
    });
  });

  test('classes of modules that compute are the same in handlers', async () => {
    const lines = await linesTogether(`
    import zlib, { createGzip } from 'node:zlib';
    const o = { seen: '' };
    o.on('e', () => { o.seen = [createGzip() instanceof zlib.Gzip, zlib.Gzip === zlib.Gzip].join(); });
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen));
  `);
    assert.deepEqual(lines, ['true,true']);
  });

  test("enums and namespaces as TypeScript's compiler writes them, exported too, are usable in handlers", async () => {
    const { lines, errors } = await runTogether(`
    const name = n => Color[n];
    export var Color;
    (function (Color) { Color[Color["Red"] = 0] = "Red"; Color[Color["Green"] = 1] = "Green"; })(Color || (Color = {}));
    (function (Color) { Color.first = Color.Red; })(Color || (Color = {}));
    export class Shape { sides() { return Shape.SIDES; } }
    (function (Shape) { Shape.SIDES = 4; })(Shape || (Shape = {}));
    export function area() { return area.UNIT; }
    (function (area) { area.UNIT = 'm'; })(area || (area = {}));
    const o = { seen: [] };
    o.on('e', c => { o.seen.push(name(c), Color.first, new Shape().sides(), area()); });
    finish(() => { o.emit('e', Color.Green); }).ondone(() => console.log(o.seen.join()));
  `);
    assert.equal(errors, '');
    assert.deepEqual(lines, ['Green,0,4,m']);
  });
});
