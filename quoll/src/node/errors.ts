/** Errors as text. */
import { inspect } from 'node:util';
import { withWayOut } from '../contract/messages.js';
import { trimStack } from '../protocol/stack.js';

/** Formats an error with its stack in the program, and any other value as the console prints it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const causes: unknown[] = [];
  for (
    let at: unknown = error;
    at instanceof Error && at.cause !== undefined && !causes.includes(at.cause);
    at = at.cause
  )
    causes.push(at.cause);
  return [error, ...causes].map(textOf).join('\n  [cause]: ');
}

function textOf(error: unknown): string {
  return error instanceof Error ? trimStack(withWayOut(error).stack ?? String(error)) : inspect(error);
}
