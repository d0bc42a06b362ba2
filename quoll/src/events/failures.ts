/** Exceptions as data, for other realms, because an Error has state that cannot be shared. */

import { isMade, isOfHost, withWayOut } from '../contract/messages.js';
import { Stamp } from '../heap/stamp.js';
import { stackOf } from '../contract/stack.js';

export class Failure {
  name = '';
  /** Undefined if the error has none, or as a property that a program enumerates, which is among the details. */
  message: string | undefined = undefined;
  stack = '';
  /** The program's own class of the error, if it can cross, and the class of the language behind it. */
  kind: Function | undefined = undefined;
  language = '';
  /** The error's further properties that can cross, its cause among them; errors as failures. */
  details: Map<string, unknown> | undefined = undefined;
  /** Those of them that a program does not enumerate. */
  hidden: string[] | undefined = undefined;
  /** The thrown value, if it is not an Error or is a shared one. */
  thrown: unknown = undefined;
  isError = false;

  static of(error: unknown, crosses: Crosses): Failure {
    const failure = new Failure();
    if (isDescribed(error, crosses)) failure.describe(error, crosses, new Map([[error, failure]]));
    else failure.thrown = error;
    return failure;
  }

  private describe(error: Error, crosses: Crosses, known: Known): void {
    withWayOut(error);
    this.isError = true;
    this.name = String(error.name);
    this.stack = stackOf(error);
    this.language = languageClass(error);
    const kind: unknown = error.constructor;
    if (typeof kind === 'function' && kind !== BUILT_IN.get(this.language) && crosses(kind)) this.kind = kind;
    const own = Object.getOwnPropertyDescriptors(error) as Record<string, PropertyDescriptor>;
    const message = String(error.message);
    const isInner = message !== '' && (!this.kind || isOfHost(error));
    if (own['message'] ? !own['message'].enumerable : isInner) this.message = message;
    const details = new Map<string, unknown>();
    for (const name of Object.getOwnPropertyNames(error)) {
      const { enumerable, value } = own[name]!;
      if (name === 'stack' || !('value' in own[name]!) || (OWN.has(name) && !enumerable)) continue;
      const crossing =
        name === 'errors' && error instanceof AggregateError
          ? Failures.within(value, crosses, known)
          : crossingOf(value, crosses, known);
      if (crossing === LEFT_OUT) continue;
      details.set(name, crossing);
      if (!enumerable) (this.hidden ??= []).push(name);
    }
    if (details.size > 0) this.details = details;
  }

  /** As of, for an exception inside another one. */
  static within(error: unknown, crosses: Crosses, known: Known): Failure {
    const before = known.get(error);
    if (before) return before;
    const failure = new Failure();
    if (isDescribed(error, crosses)) failure.describe(error, crosses, known.set(error, failure));
    else failure.thrown = crosses(error) ? error : String(error);
    return failure;
  }

  /** `made`: the errors of failures around this one, which may hold each other. */
  toError(made = new Map<Failure, unknown>()): unknown {
    if (!this.isError) return this.thrown;
    if (made.has(this)) return made.get(this);
    const isDom = this.language === 'DOMException';
    const error = isDom ? new DOMException(this.message, this.name) : new Error(this.message);
    made.set(this, error);
    const { prototype } = this.kind ?? BUILT_IN.get(this.language)!;
    Object.setPrototypeOf(error, prototype as object);
    const define = (name: string, value: unknown, enumerable: boolean) =>
      Object.defineProperty(error, name, {
        value,
        writable: true,
        configurable: true,
        enumerable,
      });
    error.stack = this.stack;
    if (this.details)
      for (const [name, value] of this.details)
        define(name, Failure.unwrap(value, made), !this.hidden?.includes(name));
    if (error.name !== this.name) define('name', this.name, false);
    return error;
  }

  /** The exception behind a failure, or all behind several; any other value as it is. */
  static unwrap(value: unknown, made?: Map<Failure, unknown>): unknown {
    return value instanceof Failure || value instanceof Failures ? value.toError(made) : value;
  }
}

/** Whether a value that is not an Error can be shared. */
type Crosses = (value: unknown) => boolean;

/** The failures of an exception and of those in it, which may hold each other. */
type Known = Map<unknown, Failure>;

const LEFT_OUT = Symbol('left out');

function crossingOf(value: unknown, crosses: Crosses, known: Known): unknown {
  if (isMade(value, Error)) return Failure.within(value, crosses, known);
  return crosses(value) ? value : LEFT_OUT;
}

/** A shared error crosses as itself. */
function isDescribed(error: unknown, crosses: Crosses): error is Error {
  return isMade(error, Error) && !(Stamp.of(error) !== 0 && crosses(error));
}

/** Properties that are handled separately if the program does not enumerate them. */
const OWN: ReadonlySet<string> = new Set(['name', 'message']);

const BUILT_IN: ReadonlyMap<string, { readonly prototype: Error }> = new Map(
  [
    ...[AggregateError, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError],
    ...(typeof DOMException === 'function' ? [DOMException] : []),
  ].map(constructor => [constructor.name, constructor]),
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

  /** The parts of an exception in a list. */
  static within(errors: Iterable<unknown>, crosses: Crosses, known: Known): Failures {
    const parts = new Failures();
    parts.all = Array.from(errors, each => Failure.within(each, crosses, known));
    return parts;
  }

  toError(made?: Map<Failure, unknown>): unknown[] {
    return [...this.all].map(failure => failure.toError(made));
  }
}
