/** The output of `--stats` for whole programs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../runtime/programs.js';

/** A package that knows which numbers its thread has had. */
const SEEN = {
  'node_modules/seen/package.json': '{ "type": "module", "exports": "./index.js" }',
  'node_modules/seen/index.js':
    'const seen = new Set(); export const wasSeen = i => { const was = seen.has(i); seen.add(i); return was; };',
};

function statsOf(text: string, workers = 2): string {
  const { errors, status } = runProgram(text, { workers, files: SEEN, environment: { QUOLL_STATS: '1' } });
  assert.equal(status, 0, errors);
  return errors;
}

/**
 * Ten main turns that hold a field; each emits an event at its end, whose handler waits for a quarter of a turn before it touches the field,
 * so that the next main turn is under way by then. A busy machine may stop the main realm meanwhile: until more than one run in so many was
 * attempted again, ten longer turns follow. The counters are eventual, so no attempt is aborted over them. A handler sees that in a package, which no abort takes back.
 */
const CONTENDED = `
  import { sum } from '@hocket/quoll'; import { wasSeen } from 'seen'; const stats = { total: 0, words: {}, list: [] };
  let count = 0;
  const o = { runs: 0, repeated: 0 }; for (const name of ['runs', 'repeated']) o.markEventual(name, sum);
  o.on('e', (i, wait) => {
    const isRepeated = wasSeen(i); for (const end = performance.now() + wait; performance.now() < end;); FIELD
    o.runs++;
    if (isRepeated) o.repeated++;
  });
  const hold = (turn, long) => {
    MAIN
    for (const end = performance.now() + long; performance.now() < end;);
    o.emit('e', turn, long / 4);
    if (turn % 10 > 0) setTimeout(hold, 1, turn + 1, long);
    else o.waitall('e', () => { if (o.repeated * PART <= o.runs && long < 2000) hold(turn + 1, long * 2); }, { realm: 'main' });
  };
  hold(1, 20);
`;

const contended = (field: string, main = field, part = 1000) =>
  CONTENDED.replace('FIELD', field).replace('MAIN', main).replace('PART', String(part));

test('counts runs, failures and reasons to run in the main realm, by handler', () => {
  const text = statsOf(`
    const o = {};
    o.on('fine', () => {});
    o.on('bad', () => { throw new Error('on purpose'); });
    o.on('look', () => { fs.existsSync('/'); });
    for (let i = 0; i < 25; i++) o.emit('fine');
    o.emit('bad').emit('look');
    import fs from 'node:fs';
  `);
  assert.match(text, /^ +25 +0 +0 +0 +0 +0 +the handler of 'fine' \(.*app\.mjs:3\)$/m);
  assert.match(text, /^ +0 +1 +0 +0 +0 +0 +the handler of 'bad' \(.*app\.mjs:4\)$/m);
  assert.match(text, /^ +1 +0 +0 +0 +0 +1 +the handler of 'look' \(.*app\.mjs:5\)$/m);
  assert.match(text, /in the main realm for node:fs\.existsSync/);
});

for (const [what, field, expected] of [
  ['a property', 'stats.total += i;', /aborted over stats\.total \(.*app\.mjs:6\)/],
  ['a captured variable', 'count++;', /aborted over count \(.*app\.mjs:6\)/],
  [
    'a property of an object in an object',
    "stats.words['a'] = i;",
    /aborted over (the names of )?stats\.words(\.a)? /,
  ],
  ['the length of an array', 'stats.list.push(i);', /aborted over stats\.list(\.length|\[\d+\])/],
] as const) {
  test(`names the field that attempts were aborted over: ${what}`, () => {
    assert.match(statsOf(contended(field, field.replace('i;', '1;').replace('(i)', '(1)'))), expected);
  });
}

test('hints at the field to mark eventual', () => {
  const text = statsOf(contended('stats.total++;', undefined, 8));
  assert.match(
    text,
    /hint: the handler of 'e' was aborted \d+ times .* over stats\.total .*stats\.markEventual\('total', sum\)/,
  );
});

test('a program that ends by process.exit is counted, too', () => {
  const text = statsOf(`
    const o = { n: 0 };
    o.on('e', () => { o.n++; });
    for (let i = 0; i < 5; i++) o.emit('e');
    o.waitall('e', () => process.exit(0), { realm: 'main' });
  `);
  assert.match(text, /^ +5 +0 .*the handler of 'e'/m);
});
