import { retold, UNREADABLE } from '../contract/messages.js';
import { blame } from '../contract/stack.js';
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

/** A function that captures a variable without a value. */
export class TooEarlyError extends CannotShareError {}

/** The error for a value that cannot be shared, at the place in the program that shares it. */
export function cannotShare(what: string, wayOut: string, kind = CannotShareError): CannotShareError {
  return blame(() => new kind(what, wayOut));
}

/** The symbols that the language itself reads, `Symbol.iterator` and the others, with their names. */
export const OF_LANGUAGE: ReadonlyMap<unknown, string> = new Map(
  Object.entries(Object.getOwnPropertyDescriptors(Symbol))
    .filter(([, { value }]) => typeof value === 'symbol')
    .map(([name, { value }]) => [value, name]),
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

/** The error for a function that cannot cross, or not yet. */
export function cannotCross(
  f: Function,
  described: { readonly reason: string; readonly isEarly?: boolean },
): CannotShareError {
  const kind = described.isEarly ? TooEarlyError : CannotShareError;
  return cannotShare(`the function ${f.name || '(anonymous)'}`, described.reason, kind);
}
