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
/** Receives the callbacks that one transaction gives to promises. */
export class Callbacks {
  private isOver = false;
  private pending = 0;

  constructor(
    private readonly all: PromiseWork,
    private readonly run: (f: Function, value: unknown) => unknown,
  ) {}

  /** A callback that runs as a transaction. Only one callback of a pair is called, and it counts for both. */
  wrap(f: unknown, isOfUnit: boolean, otherwise: (value: unknown) => unknown): (value: unknown) => unknown {
    return value => {
      if (this.isOver) return new Promise(() => undefined);
      this.pending--;
      this.all.pending--;
      if (typeof f !== 'function') return otherwise(value);
      return isOfUnit ? this.run(f, value) : f(value);
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
    const [runsDone, runsFailed] = [isCallback(done), isCallback(failed)];
    const callbacks = runsDone || runsFailed ? current() : undefined;
    if (!callbacks) return Reflect.apply(native.then, this, [done, failed]);
    callbacks.expect();
    return Reflect.apply(native.then, this, [
      callbacks.wrap(done, runsDone, pass),
      callbacks.wrap(failed, runsFailed, fail),
    ]);
  });
  const { reject } = Promise;
  replace(Promise, 'reject', function (error) {
    // The worker lets the engine run the jobs that are due, so that it reports the promise if no code handles it.
    current();
    return Reflect.apply(reject, this, [error]) as unknown;
  });
  replace(prototype, 'finally', function (last) {
    const callbacks = isCallback(last) ? current() : undefined;
    if (!callbacks) return Reflect.apply(native.finally, this, [last]);
    callbacks.expect();
    return Reflect.apply(native.finally, this, [callbacks.wrap(last, true, pass)]);
  });
}

function replace(
  prototype: object,
  name: string,
  value: (this: unknown, ...args: unknown[]) => unknown,
): void {
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
}

/** Async functions run in the main realm, because the rest of one after an await cannot run twice. */
export function isAsync(f: object): boolean {
  const tag = (f as { [Symbol.toStringTag]?: string })[Symbol.toStringTag];
  return tag === 'AsyncFunction' || tag === 'AsyncGeneratorFunction';
}
