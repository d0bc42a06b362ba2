/** Exceptions as data, for other realms, because an Error has state that cannot be shared. */

import { trimStack } from '../protocol/stack.js';

export class Failure {
  name = '';
  message = '';
  stack = '';
  /** The thrown value, if it is no Error. */
  thrown: unknown = undefined;
  isError = false;

  static of(error: unknown): Failure {
    const failure = new Failure();
    if (error instanceof Error) {
      failure.isError = true;
      failure.name = error.name;
      failure.message = error.message;
      failure.stack = trimStack(error.stack ?? String(error));
    } else {
      failure.thrown = error;
    }
    return failure;
  }

  toError(): unknown {
    if (!this.isError) return this.thrown;
    const error = new (BUILT_IN.get(this.name) ?? Error)(this.message);
    if (error.name !== this.name) error.name = this.name;
    error.stack = this.stack;
    return error;
  }

  /** The exception behind a failure, or all behind several; any other value as it is. */
  static unwrap(value: unknown): unknown {
    return value instanceof Failure || value instanceof Failures ? value.toError() : value;
  }
}

/** Errors of the language keep their class. */
const BUILT_IN: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(constructor => [
    constructor.name,
    constructor,
  ]),
);

/** The failures of the tasks of a `finish`. */
export class Failures {
  all: Failure[] = [];

  toError(): unknown[] {
    return [...this.all].map(failure => failure.toError());
  }
}

/** One error for several. */
export function aggregate(errors: unknown[]): AggregateError {
  const first = errors[0] instanceof Error ? errors[0].message : String(errors[0]);
  const message =
    errors.length === 1
      ? `a task of finish failed: ${first}`
      : `${errors.length} tasks of finish failed, the first: ${first}`;
  return new AggregateError(errors, message);
}
