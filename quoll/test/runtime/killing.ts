/**
 * Loaded before a program, kills its workers: `QUOLL_KILL=random MS` one of them each MS milliseconds, `QUOLL_KILL=phase P N` each worker
 * once, when it enters phase P for the Nth time, by ending its thread at once.
 */
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread, workerData } from 'node:worker_threads';
import { MOST_REALMS, REALM_RECORDS, RECORD_BYTES } from '../../src/protocol/control.js';

const [how, ...numbers] = (process.env['QUOLL_KILL'] ?? '').split(' ');
const [first = 0, second = 0] = numbers.map(Number);
/** Ids from 2 on; a worker that takes the place of a dead one lives. */
const killed = new Int32Array(new SharedArrayBuffer(4 * MOST_REALMS));

if (isMainThread) killAtRandom();
else if (how === 'phase') killInPhase((workerData as { id: number; killed?: Int32Array }).killed!);

function killAtRandom(): void {
  const alive = new Set<threads.Worker>();
  class Killable extends threads.Worker {
    constructor(url: URL, options: threads.WorkerOptions) {
      super(url, { ...options, workerData: { ...(options.workerData as object), killed } });
      alive.add(this);
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

function killInPhase(done: Int32Array): void {
  const { id } = workerData as { id: number };
  const { store } = Atomics;
  let times = 0;
  const phase = (REALM_RECORDS + RECORD_BYTES * id) / 4;
  Atomics.store = ((cells: Int32Array, index: number, value: number) => {
    const result = store(cells, index, value);
    if (index === phase && value === first && ++times === second && Atomics.exchange(done, id, 1) === 0)
      process.exit();
    return result;
  }) as typeof Atomics.store;
}
