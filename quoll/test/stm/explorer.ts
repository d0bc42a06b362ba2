/**
 * Explores all interleavings of a few threads that share a memory. A thread is ordinary synchronous code over a `Memory`; here each
 * access to that memory is a scheduling point. A thread cannot be suspended in the middle, so it is run again from its start
 * each time, with the results of its earlier accesses, up to the first access that has no result yet. Two schedules that
 * lead to the same memory and the same results are one state.
 */
import { Memory, type Word } from '../../src/stm/memory.js';
import { NO_REST, type Rest } from '../../src/stm/stm.js';

interface Access {
  kind: string;
  /** Whether the access can be executed now. */
  enabled?: (world: World) => boolean;
  /** Executes it; `asleep` if the thread sleeps until it is notified. */
  execute: (world: World, thread: number) => bigint | typeof asleep;
  /** A note of the test, executed together with the access before it. */
  note?: boolean;
}

const asleep = Symbol('asleep');
const pause = Symbol('pause');

/**
 * How a sleep ends: by a notification only, without a time limit; or by a time limit only, if every notification is lost. A thread whose
 * sleep the limit ends before the cell has changed only sleeps again, so it is not woken before that.
 */
export type Wakes = 'notified' | 'looks again';

/** While this cell is 1, garbage is collected, and no thread may touch a field. */
export const COLLECTING = 4088;

/** The shared state of the threads. Copied for each step; copies share their maps until one changes. */
export class World {
  /** A forbidden action of a thread. */
  wrong: string | undefined;
  private mapsKey: string | undefined;

  constructor(
    private cells: ReadonlyMap<number, bigint>,
    /** The address where a thread sleeps; 0 if it does not. */
    readonly sleeping: number[],
    /** The transactions that have committed, in this order. */
    readonly committed: string[],
    private values: ReadonlyMap<number, readonly bigint[]>,
    /** Whether the main realm is in a turn. */
    public mainIsBusy: boolean,
    readonly wakes: Wakes = 'notified',
  ) {}

  copy(): World {
    const { cells, sleeping, committed, values, mainIsBusy, wakes } = this;
    const copy = new World(cells, [...sleeping], [...committed], values, mainIsBusy, wakes);
    copy.mapsKey = this.mapsKey;
    return copy;
  }

  get(address: number): bigint {
    return this.cells.get(address) ?? 0n;
  }

  set(address: number, value: bigint): bigint {
    if (this.cells.get(address) !== value) {
      this.cells = new Map(this.cells).set(address, value);
      this.mapsKey = undefined;
    }
    return 0n;
  }

  /** The values stored to each field, oldest first, without those that were undone. */
  get history(): ReadonlyMap<number, readonly bigint[]> {
    return this.values;
  }

  /** An older value that is stored again is restored: what came after it is undone. */
  recordValue(address: number, value: bigint): void {
    const values = this.values.get(address) ?? [];
    const known = values.indexOf(value);
    const after = value === 0n ? [] : known < 0 ? [...values, value] : values.slice(0, known + 1);
    this.values = new Map(this.values).set(address, after);
    this.mapsKey = undefined;
  }

  key(): string {
    if (this.mapsKey === undefined) {
      const cells = [...this.cells].sort(([a], [b]) => a - b).flat();
      const history = [...this.values].sort(([a], [b]) => a - b).flat(2);
      this.mapsKey = `${cells}|${history}`;
    }
    return `${this.mapsKey}|${this.sleeping}|${this.committed}|${this.mainIsBusy}`;
  }
}

/** The memory of one thread that is run again. */
export class ExploredMemory extends Memory {
  private position = 0;
  next: Access | undefined;
  /** The thread's actions around sleeps between two attempts. */
  resting: Rest = NO_REST;

  constructor(
    private readonly results: readonly bigint[],
    private readonly fields: readonly number[],
  ) {
    super({ buffer: new ArrayBuffer(0), grow: () => 0 });
  }

  private access(access: Access): bigint {
    if (this.position < this.results.length) return this.results[this.position++]!;
    this.next = access;
    throw pause;
  }

  override leave(): void {
    this.resting.leave();
  }

  override tryEnter(): boolean {
    return this.resting.tryEnter();
  }

  override enter(): void {
    this.resting.enter();
  }

  private touch(world: World, address: number): void {
    if (world.get(COLLECTING) === 1n && this.fields.some(field => address === field || address === field + 8))
      world.wrong = `field ${address} is touched while garbage is collected`;
  }

