/** Exceptions as data, for other realms, because an Error has state that cannot be shared. */

import { isMade, withWayOut } from '../contract/messages.js';
import { stackOf } from '../protocol/stack.js';

export class Failure {
  name = '';
  message = '';
  stack = '';
  /** The program's own class of the error, if it can cross, and the class of the language behind it. */
  kind: Function | undefined = undefined;
  language = '';
  /** The error's further properties that can cross, its cause among them; errors as failures. */
  details: Map<string, unknown> | undefined = undefined;
  /** The thrown value, if it is not an Error. */
  thrown: unknown = undefined;
  isError = false;

  static of(error: unknown, crosses: Crosses): Failure {
    const failure = new Failure();
    if (isMade(error, Error)) failure.describe(error, crosses, new Set([error]));
    else failure.thrown = error;
    return failure;
  }

  private describe(error: Error, crosses: Crosses, known: Set<unknown>): void {
    withWayOut(error);
    this.isError = true;
    this.name = String(error.name);
    this.message = String(error.message);
    this.stack = stackOf(error);
    this.language = languageClass(error);
    const kind: unknown = error.constructor;
    if (typeof kind === 'function' && kind !== BUILT_IN.get(this.language) && crosses(kind)) this.kind = kind;
    const details = new Map<string, unknown>();
    for (const name of Object.getOwnPropertyNames(error)) {
      const property = Object.getOwnPropertyDescriptor(error, name)!;
      if (OWN.has(name) || !('value' in property)) continue;
      const crossing = crossingOf(property.value, crosses, known);
      if (crossing !== LEFT_OUT) details.set(name, crossing);
    }
    if (error instanceof AggregateError) {
      const parts = new Failures();
      parts.all = error.errors.map(each => Failure.within(each, crosses, known));
      details.set('errors', parts);
    }
    if (details.size > 0) this.details = details;
  }

  /** As of, for an exception inside another one; an exception in `known` becomes only its text. */
  static within(error: unknown, crosses: Crosses, known: Set<unknown>): Failure {
    const failure = new Failure();
    if (isMade(error, Error) && !known.has(error)) failure.describe(error, crosses, known.add(error));
    else failure.thrown = crosses(error) ? error : String(error);
    return failure;
  }

  toError(): unknown {
    if (!this.isError) return this.thrown;
    const error = new Error(this.message);
    const { prototype } = this.kind ?? BUILT_IN.get(this.language)!;
    Object.setPrototypeOf(error, prototype as object);
    const define = (name: string, value: unknown) =>
      Object.defineProperty(error, name, {
        value,
        writable: true,
        configurable: true,
        enumerable: !HIDDEN.has(name),
      });
    if (error.name !== this.name) define('name', this.name);
    error.stack = this.stack;
    if (this.details) for (const [name, value] of this.details) define(name, Failure.unwrap(value));
    return error;
  }

  /** The exception behind a failure, or all behind several; any other value as it is. */
  static unwrap(value: unknown): unknown {
    return value instanceof Failure || value instanceof Failures ? value.toError() : value;
  }
}

/** Whether a value that is not an Error can be shared. */
type Crosses = (value: unknown) => boolean;

const LEFT_OUT = Symbol('left out');

function crossingOf(value: unknown, crosses: Crosses, known: Set<unknown>): unknown {
  if (isMade(value, Error)) return Failure.within(value, crosses, known);
  return crosses(value) ? value : LEFT_OUT;
}

/** Properties that every error has, or that are handled separately. */
const OWN: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'errors']);

/** Properties of errors that the language does not enumerate. */
const HIDDEN: ReadonlySet<string> = new Set(['name', 'cause', 'errors']);

const BUILT_IN: ReadonlyMap<string, { readonly prototype: Error }> = new Map(
  [AggregateError, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    constructor => [constructor.name, constructor],
  ),
);

/** The name of the nearest class of the language that an error is an instance of. */
function languageClass(error: Error): string {
  for (let at: unknown = Object.getPrototypeOf(error); at; at = Object.getPrototypeOf(at)) {
    for (const [name, { prototype }] of BUILT_IN) if (at === prototype) return name;
  }
  return 'Error';
}

/** The failures of the tasks of a `finish`. */
export class Failures {
  all: Failure[] = [];

  toError(): unknown[] {
    return [...this.all].map(failure => failure.toError());
  }
}
