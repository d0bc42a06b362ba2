/** What `console` and `util` print of shared objects: the same as of ordinary ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const PLACES = {
  plain: 'print()',
  handler: 'spawn(print)',
  pinned: "o.on('e', () => { print(); }, { realm: 'main' }).emit('e')",
};

/** Runs `print`, a function that uses the objects `w`, at each of the places. */
function outputs(objects: string, print: string): Map<string, readonly string[]> {
  return new Map(
    Object.entries(PLACES).map(([place, text]) => {
      const { lines, errors } = runProgram(
        `import util from 'node:util'; const o = {}; ${objects} const print = () => { ${print} }; ${text};`,
        { plain: place === 'plain', workers: 2 },
      );
      assert.equal(errors, '', place);
      return [place, lines];
    }),
  );
}

function assertEqualOutputs(objects: string, print: string): void {
  const lines = outputs(objects, print);
  for (const place of ['handler', 'pinned']) assert.deepEqual(lines.get(place), lines.get('plain'), place);
}

const CYCLES = `
class Own { constructor(a) { this.a = a; } [util.inspect.custom](depth, options, inspect) { return 'Own ' + inspect(this.a, options); } }
class Tree { constructor(p) { this.parent = p; this.children = []; p?.children.push(this); } }
const w = { o: { a: 1 }, list: [1, , 2], m: new Map(), s: new Set(), tree: new Tree(), e: new Error('x'), box: {}, deep: { a: { b: { c: { d: 1 } } } } };
w.o.self = w.o; w.list.push(w.list); w.m.set('me', w.m).set(w.o, [w.o]); w.s.add(w.s); w.own = new Own(w.o); w.e.cause = { e: w.e };
for (const at of [w.tree, w.tree, w.tree.children[0]]) new Tree(at);
w.box.f = Object.freeze([w.box]); w.twice = [w.deep, w.deep]; w.big = Array.from({ length: 300 }, (_, i) => ({ i })); w.big[0].all = w.big;
`;

test('objects that hold themselves', () => {
  assertEqualOutputs(
    CYCLES,
    `const line = (...x) => console.log(util.format(...x).replace(/ +at .*\\n/g, ''));
     for (const [name, x] of Object.entries(w)) {
       line(name, x);
       for (const depth of [0, 1, null]) line(util.inspect(x, { depth }));
       line(util.inspect({ p: [x] }, { depth: Infinity, compact: false, maxArrayLength: 3 }));
     }
     line(w);`,
  );
});

test('each place of a format, and objects that are not asked to describe themselves', () => {
  assertEqualOutputs(
    `class T { a = 1; toString() { return 'T!' + this.a; } toJSON() { return { t: this.a }; } valueOf() { return 42; } get g() { return 1; } }
     const w = { t: new T(), l: [1, { x: 2 }], o: { a: { b: 1 } }, d: new Date(5), m: new Map([[1, { a: 2 }]]), n: { toString() { return 'own'; } }, c: {} };
     w.c.c = w.c;`,
    `for (const [name, x] of Object.entries(w))
       for (const place of ['%s', '%d', '%i', '%f', '%j', name === 't' ? '' : '%o', '%O', '%c|']) {
         console.log(name + place, x, { x });
         console.log(util.format(place + ' %s', { x }, x));
       }
     console.dir(w, { depth: 0 });
     console.log(util.inspect(w.t, { showHidden: true }), util.inspect([w], { showHidden: true, depth: 0 }));
     console.log(util.inspect([w.o, w.t, w.c], { customInspect: false }), util.inspect({ x: w.m }, { customInspect: false, depth: null }));`,
  );
});
