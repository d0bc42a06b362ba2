/**
 * Decides when the main realm collects garbage. A long handler must not stall the others. If a handler stays active for some time after
 * the request, the collection is postponed while there is memory. When another handler needs memory, the long handler must yield: it
 * aborts at its next read, rests, and runs again later. After each such request the next handler may run twice as long before it must
 * yield, so that it ends although others always need memory. For a handler that reads nothing, the collection waits.
 */
import type { Space } from '../heap/space.js';
import { REQUESTED_AT, YIELD } from '../protocol/control.js';
import { Phase } from './records.js';
import type { Pauses } from '../stats/pauses.js';
import type { Safepoint } from './safepoint.js';

/** The time for which a collection waits for active handlers before it is postponed or makes them yield: initially, and at most. */
const PATIENCE_MS = 50;
const MOST_PATIENCE_MS = 10_000;

export class Collections {
  private patience = PATIENCE_MS;
  private isYieldAsked = false;

  constructor(
    private readonly space: Space,
    private readonly safepoint: Safepoint,
    private readonly pauses: Pauses,
    private readonly collect: () => void,
  ) {}

  /** Collects if that is requested and no worker is active. No turn may be running. */
  look(): void {
    if (!this.safepoint.isRequested) return;
    const waited = (clock() - this.space.count(REQUESTED_AT)) & CLOCK_MASK;
    if (this.safepoint.isReached) this.run(waited);
    else if (waited >= this.patience) this.hasten();
  }

  private run(waited: number): void {
    const began = performance.now();
    this.collect();
    this.space.storePointer(YIELD, 0);
    this.patience = this.isYieldAsked ? Math.min(2 * this.patience, MOST_PATIENCE_MS) : PATIENCE_MS;
    this.isYieldAsked = false;
    this.pauses.add(waited, performance.now() - began);
    this.safepoint.release();
  }

  private hasten(): void {
    const isStarving = this.safepoint.workers().some(worker => worker.phase === Phase.Starving);
    if (isStarving || !this.space.chunks.postponeCollection()) {
      this.isYieldAsked = true;
      this.space.storePointer(YIELD, 1);
    } else {
      this.pauses.postponed++;
      this.safepoint.release();
    }
  }
}

const CLOCK_MASK = 0x7fffffff;

/** The clock of all realms, in milliseconds, its lower bits. */
export function clock(): number {
  return Date.now() & CLOCK_MASK;
}
