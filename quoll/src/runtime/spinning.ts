/**
 * Decides whether a realm that waits for another one spins before it sleeps. If the other one has a processor, spinning is better, because waking a
 * thread takes longer than most handlers. If it has none, because other processes are busy, the spinning realm may occupy the processor that the
 * other one needs, or may lose its own for milliseconds. So a realm spins only where that has helped recently: after a spin in vain it sleeps
 * without spinning for a number of waits, twice as many each time.
 */

/** How long a realm spins. */
export const SPIN_MS = 0.02;

/** A spin that takes longer has lost its processor meanwhile, and counts as in vain even if it found something. */
const LOST_MS = 5 * SPIN_MS;

/** The largest number of waits without a spin. */
const MOST_REST = 256;

export class Spinning {
  private rest = 1;
  private left = 0;
  private began = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Called at each wait: when the realm must stop spinning, or 0 if it must not begin. */
  begin(): number {
    if (this.left > 0) {
      this.left--;
      return 0;
    }
    this.began = this.now();
    return this.began + SPIN_MS;
  }

  /** The spin has ended. */
  end(hasFound: boolean): void {
    if (hasFound && this.now() - this.began < LOST_MS) this.rest = Math.max(this.rest / 2, 1);
    else this.left = this.rest = Math.min(2 * this.rest, MOST_REST);
  }
}
