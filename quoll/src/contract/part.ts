import { inWordsOfProgram } from './messages.js';
import type { Part } from './contract.js';

/** The parts for functions that no handler calls, and for run times that undo nothing. */
export function noPart(live: () => void): Part {
  const same = <V>(value?: V): V => value as V;
  return { pause: same, resume: same, live, failed: inWordsOfProgram, end: () => undefined, each: same };
}
