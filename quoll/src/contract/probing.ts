/** What a function is called with to report its address and captured values. */

/**
 * Returns itself for every property, so that any destructuring succeeds, and is never undefined, so that no
 * default is evaluated.
 */
const ANYTHING: object = new Proxy(
  {},
  {
    get: (_, key) => (key === Symbol.iterator ? () => Array(64).fill(ANYTHING).values() : ANYTHING),
    ownKeys: () => [],
    getOwnPropertyDescriptor: () => undefined,
  },
);
export const ANY_ARGUMENTS: unknown[] = Array(64).fill(ANYTHING);
