/** Objects that are shared while a function of the language works on them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, runProgram } from './programs.js';

const HEAD = `
  const w = { last: null, seen: [] };
  const share = x => { w.last = x; };
  const sharing = (x, value = 1) => ({ valueOf() { share(x); return value; }, toString() { share(x); return String(value); } });
  const shown = x => JSON.stringify(x, (key, value) => (value === undefined ? 'undefined' : value));
  const holes = list => Array.from({ length: list.length }, (_, i) => i in list);
  class Item { constructor(list) { this.list = list; } get [Symbol.isConcatSpreadable]() { share(this.list); return false; } }
  class Text { constructor(list, text) { this.list = list; this.text = text; } toString() { share(this.list); return this.text; } toLocaleString() { share(this.list); return this.text; } }
  const goal = { list: null, grows: false };
  const giving = list => { goal.list = list; goal.grows = false; return list; };
  const shareIt = value => { if (goal.grows && goal.list.length < 6) goal.list.push(value * 10); w.last = goal.list; };
  class Adding extends Set { constructor(list) { super(list); } add(value) { shareIt(value); return super.add(value); } }
  class Implicit extends Set { add(value) { shareIt(value); return super.add(value); } }
  class Setting extends Map { constructor(list) { super(list); } set(key, value) { shareIt(key); return super.set(key, value); } }
  class Both extends Map { set(key, value) { w.last = { key, value, list: goal.list }; return super.set(key, value); } }
  const weak = [];
  class Weak extends WeakMap { set(key, value) { shareIt(1); weak.push(value); return super.set(key, value); } }
  class WeakAdding extends WeakSet { add(value) { shareIt(1); weak.push(value.a); return super.add(value); } }
  class Pair { constructor(list) { this.list = list; } get 0() { share(this.list); return 1; } get 1() { return 2; } }
  const mixed = Base => class extends Base { add(value) { shareIt(value); return super.add(value); } };
  class Copy extends Map { constructor(list) { super(list); } }
  w.pairs = [['a', 1], ['b', { c: 2 }]];
  const PLAIN = { writable: true, enumerable: true, configurable: true };
  class Owner { constructor() { this.b = 2; this.c = 3; } get x() { share(this); return 1; } }
`;

/** Each shares an object in the middle, and says what it found and what the object then holds. */
const CASES = [
  // Arguments that the engine converts.
  ...[
    'list.slice(sharing(list))',
    'list.slice(0, sharing(list, 3))',
    'list.splice(sharing(list), 2)',
    'list.splice(1, sharing(list), 7, 8, 9)',
    'list.splice(sharing(list), 0, 7)',
    'list.fill(9, sharing(list))',
    'list.copyWithin(0, sharing(list, 2))',
    'list.at(sharing(list))',
    'list.includes(3, sharing(list))',
    'list.indexOf(4, sharing(list))',
    'list.lastIndexOf(2, sharing(list, 3))',
    'list.toSpliced?.(sharing(list), 1)',
    'list.with?.(sharing(list), 5)',
    '[list, [3, [4]]].flat(sharing(list, 2))',
    '[].slice.call(list, sharing(list))',
    "list['sli' + 'ce'](sharing(list))",
    'Array.prototype.fill.apply(list, [9, sharing(list)])',
    'Reflect.apply([].splice, list, [sharing(list), 1])',
    'list.join(sharing(list))',
  ].map(
    text =>
      `{ const list = [1, 2, 3, 4]; const found = ${text}; return [found, list, w.last, list.length]; }`,
  ),
  ...['list.copyWithin(0, sharing(list, 2))', 'list.splice(sharing(list), 1)'].map(
    text => `{ const list = [1, 2, , 4]; const found = ${text}; return [holes(found), holes(list), list]; }`,
  ),
  // Elements that the engine converts.
  '{ const list = [3, 1]; list.push(new Text(list, "2"), "0"); list.sort(); return [list.map(String), w.last.length]; }',
  '{ const list = [3, , 1]; list.push(new Text(list, "2")); list.sort(); return [list.map(String), holes(list)]; }',
  '{ const list = [3, 1]; list.push(new Text(list, "2")); return list.toSorted?.().map(String); }',
  '{ const list = [3, , 1, 2]; list.sort((a, b) => { share(list); return a - b; }); return [list, holes(list)]; }',
  '{ const list = [1]; list.push(new Text(list, "x"), 3); return list.toLocaleString(); }',
  '{ const list = [1]; list.push(new Text(list, "2"), 3); return [...Float64Array.from(list)]; }',
  '{ const list = [1]; list.push(new Text(list, "2"), 3); const u = new Uint8Array(3); u.set(list); return [...u]; }',
  '{ const list = [1]; list.push(new Item(list), 3); return [list.concat([4]).length, [0].concat(list, 5).length]; }',
  '{ const list = [1]; const item = new Item(list); list.push(2); return [[item].concat(list).length, list.concat(item, list).length]; }',
  '{ const list = []; list.push([new Text(list, "a"), 1], ["b", 2]); return Object.fromEntries(list); }',
  '{ const raw = ["a"]; raw.push(new Text(raw, "b"), "c"); return String.raw({ raw }, 1, 2); }',
  // Objects that the engine reads, or fills.
  `{ const text = '{"a":{"b":1,"c":2},"d":[1,2,3],"e":3}';
     const found = JSON.parse(text, function (key, value) { if (key === 'b' || key === '1') share(this); return typeof value === 'number' ? value * 2 : value; });
     return [found, w.last]; }`,
  `{ const found = JSON.parse('{"a":1,"b":2,"c":3}', function (key, value) { share(this); return key === 'b' ? undefined : value; }); return [found, Object.keys(found)]; }`,
  `{ const list = [1, 2]; const o = { a: 1 }; Object.assign(o, { get b() { share(o); return 2; }, c: 3 }); return [o, w.last]; }`,
  '{ const { x, ...rest } = new Owner(); return [x, rest]; }',
  '{ const [{ x, ...rest }] = [new Owner()]; return [x, rest]; }',
  '{ const f = ({ x, ...rest }) => [x, rest]; return f(new Owner()); }',
  '{ let x, rest; ({ x, ...rest } = new Owner()); return [x, rest]; }',
  '{ for (const { x, ...rest } of [new Owner()]) return [x, rest]; }',
  // What a constructor goes over, calling a method of its class.
  ...[
    '[...new Adding(giving([1, 2, 3]))]',
    '[...new Implicit(giving([1, 2, 3]))]',
    '[...new Adding(giving(new Set([1, 2, 3])))]',
    '[...new Adding(giving(new Map([[1, 2], [3, 4]])))]',
    '[...new Adding(giving([1, 2, 3]).values())]',
    '[...new Adding(...[giving([1, 2, 3])])]',
    '[...new Setting(giving([[1, 2], [3, 4]]))]',
    '[...new Setting(giving(new Map([[1, 2], [3, 4]])))]',
    '[...new Both(giving([[{ a: 1 }, 2], [3, { b: 4 }]]))]',
    '[...new (mixed(Set))(giving([1, 2, 3]))]',
    '[...new (mixed(mixed(Set)))(giving([1, 2, 3]))]',
    '[...Reflect.construct(Adding, [giving([1, 2, 3])])]',
    '[...Reflect.construct(Set, [giving([1, 2, 3])], Adding)]',
    '[...Reflect.construct(Map, [giving([[1, 2], [3, 4]])], Setting)]',
    '(weak.length = 0, new Weak(giving([[{}, 1], [{}, 2]])), [...weak])',
    '(weak.length = 0, new WeakAdding(giving([{ a: 1 }, { a: 2 }])), [...weak])',
    '[...new Copy(w.pairs)]',
    '[...new Setting(w.pairs)]',
  ].map(text => `{ const found = ${text}; return [found, goal.list]; }`),
  '{ const list = giving([1, 2, 3]); goal.grows = true; return [[...new Adding(list)], list]; }',
  '{ const list = [1]; list[0] = new Pair(list); list.push([3, 4]); return [...new Map(list)]; }',
  '{ const list = new Set(); list.add(new Pair(list)).add([3, 4]); return [...new Map(list)]; }',
  `{ const { add } = Set.prototype;
     try { Set.prototype.add = function (value) { shareIt(value); return add.call(this, value); }; return [...new Set(giving([1, 2, 3]))]; }
     finally { Set.prototype.add = add; } }`,
  // What becomes shared may change afterwards.
  '{ const list = [1, 2, 3]; list.slice(sharing(list)); list.push(4); w.last.push(5); list.length = 4; return [list, w.last.length]; }',
  '{ const other = [1, 2]; const list = [3]; list.slice(sharing(other)); other.push(9); return [other, list]; }',
];

