import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, runProgram } from './programs.js';

/** Prints the order in which jobs, promises and timers run that a function starts, asynchronous or not. */
const ORDER = `
  const o = {};
  const queued = name => {
    console.log(name, 'begins');
    queueMicrotask(() => {
      console.log(name, 'job');
      queueMicrotask(() => console.log(name, 'inner job'));
    });
    Promise.resolve().then(() => console.log(name, 'callback'));
    queueMicrotask(() => console.log(name, 'second job'));
  };
  const ASYNC = async () => {
    queued('async');
    process.nextTick(() => console.log('tick'));
    setTimeout(() => console.log('timer'), 1);
    await null;
    console.log('resumed');
    queueMicrotask(() => console.log('job of a resumed one'));
    await null;
    console.log('ended');
  };
  const SYNC = () => {
    queued('sync');
    console.log('sync ends');
  };
  const second = run => setTimeout(() => run(SYNC), 100);
`;
const PLAIN = 'setImmediate(ASYNC); second(setImmediate);';
const HANDLERS = `o.on('async', ASYNC); o.emit('async'); second(f => { o.on('sync', f); o.emit('sync'); });`;

const FAILING = [
  ['setTimeout(f, 1)', 'uncaughtException'],
  ['setImmediate(f)', 'uncaughtException'],
  ['queueMicrotask(f)', 'uncaughtException'],
  ['void Promise.resolve().then(f)', 'unhandledRejection'],
  ['setTimeout(async () => f(), 1)', 'unhandledRejection'],
  ['setImmediate(async () => { await null; f(); })', 'unhandledRejection'],
] as const;
const PLACEMENTS = ['', ", { realm: 'main' }"];

let plain: readonly string[] | undefined;

for (const [where, environment] of [
  ['in parallel', {}],
  ['on one thread', { QUOLL_SEQUENTIAL: '1' }],
] as const) {
  test(`jobs, callbacks of promises and timers of handlers run in the order of plain Node ${where}`, () => {
    plain ??= runProgram(ORDER + PLAIN, { plain: true }).lines;
    const { lines, errors } = runProgram(ORDER + HANDLERS, { workers: 1, environment });
    assert.equal(errors, '');
    assert.deepEqual(lines, plain);
  });

  test(`what they throw is undone, and is an exception or rejection of the program ${where}`, () => {
    const text = `const o = { n: 0 };
      for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => console.log(event, error.message));
      process.on('exit', () => console.log(o.n));
      ${FAILING.flatMap(([what], i) =>
        PLACEMENTS.map((placement, k) => {
          const f = `() => { o.n += 100; throw new Error('boom ${i} ${k}'); }`;
          return `o.on('e', () => { o.n++; const f = ${f}; ${what}; }${placement});`;
        }),
      ).join('\n')}
      o.emit('e');`;
    const { lines, errors } = runProgram(text, { workers: 1, environment });
    assert.equal(errors, '');
    const all = FAILING.flatMap(([, event], i) => PLACEMENTS.map((_, k) => `${event} boom ${i} ${k}`));
    assert.deepEqual(lines.sort(), [`${all.length}`, ...all.sort()]);
  });

  test(`an exception of a timer that a handler has started ends the program ${where}`, () => {
    const { errors, status } = runProgram(
      `const o = {}; o.on('e', () => { setTimeout(() => { throw new Error('boom'); }); }); o.emit('e');`,
      { workers: 1, environment },
    );
    assert.match(errors, /^Error: boom\n    at .*app\.mjs:1:/m);
    assert.equal(status, 1);
  });
}

test("a worker's interval that is cleared runs no turn that waits for the worker", () => {
  const text = `
    const w = { ticks: 0, timer: undefined };
    w.on('start', () => {
      w.timer = setInterval(more => {
        for (const end = performance.now() + 20; performance.now() < end;);
        w.ticks += more;
        if (w.ticks === 2) clearInterval(w.timer);
      }, 1, 1);
    });
    w.emit('start');
    process.on('exit', () => console.log(w.ticks));`;
  assert.deepEqual(linesOf(text, 1), ['2']);
});

test('a timer in a handler refuses a number, which is no function of the run time', () => {
  const text = `
    const o = {};
    for (const [label, placement] of [['worker', {}], ['main', { realm: 'main' }]])
      o.on(label, () => {
        for (const f of [0, 1, undefined])
          try { setTimeout(f); } catch (error) { console.log(label, error.message); }
      }, placement);
    finish(() => o.emit('worker')).ondone(() => o.emit('main'));`;
  const messages = ['0', '1', 'undefined'].map(f => `setTimeout needs a function, not ${f}`);
  assert.deepEqual(linesOf(text, 1), [
    ...messages.map(message => `worker ${message}`),
    ...messages.map(message => `main ${message}`),
  ]);
});

test('a promisified timer function that a handler captures is refused with its name', () => {
  const text = `
    import { promisify } from 'node:util';
    const sleep = promisify(setTimeout);
    const o = {};
    try { o.on('e', () => { sleep(1).then(() => { o.n = 1; }); }); } catch (error) { console.log(error.message); }`;
  const [message] = linesOf(text, 1);
  assert.match(
    message!,
    /^the function setTimeout cannot be shared: .* write a function that uses it \('sleep', which .*app\.mjs:5/,
  );
});

for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }])
  test(`promisify knows the timer functions ${'QUOLL_SEQUENTIAL' in environment ? 'on one thread' : 'in parallel'}`, () => {
    const text = `
    import { promisify } from 'node:util';
    const sleep = promisify(setTimeout);
    const soon = promisify(setImmediate);
    console.log(await sleep(1, 'a'), await soon('b'), await sleep(1, 'c', { ref: true }));
    await sleep(1, 'd', { signal: AbortSignal.abort() }).catch(error => console.log(error.name));
    const o = { text: '' };
    o.on('async', async () => { o.text += await sleep(1, 'e'); });
    o.on('worker', () => promisify(setTimeout)(1, 'f').then(value => { o.text += value; }));
    finish(() => o.emit('async')).ondone(() => finish(() => o.emit('worker')).ondone(() => console.log(o.text)));`;
    const { lines, errors } = runProgram(text, { workers: 1, environment });
    assert.equal(errors, '');
    assert.deepEqual(lines, ['a b c', 'AbortError', 'ef']);
  });

test('a handler whose promise nothing settles lets the program end, and everything else before', () => {
  const text = `
    const o = { n: 0 };
    o.on('never', async () => { await new Promise(() => {}); o.n = -1; });
    o.on('busy', () => { for (const end = performance.now() + 600; performance.now() < end;) o.n; o.emit('late'); });
    o.on('late', async () => { await new Promise(resolve => setTimeout(resolve, 600)); o.emit('last'); });
    o.on('last', () => { o.n++; });
    finish(() => o.emit('never')).ondone(() => console.log('ended'));
    o.emit('busy');
    process.on('exit', () => console.log(o.n));`;
  assert.deepEqual(linesOf(text, 1), ['1']);
});
