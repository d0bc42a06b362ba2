/** What `console`, `util`, `assert`, `JSON` and `structuredClone` make of shared objects: the same as of ordinary ones. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspectingProgram } from './inspecting.js';
import { linesTogether, TOGETHER } from './together.js';

const seed = Number(process.env['QUOLL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = 150;

/** What the places print before `print` runs there. */
const PLACES = ['in a handler', 'in the main realm'];

/**
 * The objects whose hidden properties differ: one thread lists methods of shared classes as accessors, and later versions of Node have an accessor
 * for the stack of an error.
 */
function unlike(sequential: boolean): RegExp {
  const stack = Object.getOwnPropertyDescriptor(new Error(), 'stack');
  return new RegExp([sequential ? 'Custom|Texted' : '^$', stack?.get ? 'Error' : '^$'].join('|'));
}

/** Two lines from shortly before they differ. */
function differing(found: string, expected: string): string {
  let at = 0;
  while (found[at] === expected[at]) at++;
  return [found, expected]
    .map(line => line.slice(Math.max(0, at - 100), at + 300))
    .join('\n    instead of\n');
}

/** Runs `print`, a function that uses the objects `w`, in plain Node, and in handlers; returns what it prints at each place. */
async function outputs(objects: string, print: string, sequential = false) {
  const text = `import util from 'node:util'; const o = {}; ${objects} const print = () => { ${print} };`;
  const [handler, main] = PLACES;
  const environment = sequential ? { QUOLL_SEQUENTIAL: '1' } : {};
  const [plain, quoll] = await Promise.all([
    linesTogether(`${text} print();`, { plain: true }),
    linesTogether(
      `${text} o.on('e', () => { console.log('${handler}'); print(); }).on('p', () => { console.log('${main}'); print(); }, { realm: 'main' });
       finish(() => o.emit('e')).ondone(() => o.emit('p'));`,
      { workers: 2, environment },
    ),
  ]);
  const second = quoll.indexOf(main!);
  return { plain, handler: quoll.slice(1, second), main: quoll.slice(second + 1) };
}

async function assertEqualOutputs(objects: string, print: string): Promise<void> {
  const { plain, handler, main } = await outputs(objects, print);
  assert.deepEqual(handler, plain, 'handler');
  assert.deepEqual(main, plain, 'main');
}

const CYCLES = `
class Own { constructor(a) { this.a = a; } [util.inspect.custom](depth, options, inspect) { return 'Own ' + inspect(this.a, options); } }
class Tree { constructor(p) { this.parent = p; this.children = []; p?.children.push(this); } }
const w = { o: { a: 1 }, list: [1, , 2], m: new Map(), s: new Set(), tree: new Tree(), e: new Error('x'), box: {}, deep: { a: { b: { c: { d: 1 } } } } };
w.o.self = w.o; w.list.push(w.list); w.m.set('me', w.m).set(w.o, [w.o]); w.s.add(w.s); w.own = new Own(w.o); w.e.cause = { e: w.e };
for (const at of [w.tree, w.tree, w.tree.children[0]]) new Tree(at);
w.box.f = Object.freeze([w.box]); w.twice = [w.deep, w.deep]; w.big = Array.from({ length: 300 }, (_, i) => ({ i })); w.big[0].all = w.big;
`;

describe('printing', TOGETHER, () => {
  test('objects that hold themselves', async () => {
    await assertEqualOutputs(
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

  test('each place of a format, and objects that are not asked to describe themselves', async () => {
    await assertEqualOutputs(
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

  test('what Node clones for a message or a file, and what it refuses to clone', async () => {
    await assertEqualOutputs(
      `import v8 from 'node:v8'; import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
     const w = { o: { a: 1, b: { c: 's' } }, list: [1, { a: 2 }], m: new Map([['k', [1]]]), s: new Set([1]), d: new Date(5), k: new (class K { y = [1]; })() };`,
      `const post = x => { const { port1, port2 } = new MessageChannel(); port1.postMessage(x); const { message } = receiveMessageOnPort(port2); port1.close(); return message; };
     const ways = [structuredClone, x => v8.deserialize(v8.serialize(x)), post], shown = f => { try { return util.inspect(f(), { depth: 5 }); } catch (e) { return e.message; } };
     const values = [w.o, w.list, w.m, w.s, w.d, w.k, [w.o, w.o], { x: w }, Object.assign(Promise.resolve(1), { x: w.o }), [Promise.resolve(w.o)], Object.assign(new WeakMap(), { x: w.o }), new Proxy({ x: w.o }, {}), (function () { return arguments; })(w.o),
       w.m.entries(), w.s.values(), w.list.values(), [w.o].values(), (function* () { yield w.o; })(), Object.assign(new String('s'), { x: w.o }), new (class { x = w.o; get [Symbol.toStringTag]() { return 'T'; } })(), Object.defineProperty({ x: w.o }, Symbol.toStringTag, { value: 'T' })];
     values.forEach((x, i) => ways.forEach(way => console.log(i, shown(() => way(x)), shown(() => way([x])))));`,
    );
  });

  for (const sequential of [false, true]) {
    test(`random values and calls${sequential ? ', on one thread' : ''}`, async t => {
      t.diagnostic(`QUOLL_SEED=${seed}`);
      const { objects, print, cases } = inspectingProgram(seed, CASES);
      const { plain, handler, main } = await outputs(objects, print, sequential);
      assert.equal(plain.length, CASES);
      for (const [place, lines] of Object.entries({ handler, main }))
        cases.forEach((text, i) => {
          if (/showHidden|%o/.test(text) && unlike(sequential).test(text)) return;
          if (lines[i] !== plain[i]) assert.fail(`${place}: ${text}\n${differing(lines[i]!, plain[i]!)}`);
        });
    });
  }
});
