/** `quoll --trace`: what Chrome's trace event format asks for, and each run of a handler once. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Trace } from '../../src/stats/trace.js';

const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quoll-trace-'));
after(() => rmSync(folder, { recursive: true }));

interface Event {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  cat?: string;
  ts?: number;
  dur?: number;
  args: { outcome?: string; cause?: string; name?: string };
}

/** The trace of a program, and its output. */
function traceOf(text: string): { stdout: string; traceEvents: Event[] } {
  const program = join(folder, 'app.mjs');
  const trace = join(folder, 'trace.json');
  writeFileSync(program, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, '--workers', '2', '--trace', trace, program],
    { encoding: 'utf8', env: { ...process.env, QUOLL_CACHE: folder }, timeout: 600_000 },
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return { stdout, ...(JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: Event[] }) };
}

function committedOf(handler: string, events: readonly Event[]): number {
  return events.filter(({ name, args }) => name === handler && args.outcome === 'committed').length;
}

test('a trace has each committed run, its commit, and the cause of each aborted attempt', () => {
  const { stdout, traceEvents } = traceOf(`const o = { total: 0 };
o.on('add', n => { for (let i = 0; i < 2000; i++) o.total += n; });
for (let i = 0; i < 600; i++) o.emit('add', 1);
o.waitall('add', () => console.log(o.total));
`);
  assert.equal(stdout, '1200000\n');
  for (const event of traceEvents) {
    assert.ok(event.ph === 'M' || event.ph === 'X', JSON.stringify(event));
    if (event.ph === 'M') continue;
    assert.ok(Number.isInteger(event.ts) && event.ts! >= 0, JSON.stringify(event));
    assert.ok(Number.isInteger(event.dur) && event.dur! >= 0, JSON.stringify(event));
  }
  const named = traceEvents.filter(({ name, ph }) => ph === 'M' && name === 'thread_name');
  assert.equal(named.find(({ tid }) => tid === 1)?.args.name, 'main realm');
  const ofHandler = traceEvents.filter(({ name }) => name === "the handler of 'add'");
  const committed = ofHandler.filter(({ args }) => args.outcome === 'committed');
  assert.equal(committed.length, 600);
  for (const { args } of ofHandler.filter(each => each.args.outcome === 'aborted'))
    assert.equal(args.cause, 'this.total');
  assert.ok(traceEvents.some(({ cat }) => cat === 'commit'));
});

test('a trace that cannot be written ends the program before it starts, and programs that it starts write none', () => {
  const program = join(folder, 'parent.mjs');
  const trace = join(folder, 'parent.json');
  writeFileSync(
    program,
    "const o = { n: 0 }; o.on('e', () => { o.n++; }); o.emit('e'); console.log(process.env.QUOLL_TRACE);",
  );
  const run = (file: string) =>
    spawnSync(process.execPath, [command, '--trace', file, program], {
      encoding: 'utf8',
      env: { ...process.env, QUOLL_CACHE: folder },
      timeout: 600_000,
    });
  assert.equal(run(trace).stdout, 'undefined\n');
  const { status, stdout, stderr } = run(join(folder, 'none', 'trace.json'));
  assert.match(stderr, /^quoll: --trace .*none.trace\.json: ENOENT.*\n$/);
  assert.equal(stdout, '');
  assert.equal(status, 2);
});

test('a trace that is too long says how many slices it lacks', () => {
  const trace = new Trace(3);
  const slice = { name: 'x', from: 0, to: 1, outcome: 'committed', request: 0 } as const;
  trace.add(2, [slice, slice, slice, slice, slice]);
  assert.match(trace.text(), /"2 later slices left out"/);
  assert.equal(trace.runs, 5);
});

test('what the main realm runs does not overlap: turns, parts of async handlers, and what settles futures', () => {
  const { stdout, traceEvents } = traceOf(`const o = { n: 0 };
const pause = () => new Promise(resolve => setImmediate(resolve));
o.on('step', async () => { o.n++; await pause(); o.n++; await pause(); o.n++; });
finish(() => { for (let i = 0; i < 20; i++) o.emit('step'); }).ondone(() => console.log(o.n));
`);
  assert.equal(stdout, '60\n');
  const inMain = traceEvents.filter(({ tid, ph, cat }) => tid === 1 && ph === 'X' && cat !== 'commit');
  assert.ok(inMain.length >= 60, String(inMain.length));
  inMain.sort((a, b) => a.ts! - b.ts!);
  inMain.forEach((event, i) => {
    const before = inMain[i - 1];
    // Times are rounded to microseconds.
    if (before) assert.ok(event.ts! + 1 >= before.ts! + before.dur!, JSON.stringify([before, event]));
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`a server that ${signal} ends has its trace and table`, async () => {
    const program = join(folder, 'server.mjs');
    const trace = join(folder, `${signal}.json`);
    writeFileSync(
      program,
      `const o = { n: 0 };
setInterval(() => {}, 1000);
o.on('add', () => { o.n++; }).waitall('add', () => console.log(o.n));
for (let i = 0; i < 10; i++) o.emit('add');`,
    );
    const server = spawn(
      process.execPath,
      [command, '--workers', '2', '--stats', '--trace', trace, program],
      {
        env: { ...process.env, QUOLL_CACHE: folder },
        timeout: 600_000,
      },
    );
    let table = '';
    server.stderr.setEncoding('utf8').on('data', (more: string) => (table += more));
    const closed = once(server, 'close');
    await once(server.stdout, 'data');
    server.kill(signal);
    assert.deepEqual(await closed, [null, signal]);
    assert.match(table, / 10 .* the handler of 'add'/);
    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: Event[] };
    assert.equal(committedOf("the handler of 'add'", traceEvents), 10);
  });

test('a program that handles a signal itself goes on', async () => {
  const program = join(folder, 'own.mjs');
  const trace = join(folder, 'own.json');
  writeFileSync(
    program,
    `const o = {};
o.on('e', () => console.log('ready')).emit('e');
const timer = setInterval(() => {}, 1000);
process.on('SIGTERM', () => { console.log('goes on'); o.emit('e'); clearInterval(timer); });`,
  );
  const own = spawn(process.execPath, [command, '--workers', '2', '--trace', trace, program], {
    env: { ...process.env, QUOLL_CACHE: folder },
    timeout: 600_000,
  });
  let output = '';
  own.stdout.setEncoding('utf8').on('data', (more: string) => (output += more));
  const closed = once(own, 'close');
  await once(own.stdout, 'data');
  own.kill('SIGTERM');
  assert.deepEqual(await closed, [0, null]);
  assert.equal(output, 'ready\ngoes on\nready\n');
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: Event[] };
  assert.equal(committedOf("the handler of 'e'", traceEvents), 2);
});
