import type { Claims } from '../protocol/claims.js';

/**
 * Transactions on fields, as the heap uses them. One object per realm, used by one thread; the WebAssembly module
 * and its JavaScript twin implement it over the same shared memory, and may meet in one program.
 *
 * A field is 16 bytes of shared memory, at an address that is a multiple of 8: word, value. A field of zeros holds the
 * number 0 and is free.
 */
export interface Stm extends Claims {
  /** Starts a handler's first attempt. `mayRest`: the realm will hold no objects between two attempts. */
  beginHandler(mayRest?: boolean): void;
  /** Starts a further attempt. */
  begin(): void;
  /** The number in the field; NaN if it holds another value, which tag() and payload() return. O(1). */
  read(address: number): number;
  /** As read, without depending on it: for pointers that never change once they are set. */
  peek(address: number): number;
  /** After read or peek returned NaN: the kind of value in the field (tags.ts). */
  tag(): number;
  payload(): number;
  /** Returns false, and writes nothing, if the field holds no value or is eventual. O(1). */
  write(address: number, number: number): boolean;
  writeTagged(address: number, tag: number, payload: number): boolean;
  /** The log's entry of the field that write, or a form of it, has written last, for rewrite; -1 in a turn, which writes in place. */
  entry(): number;
  /** Writes a number, not NaN, where this attempt has already written one. O(1), without a call of WebAssembly. */
  rewrite(entry: number, number: number): void;
  /** As write, for a field with any contents. */
  overwrite(address: number, number: number): void;
  overwriteTagged(address: number, tag: number, payload: number): void;
  /** Stores the first value of a field that no other realm can reach yet. */
  put(address: number, number: number): void;
  putTagged(address: number, tag: number, payload: number): void;
  /** Stores a value in one step, for readers that peek. No transaction may depend on the field. */
  publish(address: number, number: number): void;
  publishTagged(address: number, tag: number, payload: number): void;
  /** False: the attempt was aborted. */
  commit(): boolean;
  /** Has the transaction that has committed just now written a field? */
  hasWritten(): boolean;
  /** Keeps the time when the attempt began. */
  noteTime(): void;
  /** Whether the attempt has read a value written after the saved time. */
  hasReadSince(): boolean;
  /** After a read has returned ABORTED, or commit false: waits as the protocol says; RETRY or RUN_AS_MAIN. */
  afterAbort(): number;
  /** Ends a handler without commit. */
  abandon(): void;
  /** The main realm: ends the turn, if there is one. `undo` restores what it has written. */
  endTurn(undo: boolean): void;
  /** Has a read of this attempt returned ABORTED? */
  isAborted(): boolean;
  /** Was it aborted because garbage is to be collected, and over no field? */
  isAbortedToRest(): boolean;
  /** The field of the last conflict. */
  conflictAddress(): number;
  /** Was it with the main realm? */
  isConflictWithMain(): boolean;
  /** Whether the current handler has the serial token. */
  hasToken(): boolean;
}

/** Lets garbage be collected while a handler that `mayRest` sleeps between two attempts (runtime/safepoint.ts). */
export interface Rest {
  leave(): void;
  /** False, and the realm has not entered: garbage is to be collected. */
  tryEnter(): boolean;
  /** Waits until no garbage is to be collected. */
  enter(): void;
}

export const NO_REST: Rest = { leave: () => undefined, tryEnter: () => true, enter: () => undefined };

/** The parameters of a realm's Stm. */
export interface StmOptions {
  memory: WebAssembly.Memory;
  /** From 1 to 4095, different in all realms. */
  id: number;
  /** Is it the main realm, whose accesses are those of turns? */
  main: boolean;
  /** How many aborts by one side a handler suffers before it takes the token or becomes a main turn. */
  patience: number;
  /** The main realm: called at the first access of a turn. */
  turnBegan?: () => void;
  /** Workers: called around sleeps. */
  rest?: Rest;
  /** Allocates zeroed shared memory that is never freed; the address is a multiple of 64. */
  allocate(bytes: number): number;
}