  override load(address: number): Word {
    return this.access({
      kind: `load ${address}`,
      execute: world => {
        this.touch(world, address);
        return world.get(address);
      },
    });
  }

  override store(address: number, value: Word): void {
    this.access({
      kind: `store ${address} ${value}`,
      execute: world => {
        this.touch(world, address);
        if (this.fields.includes(address - 8)) world.recordValue(address - 8, value);
        return world.set(address, value);
      },
    });
  }

  override compareExchange(address: number, expected: Word, next: Word): Word {
    return this.access({
      kind: `compareExchange ${address}`,
      execute: world => {
        this.touch(world, address);
        const value = world.get(address);
        if (value === expected) world.set(address, next);
        return value;
      },
    });
  }

  exchange(address: number, next: Word): Word {
    return this.access({
      kind: `exchange ${address} ${next}`,
      execute: world => {
        const value = world.get(address);
        world.set(address, next);
        return value;
      },
    });
  }

  override increment(address: number): Word {
    return this.access({
      kind: `increment ${address}`,
      execute: world => {
        world.set(address, world.get(address) + 1n);
        return world.get(address);
      },
    });
  }

  override load32(address: number): number {
    return Number(this.access({ kind: `load32 ${address}`, execute: world => world.get(address) }));
  }

  override add32(address: number, n: number): number {
    const before = this.access({
      kind: `add32 ${address} ${n}`,
      execute: world => {
        const value = world.get(address);
        world.set(address, value + BigInt(n));
        return value;
      },
    });
    return Number(before);
  }

  override wait32(address: number, expected: number): void {
    this.access({
      kind: `wait32 ${address}`,
      enabled: world => world.wakes === 'notified' || world.get(address) !== BigInt(expected),
      execute: (world, thread) => {
        if (world.get(address) !== BigInt(expected)) return 0n;
        world.sleeping[thread] = address;
        return asleep;
      },
    });
  }

  override notify32(address: number): void {
    this.access({
      kind: `notify32 ${address}`,
      execute: world => {
        if (world.wakes !== 'notified') return 0n;
        world.sleeping.forEach((where, thread) => {
          if (where === address) world.sleeping[thread] = 0;
        });
        return 0n;
      },
    });
  }

  // A write that others read only after the thread's death is no step.
  override note(): void {}

  override noteWord(): void {}

  override backOff(address: number, w: Word): void {
    this.access({
      kind: `back off ${address}`,
      enabled: world => world.get(address) !== w,
      execute: () => 0n,
    });
  }

  override spin(address: number, w: Word): void {
    this.backOff(address, w);
  }

  /** Waits until there is an answer. */
  awaitAnswer(answer: (world: World) => bigint | undefined): bigint {
    return this.access({
      kind: 'wait',
      enabled: world => answer(world) !== undefined,
      execute: world => answer(world)!,
    });
  }

  /** Waits until the main realm is free, and takes it. */
  enterMain(): void {
    this.access({
      kind: 'enter main',
      enabled: world => !world.mainIsBusy,
      execute: world => {
        world.mainIsBusy = true;
        return 0n;
      },
    });
  }

  leaveMain(): void {
    this.access({
      kind: 'leave main',
      execute: world => {
        world.mainIsBusy = false;
        return 0n;
      },
    });
  }

  /** How many transactions have committed by now. */
  noteBegin(): number {
    return Number(
      this.access({ kind: 'begin', note: true, execute: world => BigInt(world.committed.length) }),
    );
  }

  noteCommit(transaction: string): void {
    this.access({
      kind: `commit ${transaction}`,
      note: true,
      execute: world => BigInt(world.committed.push(transaction)),
    });
  }
}

/** A thread's code. It must do the same each time it is run; what it returns goes to `check`, also while it is under way. */
export type Thread<R> = (memory: ExploredMemory, record: R[]) => void;

interface State<R> {
  world: World;
  results: bigint[][];
  next: (Access | undefined)[];
  records: R[][];
  /** One number per thread for all of its results so far. */
  digests: number[];
  depth: number;
  trace: Trace | undefined;
}

interface Trace {
  before: Trace | undefined;
  step: string;
}

/** The violation, and the shortest known way to it. */
export class Violation extends Error {
  constructor(
    message: string,
    readonly depth: number,
    trace: Trace | undefined,
  ) {
    const steps = [];
    for (let at = trace; at; at = at.before) steps.unshift(at.step);
    super(`${message} after ${depth} steps:\n  ${steps.join('\n  ')}`);
  }
}

