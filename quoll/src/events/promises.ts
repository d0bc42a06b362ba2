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
 * This holds for functions of rewritten modules, also bound ones, and for those of the host whose effects wait for a commit, such as
 * `console.log`; those of packages are not changed. The code after an `await` cannot run twice, so an
 * async function never runs in a worker.
 */
import { nameAs } from '../heap/replacing.js';
import { OwnWeakSet } from '../heap/weak.js';

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

export const NOT_HERE =
  'a callback of a promise whose result is needed must run in the main realm: make the handler an async function, which runs there';

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
    isOfUnit: boolean,
    otherwise: (value: unknown) => unknown,
    made: Made,
  ): (value: unknown) => unknown {
    return value => {
      if (this.isOver) return new Promise(() => undefined);
      this.pending--;
      this.all.pending--;
      if (typeof f !== 'function') return otherwise(value);
      return isOfUnit ? this.run(f, value, made) : f(value);
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

/**
 * Changes this thread's promises: if `current` returns a receiver when a promise gets callbacks of which `isOfUnit` is true, the receiver
 * decides how they run.
 */
export function interceptPromises(
  current: () => Callbacks | undefined,
  isOfUnit: (f: Function) => boolean,
): void {
  const isCallback = (f: unknown): boolean => typeof f === 'function' && isOfUnit(f);
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
      if (name !== 'resolve' || follows(args[0])) current();
      return Reflect.apply(made, this, args) as unknown;
    });
  }
  replace(prototype, 'finally', function (last) {
    const callbacks = isCallback(last) ? current() : undefined;
    if (!callbacks) return Reflect.apply(native.finally, this, [last]);
    callbacks.expect();
    const made = new Made();
    return made.is(Reflect.apply(native.finally, this, [callbacks.wrap(last, true, pass, made)]));
  });
}

/** Notes that a promise gets callbacks. One whose result will never be here is replaced by one that says so. */
function follow(promise: unknown): unknown {
  if (typeof promise !== 'object' || promise === null) return promise;
  if (elsewhere.has(promise)) return Promise.reject(new Error(NOT_HERE));
  followed.add(promise);
  return promise;
}

/** Whether `Promise.resolve` makes a promise that another object settles. */
function follows(value: unknown): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && !(value instanceof Promise) && 'then' in value;
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