test('functions of the language go on over objects that are shared while they work', () => {
  const program = `${HEAD}
    const cases = [${CASES.map(text => `() => ${text}`).join(',\n')}];
    w.on('e', () => { cases.forEach((one, i) => { let text; try { text = shown(one()); } catch (e) { text = 'threw ' + e; } w.seen.push(i + ' ' + text); }); });
    w.on('m', () => { cases.forEach((one, i) => { let text; try { text = shown(one()); } catch (e) { text = 'threw ' + e; } w.seen.push(i + ' ' + text); }); }, { realm: 'main' });
    finish(() => { w.emit('e'); }).ondone(() => finish(() => { w.emit('m'); }).ondone(() => { for (const line of w.seen) console.log(line); }));
  `;
  const plain = runProgram(program, { environment: { QUOLL_SEQUENTIAL: '1' } });
  assert.equal(plain.errors, '');
  assert.equal(plain.lines.length, 2 * CASES.length);
  assert.deepEqual(
    plain.lines.filter(line => line.includes('threw')),
    [],
  );
  assert.deepEqual(linesOf(program), plain.lines);
});

test('a Map or Set that is shared while a function of the language works on it is refused', () => {
  const program = `${HEAD}
    w.on('e', () => {
      const map = new Map();
      map.set(new Text(map, 'a'), 1).set('b', 2);
      try { Object.fromEntries(map); } catch (e) { w.seen.push(String(e)); }
      const set = new Set([1, 2, 3]);
      const other = { size: 3, has: x => { share(set); return true; }, keys: () => [1, 2, 3].values() };
      try { set.isSubsetOf ? set.isSubsetOf(other) : w.seen.push('TypeError: a Set'); } catch (e) { w.seen.push(String(e)); }
    });
    finish(() => { w.emit('e'); }).ondone(() => { for (const line of w.seen) console.log(line); });
  `;
  const [ofMap, ofSet] = linesOf(program);
  assert.equal(
    ofMap,
    'TypeError: a Map became shared while fromEntries worked on it, so that it found only a part: share the Map before',
  );
  assert.match(ofSet!, /^TypeError: a Set/);
});
