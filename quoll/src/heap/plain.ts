/** What plain objects must be like so that they can be shared. */
import { type CannotShareError, cannotShare } from './errors.js';
import type { Name } from './shapes.js';

/** Prototypes of objects with state that is no property. */
const EXOTIC: ReadonlySet<object> = new Set([
  ...[ArrayBuffer, DataView, FinalizationRegistry, Promise, SharedArrayBuffer].map(
    constructor => constructor.prototype as object,
  ),
  ...[WeakMap, WeakRef, WeakSet, Boolean, Number, String].map(constructor => constructor.prototype as object),
  Object.getPrototypeOf(Uint8Array.prototype) as object,
]);

/** Throws if an object of its kind, or with its properties, cannot be shared. */
export function checkObject(object: object): void {
  for (let at: object | null = object; (at = Object.getPrototypeOf(at) as object | null) !== null;) {
    if (EXOTIC.has(at))
      throw refusal(object, 'share the data in it as numbers, strings, plain objects or arrays');
  }
  ownNames(object);
}

/** All values that an object holds. */
export function* contentsOf(object: object): Generator<unknown> {
  if (object instanceof Map) for (const entry of object) yield* entry;
  else if (object instanceof Set) yield* object;
  else yield* Object.values(object);
  if (object instanceof Error) yield* [object.cause, (object as AggregateError).errors];
}

/** The names of an object's own data properties, but those that its kind handles itself; anything else stops the publishing. */
export function ownNames(object: object, except: readonly Name[] = []): Name[] {
  const names: Name[] = [];
  if (!Object.isExtensible(object)) throw refusal(object, 'leave out Object.freeze, or share a copy of it');
  for (const name of Reflect.ownKeys(object)) {
    if (except.includes(name)) continue;
    const descriptor = Object.getOwnPropertyDescriptor(object, name)!;
    if (!('value' in descriptor))
      throw refusal(object, `its property ${String(name)} has a getter or setter; use a method`);
    if (!descriptor.writable || !descriptor.configurable)
      throw refusal(object, `its property ${String(name)} is read-only; assign it`);
    if (!descriptor.enumerable) {
      const isArguments = Object.prototype.toString.call(object) === '[object Arguments]';
      const wayOut = isArguments
        ? 'use a rest parameter'
        : `its property ${String(name)} is hidden; assign it`;
      throw refusal(object, wayOut);
    }
    names.push(name);
  }
  return names;
}

export function refusal(object: object, wayOut: string): CannotShareError {
  const prototype = Object.getPrototypeOf(object) as { constructor?: { name?: string } } | null;
  const name = prototype?.constructor?.name;
  const what = name === undefined || name === 'Object' ? 'this object' : `this ${name}`;
  return cannotShare(what, wayOut);
}
