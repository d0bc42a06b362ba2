import { inWordsOfProgram } from './messages.js';
import type { Part } from './contract.js';

/** The callback `f` that a turn gives to a promise. It never runs if an exception undoes the turn. */
export function callbackIn(turn: { readonly isUndone: boolean }, f: (value: unknown) => unknown): unknown {
  return (value: unknown) => (turn.isUndone ? new Promise(() => undefined) : f(value));
}

/** The parts for functions that no handler calls, and for run times that undo nothing. */
export function noPart(live: () => void): Part {
  const same = <V>(value?: V): V => value as V;
  return { pause: same, resume: same, live, failed: inWordsOfProgram, end: () => undefined, each: same };
}
