import type { Stm } from '../../src/stm/stm.js';
import { atomically } from './memory.js';

/** Runs an attempt of `handler` that a commit of `other` aborts. */
export function abortOnce(handler: Stm, other: Stm, read: number, written: number): void {
  handler.beginHandler();
  handler.write(written, handler.read(read) + 1);
  atomically(other, () => other.write(read, 1));
  if (handler.commit()) throw new Error('the attempt committed');
}
