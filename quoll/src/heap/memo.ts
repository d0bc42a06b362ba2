/**
 * The values of fields that a handler's attempt has read or written, so that reads need not call the transaction again. A transaction
 * returns the same value until the attempt writes the field, and each write updates this cache. Only workers use it, because a turn of the
 * main realm has no attempts.
 */
import type { Stm } from '../stm/stm.js';

/** Fields whose addresses differ by a multiple of this replace each other. */
const PLACES = 1024;
const FIELD_SHIFT = 4;

/**
 * After this many cached reads the transaction is called once, so that a handler that reads for a long time yields for a garbage
 * collection.
 */
const PATIENCE = 4096;

/** Attempts have the numbers from 1 to this one, and then again. */
const MOST_ATTEMPTS = 2 ** 30;
/** In place of the number of an attempt. */
const NONE = -1;

/** In place of an entry of the transaction's log. */
const NOT_WRITTEN = -1;

/** In place of a value that is not remembered. */
export const unknown = Symbol('unknown');

export class Memo {
  /** For each place, the field's address and the number of the attempt that cached it. */
  private readonly addresses = new Int32Array(PLACES);
  private readonly attempts = new Int32Array(PLACES);
  private readonly values: unknown[] = new Array(PLACES).fill(undefined);
  /** The entry of the transaction's log in which this attempt has written the field's number, or NOT_WRITTEN. */
  private readonly entries = new Int32Array(PLACES);
  /** The number of the running attempt, or NONE. */
  private current = NONE;
  private last = 0;
  private answers = 0;
  private readonly clearings: (() => void)[] = [];

  /** Starts an attempt. */
  begin(): void {
    if (this.last === MOST_ATTEMPTS) this.attempts.fill((this.last = 0));
    this.current = ++this.last;
    this.answers = 0;
  }

  /** Ends the attempt; values that it has cached elsewhere are cleared. */
  end(): void {
    this.current = NONE;
    for (const clear of this.clearings.splice(0)) clear();
  }

  /** Whether values that the attempt reads may be cached until its end; `clear` is called then. */
  remembers(clear: () => void): boolean {
    if (this.current !== NONE) this.clearings.push(clear);
    return this.current !== NONE;
  }

  /** The field's value, or `unknown`. */
  get(address: number): unknown {
    const place = (address >>> FIELD_SHIFT) & (PLACES - 1);
    return this.addresses[place] === (address | 0) &&
      this.attempts[place] === this.current &&
      (++this.answers & (PATIENCE - 1)) !== 0
      ? this.values[place]
      : unknown;
  }

  /** `entry`: of the transaction's log, if the attempt has written a number there. */
  set(address: number, value: unknown, entry = NOT_WRITTEN): void {
    if (this.current === NONE) return;
    const place = (address >>> FIELD_SHIFT) & (PLACES - 1);
    this.addresses[place] = address;
    this.attempts[place] = this.current;
    this.values[place] = value;
    this.entries[place] = entry;
  }

  /** Writes a number straight into the transaction's log; false, and nothing is written, if this attempt has not written one there before. */
  rewrite(stm: Stm, address: number, number: number): boolean {
    const place = (address >>> FIELD_SHIFT) & (PLACES - 1);
    if (
      this.addresses[place] !== (address | 0) ||
      this.attempts[place] !== this.current ||
      this.entries[place] === NOT_WRITTEN ||
      number !== number
    )
      return false;
    stm.rewrite(this.entries[place]!, number);
    this.values[place] = number;
    return true;
  }

  /** As `stm.write`. */
  write(stm: Stm, address: number, number: number): boolean {
    const isWritten = stm.write(address, number);
    if (isWritten) this.set(address, number, stm.entry());
    return isWritten;
  }

  forget(address: number): void {
    this.attempts[(address >>> FIELD_SHIFT) & (PLACES - 1)] = 0;
  }
}
