import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { MainTimers } from '../../src/runtime/timers.js';
import { linesOf, runProgram } from './programs.js';

test('an interval that is cleared runs no turn that was begun before', () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  try {
    const begun: Function[] = [];
    const realm = {
      data: { id: 0 },
      isInHandler: false,
      effect: (effect: () => void) => effect(),
      start: (call: { function: Function }) => void begun.push(call.function),
    };
    const timers = new MainTimers(realm as unknown as ConstructorParameters<typeof MainTimers>[0]);
    let ticks = 0;
    const timer = timers.set('setInterval', () => ++ticks === 2 && timers.clear(timer), 1, []);
    mock.timers.tick(3);
    assert.equal(begun.length, 3);
    for (const turn of begun) Reflect.apply(turn, undefined, []);
    assert.equal(ticks, 2);
  } finally {
    mock.timers.reset();
  }
});

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
    /^the function setTimeout cannot be shared: .* take it, or make it, in the handler \('sleep', which .*app\.mjs:5/,
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
