/** Buffers and typed arrays that get no further properties because they are shared. The program sees them as ordinary ones. */
import { OwnWeakSet } from './weak.js';
const closed = new OwnWeakSet<object>();

/** Keeps further properties from an object, which another realm would not see. */
export function close<T extends object>(object: T): T {
  if (Object.isExtensible(object)) closed.add(Object.preventExtensions(object));
  return object;
}

/** Whether an object gets no further properties only because it is shared. */
export function isClosed(object: unknown): boolean {
  return closed.has(object as object);
}
