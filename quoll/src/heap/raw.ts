/** Functions of the language as they were when this module started, for the heap itself: `natives.ts` makes them see through views. */
export const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys, setPrototypeOf } =
  Object;
export const { apply, deleteProperty, get, ownKeys } = Reflect;
