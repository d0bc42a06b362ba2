/**
 * Promises in workers. A callback that a handler gives to `then`, `catch` or `finally` runs as a transaction of its own:
 *
 *   P1  While an attempt runs, its callbacks are noted, so that none of an attempt that does not commit ever runs.
 *   P2  When the handler has committed, and has given callbacks, or rejected or returned a promise, the program and the `finish` around it wait for
 *       that. For a returned promise its guards and its result wait, too.
 *   P3  Before it takes another task, the worker lets the engine run the jobs that are due, until all callbacks have run, or nothing that could
 *       settle a promise is pending in its thread. It does not rest meanwhile, because the callbacks hold shared objects.
 *   P4  Callbacks that have not run by then never do, because a collection may free the objects that they hold.
 *
 * This holds for functions of rewritten modules and of the language, also bound ones, and for those of the host whose effects wait for a
 * commit, such as `console.log`; those of packages are not changed. The code after an `await` cannot run twice, so an
 * async function never runs in a worker.
 *
 * The engine calls the `then` of a future, and of any other object that is no promise, after the attempt: a handler that resolves a promise
 * with one runs in the main realm.
 */
import { placed } from '../contract/arguments.js';
import { nameAs } from '../heap/replacing.js';
import { Stamp } from '../heap/stamp.js';
import { OwnWeakSet } from '../heap/weak.js';
import { ABORT } from '../stm/errors.js';

/** A promise that `then` or `finally` has made for the result of a callback. */
export class Made {
  private promise: object | undefined = undefined;

  is<P>(promise: P): P {
    this.promise = promise as object;
    return promise;
  }

  /** Whether other code waits for the result. */
  get isFollowed(): boolean {
    return this.promise !== undefined && followed.has(this.promise);
  }

  /** The callback runs in the main realm, so that the promise is never settled here. */
  leave(): void {
    if (this.promise) elsewhere.add(this.promise);
  }
}

const followed = new OwnWeakSet<object>();
const elsewhere = new OwnWeakSet<object>();

/** `place`: that of the callback, or ''. */
export function notHere(place = ''): string {
  const what = placed('a callback of a promise whose result is needed', place);
  return `${what} must run in the main realm: make the handler an async function, which runs there`;
}

/** Receives the callbacks that one transaction gives to promises. */
export class Callbacks {
  private isOver = false;
  private pending = 0;

  constructor(
    private readonly all: PromiseWork,
    /** Runs `f`. `made` is the promise that has its result. */
    private readonly run: (f: Function, value: unknown, made: Made) => unknown,
  ) {}

  /** A callback that runs as a transaction. Only one callback of a pair is called, and it counts for both. */
  wrap(
    f: unknown,
    isOwn: boolean,
    otherwise: (value: unknown) => unknown,
    made: Made,
  ): (value: unknown) => unknown {
    return value => {
      if (this.isOver) return new Promise(() => undefined);
      this.pending--;
      this.all.pending--;
      if (typeof f !== 'function') return otherwise(value);
      return isOwn ? this.run(f, value, made) : f(value);
    };
  }

  expect(): void {
    this.pending++;
    this.all.pending++;
  }

  /** P1 and P4. */
  end(): void {
    this.isOver = true;
    this.all.pending -= this.pending;
    this.pending = 0;
  }
}

/** The callbacks of a handler, and of its callbacks, that have not run yet. */
export class PromiseWork {
  pending = 0;
  private readonly committed: Callbacks[] = [];

  commit(callbacks: Callbacks): void {
    this.committed.push(callbacks);
  }

  end(): void {
    for (const callbacks of this.committed.splice(0)) callbacks.end();
  }
}

const pass = (value: unknown): unknown => value;
const fail = (error: unknown): never => {
  throw error;
};

/** What a worker does for its promises. */
export interface Work {
  /** Receives the callbacks that a promise gets now, and decides how they run. */
  current(): Callbacks | undefined;
  /** Whether a function is not one of a package. */
  isOwn(f: Function): boolean;
  /** Ends the attempt, which runs again in the main realm. */
  needsMain(what: string): void;
}

