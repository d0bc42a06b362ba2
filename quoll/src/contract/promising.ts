/** The methods of promises that take callbacks. */
const PROMISING: ReadonlySet<PropertyKey> = new Set(['then', 'catch', 'finally']);

/** Whether an object is a promise, and its method `key` takes callbacks. */
export function takesCallbacks(object: unknown, key: PropertyKey): boolean {
  return object instanceof Promise && PROMISING.has(key);
}
