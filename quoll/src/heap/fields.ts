/** Fields of data structures inside the heap: pointers, counts and keys, which no program sees. */
import { ABORT } from '../stm/errors.js';
import { type Memo, unknown } from './memo.js';
import type { Stm } from '../stm/stm.js';
import { ABORTED, ABSENT, POINTER } from '../stm/tags.js';

/** Bytes of a field. */
export const FIELD = 16;

export class Fields {
  constructor(
    readonly stm: Stm,
    readonly memo: Memo,
  ) {}

  /** A count; 0 in fresh memory. */
  number(address: number): number {
    const known = this.memo.get(address);
    return known === unknown ? this.firstNumber(address) : (known as number);
  }

  private firstNumber(address: number): number {
    const value = this.stm.read(address);
    if (value !== value) this.checkLive();
    this.memo.set(address, value);
    return value;
  }

  setNumber(address: number, value: number): void {
    if (!this.memo.rewrite(this.stm, address, value)) this.memo.write(this.stm, address, value);
  }

  /** Clears a field. */
  empty(address: number): void {
    this.stm.overwriteTagged(address, ABSENT, 0);
    this.memo.forget(address);
  }

  /** A pointer, 0 in fresh memory. */
  pointer(address: number): number {
    const value = this.stm.read(address);
    if (value === value) return 0;
    this.checkLive();
    return this.stm.payload();
  }

  /** As `pointer`, but without a dependency, for a pointer that never changes once it is set. */
  peekPointer(address: number): number {
    const value = this.stm.peek(address);
    if (value === value) return 0;
    this.checkLive();
    return this.stm.payload();
  }

  setPointer(address: number, target: number): void {
    if (target === 0) this.stm.write(address, 0);
    else this.stm.writeTagged(address, POINTER, target);
  }

  /** Stores a pointer where no other realm reads at this time. */
  putPointer(address: number, target: number): void {
    if (target === 0) this.stm.put(address, 0);
    else this.stm.putTagged(address, POINTER, target);
  }

  /** Throws the abort if the last read failed; otherwise returns its tag. */
  checkLive(): number {
    const tag = this.stm.tag();
    if (tag === ABORTED) throw ABORT;
    return tag;
  }
}
