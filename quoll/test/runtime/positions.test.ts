/** Stack traces show lines and columns of the source, in every realm: the same as without rewriting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IDIOMS } from './differential.js';
import { WORLD } from './expressions.js';
import { runProgram } from './programs.js';
import { turnOf } from './sharing.js';

/** Each case throws somewhere; a program prints the positions of its frames. */
const PROGRAM = `const w = { list: [1, 2], o: { f() { throw new Error('x'); } }, none: null, seen: [] }, o = {};
const boom = x => { throw new Error('boom'); };
const cases = [
  () => boom(w.list),
  () => w.o
    .f(w.list,
      boom(w)),
  () => w.none.x,
  () => w.none[w.list[0]],
  () => w.list.map(x => boom(x)),
  () => {
    const { a: { ...r } } = w.none;
    return r;
  },
  () => [1, 2].forEach(
    x => {
      w.list[x] = boom(x); }),
  () => { for (const k in w) if (k === 'none') w[k].y.z; },
  () => new (class Q { constructor() { this.x = undefined_name; } })(),
  () => { w.list[0]++; w.missing.x++; },
  () => \`\${boom(1)}\`,
  () => w.o?.f?.(1),
  () => JSON.parse('{'),
  () => { w.none(); },
  () => { let i = 0; i++; (function named() { null.x; })(); },
  () => { const f = boom; f.call(null, w.o); },
  () => { try { boom(1); } catch (e) { boom(2); } },
  () => { switch (w.list.length) { case 2: w.list[w.list.length - 1].x.y; } },
];
const at = f => {
  try { f(); return 'nothing'; } catch (e) { return [...e.stack.matchAll(/app\\.mjs:(\\d+:\\d+)/g)].map(m => m[1]).filter(p => parseInt(p) < 29).join(' '); }
};
const run = () => console.log(cases.map((f, i) => i + ': ' + at(f)).join('\\n'));
`;

test('the stack of an exception is that of the source, in a worker, in the main realm, and on one thread', () => {
  const plain = runProgram(`${PROGRAM}run();`, { plain: true }).lines;
  assert.ok(plain.length > 15 && plain.every(line => /^\d+: \d+:\d+/.test(line)), plain.join('\n'));
  const handler = `${PROGRAM}o.on('e', () => run()); o.emit('e');`;
  assert.deepEqual(runProgram(handler).lines, plain);
  assert.deepEqual(runProgram(handler, { environment: { QUOLL_SEQUENTIAL: '1' } }).lines, plain);
  const pinned = `${PROGRAM}o.on('e', () => run(), { realm: 'main' }); o.emit('e');`;
  assert.deepEqual(runProgram(pinned).lines, plain);
});

test('the frames of a stack are those of plain Node, in the main realm, in a worker and on one thread', () => {
  const text = (start: string, run: string) => `
    class K {
      constructor() { this.stack = new Error('c').stack; }
      m() { return new Error('m').stack; }
      static s() { return new Error('s').stack; }
      get g() { return new Error('g').stack; }
    }
    const o = { f() { return new Error('f').stack; } };
    o.alias = o.f;
    const show = () => [
      new Error('x').stack, new K().m(), K.s(), new K().g, new K().stack, o.alias(), [1].map(() => new Error('cb').stack)[0],
      (function () { return new Error('none').stack; })(), ofNode(),
    ].map(stack => stack.split('\\n').slice(0, 2).join().replace(/\\/[^)]*\\//g, ''));
    const ofNode = () => { try { Buffer.from(5); } catch (error) { return error.stack.split('\\n', 1)[0]; } };
    const w = {};
    ${start}
    ${run} console.log(show().join('\\n'));`;
  const plain = runProgram(
    text('console.log(new Error().stack.split("\\n")[1].replace(/\\/.*\\//, ""));', ''),
    { plain: true },
  ).lines;
  assert.equal(plain[0], '    at file:app.mjs:16:17');
  const top = text(
    'console.log(new Error().stack.split("\\n")[1].replace(/\\/.*\\//, ""));',
    "w.on('e', () => {}); w.emit('e');",
  );
  const handler = text(
    'console.log(new Error().stack.split("\\n")[1].replace(/\\/.*\\//, ""));',
    "w.on('e', () => { console.log(show().join('\\n')); }); w.emit('e'); //",
  );
  assert.deepEqual(runProgram(top).lines, plain);
  assert.deepEqual(runProgram(handler, { workers: 1 }).lines, plain);
  assert.deepEqual(runProgram(handler, { environment: { QUOLL_SEQUENTIAL: '1' } }).lines, plain);
});

