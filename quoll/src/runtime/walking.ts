/**
 * Callbacks of methods that go over an array, a Map or a Set, as `forEach` and `map`. If a callback shares the object itself, the engine would
 * find nothing more in it, because the elements of a view are in the shared heap. Then an array gets accessors for its elements, and the
 * rest of a Map or Set is visited here.
 */
import { unseen } from '../contract/loops.js';
import { Stamp } from '../heap/stamp.js';

/** The methods of plain objects, which are others than those of views. */
export interface Walks {
  /** Whether a function calls its callback for each element of the array, Map or Set on which it is called. */
  walks(f: unknown): boolean;
  /** Gives an array that is shared now accessors for its elements. */
  restore(array: object): unknown;
  isProxy(object: object): boolean;
}

/** The callback `f` for a method that is called on any object: `[].map.call(list, f)`. */
export function watchedOn(
  object: unknown,
  method: unknown,
  f: Function,
  { walks, restore, isProxy }: Walks,
): Function {
  return isWalked(object) && walks(method) && !isProxy(object)
    ? watchedIn(object, (method as Function).name, f, restore)
    : f;
}

type Walked = readonly unknown[] | Map<unknown, unknown> | Set<unknown>;

function isWalked(object: unknown): object is Walked {
  if (typeof object !== 'object' || Stamp.of(object) !== 0) return false;
  return Array.isArray(object) || object instanceof Map || object instanceof Set;
}

function watchedIn(object: Walked, key: PropertyKey, f: Function, restore: Walks['restore']): Function {
  return object instanceof Map || object instanceof Set
    ? watchedInCollection(object, f)
    : watchedInArray(object, key, f, restore);
}

/** The engine calls this for each element, so it does little: an array that has just become a view is empty. */
function watchedInArray(
  array: readonly unknown[],
  key: PropertyKey,
  f: Function,
  restore: Walks['restore'],
): Function {
  const called = f as (...args: unknown[]) => unknown;
  const look = () => {
    if (Stamp.of(array) !== 0) restore(array);
  };
  switch (key) {
    case 'sort':
    case 'toSorted':
      return (a: unknown, b: unknown): unknown => {
        const result = called(a, b);
        if (array.length === 0) look();
        return result;
      };
    case 'reduce':
    case 'reduceRight':
      return (a: unknown, b: unknown, c: unknown, d: unknown): unknown => {
        const result = called(a, b, c, d);
        if (array.length === 0) look();
        return result;
      };
    default:
      return function (this: unknown, a: unknown, b: unknown, c: unknown): unknown {
        const result: unknown = this === undefined ? called(a, b, c) : Reflect.apply(called, this, [a, b, c]);
        if (array.length === 0) look();
        return result;
      };
  }
}

function watchedInCollection(collection: Map<unknown, unknown> | Set<unknown>, f: Function): Function {
  const seen: unknown[] = [];
  return function (this: unknown, value: unknown, key: unknown): void {
    seen.push(key);
    Reflect.apply(f, this, [value, key, collection]);
    if (Stamp.of(collection) === 0) return;
    for (const [key, value] of unseen(seen, collection)) Reflect.apply(f, this, [value, key, collection]);
  };
}