export interface Exploration {
  states: number;
  ends: number;
  /** Whether there are states that were not visited. */
  isPartial: boolean;
}

/** The number of states after which the search continues elsewhere. */
const JUMP = 100;

/**
 * Visits every reachable state. Throws a Violation if threads cannot continue, if a thread throws, or if `check`, called
 * with each end's world and records, returns what is wrong with it. Depth first, in an order that is random but the same each
 * time; stops after `mostStates`.
 */
export function explore<R>(
  threads: readonly Thread<R>[],
  fields: readonly number[],
  check: (world: World, records: R[][]) => string | undefined,
  mostStates = Number.POSITIVE_INFINITY,
  wakes: Wakes = 'notified',
): Exploration {
  const random = randomOf(1);
  const digests = new Map<string, number>();
  const visited = new Set<string>();
  let ends = 0;

  const run = (state: State<R>, thread: number): void => {
    while (true) {
      const record: R[] = [];
      const memory = new ExploredMemory(state.results[thread]!, fields);
      try {
        threads[thread]!(memory, record);
      } catch (e) {
        if (e !== pause) throw new Violation(String(e), state.depth, state.trace);
      }
      state.records[thread] = record;
      state.next[thread] = memory.next;
      if (!memory.next?.note) return;
      give(state, thread, memory.next.execute(state.world, thread) as bigint);
    }
  };

  const give = (state: State<R>, thread: number, result: bigint): void => {
    state.results[thread] = [...state.results[thread]!, result];
    const key = `${thread},${state.digests[thread]},${result}`;
    if (!digests.has(key)) digests.set(key, digests.size + 1);
    state.digests[thread] = digests.get(key)!;
  };

  const step = (state: State<R>, thread: number): State<R> => {
    const access = state.next[thread]!;
    const next: State<R> = {
      world: state.world.copy(),
      results: [...state.results],
      next: [...state.next],
      records: [...state.records],
      digests: [...state.digests],
      depth: state.depth + 1,
      trace: { before: state.trace, step: `thread ${thread}: ${access.kind}` },
    };
    const result = access.execute(next.world, thread);
    if (next.world.wrong) throw new Violation(next.world.wrong, next.depth, next.trace);
    if (result !== asleep) {
      give(next, thread, result);
      run(next, thread);
    }
    // A sleeper that was notified has its result now.
    next.world.sleeping.forEach((where, other) => {
      if (where !== 0 || state.world.sleeping[other] === 0) return;
      give(next, other, 0n);
      run(next, other);
    });
    return next;
  };

  const first: State<R> = {
    world: new World(
      new Map(),
      threads.map(() => 0),
      [],
      new Map(),
      false,
      wakes,
    ),
    results: threads.map(() => []),
    next: [],
    records: [],
    digests: threads.map(() => 0),
    depth: 0,
    trace: undefined,
  };
  threads.forEach((_, thread) => run(first, thread));

  const open = [first];
  while (open.length > 0 && visited.size < mostStates) {
    // A partial search would only vary the end of its first path.
    if (visited.size % JUMP === 0) {
      const other = Math.floor(random() * open.length);
      [open[other], open[open.length - 1]] = [open.at(-1)!, open[other]!];
    }
    const state = open.pop()!;
    const key = `${state.digests}|${state.world.key()}`;
    if (visited.has(key)) continue;
    visited.add(key);
    if (state.next.every(access => access === undefined)) {
      ends++;
      const wrong = check(state.world, state.records);
      if (wrong) throw new Violation(wrong, state.depth, state.trace);
      continue;
    }
    const ready = threads.map((_, thread) => thread).filter(thread => isReady(state, thread));
    if (ready.length === 0) throw new Violation('nobody can go on', state.depth, state.trace);
    const favourite = Math.floor(random() * ready.length);
    for (let i = 1; i <= ready.length; i++) open.push(step(state, ready[(favourite + i) % ready.length]!));
  }
  return { states: visited.size, ends, isPartial: open.length > 0 };
}

function isReady<R>({ next, world }: State<R>, thread: number): boolean {
  const access = next[thread];
  return access !== undefined && world.sleeping[thread] === 0 && (access.enabled?.(world) ?? true);
}

/** Numbers from 0 to 1, the same ones for the same seed (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
