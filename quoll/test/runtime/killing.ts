/**
 * Loaded before a program, kills its workers. `QUOLL_KILL` is one of
 *
 *   random N SEED         N of them, one after the other, when they have taken a task
 *   exit P N FIRST        each worker once: the worker i (from 0) at its (FIRST + i)-th access to shared memory in its N-th phase P or a later one,
 *                         by ending its thread at once
 *   throw P N FIRST       likewise, by an exception
 *   completing FIRST      by ending its thread, at its FIRST-th access after it has begun to call the object that waits for a `finish`
 *   handing N FIRST       by ending its thread, when it hands over what its handlers have contributed for the N-th time or later
 *   wanting N FIRST       as `exit`, when it waits for the bytes of a buffer for the N-th time or later
 *
 * Only `handing` kills a worker that hands over contributions; when it does so depends on the time, and the program cannot go on then.
 * A worker that takes the place of a dead one lives. One that runs a task that has already killed a worker is spared: the second death of a task is its
 * handler's failure. The number of deaths is limited, not the time between them: a busy machine may start workers more slowly than a clock kills them.
 */
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread, workerData } from 'node:worker_threads';
import { MOST_REALMS, REALM_RECORDS, RECORD_BYTES } from '../../src/protocol/control.js';
import { DIED, FLAGS } from '../../src/protocol/tasks.js';
import { COMPLETE, STEP, STEPS } from '../../src/runtime/journal.js';
import { HANDING, JOURNAL, NOTES, PHASE, TAKEN, TASK, WANTED } from '../../src/runtime/records.js';

/** The shortest time between two deaths that `random` causes. */
const EACH_MS = 10;

const [how, ...numbers] = (process.env['QUOLL_KILL'] ?? '').replace(/^(handing|wanting)/, '$1 1').split(' ');
const [first = 0, second = 0, third = 0] = numbers.map(Number);
/** The entry of a worker's record that says when it is killed. */
const WATCHED = how === 'handing' ? HANDING : how === 'wanting' ? WANTED : PHASE;

interface Data {
  readonly id: number;
  readonly memory: WebAssembly.Memory;
  /** 1 for each realm that was killed. */
  readonly killed: Int32Array;
}

if (isMainThread) killFromOutside();
else if (how !== 'random') killAtStep(workerData as Data);

function killFromOutside(): void {
  const killed = new Int32Array(new SharedArrayBuffer(4 * MOST_REALMS));
  const alive = new Map<threads.Worker, Data>();
  class Killable extends threads.Worker {
    constructor(url: URL, options: threads.WorkerOptions) {
      const data = { ...(options.workerData as Data), killed };
      super(url, { ...options, workerData: data });
      alive.set(this, data);
      this.setMaxListeners(20);
      this.once('exit', () => alive.delete(this));
    }
  }
  threads.Worker = Killable;
  syncBuiltinESMExports();
  if (how === 'random') killAtRandom(alive);
}

function killAtRandom(alive: Map<threads.Worker, Data>): void {
  let [left, seed] = [first, second];
  const timer = setInterval(() => {
    const victims = [...alive].filter(([, data]) => entryOf(data, TAKEN) > 0);
    if (victims.length === 0) return;
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const [victim] = victims[(seed >>> 8) % victims.length]!;
    alive.delete(victim);
    void victim.terminate();
    if (--left === 0) clearInterval(timer);
  }, EACH_MS).unref();
}

function killAtStep(data: Data): void {
  const { id, killed } = data;
  const watched = (REALM_RECORDS + RECORD_BYTES * id + WATCHED) / 4;
  const step = how === 'completing' ? first : third + id - 2;
  const native = { ...getAll() };
  let times = 0;
  let steps = -1;
  /** Whether the worker notes in its journal that it calls the object of a scope. */
  const isCompleting = (index: number, value: number): boolean => {
    const journal = entryOf(data, NOTES) + JOURNAL;
    if (how !== 'completing' || value <= 0 || value % 2 === 1 || index !== journal / 4) return false;
    return wordAt(data, wordAt(data, journal + STEPS) + STEP * (value / 2 - 1)) === COMPLETE;
  };
  const look = (index: number, value: number, isStore: boolean): void => {
    if (isStore && isCompleting(index, value)) steps = 0;
    else if (isStore && how !== 'completing' && index === watched)
      steps = (how === 'wanting' ? value !== 0 : value === first) && ++times >= second ? 0 : -1;
    if (steps < 0 || (how !== 'handing' && entryOf(data, HANDING) !== 0)) return;
    if (steps++ !== step || isLastChance(data) || native.exchange!(killed, id, 1) !== 0) return;
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

/** Whether a worker has died of the task that this one runs. */
function isLastChance(data: Data): boolean {
  const task = entryOf(data, TASK) >>> 0;
  return task !== 0 && (wordAt(data, task + FLAGS) & DIED) !== 0;
}

/** An entry of a realm's record. */
function entryOf(data: Data, entry: number): number {
  return wordAt(data, REALM_RECORDS + RECORD_BYTES * data.id + entry);
}

function wordAt({ memory }: Data, address: number): number {
  return new Int32Array(memory.buffer)[address / 4]!;
}

type AtomicFunction = (...args: unknown[]) => unknown;

function getAll(): Record<string, AtomicFunction> {
  const names = ['load', 'store', 'add', 'or', 'exchange', 'compareExchange', 'notify'];
  const all = Atomics as unknown as Record<string, AtomicFunction>;
  return Object.fromEntries(names.map(name => [name, all[name]!]));
}
