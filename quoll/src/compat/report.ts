/** Reports failures that the program does not handle. */

import { UNREADABLE, withWayOut } from '../contract/messages.js';
import { trimStack } from '../protocol/stack.js';

/** Prints the error of `what` with its stack in the program; the program continues. */
export function report(what: string, error: unknown): void {
  console.error(`quoll: ${what} failed: ${describe(error)}`);
}

function describe(error: unknown): string {
  try {
    return error instanceof Error ? trimStack(withWayOut(error).stack ?? String(error)) : String(error);
  } catch {
    return UNREADABLE;
  }
}
