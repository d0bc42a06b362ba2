/** The pool of a page's workers: which failures it survives, and which end the program. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EarlyWorker, Pool } from '../../src/browser/pool.js';
import type { WebWorker } from '../../src/browser/web.js';

Object.defineProperty(globalThis, 'navigator', {
  value: { locks: { request: (_: string, f: () => Promise<unknown>) => locks.push(f) } },
  configurable: true,
});
/** Requests for locks of workers; the browser calls one when its worker has ended. */
let locks: (() => Promise<unknown>)[] = [];

type Listener = (event: never) => void;

class FakeWorker {
  readonly listeners: Record<string, Listener> = {};
  isEnded = false;
  addEventListener(type: string, listener: Listener): void {
    this.listeners[type] = listener;
  }
  started: { inMain?: ReadonlyMap<string, string> } = {};
  postMessage(data: object): void {
    this.started = data;
  }
  terminate(): void {
    this.isEnded = true;
  }
  report(data: unknown): void {
    this.listeners['message']!({ data } as never);
  }
  fail(message: string): void {
    this.listeners['error']!({ message } as never);
  }
}

function poolOf(most: number, make?: () => WebWorker, tasks = most) {
  locks = [];
  const workers: FakeWorker[] = [];
  const events: string[] = [];
  const pool: Pool = new Pool({} as never, {
    most,
    make:
      make ??
      (() => {
        workers.push(new FakeWorker());
        return workers.at(-1) as unknown as WebWorker;
      }),
    wakeMain: () => undefined,
    traced: () => undefined,
    died(id, why) {
      events.push(`died ${id} ${why}`);
      // As the main realm does while there are tasks.
      pool.start(1, () => undefined);
    },
    failed: why => void events.push(`failed ${why}`),
  });
  if (tasks > 0) pool.start(tasks, () => undefined);
  return { pool, workers, events };
}

test('a worker whose file does not load is not replaced while others live', () => {
  const { pool, workers, events } = poolOf(2);
  workers[0]!.report({ kind: 'started' });
  workers[1]!.fail('no file');
  assert.deepEqual(events, ['died 3 no file']);
  assert.equal(workers.length, 2);
  assert.equal(pool.count, 1);
  assert.ok(!workers[0]!.isEnded);
});

test('workers that all fail at their start end the program, with the reason', () => {
  const { workers, events } = poolOf(2);
  for (let i = 0; i < workers.length; i++) {
    assert.ok(i < 10, 'they are replaced for ever');
    workers[i]!.report({ kind: 'started' });
    workers[i]!.report({ kind: 'ended', why: 'functions were added', isStart: true });
    for (const ended of locks.splice(0)) void ended();
  }
  assert.equal(events.at(-1), 'failed functions were added');
});

test('a worker that dies later is replaced each time', () => {
  const { workers, events } = poolOf(1);
  for (let i = 0; i < 5; i++) {
    workers[i]!.report({ kind: 'started' });
    for (const ended of locks.splice(0)) void ended();
  }
  assert.equal(workers.length, 6);
  assert.ok(events.every(event => event === 'died 2 a worker died'));
});

test('a worker that leaves tells the one in its place what it has learned', () => {
  const { workers } = poolOf(1);
  workers[0]!.report({ kind: 'started' });
  assert.equal(workers[0]!.started.inMain?.size, 0);
  workers[0]!.report({ kind: 'left', inMain: new Map([['app.js 1', 'fetch']]) });
  for (const ended of locks.splice(0)) void ended();
  assert.equal(workers[1]!.started.inMain?.get('app.js 1'), 'fetch');
});

test('messages that a package sends from a worker are not reports', () => {
  const { workers, events } = poolOf(1);
  workers[0]!.report({ kind: 'started' });
  for (const message of ['held', null, { kind: 'other' }, 5]) workers[0]!.report(message);
  assert.equal(locks.length, 1);
  for (const ended of locks.splice(0)) void ended();
  assert.deepEqual(events, ['died 2 a worker died']);
});

test('what a worker had locked when the page ended it is left to no one', () => {
  const { pool, workers, events } = poolOf(1);
  workers[0]!.report({ kind: 'started' });
  pool.close();
  assert.ok(workers[0]!.isEnded);
  for (const ended of locks.splice(0)) void ended();
  assert.deepEqual(events, ['died 2 a worker died']);
  assert.equal(workers.length, 1);
});

test('a browser that makes no workers ends the program, but not the turn that asks for one', async () => {
  const { events } = poolOf(2, () => {
    throw new Error('the policy forbids it');
  });
  assert.deepEqual(events, []);
  await new Promise(setImmediate);
  assert.equal(events.at(-1), 'failed Error: the policy forbids it');
});

test('a worker that starts early is that of the first task', () => {
  const { pool, workers } = poolOf(3, undefined, 0);
  pool.startEarly(() => undefined);
  assert.equal(workers.length, 1);
  pool.start(1, () => undefined);
  assert.equal(workers.length, 1);
  pool.start(1, () => undefined);
  assert.equal(workers.length, 2);
});

test('an early worker that has died is not that of a later task', () => {
  const { pool, workers } = poolOf(3, undefined, 0);
  pool.startEarly(() => undefined);
  workers[0]!.report({ kind: 'started' });
  // `died` asks for another one, as if there were a task.
  for (const ended of locks.splice(0)) void ended();
  assert.equal(workers.length, 2);
  pool.start(1, () => undefined);
  assert.equal(workers.length, 3);
});

test('an early worker is made at once, and ends if no pool takes it', () => {
  const made: FakeWorker[] = [];
  const early = new EarlyWorker(() => {
    made.push(new FakeWorker());
    return made.at(-1) as unknown as WebWorker;
  });
  assert.equal(made.length, 1);
  early.drop();
  assert.ok(made[0]!.isEnded);
});

test('only the first worker is made early, and a failure to make it is left to the next attempt', () => {
  let attempts = 0;
  const early = new EarlyWorker(() => {
    if (attempts++ === 0) throw new Error('not yet');
    return new FakeWorker() as unknown as WebWorker;
  });
  const [first, second] = [early.take(), early.take()];
  assert.notEqual(first, second);
  assert.equal(attempts, 3);
});
