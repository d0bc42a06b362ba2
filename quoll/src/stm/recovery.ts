/**
 * Recovers a commit that the death of its worker interrupted. The main realm reads the worker's record and log. If the commit has passed
 * its checks, which a version in the record shows, it is carried out; otherwise its locks are released with the old words. Only fields
 * that the dead worker still holds are changed; the others it had not locked yet or had already released.
 */
import { ENTRY, ORDER, VALUE } from './entries.js';

/** 32-bit words of the memory. */
export interface Cells {
  count(address: number): number;
  storePointer(address: number, value: number): void;
}

export interface Commit {
  readonly log: number;
  readonly count: number;
  /** The halves of its version; 0 before it has passed its checks. */
  readonly low: number;
  readonly high: number;
}

const HELD_BITS = 0xfff1;
const OWNER_SHIFT = 4;
const OWNER_MASK = 0xfff;

/** Ends the commit of the realm `id`. Returns whether it has taken effect. */
export function recoverCommit(cells: Cells, id: number, { log, count, low, high }: Commit): boolean {
  const hasPassed = low !== 0 || high !== 0;
  for (let k = 0; log !== 0 && k < count; k++) {
    const entry = log + ENTRY * cells.count(log + ENTRY * k + ORDER);
    const field = cells.count(entry) >>> 0;
    const word = cells.count(field);
    if ((word & 1) === 0 || ((word >>> OWNER_SHIFT) & OWNER_MASK) !== id) continue;
    if (hasPassed) {
      cells.storePointer(field + 8, cells.count(entry + VALUE));
      cells.storePointer(field + 12, cells.count(entry + VALUE + 4));
      // The field is held until the lower half is stored.
      cells.storePointer(field + 4, (high << 16) | (low >>> 16));
      cells.storePointer(field, low << 16);
    } else {
      cells.storePointer(field, word & ~HELD_BITS);
    }
  }
  return hasPassed;
}
