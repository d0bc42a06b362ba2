/**
 * Restores objects as they were before they were published, for a transaction that is
 * undone.
 */
import { getOwnPropertyDescriptor } from './raw.js';
import type { Name } from './shapes.js';

/**
 * Records the contents of an object, or those of a copy of it; the returned function turns the object, a view by
 * then, back into a plain one.
 */
export function originalOf(object: object, from = object): () => void {
  if (typeof object === 'function') return propertiesOf(object, object);
  const prototype = Object.getPrototypeOf(from) as object | null;
  const isFilled = object instanceof Map || object instanceof Set;
  const fill = isFilled ? contentsOf(object, from as typeof object) : propertiesOf(object, from);
  return () => {
    Object.setPrototypeOf(object, prototype);
    fill();
  };
}

type Collection = Map<unknown, unknown> | Set<unknown>;

function contentsOf(collection: Collection, from: Collection): () => void {
  const contents = [...from];
  return () => {
    for (const one of contents) {
      if (collection instanceof Set) collection.add(one);
      else collection.set(...(one as [unknown, unknown]));
    }
  };
}

function propertiesOf(object: object, from: object): () => void {
  const names: Name[] = typeof object === 'function' ? Object.keys(from) : Reflect.ownKeys(from);
  const properties = names.map(name => getOwnPropertyDescriptor(from, name)!);
  return () => {
    // Objects that foreign code holds have accessors (kept.ts).
    if (typeof object !== 'function')
      for (const name of Reflect.ownKeys(object)) Reflect.deleteProperty(object, name);
    names.forEach((name, i) => {
      // The position of a RegExp stays 0 and read-only.
      if (isFixed(object, name)) return;
      Object.defineProperty(object, name, properties[i]!);
    });
  };
}

function isFixed(object: object, name: Name): boolean {
  const now = getOwnPropertyDescriptor(object, name);
  return now !== undefined && !now.configurable && !now.writable;
}
