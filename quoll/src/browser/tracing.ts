/** The page's trace, if it keeps one: `traced.ts` loads what that needs. */
import type { Trace } from '../stats/trace.js';

let kept: Trace | undefined;

export function keep(trace: Trace): void {
  kept = trace;
}

export function pageTrace(): Trace | undefined {
  return kept;
}
