/** Long handlers and full heaps: the other handlers continue, or the program reports the reason. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorsUntil, runProgram } from './programs.js';

/** `long` never ends; the other handlers use many times the memory at which a collection is due. */
const others = (loop: string, rounds: number) => `
  const w = { rounds: 0, junk: null, stop: false };
  w.on('long', () => { ${loop} });
  w.on('alloc', i => { w.junk = [i, 'x'.repeat(1_000_000) + i]; });
  w.emit('long');
  const next = () => {
    if (w.rounds++ === ${rounds}) { console.log(w.rounds); process.exit(); }
    w.emit('alloc', w.rounds);
    w.waitall('alloc', next, { realm: 'main' });
  };
  next();
`;

describe('a handler that never ends', () => {
  test('does not stall others while there is memory', () => {
    const text = others('for (;;);', 90);
    const { lines, status } = runProgram(text, { heap: 512 });
    assert.deepEqual(lines, ['91']);
    assert.equal(status, 0);
  });

  test('yields, and runs again, if it reads shared objects and there is no memory left', () => {
    const text = others('while (!w.stop);', 20);
    const { lines, status } = runProgram(text, { heap: 16 });
    assert.deepEqual(lines, ['21']);
    assert.equal(status, 0);
  });
});

test('--stats prints how long collections took', () => {
  const text = others('', 80);
  const { lines, errors } = runProgram(text, { heap: 64, environment: { QUOLL_STATS: '1' } });
  assert.deepEqual(lines, ['81']);
  assert.match(errors, /\d+ collections of garbage, pauses of \d+ ms in all, the longest \d+ ms/);
});

test('a heap that is full of objects that the program holds ends the program, which reports all that fills it', () => {
  const { errors, status } = runProgram(
    `
    const w = { all: [] };
    w.on('fill', a => { w.all.push({ a, text: 'x'.repeat(100_000) + a }); });
    for (let a = 0; a < 200; a++) w.emit('fill', a);
    `,
    { heap: 8, workers: 3, environment: { QUOLL_STATS: '1' } },
  );
  const mebibytes = (what: string) => Number(new RegExp(`([\\d.]+)${what}`).exec(errors)?.[1]);
  const parts = [' MiB in \\d+ objects { a, text }', ' MiB of the run time', ' MiB free between objects'].map(
    mebibytes,
  );
  const sum = parts.reduce((a, b) => a + b);
  const inUse = mebibytes(' of 6 MiB are in use: ');
  assert.ok(parts[0]! > inUse / 2 && Math.abs(sum - inUse) < 1, errors);
  assert.equal(status, 70);
  // Workers that wait for memory have reported, too.
  const runs = Number(/--stats: (\d+) runs/.exec(errors)?.[1]);
  const held = Number(/in (\d+) objects { a, text }/.exec(errors)?.[1]);
  assert.ok(runs >= held && held > 0, errors);
});

test('a handler that never ends is named under --watchdog, with what each worker does', async () => {
  const errors = await errorsUntil(
    /tasks that have not ended 1, serial token 0 of 0 tickets/,
    `
    const w = { n: 0 };
    w.on('endless', () => { for (;;); });
    w.on('ok', () => { w.n++; });
    w.emit('endless');
    `,
    { workers: 2, environment: { QUOLL_WATCHDOG: '1' } },
  );
  assert.match(errors, /a worker has had a task for 1 s: worker \d runs the handler of 'endless'/);
});

for (const [what, program, expected] of [
  ['a handler of', "w.on('s', () => { for (;;) w.n; }, { realm: 'main' }).emit('s');", "the handler of 's'"],
  ['a turn of', "w.on('s', () => {}); for (;;) w.n;", 'a turn'],
] as const)
  test(`${what} the main thread that never ends is reported under --watchdog`, async () => {
    const report = `the main thread has not ended ${expected} for 1 s`;
    const text = `const w = { n: 0 }; ${program}`;
    const errors = await errorsUntil(RegExp(report), text, { environment: { QUOLL_WATCHDOG: '1' } });
    assert.equal(errors, `quoll --watchdog: ${report}\n`);
  });
