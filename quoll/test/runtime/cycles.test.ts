/** Functions, classes and modules that know each other, and objects that become shared while something goes over them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { runTogether, TOGETHER } from './together.js';

const ROOMS = [
  ['on one thread', 1, { QUOLL_SEQUENTIAL: '1' }],
  ['in one worker', 1, {}],
  ['in two workers', 2, {}],
] as const;

/** Checks what a program prints, in all rooms. */
function check(
  what: string,
  text: string,
  expected: readonly string[],
  files: Record<string, string> = {},
): void {
  for (const [room, workers, environment] of ROOMS)
    test(`${what}, ${room}`, async () => {
      const { lines, errors, status } = await runTogether(text, { workers, environment, files });
      assert.equal(errors, '');
      assert.equal(status, 0);
      assert.deepEqual(lines, expected);
    });
}

describe('functions, classes and modules that know each other', TOGETHER, () => {
  check(
    'classes and functions that capture each other',
    `class Shape {
  static of(n) { return new Square(n); }
  static unit = 2;
  twice() { return new Square(2 * this.side); }
}
class Square extends Shape {
  constructor(side) { super(); this.side = side; }
  area() { return this.side * this.side * Shape.unit; }
  static like(other) { return other instanceof Shape && !(other instanceof Round); }
}
class Round extends Shape { static maker = () => Round; static back() { return Square; } }
const a = () => b, b = () => c, c = () => a;
const me = n => n === 0 ? me : me(n - 1);
function even(n) { return n === 0 || odd(n - 1); }
function odd(n) { return n !== 0 && even(n - 1); }
const table = { Shape, even, list: [a, b] };
function Old(x) { this.x = x; }
Old.prototype.copy = function () { return new Old(this.x + 1); };
Old.create = x => new Old(x);
const keyed = 'k' + 1;
class Keyed extends (class Base { back() { return Keyed; } }) { [keyed]() { return Keyed; } static { this.made = [Keyed.name]; } }
const o = {};
o.on('e', () => {
  const s = Shape.of(3);
  console.log(s.area(), s.twice().area(), s instanceof Shape, s instanceof Square, s.constructor === Square, Square.like(s));
  console.log(c() === a, a() === b, b() === c, b()() === a, me(3) === me, even(10), odd(7), odd(8));
  console.log(table.Shape === Shape, table.list[0]() === table.list[1], table.even === even, Object.getPrototypeOf(Square) === Shape);
  console.log(Round.maker() === Round, Round.back() === Square, new Round().twice().side !== 0, Square.like(new Round()));
  const old = Old.create(1).copy();
  console.log(old.x, old.constructor === Old, old instanceof Old, new Keyed().k1() === Keyed, new Keyed().back() === Keyed, Keyed.made.join());
});
for (let i = 0; i < 2; i++) o.emit('e');`,
    Array(2)
      .fill([
        '18 72 true true true true',
        'true true true true true true true false',
        'true true true true',
        'true true true false',
        '2 true true true true Keyed',
      ])
      .flat(),
  );

  check(
    'a conflict while a function is made leaves no part of it',
    `const w = { n: 0, sum: 0 };
const o = {};
const kinds = Array.from({ length: 40 }, (_, i) => {
  const label = () => item().name + i, item = () => { w.n; return Item; };
  class Item { static of() { return new Item(); } get label() { return label(); } like() { return item() === Item; } }
  return Item;
});
o.on('e', i => { w.n++; const one = kinds[i % 40].of(); if (one.label !== 'Item' + i % 40 || !one.like()) throw new Error('wrong'); w.sum++; });
for (let i = 0; i < 400; i++) o.emit('e', i);
o.waitall('e', () => console.log(w.n, w.sum));`,
    ['400 400'],
  );

  check(
    'a function that another module of a cycle shares early has its variables',
    `import { setup, out } from './other.mjs';
({}).never('own');
setup();
var factor = 3;
function rate(n) { return n * factor; }
export { rate };
out();`,
    ['6', '6'],
    {
      'other.mjs': `import { rate } from './app.mjs';
const o = {}, w = shared({ f: null });
export function setup() { w.f = rate; o.on('e', n => { console.log(w.f(n)); }); }
export function out() { o.emit('e', 2); o.emit('e', 2); }`,
    },
  );

  for (const [, workers] of ROOMS.slice(1))
    test(`an exported variable without a value is refused, workers: ${workers}`, () => {
      const { errors, status } = runProgram(
        `import { setup, out } from './other.mjs';
({}).never('own');
setup();
export var factor = 3;
export function rate(n) { return n * factor; }
out();`,
        {
          workers,
          files: {
            'other.mjs': `import { rate } from './app.mjs';
const w = shared({ f: null });
export function setup() { w.f = rate; }
export function out() { console.log(w.f(2)); }`,
          },
        },
      );
      assert.notEqual(status, 0);
      assert.match(errors, /'factor' is used before its declaration/);
    });

  check(
    'an exported variable that has its value crosses',
    `import { run } from './other.mjs';
({}).never('own');
const parse = s => Number(s);
export var Level; (function (Level) { Level[Level['Low'] = 1] = 'Low'; })(Level || (Level = {}));
export var factor = parse('3'), scaled = () => factor * 2;
export function rate(n) { return n * factor + Level.Low + scaled(); }
console.log(scaled.name);
run(rate);`,
    ['scaled', '13'],
    {
      'other.mjs': `const o = {}; export function run(f) { o.on('e', n => { console.log(f(n)); }); o.emit('e', 2); }`,
    },
  );

  check(
    'objects that become shared while something goes over them',
    `const o = {}, w = {};
const fresh = () => [1, 2, 3, 4];
o.on('e', () => {
  const out = {};
  const walks = {
    hand: list => { const it = list[Symbol.iterator](), got = []; for (let s = it.next(); !s.done; s = it.next()) { got.push(s.value); w.list = list; } return got; },
    entries: list => { const it = list.entries(), got = []; let s; while (!(s = it.next()).done) { got.push(s.value.join(':')); if (got.length === 2) w.list = list; } return got; },
    spread: list => { const it = list.values(); const first = it.next().value; w.list = list; return [first, ...it]; },
    pattern: list => { const it = list.keys(); const [first] = [it.next().value]; w.list = list; const [second] = it; return [first, second]; },
    from: list => Array.from(list, (x, i) => { if (i === 1) w.list = list; return x * 2; }),
    group: list => { const by = Object.groupBy ? Object.groupBy(list, x => { w.list = list; return x % 2 ? 'odd' : 'even'; }) : { odd: [1, 3], even: [2, 4] }; return [by.odd.join(), by.even.join()]; },
    maps: list => { const by = Map.groupBy ? Map.groupBy(list, x => { w.list = list; return x % 2; }) : new Map([[1, [1, 3]], [0, [2, 4]]]); return [...by].map(([k, v]) => k + '=' + v.join()); },
    call: list => [].map.call(list, x => { w.list = list; return x + 1; }),
    apply: list => Array.prototype.filter.apply(list, [x => { w.list = list; return x > 1; }]),
    reflect: list => { const got = []; Reflect.apply([].forEach, list, [x => { w.list = list; got.push(x); }]); return got; },
    bound: list => { const each = [].reduce.bind(list); return [each((sum, x) => { w.list = list; return sum + x; }, 0)]; },
    changes: list => { const it = list.values(), got = []; for (const x of it) { got.push(x); if (x === 2) { w.list = list; list.push(9); } } return got; },
    map: () => { const m = new Map([[1, 'a'], [2, 'b'], [3, 'c']]), it = m.entries(), got = []; let s; while (!(s = it.next()).done) { got.push(s.value.join('')); w.map = m; if (got.length === 1) m.set(4, 'd'); } return got; },
    set: () => { const m = new Set([1, 2, 3]), it = m.values(), got = []; let s; while (!(s = it.next()).done) { got.push(s.value); w.set = m; if (got.length === 1) m.delete(2); } return got; },
    mapKeys: () => { const m = new Map([[1, 'a'], [2, 'b']]); const it = m.keys(); w.map = m; return [...it]; },
    defaults: list => { list[1] = undefined; const [a, b = (w.list = list, 7), c] = list; return [a, b, c]; },
    helpers: list => { const it = globalThis.Iterator?.from ? Iterator.from(list) : list.values(); const got = []; for (let s = it.next(); !s.done; s = it.next()) { w.list = list; got.push(s.value); } return got; },
    fromMap: () => Array.from(new Map([[1, 2], [3, 4]]), function ([k, v], i) { return k + v + i; }),
    fromShared: () => { const m = new Set([5, 6]); return Array.from(m, x => { w.set = m; return x; }); },
  };
  for (const [name, walk] of Object.entries(walks)) console.log(name, JSON.stringify(walk(fresh())));
});
o.emit('e');`,
    [
      'hand [1,2,3,4]',
      'entries ["0:1","1:2","2:3","3:4"]',
      'spread [1,2,3,4]',
      'pattern [0,1]',
      'from [2,4,6,8]',
      'group ["1,3","2,4"]',
      'maps ["1=1,3","0=2,4"]',
      'call [2,3,4,5]',
      'apply [2,3,4]',
      'reflect [1,2,3,4]',
      'bound [10]',
      'changes [1,2,3,4,9]',
      'map ["1a","2b","3c","4d"]',
      'set [1,3]',
      'mapKeys [1,2]',
      'defaults [1,7,3]',
      'helpers [1,2,3,4]',
      'fromMap [3,8]',
      'fromShared [5,6]',
    ],
  );

  check(
    'the names in import.meta are those of the module',
    `const o = {}, names = ['main', 'url', 'resolve', 'nothing'];
console.log(names.map(name => name in import.meta).join(), Object.keys(import.meta).length);
o.on('e', () => { console.log(names.map(name => name in import.meta).join(), Object.keys(import.meta).length); });
o.emit('e');`,
    Array(2).fill(
      `${['main' in import.meta, true, true, false].join()},${Object.keys(import.meta).length}`.replace(
        /,(\d)/,
        ' $1',
      ),
    ),
  );

  check(
    'a module that is loaded with a query is one of the program',
    `import { count, add } from './lib.mjs?v=1';
import { count as other } from './lib.mjs?v=2';
const o = {};
o.on('e', () => { add(); });
for (let i = 0; i < 20; i++) o.emit('e');
o.waitall('e', () => console.log(count.n, other.n));`,
    ['20 0'],
    {
      'lib.mjs':
        'export const count = { n: 0 }; let times = 0; export function add() { times++; count.n = times; }',
    },
  );

  check(
    'a namespace crosses',
    `import * as lib from './lib.mjs';
const o = {};
o.on('e', () => { lib.add(); console.log(lib.count.n, Object.keys(lib).join()); });
o.emit('e');`,
    ['1 add,count'],
    { 'lib.mjs': 'export const count = { n: 0 }; export function add() { count.n++; }' },
  );
});
