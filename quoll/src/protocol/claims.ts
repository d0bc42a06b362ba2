/**
 * Steps on shared words that the death of a thread cannot cut in two. A thread dies where the engine looks for interrupts: at calls and in loops. These
 * are straight code of WebAssembly (stm/wasm/index.ts), so what they note is true whenever another realm reads it after the death.
 */
import type { Words } from './memory.js';

export interface Claims {
  /** As Words.setPointer; if it has stored, stores `noted` at `note`, and `expected` behind it. */
  setNoting(address: number, expected: number, value: number, note: number, noted: number): number;
  /** As Words.exchange with 0; stores what was there at `note`. */
  takeNoting(address: number, note: number): number;
  /** As Words.add; stores `noted` at `note`, and the sum behind it. */
  addNoting(address: number, n: number, note: number, noted: number): number;
}

/** The same steps for the main realm, whose death ends the program: nobody reads what it notes. */
export function unnoted(words: Pick<Words, 'setPointer' | 'exchange' | 'add'>): Claims {
  return {
    setNoting: (address, expected, value) => words.setPointer(address, expected, value),
    takeNoting: address => words.exchange(address, 0),
    addNoting: (address, n) => words.add(address, n),
  };
}
