/**
 * Turns: the units of execution that no other turn interrupts. A handler is a turn of its own; code outside
 * of handlers forms main turns, each from its first use of the API to the next microtask. Its emissions and
 * registrations take effect when it commits.
 */
import { isThenable } from '../contract/arguments.js';
import { SynchronousContext } from '../contract/context.js';
import type { Part } from '../contract/contract.js';
import { callbackIn, noPart } from '../contract/part.js';
import { HandlerPart } from '../contract/parts.js';
import type { Handlers } from './host.js';
import { runLater } from './later.js';
import { objectsIn, share, shareChanges } from './sharing.js';
import { Journal, keepIn } from './undo.js';

/** A waiter for the end of activities: a `finish`, or the emissions that a guard waits for. */
export interface Scope {
  /** The scope around it. */
  readonly outer?: Scope | undefined;
  /** Whether all activities have ended: what starts now belongs to the scope around it. */
  readonly isOver?: boolean;
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
  /** The function that it runs. */
  readonly f: Function;
  /** Called once, after the job has committed or failed. */
  readonly done: (result: unknown, failure?: Failure) => void;
}

export class Turn {
  readonly #contributions: (() => void)[] = [];
  readonly #effects: (() => void)[] = [];
  readonly #atEnd: (() => void)[] = [];
  readonly #ifUndone: (() => void)[] = [];
  readonly #journal: Journal | undefined;
  /** Whether the callbacks that it gives to promises are undone, too, each for itself. */
  hasCallbacks = false;
  /** Whether it performs its effects, or has dropped them: further ones do not wait. */
  isOver = false;
  /** Whether an exception has undone it. */
  isUndone = false;
  #hasEnded = false;

  constructor(
    readonly isMain: boolean,
    public scope: Scope | undefined,
  ) {
    if (!isMain) keepIn((this.#journal = new Journal(shareChanges)));
  }

  /** Calls `action` when the turn commits, before its effects. */
  contribute(action: () => void): void {
    append(this.#contributions, action);
  }

  /**
   * Performs `effect` when the turn commits, or `ifUndone` if it is undone. A main turn is never undone, so there the effect happens at
   * once.
   */
  effect(effect: () => void, ifUndone?: () => void): void {
    if (this.isMain) return effect();
    append(this.#effects, effect);
    if (ifUndone) append(this.#ifUndone, ifUndone);
  }

  /** Calls `action` after all effects. */
  atEnd(action: () => void): void {
    append(this.#atEnd, action);
  }

  commit(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#journal) {
      keepIn(undefined);
      shareChanges(this.#journal);
    }
    for (const action of this.#contributions) action();
    this.isOver = true;
    for (const actions of [this.#effects, this.#atEnd]) for (const action of actions) action();
  }

  /** Undoes what the turn has changed before it threw an exception, and drops its effects. */
  undo(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = this.isOver = this.isUndone = true;
    keepIn(undefined);
    const left = this.#journal?.undo(objectsIn(error));
    if (left !== undefined)
      console.error(`quoll: a handler has failed, and one thread cannot undo all that it has done: ${left}`);
    for (const action of this.#ifUndone) action();
  }
}

/** As `push`, which would note that the handler changes a list. */
function append<T>(list: T[], one: T): void {
  list[list.length] = one;
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

const AsyncFunction = (async () => undefined).constructor;

/** Whether a handler begins that is an async function. */
let starting = false;

const ofOthers = noPart(() => undefined);
const parts = {
  beginPart(): boolean {
    if (isInHandler()) return false;
    current?.commit();
    current = new Turn(false, storage.getStore());
    return true;
  },
  endPart(): void {
    const ended = current;
    current = undefined;
    ended?.commit();
  },
  undoPart(error: unknown): void {
    const undone = current;
    current = undefined;
    undone?.undo(error);
  },
  live: () => undefined,
};

/** Whether callbacks that are given to promises now are turns of their own. */
export function hasCallbacks(): boolean {
  return current?.hasCallbacks === true;
}

/**
 * The callback that a handler gives to a promise. As in workers, it is a turn of its own, unless the handler is an async function, all of
 * which runs in the main realm.
 */
export function callbackOf<F>(f: F): F {
  if (!hasCallbacks() || typeof f !== 'function') return f;
  isAwaited = true;
  return callbackIn(current!, turnOf(f)) as F;
}

/** Whether a handler has given a promise a callback: what waits for a job waits, too, until the engine has run the jobs that are due then. */
let isAwaited = false;

/** The function that runs `f` as a turn of its own, unless a handler calls it. */
export function turnOf(f: Function): (...args: unknown[]) => unknown {
  const called = function (this: unknown, ...args: unknown[]): unknown {
    if (!parts.beginPart()) return Reflect.apply(f, this, args) as unknown;
    current!.hasCallbacks = true;
    starting = f instanceof AsyncFunction;
    try {
      const result: unknown = Reflect.apply(f, this, args);
      parts.endPart();
      return result;
    } catch (error) {
      parts.undoPart(error);
      throw error;
    } finally {
      starting = false;
    }
  };
  return called;
}

/** The part of an async function that starts now. */
export function part(): Part {
  const isHandler = starting;
  starting = false;
  const made = isInHandler() ? new HandlerPart(parts, isHandler) : ofOthers;
  return storage.carry?.(made) ?? made;
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

/** Shares values when the turn commits: until then the other realms cannot see them. */
export function shareAtEnd(...values: unknown[]): void {
  turn().atEnd(() => values.forEach(share));
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

/** What the console and timers need of handlers. */
export const handlers: Handlers = {
  get isInHandler() {
    return isInHandler() && !current!.isOver;
  },
  effect: effect => turn().effect(effect),
};

/** The `finish` that waits for activities started now. */
export function scope(): Scope | undefined {
  let at = current?.scope ?? storage.getStore();
  while (at?.isOver) at = at.outer;
  return at;
}

/** Runs `f` as a part of the current turn, in the `finish` `inner`. */
export function within<R>(inner: Scope | undefined, f: () => R): R {
  return withinOf(turn(), inner, f);
}

function withinOf<R>(around: Turn, inner: Scope | undefined, f: () => R): R {
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
export function later(f: () => void): void {
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
  let waits = false;
  let failure: Failure | undefined;
  try {
    withinOf(own, job.scope, () => {
      starting = job.f instanceof AsyncFunction;
      own.hasCallbacks = !starting;
      result = job.run();
      waits = isThenable(result);
      own.commit();
    });
  } catch (error) {
    own.undo(error);
    failure = { error };
  } finally {
    starting = false;
    current = around;
  }
  const ended = () => end(job, result, failure);
  if (waits && !failure)
    (result as PromiseLike<unknown>).then(
      value => end(job, value),
      error => end(job, undefined, { error }),
    );
  else if (isAwaited) later(ended);
  else ended();
}

function end(job: Job, result: unknown, failure?: Failure): void {
  within(job.scope, () => job.done(result, failure));
  job.scope?.leave();
}
