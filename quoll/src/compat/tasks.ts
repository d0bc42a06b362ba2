/** Futures, tasks and parallel patterns. */
import type { Completion, Future, Reduction } from '../api.js';
import { report } from './report.js';
import { aggregate } from '../contract/aggregate.js';
import { checkCallbacks, checkFunction, isThenable } from '../contract/arguments.js';
import { enqueue, later, scope, shareAtEnd, turn, within, type Failure, type Scope } from './turns.js';

type Taker<R> = (result: R, failure: Failure | undefined) => void;

/** A later value or failure, with any number of callbacks. */
class Outcome<R> {
  #takers: Taker<R>[] = [];
  #taken = false;
  #settled: { result: R; failure: Failure | undefined } | undefined;

  constructor(
    readonly what: string,
    /** The `finish` whose end settles it. */
    private readonly of?: () => Scope,
  ) {}

  /** The `finish` that waits for a callback: one outside of that which waits for the outcome itself. */
  #scope(): Scope | undefined {
    const around = scope();
    const own = this.of?.();
    for (let at = around; at; at = at.outer) if (at === own) return at.outer;
    return around;
  }

  settle(result: R, failure?: Failure): void {
    this.#settled = { result, failure };
    for (const taker of this.#takers) taker(result, failure);
    if (failure) setTimeout(() => this.#taken || report(this.what, failure.error), 0);
  }

  take(taker: Taker<R>, takesFailures: boolean): void {
    this.#taken ||= takesFailures;
    if (this.#settled) taker(this.#settled.result, this.#settled.failure);
    else this.#takers.push(taker);
  }

  /** Runs the matching callback as a handler, when the outcome is known. */
  call(done: (result: R) => unknown, failed?: (error: unknown) => unknown, takesFailures = !!failed): void {
    const around = this.#scope();
    around?.enter();
    this.take((result, failure) => {
      const callback = failure ? failed && (() => failed(failure.error)) : () => done(result);
      const f = failure ? failed : done;
      if (callback) enqueue(callbackJob(callback, f!, around, `the callback of ${this.what}`));
      around?.leave();
    }, takesFailures);
  }

  /** A promise of the outcome, for whose callbacks the `finish` around waits. */
  promise(): Promise<R> {
    return new Promise((resolve, reject) =>
      turn().effect(() => {
        const around = this.#scope();
        around?.enter();
        this.take((result, failure) => {
          if (failure) reject(failure.error);
          else resolve(result);
          if (around) later(() => around.leave());
        }, true);
      }),
    );
  }
}

function callbackJob(run: () => unknown, f: Function, around: Scope | undefined, what: string) {
  return {
    scope: around,
    run,
    f,
    done: (_: unknown, failure?: Failure) => {
      if (failure) report(what, failure.error);
    },
  };
}

/** The base of all results: callbacks and `then`. */
class Result<R> implements PromiseLike<R> {
  readonly outcome: Outcome<R>;

  constructor(what: string, of?: () => Scope) {
    this.outcome = new Outcome<R>(what, of);
  }

  then<A = R, B = never>(
    done?: ((result: R) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.outcome.promise().then(done, failed);
  }

  /** Gives the outcome its callbacks when the turn commits. */
  protected take(call: string, done: (result: R) => unknown, failed?: (error: unknown) => unknown): this {
    checkCallbacks(call, done, failed);
    turn().effect(() => this.outcome.call(done, failed));
    return this;
  }
}

class SpawnResult<R> extends Result<R> implements Future<R> {
  get(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this {
    return this.take('get', done, failed);
  }
}

class PatternResult<R> extends Result<R> implements Reduction<R> {
  ondone(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this {
    return this.take('ondone', done, failed);
  }
}

export function spawn<A extends unknown[], R>(f: (...args: A) => R, ...args: A): Future<Awaited<R>> {
  checkFunction('spawn', f);
  shareAtEnd(f, ...args);
  const future = new SpawnResult<Awaited<R>>(`the task ${f.name || '(anonymous)'} of spawn`);
  start(
    f,
    () => f(...args),
    (result, failure) => future.outcome.settle(result as Awaited<R>, failure),
  );
  return future;
}

/** Enqueues a job of the current `finish` when this turn commits. */
function start(f: Function, run: () => unknown, done: (result: unknown, failure?: Failure) => void): void {
  const around = scope();
  const leave = (): void => around?.leave();
  around?.enter();
  turn().effect(() => {
    enqueue({ scope: around, run, f, done });
    leave();
  }, leave);
}

export function async<A extends unknown[]>(f: (...args: A) => unknown, ...args: A): void {
  checkFunction('async', f);
  shareAtEnd(f, ...args);
  const around = scope();
  start(
    f,
    () => f(...args),
    (_, failure) => {
      if (!failure) return;
      if (around instanceof Finish) around.failures.push(failure.error);
      else report(`the task ${f.name || '(anonymous)'} of async`, failure.error);
    },
  );
}

/** Counts the jobs that a `finish` waits for. The enclosing `finish` waits for them, too. */
class Finish implements Scope {
  readonly failures: unknown[] = [];
  isOver = false;
  #pending = 0;

  constructor(
    readonly outer: Scope | undefined,
    readonly completed: () => void,
  ) {}

  enter(): void {
    this.#pending++;
    this.outer?.enter();
  }

  leave(): void {
    if (--this.#pending === 0) {
      this.isOver = true;
      this.completed();
    }
    this.outer?.leave();
  }
}

class FinishResult extends Result<void> implements Completion {
  constructor(readonly finish: () => Finish) {
    super('a task of finish', finish);
  }

  ondone(done: (failures?: unknown[]) => unknown): this {
    checkCallbacks('ondone', done);
    turn().effect(() =>
      this.outcome.call(() => done(), done.length > 0 ? () => done(this.finish().failures) : undefined),
    );
    return this;
  }
}

export function finish(f: () => unknown): Completion {
  checkFunction('finish', f);
  const own: Finish = new Finish(scope(), () => {
    const { failures } = own;
    completion.outcome.settle(undefined, failures.length > 0 ? { error: aggregate(failures) } : undefined);
  });
  const completion = new FinishResult(() => own);
  own.enter();
  let waits: unknown;
  try {
    waits = within(own, f);
  } finally {
    if (!isThenable(waits))
      turn().effect(
        () => own.leave(),
        () => own.outer?.leave(),
      );
  }
  if (isThenable(waits)) {
    waits.then(
      () => own.leave(),
      error => {
        own.failures.push(error);
        own.leave();
      },
    );
  }
  return completion;
}

export function request(_name: string, _header: unknown, f: () => unknown): Completion {
  checkFunction('request', f);
  return finish(f);
}

export function mapReduce<E, M, R>(
  elements: Iterable<E>,
  map: (element: E, index: number) => M,
  reduce: (results: Awaited<M>[]) => R,
): Reduction<Awaited<R>> {
  checkFunction('mapReduce', map);
  checkFunction('mapReduce', reduce);
  shareAtEnd(map, reduce);
  const result = new PatternResult<Awaited<R>>('mapReduce');
  const settle = (value: unknown, failure?: Failure) => result.outcome.settle(value as Awaited<R>, failure);
  mapAll([...elements], map, (results, failure) => {
    if (failure) settle(undefined, failure);
    else start(reduce, () => reduce(results), settle);
  });
  return result;
}

/** Maps each element in a job of its own; `done` gets the results in order, or the failure of the first element that has failed. */
function mapAll<E, M>(
  elements: E[],
  map: (element: E, index: number) => M,
  done: (results: Awaited<M>[], failure?: Failure) => void,
): void {
  const results = new Array<Awaited<M>>(elements.length);
  let pending = elements.length;
  const failures = new Array<Failure | undefined>(elements.length);
  if (pending === 0)
    return start(
      map,
      () => undefined,
      () => done(results),
    );
  elements.forEach((element, index) =>
    start(
      map,
      () => map(element, index),
      (result, failure) => {
        results[index] = result as Awaited<M>;
        failures[index] = failure;
        if (--pending === 0) done(results, failures.find(Boolean));
      },
    ),
  );
}

export function gather<E, R>(
  chunks: readonly E[],
  f: (chunk: E, index: number) => R,
): Reduction<Awaited<R>[]> {
  checkFunction('gather', f);
  shareAtEnd(f);
  const result = new PatternResult<Awaited<R>[]>('gather');
  mapAll([...chunks], f, (results, failure) => result.outcome.settle(results, failure));
  return result;
}
