/** Prints eventual fields, which are accessors on one thread, as the values that they are in a program with workers. */
import { inspect } from 'node:util';
import { contentsOf } from '../compat/snapshots.js';

const INSPECT = inspect.custom;

/** The eventual fields of objects that describe themselves. */
const shownFields = new WeakMap<object, Set<PropertyKey>>();

/** From now on Node prints this field as a value. Node finds out by identity which objects hold themselves. */
export function showValue(target: object, field: string): void {
  const known = shownFields.get(target);
  if (known ?? (contentsOf(target) || INSPECT in target)) return void known?.add(field);
  const fields = new Set<PropertyKey>([field]);
  shownFields.set(target, fields);
  const shown = Object.create(Object.getPrototypeOf(target) as object | null) as object;
  const value = function (this: object): object {
    for (const key of Reflect.ownKeys(shown)) Reflect.deleteProperty(shown, key);
    for (const key of Reflect.ownKeys(target)) {
      if (key === INSPECT) continue;
      const property = Object.getOwnPropertyDescriptor(target, key)!;
      if (fields.has(key) && property.get) {
        const value: unknown = Reflect.get(target, key);
        Object.defineProperty(shown, key, { value, enumerable: true, configurable: true, writable: true });
      } else Object.defineProperty(shown, key, property);
    }
    return shown;
  };
  Object.defineProperty(target, INSPECT, { value, configurable: true });
}
