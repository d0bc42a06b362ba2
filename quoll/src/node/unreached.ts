/** Names, when the process ends, the guards that have never run. */
import { writeSync } from 'node:fs';
import { neverRan } from '../runtime/unreached.js';

export function reportUnreached(guards: Iterable<string>): void {
  for (const guard of guards) writeSync(2, `${neverRan(guard)}\n`);
}
