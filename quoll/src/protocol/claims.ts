/**
 * Steps on shared words that the death of a thread cannot cut in two. A thread dies where the engine checks for interrupts: at calls and in
 * loops. These steps are straight-line WebAssembly code (stm/wasm/index.ts), so their notes are true when another realm reads them after
 * the death.
 */
import type { Words } from './memory.js';

export interface Claims {
  /** As Words.setPointer; if it has stored, stores `noted` at `note`, and `expected` after it. */
  setNoting(address: number, expected: number, value: number, note: number, noted: number): number;
  /** As Words.exchange with 0; stores the old value at `note`. */
  takeNoting(address: number, note: number): number;
  /** As Words.add; stores `noted` at `note`, and the sum after it. */
  addNoting(address: number, n: number, note: number, noted: number): number;
}

/** The same steps for the main realm, whose death ends the program, so no realm reads its notes. */
export function unnoted(words: Pick<Words, 'setPointer' | 'exchange' | 'add'>): Claims {
  return {
    setNoting: (address, expected, value) => words.setPointer(address, expected, value),
    takeNoting: address => words.exchange(address, 0),
    addNoting: (address, n) => words.add(address, n),
  };
}
