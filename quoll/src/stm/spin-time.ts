import { StuckCommitError } from './errors.js';

/** The most time between two checks that counts: more of it means that the process was stopped, or a page frozen, with all its threads. */
const MOST_STEP_MS = 20;

/** The time that one wait for a commit has spent spinning. */
export class SpinTime {
  private spent = 0;
  private last = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  begin(): void {
    this.spent = 0;
    this.last = this.now();
  }

  /** Throws when the wait has lasted too long. */
  check(): void {
    const now = this.now();
    this.spent += Math.min(now - this.last, MOST_STEP_MS);
    this.last = now;
    if (this.spent > StuckCommitError.LIMIT_MS) throw new StuckCommitError();
  }
}
