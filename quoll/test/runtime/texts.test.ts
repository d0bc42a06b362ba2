/** Functions have the text of the source, however they are read: `String(f)`, templates, messages of the engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const PROGRAM = `
const key = 'computed';
const o = { n: 1 };
const outer = (list, { x } = o) => list.map(y => y + x + o.n);
class Base { constructor(a) { this.a = a; } }
class Point extends Base {
  #x = 1; static made = 0;
  constructor(x, y = x) { super(x); this.#x = x + y; Point.made++; }
  get x() { return this.#x; } set x(v) { this.#x = v; }
  static /* of two */ of(...xs) { return new this(...xs); }
  static async *each() { yield o.n++; }
  [key + 1](a) { return a[o.n]; }
  'two words'() { return 2; }
  field = n => n * this.#x;
}
const api = {
  plain(a) { return a.b.c; }, async later() { await o; }, *all() { yield* o.list; },
  old: function () { return arguments.length; }, [key]: async x => { await x; }, fn: () => 1,
};
function declared(a, b = () => a) {
  // A comment stays.
  try { return b().c++; } catch { return o.d ??= a; }
}
const functions = () => {
  const accessor = { get now() { return o.n; } };
  const { get } = Object.getOwnPropertyDescriptor(Point.prototype, 'x');
  return [outer, Point, get, Point.of, Point.each, Point.prototype.computed1, Point.prototype['two words'], new Point(1).field,
    api.plain, api.later, api.all, Object.getOwnPropertyDescriptor(accessor, 'now').get, api.old, api.computed, api.fn, declared, Base,
    Map.prototype.get, Math.max, declared.bind(null), Function.prototype.toString, Object.keys, async function* named() { await 1; }];
};
const message = f => { try { return String(f()); } catch (e) { return [e.name, e.message, e instanceof DOMException, e.stack.split('\\n')[0]].join(); } };
const texts = () => [
  ...functions().map(String), \`\${api.fn}\`, declared + '', api.plain.toString(), JSON.stringify({ f: String(api.fn) }),
  /\\(([^)]*)\\)/.exec(declared)[1], String([api.fn]), message(() => structuredClone(() => 1)), message(() => structuredClone({ f: [api.plain] })),
  message(() => Reflect.construct(() => o.n, [])), message(() => Function.prototype.toString.call({})), message(() => class extends api.fn {}),
];
const print = list => list.forEach(text => console.log(JSON.stringify(text)));
`;
const PLACES = {
  plain: 'print(texts());',
  handler: 'spawn(texts).get(print);',
  main: "o.on('e', () => print(texts()), { realm: 'main' }).emit('e');",
  module: "o.on('e', () => 1).emit('e'); print(texts());",
};

function linesIn(place: keyof typeof PLACES, sequential: string): string[] {
  const { lines, errors } = runProgram(PROGRAM + PLACES[place], {
    plain: place === 'plain',
    environment: { QUOLL_SEQUENTIAL: sequential },
    workers: 1,
  });
  assert.equal(errors, '', place);
  return lines;
}

test('functions have the texts of the source', () => {
  const plain = linesIn('plain', '0');
  assert.ok(plain.length > 30);
  for (const place of ['handler', 'main', 'module'] as const)
    for (const sequential of ['0', '1']) assert.deepEqual(linesIn(place, sequential), plain, place);
});
