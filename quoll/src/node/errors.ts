/** Errors as text. */
import { inspect } from 'node:util';
import { isMade, withWayOut } from '../contract/messages.js';
import { stackOf } from '../contract/stack.js';

/** Formats an error with its stack in the program, and any other value as the console prints it. */
export function describeError(error: unknown): string {
  if (!isMade(error, Error)) return inspect(error);
  const causes: unknown[] = [];
  for (
    let at: unknown = error;
    isMade(at, Error) && at.cause !== undefined && !causes.includes(at.cause);
    at = at.cause
  )
    causes.push(at.cause);
  return [error, ...causes].map(textOf).join('\n  [cause]: ');
}

function textOf(error: unknown): string {
  return isMade(error, Error) ? stackOf(withWayOut(error)) : inspect(error);
}
