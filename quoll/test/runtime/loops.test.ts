/** Loops, and what else takes shared objects apart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('loops over shared objects', TOGETHER, () => {
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
});
