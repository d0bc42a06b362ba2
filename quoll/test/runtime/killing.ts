/**
 * Loaded before a program, kills its workers. `QUOLL_KILL` is one of
 *
 *   random MS SEED        one of them each MS milliseconds
 *   exit P N FIRST        each worker once: the worker i (from 0) at its (FIRST + i)-th access to shared memory in its N-th phase P, by ending
 *                         its thread at once
 *   throw P N FIRST       likewise, by an exception
 *
 * A worker that takes the place of a dead one lives.
 */
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread, workerData } from 'node:worker_threads';
import { MOST_REALMS, REALM_RECORDS, RECORD_BYTES } from '../../src/protocol/control.js';

const [how, ...numbers] = (process.env['QUOLL_KILL'] ?? '').split(' ');
const [first = 0, second = 0, third = 0] = numbers.map(Number);
const killed = new Int32Array(new SharedArrayBuffer(4 * MOST_REALMS));

if (isMainThread) killAtRandom();
else if (how !== 'random') killAtStep((workerData as { id: number; killed?: Int32Array }).killed!);

function killAtRandom(): void {
  const alive = new Set<threads.Worker>();
  class Killable extends threads.Worker {
    constructor(url: URL, options: threads.WorkerOptions) {
      super(url, { ...options, workerData: { ...(options.workerData as object), killed } });
      alive.add(this);
      this.setMaxListeners(20);
      this.once('exit', () => alive.delete(this));
    }
  }
  threads.Worker = Killable;
  syncBuiltinESMExports();
  if (how !== 'random') return;
  let seed = second;
  setInterval(() => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const victims = [...alive];
    void victims[(seed >>> 8) % victims.length]?.terminate();
  }, first).unref();
}

function killAtStep(done: Int32Array): void {
  const { id } = workerData as { id: number };
  const phase = (REALM_RECORDS + RECORD_BYTES * id) / 4;
  const step = third + id - 2;
  const native = { ...getAll() };
  let times = 0;
  let steps = -1;
  const look = (index: number, value: number, isStore: boolean): void => {
    if (isStore && index === phase) steps = value === first && ++times >= second ? 0 : -1;
    if (steps < 0 || steps++ !== step || native.exchange!(done, id, 1) !== 0) return;
    if (how === 'throw') throw new Error('injected');
    process.exit();
  };
  for (const [name, f] of Object.entries(native)) {
    (Atomics as unknown as Record<string, AtomicFunction>)[name] = (...args) => {
      const result = f(...args);
      look(args[1] as number, args[2] as number, name === 'store');
      return result;
    };
  }
}

type AtomicFunction = (...args: unknown[]) => unknown;

function getAll(): Record<string, AtomicFunction> {
  const names = ['load', 'store', 'add', 'or', 'exchange', 'compareExchange', 'notify'];
  const all = Atomics as unknown as Record<string, AtomicFunction>;
  return Object.fromEntries(names.map(name => [name, all[name]!]));
}
