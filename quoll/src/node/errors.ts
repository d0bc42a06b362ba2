/** Errors as text. */
import { inspect } from 'node:util';
import { trimStack } from '../protocol/stack.js';

/** An error with its stack in the program, anything else as the console shows it. */
export function describeError(error: unknown): string {
  return error instanceof Error ? trimStack(error.stack ?? String(error)) : inspect(error);
}
