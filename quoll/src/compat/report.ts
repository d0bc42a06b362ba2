/** Reports failures that the program does not handle. */

import { withWayOut } from '../contract/messages.js';
import { textOf } from '../heap/errors.js';
import { stackOf } from '../contract/stack.js';

/** Prints the error of `what` with its stack in the program; the program continues. */
export function report(what: string, error: unknown): void {
  console.error(`quoll: ${what} failed: ${textOf(error, describe)}`);
}

let describe = (error: unknown): string =>
  error instanceof Error ? stackOf(withWayOut(error)) : String(error);

/** Lets the host describe what was thrown, as it does for the other realms. */
export function describeWith(text: typeof describe): void {
  describe = text;
}