/** Changes this thread's promises; returns what an executor is replaced by. */
export function interceptPromises({ current, isOwn, needsMain }: Work): <F>(executor: F) => F {
  const isCallback = (f: unknown): boolean => typeof f === 'function' && isOwn(f);
  const check = <T>(value: T): T => {
    const calls = callsThen(value);
    if (calls !== false && current() && calls)
      needsMain('a promise for a future, or for another object with a then');
    return value;
  };
  const checking = (f: (value: unknown) => void) => (value: unknown) => f(check(value));
  const prototype = Promise.prototype as unknown as Record<'then' | 'finally', Function>;
  const native = { then: prototype.then, finally: prototype.finally };
  replace(prototype, 'then', function (done, failed) {
    const promise = follow(this);
    const [runsDone, runsFailed] = [isCallback(done), isCallback(failed)];
    const callbacks = runsDone || runsFailed ? current() : undefined;
    if (!callbacks) return Reflect.apply(native.then, promise, [done, failed]);
    callbacks.expect();
    const made = new Made();
    return made.is(
      Reflect.apply(native.then, promise, [
        callbacks.wrap(done, runsDone, pass, made),
        callbacks.wrap(failed, runsFailed, fail, made),
      ]),
    );
  });
  // Any function of `Promise` may make a promise that is rejected: it belongs to the unit, and the worker lets the engine run the jobs that are
  // due, so that it reports the promise if no code handles it.
  for (const name of Object.getOwnPropertyNames(Promise)) {
    const made: unknown = (Promise as unknown as Record<string, unknown>)[name];
    if (typeof made !== 'function') continue;
    replace(Promise, name, function (...args) {
      if (name === 'resolve') check(args[0]);
      else current();
      const [first] = args;
      if (name === 'try' && typeof first === 'function')
        args[0] = (...given: unknown[]) => check(Reflect.apply(first, undefined, given) as unknown);
      const result = Reflect.apply(made, this, args) as { resolve(value: unknown): void };
      if (name === 'withResolvers') result.resolve = checking(result.resolve);
      return result;
    });
  }
  replace(prototype, 'finally', function (last) {
    const callbacks = isCallback(last) ? current() : undefined;
    if (!callbacks) return Reflect.apply(native.finally, this, [last]);
    callbacks.expect();
    const made = new Made();
    return made.is(Reflect.apply(native.finally, this, [callbacks.wrap(last, true, pass, made)]));
  });
  // Node 20 does not have it. It goes on reading after the attempt.
  const { fromAsync } = Array as { fromAsync?: Function };
  if (fromAsync)
    replace(Array, 'fromAsync', function (...args) {
      if (current()) needsMain('Array.fromAsync');
      return Reflect.apply(fromAsync, this, args) as unknown;
    });
  return executor => {
    if (typeof executor !== 'function' || !current()) return executor;
    const checked = (resolve: (value: unknown) => void, reject: unknown): unknown =>
      executor(checking(resolve), reject);
    return checked as typeof executor;
  };
}

/** Notes that a promise gets callbacks. One whose result will never be here is replaced by one that says so. */
function follow(promise: unknown): unknown {
  if (typeof promise !== 'object' || promise === null) return promise;
  if (elsewhere.has(promise)) return Promise.reject(new Error(notHere()));
  followed.add(promise);
  return promise;
}

/**
 * Whether a promise that is resolved with the value calls a `then` that is not the language's own; undefined if the `then` cannot be read, so that
 * the promise is rejected.
 */
export function callsThen(value: unknown): boolean | undefined {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  try {
    if (!isObject || !('then' in value)) return false;
    // Views of objects without a `then` have an accessor of that name.
    return Stamp.of(value) === 0
      ? !(value instanceof Promise && value.then === Promise.prototype.then)
      : typeof value.then === 'function';
  } catch (error) {
    if (error === ABORT) throw error;
    return undefined;
  }
}

function replace(holder: object, name: string, value: (this: unknown, ...args: unknown[]) => unknown): void {
  nameAs(value, (holder as Record<string, Function>)[name]!);
  Object.defineProperty(holder, name, { value, configurable: true, writable: true });
}

/** Async functions run in the main realm, because the rest of one after an await cannot run twice. */
export function isAsync(f: object): boolean {
  const tag = (f as { [Symbol.toStringTag]?: string })[Symbol.toStringTag];
  return tag === 'AsyncFunction' || tag === 'AsyncGeneratorFunction';
}
