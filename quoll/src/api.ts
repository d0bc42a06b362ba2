/** The types of the public API. Each call has the same effect on every run time; see the README for the rules. */

/** A function that an event runs. `this` is the object that the event was emitted on. */
export type Handler<T extends object = object, A extends unknown[] = any[]> = (
  this: T,
  ...args: A
) => unknown;

/** The realm of a handler or a guard. */
export interface Placement {
  /** `'main'`: in the main realm, where sockets, files and the DOM are. Default: in any realm. */
  readonly realm?: 'main' | 'any';
}

/**
 * Combines a handler's contribution with an eventual field: `global` is the field's value now, `initial` the value that the
 * handler saw first, `final` the value that it left. Returns the field's new value. It must use its arguments only.
 * (Paper, section 5.1.)
 */
export interface Accumulator<V = any> {
  (global: V, initial: V, final: V): V;
}

/** An accumulator that knows its identity: the value that an absent field counts as. */
export interface EventualKind<V = any> extends Accumulator<V> {
  /** Returns a fresh identity. */
  readonly identity: () => V;
  /**
   * True if two successive changes count as one: `f(f(g, a, b), b, c)` is `f(g, a, c)`. Then a worker that runs many handlers of one label
   * contributes their changes together. `joining` declares that of a function; `sum` and `histogram` have it.
   */
  readonly joins?: boolean;
}

/** The methods that every object of a rewritten module answers to. Each returns the object, so calls chain. */
export interface EventMethods {
  /** Registers `handler` for every later event `label`. It does not see events emitted before. */
  on(label: string, handler: Handler, placement?: Placement): this;
  /** Registers `handler` for one event `label`. */
  once(label: string, handler: Handler, placement?: Placement): this;
  /** Removes all handlers of `label`. */
  never(label: string): this;
  /** Emits an event: each handler of `label` runs once, later, with `args`. No order among events is promised. */
  emit(label: string, ...args: unknown[]): this;
  /**
   * Registers a guard: it runs once, after every event `label` that the current handler (in the main realm: the current
   * turn) emits on this object, before or after this call, has been handled. With no such event it never runs.
   */
  waitall(label: string, guard: Handler, placement?: Placement): this;
  /**
   * Marks a field eventual: handlers that change it never conflict over it, and their contributions are accumulated after they commit.
   * `'*'` marks every field, those added later too. An absent field counts as `identity`; without one, as 0 if the contribution is a
   * number.
   */
  markEventual(field: string, accumulator: Accumulator | EventualKind, identity?: unknown): this;
}

/** The result of `spawn`. */
export interface Future<R> extends PromiseLike<R> {
  /** Calls `done` with the result, or `failed` with the error, in the realm that registered them. Returns the future. */
  get(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this;
}

/** The result of `finish`. */
export interface Completion extends PromiseLike<void> {
  /** Calls `done` when all tasks are done, with the failures if there were any. Returns the completion. */
  ondone(done: (failures?: unknown[]) => unknown): this;
}

/** The result of `mapReduce` and of `mapred`. */
export interface Reduction<R> extends PromiseLike<R> {
  /** Calls `done` with the result, or `failed` with the first failure. Returns the reduction. */
  ondone(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this;
}

/** The API as functions. */
export interface Api {
  on<T extends object>(target: T, label: string, handler: Handler<T>, placement?: Placement): T;
  once<T extends object>(target: T, label: string, handler: Handler<T>, placement?: Placement): T;
  never<T extends object>(target: T, label: string): T;
  emit<T extends object>(target: T, label: string, ...args: unknown[]): T;
  waitall<T extends object>(target: T, label: string, guard: Handler<T>, placement?: Placement): T;
  markEventual<T extends object>(
    target: T,
    field: string,
    accumulator: Accumulator | EventualKind,
    identity?: unknown,
  ): T;

  /** Runs `f(...args)` as a separate handler and returns its result as a future, which may be awaited. */
  spawn<A extends unknown[], R>(f: (...args: A) => R, ...args: A): Future<Awaited<R>>;
  /**
   * Runs `f(...args)` as a task of the enclosing `finish`. Outside of a `finish` nothing waits for the task.
   */
  async<A extends unknown[]>(f: (...args: A) => unknown, ...args: A): void;
  /**
   * Calls `f` and completes when all tasks started by it, by their callbacks, and so on, are done. The function of a timer is no task: for that, await
   * a promise that it settles, in an async task.
   */
  finish(f: () => unknown): Completion;
  /**
   * `finish` for the work on one request, which is a span of the program's trace (`quoll --otlp`). `header` is the W3C header `traceparent`
   * that has come with the request, if any: then the request belongs to the caller's trace. Without a trace it is `finish`.
   */
  request(name: string, header: string | readonly string[] | null | undefined, f: () => unknown): Completion;
  /** The header `traceparent` to send on for the request around the code that calls this; undefined without a trace. */
  traceparent(): string | undefined;
  /** Maps the elements in parallel and reduces the results, in the order of their indices. */
  mapReduce<E, M, R>(
    elements: Iterable<E>,
    map: (element: E, index: number) => M,
    reduce: (results: Awaited<M>[]) => R,
  ): Reduction<Awaited<R>>;
  /** Splits an array into `parts` chunks of nearly equal length, in order. */
  scatter<E>(elements: readonly E[], parts: number): E[][];
  /** Runs `f` on each chunk in parallel and resolves to the results in order. */
  gather<E, R>(chunks: readonly E[], f: (chunk: E, index: number) => R): Reduction<Awaited<R>[]>;
  /** Publishes an object and everything that it reaches, and returns it. */
  shared<T extends object>(value: T): T;
}
