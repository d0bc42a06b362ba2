/** What objects hold that are not shared: their elements, entries, and properties with getters and setters. */
import { eachOf as eachItem, isMap, isSet } from './copies.js';
import { get, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, ownKeys } from './raw.js';
import type { Name } from './shapes.js';

/** Names are looked for among at most so many elements, because the engine lists the elements, too, unless the host knows that there are names. */
const MOST_NAMED = 100;

/** Whether a longer list has names, for a host that can tell. */
export const host: { isNamed?: (list: object) => boolean } = {};

export const PLAIN: ReadonlySet<unknown> = new Set([
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
]);

/** Objects that consist only of their contents. */
export function isPlain(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return PLAIN.has(prototype) || prototype === null;
}

/** Plain objects without methods that need the object itself. */
export function isData(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

/** The names of an object's own properties, without elements. */
export function namesOf(object: object): Name[] {
  const isList = Array.isArray(object);
  if (!isList && !ArrayBuffer.isView(object)) return ownKeys(object);
  const { length } = object as unknown[];
  if (length > MOST_NAMED && !host.isNamed?.(object)) return [];
  const names = ownKeys(object);
  return names.slice(isList ? names.indexOf('length') : length);
}

/** Whether `visit` returns true for some value that an object holds. */
export function eachOf(object: object, visit: (value: unknown) => boolean): boolean {
  let isFound = false;
  if (Array.isArray(object)) for (let i = 0; i < object.length && !isFound; i++) isFound = visit(object[i]);
  else if (isMap(object) || isSet(object))
    eachItem(object, (value, key) => (isFound ||= visit(key) || visit(value)));
  if (isFound) return true;
  for (const name of namesOf(object)) {
    // The engine makes this text when it is read.
    if (name === 'stack') continue;
    const property = getOwnPropertyDescriptor(object, name);
    if (property === undefined) continue;
    const { value, get: getter, set: setter } = property;
    if (visit(value) || (getter && visit(getter)) || (setter && visit(setter))) return true;
  }
  return false;
}

/** The class whose instances inherit from an object. */
export function classOf(prototype: object): Function | undefined {
  const made = hasOwn(prototype, 'constructor') ? (get(prototype, 'constructor') as unknown) : undefined;
  return typeof made === 'function' && made.prototype === prototype ? made : undefined;
}

export function isIterator(value: unknown): value is IterableIterator<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Iterator<unknown>).next === 'function' &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}
