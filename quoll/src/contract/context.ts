/**
 * The context of async functions where the host has no storage that follows awaits, as in browsers. It is set while synchronous code
 * runs; a rewritten async function keeps its own and sets it again whenever it continues. Callbacks of promises have none.
 */
import type { Part } from './contract.js';

export class SynchronousContext<T> {
  private store: T | undefined = undefined;

  getStore(): T | undefined {
    return this.store;
  }

  run<R>(store: T, f: () => R): R {
    const outer = this.exchange(store);
    try {
      return f();
    } finally {
      this.exchange(outer);
    }
  }

  /** Sets the context of the code that runs now; returns the one before. */
  exchange(store: T | undefined): T | undefined {
    const outer = this.store;
    this.store = store;
    return outer;
  }

  /** A part that begins now, and takes its context along. */
  carry(part: Part): Part {
    return this.store === undefined ? part : new CarriedPart(part, this, this.store);
  }
}

class CarriedPart<T> implements Part {
  private outer: T | undefined = undefined;
  /** Whether the part has continued, so that the context is the one that it has set. */
  private isSet = false;

  constructor(
    private readonly inner: Part,
    private readonly context: SynchronousContext<T>,
    private readonly own: T,
  ) {}

  pause<V>(value?: V): V {
    const same = this.inner.pause(value);
    this.restore();
    return same as V;
  }

  resume<V>(value: V): V {
    this.set();
    return this.inner.resume(value);
  }

  live(): void {
    this.set();
    this.inner.live();
  }

  failed(error: unknown): unknown {
    const failure = this.inner.failed(error);
    this.restore();
    return failure;
  }

  end(): void {
    this.inner.end();
    this.restore();
  }

  each<I>(iterable: I): I {
    const inner = this.inner.each(iterable) as Partial<AsyncIterable<unknown> & Iterable<unknown>>;
    const later = inner[Symbol.asyncIterator]?.();
    const iterator = later ?? (inner[Symbol.iterator]!() as unknown as AsyncIterator<unknown>);
    const pausing =
      (method: 'next' | 'return') =>
      async (value?: unknown): Promise<IteratorResult<unknown>> => {
        let step: Promise<IteratorResult<unknown>>;
        try {
          step = iterator[method]!(value);
        } finally {
          this.restore();
        }
        const { done, value: element } = await step;
        // The language waits for the elements of other iterators only.
        return { done: done ?? false, value: later ? element : await element };
      };
    const steps = { next: pausing('next'), ...(iterator.return && { return: pausing('return') }) };
    return { [Symbol.asyncIterator]: () => steps } as I;
  }

  private set(): void {
    if (this.isSet) return;
    this.outer = this.context.exchange(this.own);
    this.isSet = true;
  }

  private restore(): void {
    if (!this.isSet) return;
    this.context.exchange(this.outer);
    this.isSet = false;
  }
}
