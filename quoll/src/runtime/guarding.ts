/**
 * A callback of a promise may run again, with the variables and objects of its handler, which has ended. So the objects are shared before it runs:
 * that, and what it changes in them, is undone with an attempt that does not commit. Objects that cannot be shared stay as the attempt left them.
 */
import { CannotShareError } from '../heap/errors.js';
import type { Heap } from '../heap/heap.js';
import { isObject, Stamp } from '../heap/stamp.js';

/** Shares what the callback `f` captures, and the value that it gets. */
export function shareFor(heap: Heap, f: Function, value: unknown): void {
  const found = new Set<unknown>([f, value]);
  for (const one of found) {
    if (!isObject(one) || Stamp.of(one) !== 0) continue;
    if (heap.code.isProxy?.(one) || one instanceof Promise) continue;
    if (typeof one === 'function') {
      const described = heap.code.describe(one);
      if ('captures' in described)
        for (const inner of [...described.captures, described.self]) found.add(inner);
    } else {
      try {
        heap.publish(one);
      } catch (error) {
        if (!(error instanceof CannotShareError)) throw error;
      }
    }
  }
}
