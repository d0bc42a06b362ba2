/** Names, when the process ends, the guards that have never run. */
import { writeSync } from 'node:fs';

export function reportUnreached(guards: Iterable<string>): void {
  for (const guard of guards)
    writeSync(
      2,
      `quoll: ${guard} never ran: the turn or handler that called waitall emitted no such event on that object\n`,
    );
}
