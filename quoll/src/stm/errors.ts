/** Thrown when a field's lock has been held far longer than any live commit needs. */
export class StuckCommitError extends Error {
  static readonly LIMIT_MS = 10_000;
  readonly code = 'QUOLL_STUCK_COMMIT';

  constructor() {
    super(
      `a commit has held a field for ${StuckCommitError.LIMIT_MS / 1000} s: its worker has died, or the machine is overloaded; start the program again`,
    );
  }
}

/**
 * Thrown by a read when the handler's attempt must be abandoned. A single object, because its stack is never
 * used.
 */
export const ABORT = Object.freeze({ name: 'quoll abort' });