test('an exception of a call of the API has the position of the call', () => {
  const { lines } = runProgram(
    `const o = {},
  bad = { cache: new WeakMap() };
const where = f => { try { f(); } catch (e) { console.log(e.stack.match(/app\\.mjs:(\\d+:\\d+)/)[1]); } };
where(() => o.emit('e', bad));
where(() =>
  o
    .emit('f', 1)
    .emit('e', [bad]));
where(() => bad.on('e', () => {}));
where(() => { if (o) spawn(() => 1, bad); });
const { proxy, revoke } = Proxy.revocable({}, {}); revoke();
const ours = f => { try { f(); console.log('no error'); } catch (e) { console.log(e.message.split(':', 1) + e.stack.split('\\n').filter(line => /^ +at /.test(line) && !/app\\.mjs|node:/.test(line)).join()); } };
o.on('x', () => {}); await null;
const early = o => ours(() => { o.f = () => late; });
for (const f of [() => spawn(5), () => o.on('e', 5), () => o.on('e', () => 1, { realm: 'x' }), () => mapReduce(5, x => x, x => x), () => finish(() => 1).ondone(5), () => { o.rp = proxy; }]) ours(f);
early(o);
let late = 1;`,
  );
  assert.deepEqual(lines, [
    ...['4:15', '8:6', '9:17', '10:22'],
    ...['spawn needs a function, not 5', 'a handler must be a function, not 5'],
    ...["the realm of a handler must be 'main' or 'any', not x", 'elements is not iterable'],
    ...['ondone needs a callback, not 5', 'this object cannot be shared'],
    'the function (anonymous) cannot be shared',
  ]);
});

/** The idioms with a call that throws in place of a variable, in every other place where one is read. */
function throwing(): string[] {
  // Exceptions in these come from no call of the program.
  const isCalled = (text: string) => !/addEventListener|async/.test(text);
  return turnOf(IDIOMS.filter(isCalled)).flatMap((text, i) => {
    const places = [...text.matchAll(/(?<![\w.$'"`#])w(?=\.(?!\w+ = |\w+\+\+))/g)].map(match => match.index);
    return places
      .filter((_, k) => k % 2 === i % 2)
      .slice(0, 2)
      .map(at => `${text.slice(0, at)}boom(w)${text.slice(at + 1)}`);
  });
}

test('an exception in any idiom has the position of the throw, and its caller that of the call', t => {
  const programs = throwing();
  const text = (start: string) => `${WORLD}const boom = () => { throw new Error('boom'); };
const cases = [
${programs.map(body => `  (w, p) => ${body},`).join('\n')}
];
const at = f => {
  try { f(makeWorld(), makeWorld()); return ''; } catch (e) {
    return e?.message === 'boom' ? [...e.stack.matchAll(/app\\.mjs:(\\d+:\\d+)/g)].map(m => m[1]).slice(0, 2).join(' ') : '';
  }
};
const run = () => { for (let i = 0; i < cases.length; i++) console.log(i + ': ' + at(cases[i])); };
${start}`;
  const plain = runProgram(text('run();'), { plain: true }).lines;
  const handler = text("const o = {}; o.on('e', () => run()); o.emit('e');");
  const count = plain.filter(line => line.length > 6).length;
  t.diagnostic(`${count} positions`);
  assert.ok(count > programs.length / 2);
  const found = runProgram(handler, { workers: 1 });
  assert.deepEqual(found.lines, plain, found.errors);
  assert.deepEqual(runProgram(handler, { environment: { QUOLL_SEQUENTIAL: '1' } }).lines, plain);
});
