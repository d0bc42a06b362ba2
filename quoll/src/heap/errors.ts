import { retold, UNREADABLE } from '../contract/messages.js';
import { blame } from '../protocol/stack.js';
import { ABORT } from '../stm/errors.js';

/** Thrown when the shared heap is full. */
export class HeapFullError extends Error {
  readonly code = 'QUOLL_HEAP_FULL';

  constructor(limit: number) {
    super(
      `the shared heap is full: its limit is ${Math.round(limit / 2 ** 20)} MiB; share less, or raise the limit with --heap`,
    );
  }
}

/** A value that cannot be shared. */
export class CannotShareError extends TypeError {
  readonly code = 'QUOLL_CANNOT_SHARE';

  constructor(what: string, wayOut: string) {
    super(`${what} cannot be shared: ${wayOut}`);
  }

  /** Adds to the message the variable or property that holds the value. */
  heldBy(what: string): this {
    if (what !== '') retold(this, `${this.message} (${what})`);
    return this;
  }
}

/** The error for a value that cannot be shared, at the place in the program that shares it. */
export function cannotShare(what: string, wayOut: string): CannotShareError {
  return blame(() => new CannotShareError(what, wayOut));
}

/** The symbols that the language itself reads: `Symbol.iterator` and the others. */
export const OF_LANGUAGE: ReadonlySet<unknown> = new Set(
  Object.values(Object.getOwnPropertyDescriptors(Symbol)).map(({ value }) => value as unknown),
);

/** The text of an exception, whose getters are code of the program. */
export function textOf(error: unknown, describe: (error: unknown) => string): string {
  try {
    return describe(error);
  } catch (thrown) {
    if (thrown === ABORT) throw thrown;
    return UNREADABLE;
  }
}
