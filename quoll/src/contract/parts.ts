/**
 * Async handlers in parts. Each part, from one await to the next, is a turn of the main realm, which an exception undoes. A part that began
 * with a resumption ends before any other code runs: at the next await, or at the end of the function. So,
 * where a function resumes, a current turn is one of two things: the part of a handler that is calling this
 * function now, which includes what it calls until its first await; or a turn of code outside of handlers,
 * whose microtask has not come yet, and which ends here.
 */
import type { Part } from './contract.js';
import { inWordsOfProgram } from './messages.js';

/** The functions of the main realm that parts need. */
export interface PartTurns {
  /** Ends the turn of other code, if there is one, and begins one. False: a handler is calling, and the part belongs to its turn. */
  beginPart(): boolean;
  endPart(): void;
  undoPart(error: unknown): void;
  live(): void;
}

/** The state of a call of an async function. */
const enum State {
  /** In the turn of its caller. */
  Called,
  /** At an await. */
  Paused,
  /** It runs in the turn that began when it resumed. */
  Resumed,
}

export class HandlerPart implements Part {
  private state = State.Called;

  /** `isHandler`: the function is the handler itself, so that its first part too is undone by its exception. */
  constructor(
    private readonly turns: PartTurns,
    private isHandler: boolean,
  ) {}

  pause<V>(value?: V): V {
    const { state } = this;
    this.isHandler = false;
    this.state = State.Paused;
    if (state === State.Resumed) this.turns.endPart();
    return value as V;
  }

  resume<V>(value: V): V {
    if (this.state === State.Paused) this.state = this.turns.beginPart() ? State.Resumed : State.Called;
    return value;
  }

  live(): void {
    this.resume(undefined);
    this.turns.live();
  }

  failed(error: unknown): unknown {
    const isOwn = this.isHandler || this.state === State.Resumed;
    this.isHandler = false;
    this.state = State.Paused;
    if (isOwn) this.turns.undoPart(error);
    return inWordsOfProgram(error);
  }

  end(): void {
    this.pause();
  }

  each<I>(iterable: I): I {
    const inner = iteratorOf(iterable);
    const paused =
      (method: 'next' | 'return') =>
      (value?: unknown): Promise<IteratorResult<unknown>> => {
        this.pause();
        return inner[method]!(value);
      };
    const steps = { next: paused('next'), ...(inner.return && { return: paused('return') }) };
    return { [Symbol.asyncIterator]: () => steps } as I;
  }
}

function iteratorOf(iterable: unknown): AsyncIterator<unknown> {
  const own = (iterable as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator];
  return own ? own.call(iterable) : awaited(iterable as Iterable<unknown>);
}

async function* awaited(iterable: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* iterable;
}
