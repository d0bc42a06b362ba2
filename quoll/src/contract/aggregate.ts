import { UNREADABLE } from './messages.js';

/** One error for several. */
export function aggregate(errors: unknown[]): AggregateError {
  const first = messageOf(errors[0]);
  const message =
    errors.length === 1
      ? `a task of finish failed: ${first}`
      : `${errors.length} tasks of finish failed, the first: ${first}`;
  return new AggregateError(errors, message);
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return UNREADABLE;
  }
}
