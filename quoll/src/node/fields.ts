/**
 * Shows eventual fields, which are accessors on one thread, as the values that they are in a program with workers: Node prints them as values, and
 * the language's functions describe them as such.
 */
import { inspect } from 'node:util';
import { contentsOf } from '../compat/snapshots.js';
import { apply, get, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from '../heap/raw.js';
import { replace } from '../heap/replacing.js';

const INSPECT = inspect.custom;

/** The eventual fields of objects that describe themselves. */
const shownFields = new WeakMap<object, Set<PropertyKey>>();

/** From now on a field is shown as a value. Node finds out by identity which objects hold themselves. */
export function showValue(target: object, field: string): void {
  const known = shownFields.get(target);
  if (known ?? (contentsOf(target) || INSPECT in target)) return void known?.add(field);
  describeAsValues();
  shownFields.set(target, new Set<PropertyKey>([field]));
  const shown = Object.create(getPrototypeOf(target) as object | null) as object;
  const value = function (this: object): object {
    for (const key of ownKeys(shown)) Reflect.deleteProperty(shown, key);
    for (const key of ownKeys(target)) {
      const property = propertyOf(target, key, getOwnPropertyDescriptor(target, key));
      if (property) Object.defineProperty(shown, key, property);
    }
    return shown;
  };
  Object.defineProperty(target, INSPECT, { value, configurable: true });
}

/** A property as it is shown. */
function propertyOf(
  target: unknown,
  key: PropertyKey,
  property: PropertyDescriptor | undefined,
): PropertyDescriptor | undefined {
  const fields = shownFields.get(target as object);
  if (fields === undefined || property === undefined) return property;
  if (key === INSPECT) return undefined;
  if (!fields.has(key) || !property.get) return property;
  return { value: get(target as object, key), writable: true, enumerable: true, configurable: true };
}

let isReplaced = false;

function describeAsValues(): void {
  if (isReplaced) return;
  isReplaced = true;
  for (const [holder, name] of [
    [Object, 'getOwnPropertySymbols'],
    [Reflect, 'ownKeys'],
  ] as const)
    replace(
      holder,
      [name],
      native =>
        function (target) {
          const names = apply(native, this, [target]) as PropertyKey[];
          return shownFields.has(target as object) ? names.filter(one => one !== INSPECT) : names;
        },
    );
  for (const holder of [Object, Reflect])
    replace(
      holder,
      ['getOwnPropertyDescriptor'],
      native =>
        function (target, key) {
          // A key is converted once.
          const name = typeof key === 'object' && shownFields.has(target as object) ? keyOf(key) : key;
          const property = apply(native, this, [target, name]) as PropertyDescriptor | undefined;
          if (!shownFields.has(target as object)) return property;
          return propertyOf(target, typeof name === 'symbol' ? name : String(name), property);
        },
    );
  replace(
    Object,
    ['getOwnPropertyDescriptors'],
    native =>
      function (target) {
        const all = apply(native, this, [target]) as PropertyDescriptorMap;
        for (const key of shownFields.has(target as object) ? ownKeys(all) : []) {
          const property = propertyOf(target, key, all[key]);
          if (property) all[key] = property;
          else Reflect.deleteProperty(all, key);
        }
        return all;
      },
  );
}

/** The name or symbol that a key stands for. */
function keyOf(key: unknown): PropertyKey {
  return ownKeys({ [key as string]: 0 })[0]!;
}
