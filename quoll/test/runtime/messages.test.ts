/** The engine's messages about rewritten code equal those about the source, except for the names of expressions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORLD } from './expressions.js';
import { runProgram } from './programs.js';

/** Statements that throw, over a shared object `w`. */
const CASES = [
  ...['const [a] = w.n', 'for (const x of w.o) ;', '[...w.o]', 'f(...w.n)', 'new Map(w.n)', 'new Set(w.n)'],
  ...['w.list.map(5)', 'w.list.forEach(undefined)', 'w.list.map(w.twice.name)', "w.list.filter('x')"],
  ...['w.list.reduce(null)', 'w.list.sort(3)', 'w.list.find(5)', 'w.map.forEach(7)', 'w.set.forEach()'],
  ...['w.o.nope()', 'w.o.nope.deeper', 'w.o.nope.deeper()', 'w.list[9]()', 'w.list[0]()', 'w.none[w.k]'],
  ...['w.missing[w.k] = 1', 'w.missing[w.k]++', 'w.missing.x++', 'delete w.missing.x', "'x' in w.n"],
  ...['const { q } = w.none', 'const { q, ...r } = w.none', '(({ x }) => x)(w.none)', '(([x]) => x)(w.o)'],
  ...['w.map.nope(1)', 'w.text.nope()', 'w.date.nope()', 'w.error.nope()', 'new w.o()', 'new w.list.push()'],
  ...['w.o?.nope()', 'w.o.b?.(1)', 'new (w.o.nope)()', 'new w.missing.X()'],
  ...['w.fixed.a = 2', 'Object.freeze(p.point).x = 2', 'w.map.get.call(p.o, 1)', 'w.nope`x`', 'w.n()'],
  ...['Object.fromEntries(w.n)', 'Array.prototype.map.call(w.list, 5)', 'for (const [x] of w.list) ;'],
  ...['(() => { throw new TypeError("$1 of $quoll-users is not [object Object]"); })()'],
];

const program = (run: string) => `${WORLD}
const f = () => 1;
const cases = [
${CASES.map(text => `  (w, p) => { ${text}; },`).join('\n')}
];
const worlds = shared(cases.map(() => makeWorld()));
const out = shared(cases.map(() => 'nothing'));
const message = (f, w) => {
  try { f(w, makeWorld()); return 'nothing'; } catch (e) { return e.message + ' ' + e.stack.startsWith(e.name + ': ' + e.message); }
};
const print = lines => { for (let i = 0; i < lines.length; i++) console.log(lines[i]); };
${run}`;

const EVENTS = (placement: string) =>
  `const o = {};
o.on('e', i => { out[i] = message(cases[i], worlds[i]); }${placement});
finish(() => { for (let i = 0; i < cases.length; i++) o.emit('e', i); }).ondone(() => print(out));`;

/** A message without the text of the expression that it is about. */
function anonymous(message: string): string {
  return message
    .replaceAll('(intermediate value)', '…')
    .replace(/^[^ ]*?(?=(\??\.\w+|\[\d+\])? is not )/, '…')
    .replace(/^….*(?= is not iterable| is not a constructor)/, '…')
    .replace(/of '[^']*' as|of 'object null' as/, "of '…' as");
}

test('messages of the engine do not name what rewriting has added', () => {
  const plain = runProgram(
    program(
      `for (let i = 0; i < cases.length; i++) out[i] = message(cases[i], worlds[i]);\nprint(out);`,
    ).replace('const cases', 'const shared = x => x;\nconst cases'),
    { plain: true },
  ).lines;
  assert.equal(plain.length, CASES.length);
  const places = {
    handler: [EVENTS(''), '0'],
    main: [EVENTS(", { realm: 'main' }"), '0'],
    one: [EVENTS(''), '1'],
  };
  for (const [place, [text, sequential]] of Object.entries(places)) {
    const { lines } = runProgram(program(text!), { environment: { QUOLL_SEQUENTIAL: sequential! } });
    assert.equal(lines.length, CASES.length, place);
    CASES.forEach((text, i) => {
      assert.notEqual(lines[i], 'nothing', text);
      assert.equal(anonymous(lines[i]!), anonymous(plain[i]!), `${text}, in ${place}`);
    });
  }
});

test('nor do those that leave the program, a function or a handler', () => {
  const { lines, errors } = runProgram(`
const w = { o: {} };
w.on('e', () => { w.o.nope(); }).emit('e');
spawn(() => w.o.nope()).get(() => 1, e => console.log(e.message));
const later = async () => { await null; w.o.nope(); };
later().catch(e => console.log(e.message));
`);
  for (const line of lines) assert.match(line, /^(w\.o|\(intermediate value\))\.nope is not a function$/);
  assert.equal(lines.length, 2);
  assert.doesNotMatch(errors, /\$quoll|\$\d/);
  assert.match(
    errors,
    /the handler of 'e' failed: TypeError: \(intermediate value\)\.nope is not a function/,
  );
  const uncaught = runProgram('const w = { o: {} }; w.on("e", () => 1); w.o.nope();').errors;
  assert.match(uncaught, /^TypeError: \(intermediate value\)\.nope is not a function/m);
});
