/** Errors as text. */
import { inspect } from 'node:util';
import { trimStack } from '../protocol/stack.js';

/** Formats an error with its stack in the program, and any other value as the console prints it. */
export function describeError(error: unknown): string {
  return error instanceof Error ? trimStack(error.stack ?? String(error)) : inspect(error);
}
