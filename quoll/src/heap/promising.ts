/** The callbacks that handlers give to promises in the main thread. Workers replace more (events/promises.ts). */
import { showAs } from '../contract/texts.js';
import { apply } from './raw.js';
import { replace } from './replacing.js';

/** Whether a function is a method of promises that takes callbacks. */
export function takesCallbacks(f: unknown): boolean {
  const { prototype } = Promise;
  return f === prototype.then || f === prototype.catch || f === prototype.finally;
}

/**
 * From now on promises call `callbackOf(f)` in place of a callback `f` that a handler gives, in whatever way; `catch` calls `then`.
 * `isInHandler` is asked at each call of the whole program.
 */
export function replaceCallbacks(isInHandler: () => boolean, callbackOf: (f: unknown) => unknown): void {
  replace(Promise.prototype, ['then', 'finally'], native => {
    const { made } = {
      made(this: unknown, ...callbacks: unknown[]): unknown {
        const given = isInHandler() ? [callbackOf(callbacks[0]), callbackOf(callbacks[1])] : callbacks;
        return apply(native, this, given);
      },
    };
    showAs(made, native);
    return made;
  });
}
