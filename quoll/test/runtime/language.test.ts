/** The language in handlers: typical code of programs, with shared objects. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('the language in handlers', TOGETHER, () => {
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

  test('parameters and loops destructure shared objects with ...rest and length', async () => {
    const lines = await linesTogether(`
    const o = { out: [], list: [{ id: 1, a: 2 }, { id: 2, b: 3 }], lists: [[1, 2], [3]] };
    o.on('e', ({ id, ...rest }, { length }, { x = 5, ...more } = {}) => {
      rest.id = id;
      for (const { id, ...others } of o.list) o.out.push(id, Object.keys(others).join());
      for (const { length } of o.lists) o.out.push(length);
      o.out.push(o.list.map(({ id, ...rest }) => Object.keys(rest).join()).join('|'));
      o.out.push(JSON.stringify([rest, length, x, more]));
    });
    finish(() => { o.emit('e', { id: 7, p: 1 }, [1, 2, 3]); }).ondone(() => console.log(o.out.join(' ')));
  `);
    assert.deepEqual(lines, ['1 a 2 b 2 1 a|b [{"p":1,"id":7},3,5,{}]']);
  });

  describe('a loop continues over objects that become shared in it:', () => {
    test('an array, a Map or a Set that a handler stores in the body', async () => {
      const lines = await linesTogether(`
      const o = { children: [{ parent: null }, { parent: null }, { parent: null }], seen: [] };
      o.on('e', () => {
        const node = { children: [...o.children] };
        for (const child of node.children) { child.parent = node; o.seen.push('child'); }
        const maps = { map: new Map([['a', 1], ['b', 2]]), set: new Set(['c', 'd']), list: ['e', 'f'] };
        for (const [key] of maps.map) o.seen.push(maps, key);
        const sets = { set: new Set(['c', 'd']) };
        for (const key of sets.set) o.seen.push(sets, key);
        const lists = { list: ['e', 'f'] };
        for (const [i, text] of lists.list.entries()) o.seen.push(lists, i + text);
      });
      finish(() => { o.emit('e'); })
        .ondone(() => console.log(o.seen.filter(one => typeof one === 'string').join()));
    `);
      assert.deepEqual(lines, ['child,child,child,a,b,c,d,0e,1f']);
    });

    test('an array that a function, a constructor, a variable or a pattern shares in the body', async () => {
      const lines = await linesTogether(`
      const o = { index: new Map(), seen: [], last: null }, log = x => { o.seen.push(x); };
      let current = null;
      class Edge { constructor(list) { o.last = { list }; } }
      const link = (child, parent) => { o.index.set(child.id, child); child.parent = parent; };
      const share = (texts, list) => { o.last = list; return texts[0]; };
      o.on('other', () => current);
      o.on('e', () => {
        const node = { children: [{ id: 1 }, { id: 2 }, { id: 3 }] };
        for (const child of node.children) link(child, node);
        log(o.index.size);
        const lists = [1, 2, 3, 4, 5].map(() => [1, 2]);
        let n = 0;
        for (const x of lists[0]) { new Edge(lists[0]); n += x; }
        for (const x of lists[1]) { current = lists[1]; n += x; }
        for (const x of lists[2]) { [o.last] = [lists[2]]; n += x; }
        for (const x of lists[3]) { share\`a\${lists[3]}\`; n += x; }
        for (const x of lists[4]) { o.seen.includes(lists[4]); Object.assign(o, { list: lists[4] }); n += x; }
        log(n);
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join()));
    `);
      assert.deepEqual(lines, ['3,15']);
    });

    test('an array that a getter, a setter, a conversion or the head of the loop shares', async () => {
      const lines = await linesTogether(`
      const o = { all: null, seen: [] };
      class Node {
        list = [1, 2, 3];
        set on(flag) { o.all = this.list; }
        get size() { o.all = this.list; return 1; }
        valueOf() { o.all = this.list; return 1; }
        toString() { o.all = this.list; return ''; }
      }
      o.on('e', () => {
        const nodes = [1, 2, 3, 4, 5].map(() => new Node());
        let sum = 0, text = '', last = new Node();
        for (const x of nodes[0].list) { nodes[0].on = true; sum += x; }
        for (const x of nodes[1].list) sum += x * nodes[1].size;
        for (const x of nodes[2].list) sum += x * +nodes[2];
        for (const x of nodes[3].list) text += \`\${nodes[3]}\${x}\`;
        nodes[4].list = [nodes[4], { size: 2 }, { size: 3 }];
        for (const { size } of nodes[4].list) sum += size;
        for (last.on of last.list) sum++;
        o.seen.push(sum, text);
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join()));
    `);
      assert.deepEqual(lines, ['27,123']);
    });

    test('an array that a pattern takes apart while code in the pattern shares it', async () => {
      const lines = await linesTogether(`
      const o = { last: null, seen: [] };
      const share = list => { o.last = list; return 7; };
      class Pair { constructor(list) { this.list = list; } get x() { return share(this.list); } *[Symbol.iterator]() { yield share(this.list); } }
      const cases = [
        list => { const [a, b = share(list), c, d] = list; return [a, b, c, d]; },
        list => { let [a, b = share(list), ...c] = list; return [a, b, ...c]; },
        list => (([a, b = share(list), c, d]) => [a, b, c, d])(list),
        list => (function ([a, b = share(list), ...c], n = 1) { return [a, b, ...c]; })(list),
        list => (([a, b = share(list), c, d] = list) => [a, b, c, d])(),
        list => [...(function* ([a, b = share(list), c, d]) { yield* [a, b, c, d]; })(list)],
        list => (({ l: [a, b = share(list), c, d] }) => [a, b, c, d])({ l: list }),
        list => { const { l: [a, b = share(list), c, d] } = { l: list }; return [a, b, c, d]; },
        list => { for (const [a, b = share(list), c, d] of [list]) return [a, b, c, d]; },
        list => { try { throw list; } catch ([a, b = share(list), c, d]) { return [a, b, c, d]; } },
        list => { const [[a, b = share(list), c, d]] = [list]; return [a, b, c, d]; },
        list => { list[1] = { x: 7 }; const [a, { [(share(list), 'x')]: b }, c, d] = list; return [a, b, c, d]; },
        list => { list[1] = new Pair(list); const [a, { x: b }, c, d] = list; return [a, b, c, d]; },
        list => { list[1] = new Pair(list); return (([a, { x: b }, c, d], ...more) => [a, b, c, d])(list, 1); },
        list => { list[1] = new Pair(list); let r; ({ set v([a, { x: b }, c, d]) { r = [a, b, c, d]; } }).v = list; return r; },
        list => { let a, c, d; [a, { set v(x) { share(list); } }.v, c, d] = list; return [a, 7, c, d]; },
        list => { let a, c, d; const t = {}; [a, (share(list), t).v, c, d] = list; return [a, 7, c, d]; },
        list => { list[1] = new Pair(list); const [a, [b], c, d] = list; return [a, b, c, d]; },
        list => { const set = new Set(list); const [a, b = share(set), c, d] = set; return [a, b, c, d]; },
      ];
      o.on('e', () => {
        for (const one of cases) o.seen.push(one([1, undefined, 3, 4]).join(''));
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join()));
    `);
      assert.deepEqual(lines, [Array(19).fill('1734').join()]);
    });

    test('an object that is shared while a function of the language goes over it, or before a pattern takes its rest', async () => {
      const program = `
      const o = { last: null, seen: [] };
      const share = x => { o.last = x; return 7; };
      class Sharing {
        constructor(list) { this.list = list; }
        toString() { share(this.list); return 's'; }
        toJSON() { share(this.list); return 'j'; }
      }
      class Owner { set owned(x) { share(this); this.kept = x; } set source(x) { share(x); } }
      const make = () => { const list = [1, null, 3, 4]; list[1] = new Sharing(list); return list; };
      const cases = [
        () => make().join('-'),
        () => \`\${make()}\` + make() + String(make()),
        () => [].join.call(make()),
        () => JSON.stringify(make()),
        () => { const list = [1, 2, 3]; return JSON.stringify(list, (key, value) => { share(list); return value; }); },
        () => { const x = Object.assign(new Owner(), { owned: 1, a: 2, kept2: 3 }); return [x.a, x.kept, x.kept2, Object.keys(o.last).join('')]; },
        () => { const s = { source: 1, a: 2 }; s.source = s; const x = Object.assign(new Owner(), s); return x.a; },
        () => { const s = { a: undefined, b: 2, c: 3 }; const { a = share(s), ...rest } = s; return [a, JSON.stringify(rest)]; },
        () => { const s = { a: 1, b: 2, c: 3 }; const { [(share(s), 'a')]: a, ...rest } = s; return [a, JSON.stringify(rest)]; },
        () => { const s = { a: undefined, b: 2, c: 3 }; return (({ a = share(s), ...rest }) => [a, JSON.stringify(rest)])(s); },
        () => { const list = make(); list.join(); list.push(5); return [list.length, o.last.length, list.join()]; },
      ];
      o.on('e', () => { o.seen.push(...cases.map(one => String(one()))); });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join('|')));
    `;
      const plain = await runTogether(program, { environment: { QUOLL_SEQUENTIAL: '1' } });
      assert.match(plain.lines[0]!, /^1-s-3-4\|1,s,3,4/, plain.errors);
      assert.deepEqual(await linesTogether(program), plain.lines);
    });

    test('a Map or Set that the loop shares while entries are deleted and added again', async () => {
      const program = `
      const o = { last: null, seen: [] };
      const share = all => { o.last = all; };
      const again = (all, key) => { all.delete(key); all.set ? all.set(key, 1) : all.add(key); };
      // Visits each key once more, and shares the collection in the middle, before or after it moves a key to the end.
      const cases = [
        (all, visit) => { for (const [key] of all.entries()) if (visit(key)) { again(all, key); share(all); } },
        (all, visit) => { for (const key of all.keys()) if (visit(key)) { share(all); again(all, key); } },
        (all, visit) => { for (const key of all.keys()) { if (key === 'b') share(all); if (visit(key)) again(all, key); } },
        (all, visit) => { for (const one of all) { const key = one[0]; if (key === 'c') { all.delete('a'); share(all); all.delete('b'); } if (visit(key)) again(all, key); } },
        (all, visit) => { for (const key of all.keys()) for (const other of all.keys()) if (visit(key + other)) { if (key + other === 'ab') share(all); if (other === 'b') again(all, other); } },
        (all, visit) => { (function* () { for (const key of all.keys()) yield key; })().next(); for (const key of all.keys()) { if (key === 'a') share(all); if (visit(key)) again(all, key); } },
        (all, visit) => all.forEach((_, key) => { if (visit(key)) { again(all, key); if (key === 'b') share(all); } }),
        (all, visit) => { const it = all.keys(); for (let step; !(step = it.next()).done; ) if (visit(step.value)) { again(all, step.value); if (step.value === 'b') share(all); } },
        (all, visit) => { for (const key of all.keys()) if (visit(key) && key === 'a') { share(all); all.clear(); again(all, 'd'); again(all, 'a'); } },
      ];
      const run = () => cases.flatMap(one => [new Map([['a', 1], ['b', 2], ['c', 3]]), new Set(['a', 'b', 'c'])].map(all => {
        const visits = {}, order = [];
        one(all, key => { order.push(key); return (visits[key] = (visits[key] ?? 0) + 1) < 2; });
        return order.join('');
      })).join();
      o.on('e', () => { o.seen.push(run()); });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.seen.join()));
    `;
      const plain = await runTogether(program, { environment: { QUOLL_SEQUENTIAL: '1' } });
      assert.match(plain.lines[0]!, /^abcabc,abcabc,abcabc,/);
      assert.deepEqual(await linesTogether(program), plain.lines);
    });

    test('an array pattern beside a rest parameter that may run code is refused', () => {
      const { errors, status } = runProgram(
        'const f = ([a = g(), b], ...more) => a; function g() {} ({}).on("e", f);',
      );
      assert.notEqual(status, 0);
      assert.match(errors, /app\.mjs:1:12: these parameters cannot take a shared object apart/);
    });

    test('an array, a Map and a Set whose method calls back a function that shares them', async () => {
      const body = (end: string) => `
      const list = [3, 1, 2, 5, 4], all = [];
      const share = value => { o.shared = value; return value; };
      const fresh = () => { const made = [...list]; return made; };
      const add = (...values) => { for (const value of values) all.push(String(value)); };
      let made;
      made = fresh(); let sum = 0; made.forEach((x, i) => { if (i === 1) share(made); sum += x; }); add('forEach', sum);
      made = fresh(); add('map', made.map(x => (share(made), 2 * x)));
      made = fresh(); add('filter', made.filter(x => (share(made), x > 2)));
      made = fresh(); add('reduce', made.reduce((a, b) => (share(made), a + b), 0));
      made = fresh(); add('right', made.reduceRight((a, b) => (share(made), a + '' + b), ''));
      made = fresh(); add('find', made.find(x => (share(made), x === 5)), made.length);
      made = fresh(); add('findLast', made.findLast(x => (share(made), x === 3)));
      made = fresh(); add('some', made.some(x => (share(made), x === 4)), made.every(x => x > 0));
      made = fresh(); add('flatMap', made.flatMap(x => (share(made), [x, x])));
      made = fresh(); made.sort((a, b) => (share(made), a - b)); add('sort', made, o.shared.join('-'), made[0]);
      made = fresh(); made.forEach((x, i) => { share(made); if (i < 2) made.push(x); }); add('push', made.length, o.shared.at(-1));
      const same = x => x, Base = class {}, mixins = [B => class extends B {}];
      add('this', made.map(function () { return this === Base; }, Base).join(), [same].reduce((f, g) => g, same) === same);
      add('mixins', new (class extends mixins.reduce((B, mixin) => mixin(B), Base) {})() instanceof Base);
      add('itself', [].reduce((f, g) => g, same) === same);
      made = [{ v: 1 }, { v: 2 }]; add('objects', made.map(x => (share(made), ++x.v)), o.shared[0] === made[0], made[1].v);
      const map = new Map([[1, 'a'], [2, 'b'], [3, 'c']]), set = new Set([1, 2, 3]);
      map.forEach((value, key, whole) => { share(map); if (key === 1) { map.delete(2); map.set(4, 'd'); } add(value, key, whole === map); });
      set.forEach(value => { share(set); add(value); });
      ${end}`;
      const program = (place: string) =>
        place === 'handler'
          ? `const o = { shared: null, out: '' }; o.on('e', () => { ${body('o.out = all.join();')} }); finish(() => { o.emit('e'); }).ondone(() => console.log(o.out));`
          : `const o = { shared: null }; o.on('x', () => {}); ${body('console.log(all.join());')}`;
      for (const place of ['handler', 'turn']) {
        const [one, parallel] = await Promise.all(
          ['1', '0'].map(QUOLL_SEQUENTIAL =>
            runTogether(program(place), { environment: { QUOLL_SEQUENTIAL } }),
          ),
        );
        assert.equal(parallel!.errors, '');
        assert.deepEqual(parallel!.lines, one!.lines);
        assert.match(one!.lines.join(), /^forEach,15,map,6,2,4,10,8/);
      }
    });

    test('objects that turns of the main realm share between its steps, also of a for await', async () => {
      const lines = await linesTogether(`
      const list = [1, 2, 3], map = new Map([['a', 1], ['b', 2], ['c', 3]]), keys = new Map([['x', 1], ['y', 2]]), own = [7, 8];
      const o = { steps: [] };
      const steps = [];
      o.on('e', () => list.length + map.size + keys.size);
      for await (const n of list) { o.emit('e'); steps.push(n); }
      for (const [key] of map) { await null; steps.push(key); if (key === 'a') { map.delete('b'); map.set('d', 4); } }
      for (const key of keys.keys()) { await null; steps.push(key); }
      o.on('async', async () => { for await (const n of own) { o.own = own; o.steps.push(n); } });
      await finish(() => { o.emit('async'); });
      console.log(steps.join(), o.steps.join());
    `);
      assert.deepEqual(lines, ['1,2,3,a,c,d,x,y 7,8']);
    });
  });

  test('an error keeps its class, cause and properties across realms', async () => {
    const lines = await linesTogether(`
    class AppError extends RangeError {
      constructor(message, code, options) { super(message, options); this.code = code; this.info = { deep: [1] }; }
      get twice() { return 2 * this.code; }
    }
    const thrownBy = f => spawn(f).then(() => undefined, error => error);
    const app = await thrownBy(() => { throw new AppError('app', 21, { cause: new TypeError('why') }); });
    console.log(app instanceof AppError, app.message, app.twice, app.info.deep[0], app.cause instanceof TypeError, Object.keys(app).join());
    const many = await thrownBy(() => { throw new AggregateError([new Error('one'), 2], 'many'); });
    console.log(many instanceof AggregateError, many.errors[0].message, many.errors[1]);
    const odd = await thrownBy(() => { throw Object.assign(new Error('odd'), { seen: new WeakMap(), n: 1 }); });
    console.log(odd.message, odd.n, 'seen' in odd);
    const round = await thrownBy(() => { const error = new Error('round'); error.cause = error; throw error; });
    console.log(round.message);
  `);
    assert.deepEqual(lines, ['true app 42 1 true code,info', 'true one 2', 'odd 1 false', 'round']);
  });

  test('the report of a failure names its causes', async () => {
    const { errors } = await runTogether(
      `spawn(() => { throw new Error('far', { cause: new TypeError('near') }); });`,
    );
    assert.match(errors, /failed: Error: far\n.*app\.mjs:1.*\n  \[cause\]: TypeError: near\n.*app\.mjs:1/);
  });

  for (const [where, environment] of [
    ['a worker', {}],
    ['one thread', { QUOLL_SEQUENTIAL: '1' }],
  ] as const) {
    test(`all that console prints in a handler waits for its commit: ${where}`, async () => {
      const { lines, errors } = await runTogether(
        `
      const o = { rows: [{ a: 1 }] };
      o.on('bad', () => {
        for (const method of ['table', 'dir', 'trace', 'group', 'count']) console[method]('never seen');
        console.assert(false, 'never seen');
        throw new Error('on purpose');
      });
      o.on('good', () => {
        console.table(o.rows);
        console.dir(o.rows, { depth: 0 });
        console.assert(true, 'never seen');
        console.group('group');
        console.log('inside');
        console.groupEnd();
        console.count('count');
        console.trace('traced');
      });
      o.emit('bad').waitall('bad', () => o.emit('good'));
      `,
        { environment },
      );
      assert.deepEqual(
        lines.filter(line => !/[┌├└]/.test(line)),
        ['│ (index) │ a │', '│ 0       │ 1 │', '[ [Object] ]', 'group', '  inside', 'count: 1'],
      );
      assert.match(errors, /on purpose(.|\n)*Trace: traced\n.*app\.mjs/);
      assert.doesNotMatch(errors, /never seen/);
    });
  }

  test('changes that a handler makes to the process happen in the main thread', () => {
    const { lines, status } = runProgram(`
    import { randomBytes } from 'node:crypto';
    const o = { bytes: 0 };
    o.on('e', () => { process.exitCode = 3; process.env.CHANGED = 'yes'; });
    o.on('bytes', () => { randomBytes(8, (error, bytes) => { o.bytes = bytes.length; o.emit('end'); }); });
    o.on('end', () => console.log(process.env.CHANGED, o.bytes), { realm: 'main' });
    finish(() => { o.emit('e'); }).ondone(() => o.emit('bytes'));
  `);
    assert.deepEqual(lines, ['yes 8']);
    assert.equal(status, 3);
  });

  for (const [where, environment] of [
    ['in parallel', {}],
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }],
  ] as const) {
    test(`a handler that ends the process has done what it did before: ${where}`, () => {
      const { lines, status } = runProgram(
        `
      const o = { n: 0 };
      process.on('exit', code => console.log('exit', code, o.n));
      o.on('e', () => { o.n = 1; console.log('leaving'); process.exit(7); });
      o.emit('e');
      `,
        { environment },
      );
      assert.deepEqual(lines, ['leaving', 'exit 7 1']);
      assert.equal(status, 7);
    });
  }

  test('a promise that a handler rejects and passes to no other code is reported', async () => {
    const { errors, status } = await runTogether(`
    const o = {};
    o.on('e', () => { Promise.reject(new Error('lost')); });
    o.emit('e');
  `);
    assert.match(errors, /^quoll: a promise failed: Error: lost/);
    assert.equal(status, 0);
  });

  test('a Proxy and the arguments object are refused', async () => {
    const { errors } = await runTogether(`
    const o = {};
    o.on('proxy', () => { o.p = new Proxy({ a: 1 }, {}); });
    o.on('arguments', function () { o.a = arguments; });
    o.emit('proxy').emit('arguments');
  `);
    assert.match(errors, /this object cannot be shared: share what the Proxy stands for/);
    assert.match(errors, /this object cannot be shared: use a rest parameter/);
  });

  describe('objects that a handler has shared before it is undone are plain again:', () => {
    test('it crosses with the exception that the handler throws', async () => {
      const lines = await linesTogether(`
      const o = { last: null };
      const make = () => {
        const item = { a: 1, list: [1, , 3], map: new Map([['k', { deep: 2 }]]), set: new Set(['s']), twice: n => 2 * n };
        item.self = item;
        o.last = item;
        item.a = 5;
        return item;
      };
      const show = ({ a, list, map, set, twice, self }) =>
        [a, list.length, list[2], map.get('k').deep, set.has('s'), twice(4), self.a].join(' ');
      await spawn(() => { throw Object.assign(new Error('x'), { item: make() }); })
        .then(undefined, error => console.log(error.message, show(error.item), o.last));
      await spawn(() => { throw make(); }).then(undefined, item => console.log(show(item), o.last));
      await spawn(() => {
        const item = { a: 1 };
        class Failed extends Error { static item = item; static get() { return item.a; } }
        o.last = new (class { kind = Failed; })();
        throw new Failed('class');
      }).then(undefined, error => console.log(error.message, error.constructor.get(), error.constructor.item.a));
    `);
      assert.deepEqual(lines, ['x 1 3 3 2 true 8 1 null', '1 3 3 2 true 8 1 null', 'class 1 1']);
    });

    test('the next attempt shares it again', async () => {
      const lines = await linesTogether(`
      const o = { n: 0, items: [] };
      o.on('e', i => {
        const item = { i, inner: [i], get: () => i };
        Promise.resolve(item).then(item => { o.items.push(item); o.n++; });
      });
      finish(() => { for (let i = 0; i < 300; i++) o.emit('e', i); }).ondone(() => {
        const isWhole = ({ i, inner, get }) => inner.length === 1 && inner[0] === i && get() === i;
        console.log(o.n, o.items.every(isWhole), new Set(o.items.map(item => item.i)).size);
      });
    `);
      assert.deepEqual(lines, ['300 true 300']);
    });
  });

  test("another module's namespace crosses, but no export that it assigns", async () => {
    const { lines, errors } = await runTogether(
      `
    import * as fixed from './fixed.mjs';
    import * as changing from './changing.mjs';
    import { n } from './changing.mjs';
    import { passed } from './passing.mjs';
    import { again } from './star.mjs';
    import * as star from './star.mjs';
    const o = { n: 0, thrown: 0 };
    o.on('e', () => {
      for (const change of [() => { fixed.two = 9; }, () => { fixed.more = 1; }, () => delete fixed.two])
        try { change(); } catch (error) { o.thrown += error instanceof TypeError; }
      o.n += fixed.twice(fixed.two);
    });
    for (const f of [() => n, () => changing.n, () => passed, () => again, () => star.again]) {
      try { o.on('e', f); } catch (error) { console.log(error.message.replace(/.*app.mjs:\\d+ /, '')); }
    }
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.n, o.thrown));
    `,
      {
        files: {
          'fixed.mjs': 'export const two = 2; export const twice = n => 2 * n;',
          'changing.mjs': 'export let n = 1; export const change = () => { n++; };',
          'passing.mjs': "export { n as passed } from './changing.mjs';",
          'star.mjs':
            "import { passed } from './passing.mjs'; export { passed as again }; export * from './star.mjs';",
        },
      },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, [
      "captures 'n', which './changing.mjs' assigns: export an object that holds it",
      "captures an export of './changing.mjs', which './changing.mjs' assigns: export an object that holds it",
      "captures 'passed', which './passing.mjs' assigns: export an object that holds it",
      "captures 'again', which './star.mjs' assigns: export an object that holds it",
      "captures an export of './star.mjs', which './star.mjs' assigns: export an object that holds it",
      '4 3',
    ]);
  });

  test("another module's namespace is refused while an export has no value", async () => {
    const { lines, errors } = await runTogether(
      `
    import './early.mjs';
    import { spawn } from '@hocket/quoll';
    export const late = 1;
    spawn(() => 1);
    `,
      {
        files: {
          'early.mjs': `
          import * as app from './app.mjs';
          const o = {};
          try { o.on('e', () => app.late); } catch (error) { console.log(error.message); }`,
        },
      },
    );
    assert.equal(errors, '');
    assert.equal(lines.length, 1);
    assert.match(
      lines[0]!,
      /the function at file:.*early\.mjs:4 captures the exports of a module, one of which has no value yet/,
    );
  });

  test('CommonJS modules have the named exports that they have in plain Node', async () => {
    const files = {
      'lib.cjs': `#!/usr/bin/env node
        'use strict';
        Object.defineProperty(exports, '__esModule', { value: true });
        exports.a = x => x;
        module.exports.b = class { static of(x) { return 2 * x; } };
        module.exports.c = function () {};
        exports['d'] = () => 1;
        module.exports['e'] = () => 2;
        Object.defineProperty(exports, 'f', { enumerable: true, get: function () { return exports.a; } });
        exports.h = exports.i = void 0;
        exports.i = { n: 1 };
        module.exports.l = exports.m = () => 1; //# sourceMappingURL=no.map`,
      'list.cjs': `const a = () => 1, b = { n: 2 }; module.exports = { a, b, c() {} };`,
      'again.cjs': `module.exports = require('./list.cjs');`,
      'more.cjs': `module.exports = { ...require('./list.cjs'), z: 1 };`,
      'star.cjs': `var __exportStar = function (m, exports) { for (const p in m) exports[p] = m[p]; };
        exports.own = 1;
        __exportStar(require('./list.cjs'), exports);`,
    };
    const text = (then: string) => `
      import lib, { b, i } from './lib.cjs';
      import * as all from './lib.cjs';
      import * as list from './list.cjs';
      import * as again from './again.cjs';
      import * as more from './more.cjs';
      import * as star from './star.cjs';
      for (const one of [all, list, again, more, star]) console.log(Object.keys(one).join());
      console.log(all.b === b, lib.i === i);
      const add = () => { i.n++; return [b.of(4), i.n].join(); };
      ${then}`;
    const plain = await linesTogether(text('console.log(add());'), { files, plain: true });
    assert.match(plain.join(), /__esModule,a,b,c,d,default,e,f,h,i,l,m/);
    const handler = text(`const o = {}; o.on('e', () => { console.log(add()); }).emit('e');`);
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }])
      assert.deepEqual(await linesTogether(handler, { files, environment }), plain);
  });

  test('a with statement sees shared objects whole, and its changes are undone', async () => {
    const text = `
      const { shared, finish } = require('@hocket/quoll');
      const w = shared({ list: [3, 1, 2], o: { a: 1, b: 2 } }), o = {};
      const use = () => {
        with (w.list) { push(4); var seen = [length, indexOf(2)]; }
        with (w.o) { delete b; with (w.list) { length = 1; a = length + 1; } }
        return JSON.stringify([seen, w]);
      };
      o.on('bad', () => { use(); throw new Error('on purpose'); }, { realm: 'main' });
      o.on('e', () => { console.log(use()); }, { realm: 'main' });
      finish(() => o.emit('bad')).ondone(() => o.emit('e'));`;
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
      const { lines, errors } = await runTogether(text, { name: 'app.cjs', environment });
      assert.deepEqual(lines, ['[[4,2],{"list":[3],"o":{"a":2}}]'], errors);
    }
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

  test('an operation that a shared Date or RegExp does not support is refused at its place', async () => {
    const { lines } = await runTogether(
      `const w = { date: new Date(5), all: /a/g, seen: [] }, o = {};
     const refused = f => { try { f(); w.seen.push('done'); } catch (e) { w.seen.push(e.message, e.stack.split('\\n')[1].match(/\\w+\\.mjs:\\d+:\\d+/)[0]); } };
     o.on('e', () => {
       refused(() => w.date.setTime(1));
       refused(() => Date.prototype.setFullYear.call(w.date, 2000));
       refused(() => w.all.test('a'));
       refused(() => { w.all.lastIndex = 1; });
       w.seen.push(w.date.getTime(), w.all.lastIndex);
     });
     finish(() => o.emit('e')).ondone(() => { for (const line of w.seen) console.log(line); });`,
    );
    assert.deepEqual(lines, [
      'a shared Date does not change: assign a new Date',
      'app.mjs:4:29',
      'a shared Date does not change: assign a new Date',
      'app.mjs:5:49',
      'a shared RegExp with the flag g has no test: it keeps the position of the last match: make it where it is used, or use match, matchAll or replace',
      'app.mjs:6:28',
      'a shared RegExp has no lastIndex but 0: it keeps the position of the last match: make it where it is used, or use match, matchAll or replace',
      'app.mjs:7:40',
      '5',
      '0',
    ]);
    const { errors } = runProgram(`const w = { r: /a/y }; w.on('e', () => {});`);
    assert.match(errors, /this RegExp cannot be shared: it keeps the position/);
  });

  test('the position of a shared RegExp may be assigned if it stays 0', async () => {
    const lines = await linesTogether(`
    const w = { all: /a(.)/g, one: /a/ }, o = { seen: [] }, key = ['last', 'Index'].join('');
    const cases = [
      () => { w.all.lastIndex = 0; return ['abac'.match(w.all), w.all.lastIndex]; },
      () => { [w.one.lastIndex] = [0]; for (w.one.lastIndex of [0]); w.one.lastIndex += 0; w.one.lastIndex ||= 0; return w.one.test('ba'); },
      () => [Reflect.set(w.one, 'lastIndex', 0), Reflect.defineProperty(w.one, 'lastIndex', { value: 0, writable: true }), Reflect.defineProperty(w.one, 'lastIndex', { enumerable: true })],
      () => Object.assign(w.one, { lastIndex: 0 }).lastIndex,
      () => { const own = /b/g; own.lastIndex = 1; own.lastIndex++; return [own.lastIndex, own.exec('bbbb').index, own.lastIndex]; },
      () => { try { w.one.lastIndex++; return 1; } catch (e) { return e.constructor.name; } },
      () => { w.all[key] = 0; const re = w.one; re[key] += 0; [re[key]] = [0]; re[key] &&= 1; return [w.all.lastIndex, re[key], delete w[key]]; },
      () => { const own = /b/g; own[key] = 1; own[key]++; return own.lastIndex; },
      () => [() => { w.one[key] = 1; }, () => { w.one[key]++; }, () => { [w.one[key]] = [1]; }].map(f => { try { f(); return 'done'; } catch (e) { return /no lastIndex but 0/.test(e.message); } }),
    ];
    o.on('e', () => { for (const one of cases) o.seen.push(JSON.stringify(one())); });
    finish(() => o.emit('e')).ondone(() => { for (const line of o.seen) console.log(line); });
  `);
    assert.deepEqual(lines, [
      '[["ab","ac"],0]',
      'true',
      '[true,true,false]',
      '0',
      '[2,2,3]',
      '"TypeError"',
      '[0,0,true]',
      '2',
      '[true,true,true]',
    ]);
  });

  test('a shared object is not frozen, and gets no hidden property', async () => {
    const lines = await linesTogether(`
    const o = { list: [] };
    o.on('e', () => {});
    const refused = f => { try { f(); } catch (error) { console.log(error.message, /app\\.mjs:/.test(error.stack), /quoll/.test(error.stack.split('at')[1])); } };
    await null;
    refused(() => Object.freeze(o));
    refused(() => Object.defineProperty(o, 'hidden', { value: 1 }));
    refused(() => Object.defineProperty(o, 'computed', { get: () => 1 }));
    Object.defineProperty(o, 'open', { value: 1, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(o, 'open', { value: 2 });
    console.log(o.open);
  `);
    const only = (name: string) =>
      `the property ${name} of a shared object cannot be hidden, read-only or a getter: assign it true false`;
    assert.deepEqual(lines, [
      'a shared object cannot be frozen or sealed: leave out Object.freeze true false',
      only('hidden'),
      only('computed'),
      '2',
    ]);
  });

  test('an array of any length is shortened at once', async () => {
    const lines = await linesTogether(`
    const o = { list: [] };
    o.on('e', () => {
      o.list.length = 4294967295;
      o.list.length = 0;
      o.list[4294967290] = 1;
      o.list[100] = 2;
      o.list.length = 101;
    });
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.list.length, o.list[100], Object.keys(o.list).join()));
  `);
    assert.deepEqual(lines, ['101 2 100']);
  });

  test('all threads have one clock', async () => {
    const lines = await linesTogether(`
    const began = performance.now();
    const clock = () => [performance.timeOrigin, performance.now()];
    spawn(clock).get(([origin, now]) =>
      console.log(origin === performance.timeOrigin, now > began - 5, now < performance.now() + 5));
  `);
    assert.deepEqual(lines, ['true true true']);
  });

  test('a function that is shared before a var of it has its value sees the later value', async () => {
    const { lines, errors } = await runTogether(
      `
    const { shared } = require('@hocket/quoll');
    var fixed = 1, api = { twice: n => 2 * api.once(n), once: n => n + fixed };
    var isEven = n => n === 0 || isOdd(n - 1), isOdd = n => n !== 0 && isEven(n - 1);
    const w = shared({ price: null, cost: null, tax: null, out: [] });
    w.price = n => n * rate();
    w.cost = () => { const inner = () => base; return inner(); };
    w.tax = class { get() { return later(); } };
    w.on('e', () => { w.out.push(w.price(2), w.cost(), new w.tax().get(), api.twice(3), isEven(4)); });
    w.emit('e').waitall('e', () => console.log(w.out.join()));
    function rate() { return factor; }
    var factor = 21;
    { var base = 7; }
    var later = () => 5;
    `,
      { name: 'app.cjs' },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['42,7,5,8,true']);
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
