/**
 * Built-in functions as they were when this module started, for the heap itself, because
 * `natives.ts` replaces them.
 */
export const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys, setPrototypeOf } =
  Object;
export const { apply, construct, deleteProperty, get, ownKeys } = Reflect;
