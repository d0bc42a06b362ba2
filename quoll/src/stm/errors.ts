/** A field's lock has not been released within any time that a live commit needs. */
export class StuckCommitError extends Error {
  static readonly LIMIT_MS = 10_000;
  readonly code = 'QUOLL_STUCK_COMMIT';

  constructor() {
    super(
      `a commit has held a field for ${StuckCommitError.LIMIT_MS / 1000} s: its worker has died, or the machine is overloaded; start the program again`,
    );
  }
}

/** What a read throws when the handler's attempt must be abandoned. One object: the stack of an abort interests nobody. */
export const ABORT = Object.freeze({ name: 'quoll abort' });
