/**
 * Turns: the units of execution that no other turn interrupts. A handler is a turn of its own; code outside
 * of handlers forms main turns, each from its first use of the API to the next microtask. Its emissions and
 * registrations take effect when it commits.
 */
import { isThenable } from '../contract/arguments.js';
import { SynchronousContext } from '../contract/context.js';
import type { Part } from '../contract/contract.js';
import { runLater } from './later.js';

/** A waiter for the end of activities: a `finish`, or the emissions that a guard waits for. */
export interface Scope {
  /** One more activity has started. */
  enter(): void;
  /** Called when an activity has ended, with its failure if it failed. */
  leave(failure?: Failure): void;
}

export interface Failure {
  readonly error: unknown;
}

/** A handler to run. */
export interface Job {
  /** The `finish` that waits for this job and for all that it starts. */
  readonly scope: Scope | undefined;
  readonly run: () => unknown;
  /** Called once, after the job has committed or failed. */
  readonly done: (result: unknown, failure?: Failure) => void;
}

export class Turn {
  readonly #contributions: (() => void)[] = [];
  readonly #effects: (() => void)[] = [];
  readonly #atEnd: (() => void)[] = [];

  constructor(
    readonly isMain: boolean,
    public scope: Scope | undefined,
  ) {}

  /** Calls `action` when the turn commits, before its effects. */
  contribute(action: () => void): void {
    this.#contributions.push(action);
  }

  /**
   * Performs `effect` when the turn commits. A main turn is never undone, so there the effect happens at
   * once.
   */
  effect(effect: () => void): void {
    if (this.isMain) effect();
    else this.#effects.push(effect);
  }

  /** Calls `action` after all effects. */
  atEnd(action: () => void): void {
    this.#atEnd.push(action);
  }

  commit(): void {
    for (const actions of [this.#contributions, this.#effects, this.#atEnd]) {
      for (const action of actions) action();
    }
  }
}

/** Keeps the enclosing `finish` of an async function across its awaits; without the host's help only of rewritten functions. */
const storage = asyncStorage();

interface AsyncStorage<T> {
  getStore(): T | undefined;
  run<R>(store: T, f: () => R): R;
  carry?(part: Part): Part;
}

function asyncStorage(): AsyncStorage<Scope | undefined> {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const hooks = process?.getBuiltinModule?.('node:async_hooks') as
    { AsyncLocalStorage: new <T>() => AsyncStorage<T> } | undefined;
  return hooks ? new hooks.AsyncLocalStorage() : new SynchronousContext();
}

/** The part of an async function that starts now. */
export function carried(part: Part): Part {
  return storage.carry?.(part) ?? part;
}

let current: Turn | undefined;

/** The turn that runs now. Outside of handlers one starts, and ends with the next microtask. */
export function turn(): Turn {
  if (current) return current;
  const main = (current = new Turn(true, undefined));
  queueMicrotask(() => {
    if (current === main) current = undefined;
    main.commit();
  });
  return main;
}

/** The program ends, maybe in the middle of a handler; the handler's effects so far count. */
export function leave(): void {
  const left = current;
  current = undefined;
  left?.commit();
}

/** Whether a handler runs now; false in the rest of an async handler after an await. */
export function isInHandler(): boolean {
  return current !== undefined && !current.isMain;
}

/** The `finish` that waits for activities started now. */
export function scope(): Scope | undefined {
  return current?.scope ?? storage.getStore();
}

/** Runs `f` as a part of the current turn, in the `finish` `inner`. */
export function within<R>(inner: Scope | undefined, f: () => R): R {
  const around = turn();
  const outer = around.scope;
  around.scope = inner;
  try {
    return storage.run(inner, f);
  } finally {
    around.scope = outer;
  }
}

const queue: Job[] = [];
let draining = false;

/** Runs `job` soon, as a separate turn. */
export function enqueue(job: Job): void {
  job.scope?.enter();
  queue.push(job);
  if (draining) return;
  draining = true;
  later(drain);
}

/** Runs `f` after everything that the engine has queued already, so that I/O and timers make progress. */
function later(f: () => void): void {
  storage.run(undefined, () => runLater(f));
}

/** How many jobs run before other code of the program does. */
const BATCH = 1000;

function drain(): void {
  for (const job of queue.splice(0, BATCH)) run(job);
  draining = queue.length > 0;
  if (draining) later(drain);
}

function run(job: Job): void {
  const around = current;
  const own = (current = new Turn(false, job.scope));
  let result: unknown;
  let failure: Failure | undefined;
  try {
    within(job.scope, () => {
      result = job.run();
      own.commit();
    });
  } catch (error) {
    failure = { error };
  } finally {
    current = around;
  }
  if (failure || !isThenable(result)) return end(job, result, failure);
  result.then(
    value => end(job, value),
    error => end(job, undefined, { error }),
  );
}

function end(job: Job, result: unknown, failure?: Failure): void {
  within(job.scope, () => job.done(result, failure));
  job.scope?.leave();
}
