/** Errors as text. */
import { inspect } from 'node:util';

/** An error with its stack, anything else as the console shows it. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
}
