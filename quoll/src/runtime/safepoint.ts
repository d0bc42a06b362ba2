/**
 * Stops all realms for a garbage collection. Only the main realm collects, and it never blocks:
 *
 *   1  A realm that finds a collection due makes the word COLLECTION odd.
 *   2  A worker counts itself in ACTIVE_WORKERS before it touches the heap, then looks at COLLECTION; if that is odd, it leaves
 *      (3) and sleeps until it changes. It looks again between two tasks. So while COLLECTION is odd and ACTIVE_WORKERS is 0, no
 *      worker touches the heap: one that counts itself later sees the odd word.
 *   3  A worker leaves by counting itself out, then looks at COLLECTION; if that is odd and it was the last one, it wakes the main
 *      realm. A worker that sleeps for want of tasks has left.
 *   4  The main realm looks at ACTIVE_WORKERS after it made COLLECTION odd, and whenever it is woken: between two of its turns, if
 *      it is 0, it collects, makes COLLECTION even and wakes the workers.
 *   5  A worker that finds a different even number discards everything that it cached about addresses.
 *
 * The last worker to leave and the main realm each write one word and then read the other's, so at least one sees both.
 */
import type { Space } from '../heap/space.js';
import { ACTIVE_WORKERS, COLLECTION } from '../protocol/control.js';

export class Safepoint {
  private seen = 0;

  constructor(
    private readonly space: Space,
    private readonly wakeMain: () => void,
  ) {}

  /** Step 1. */
  request(): void {
    const state = this.space.count(COLLECTION);
    if ((state & 1) === 0) this.space.setPointer(COLLECTION, state, state + 1);
  }

  get isRequested(): boolean {
    return (this.space.count(COLLECTION) & 1) !== 0;
  }

  /** Step 2. Answers whether garbage has been collected since the last time. */
  enter(): boolean {
    while (true) {
      this.space.add(ACTIVE_WORKERS, 1);
      const state = this.space.count(COLLECTION);
      if ((state & 1) === 0) {
        const isNew = state !== this.seen;
        this.seen = state;
        return isNew;
      }
      this.leave();
      this.space.wait(COLLECTION, state);
    }
  }

  /** Step 3. */
  leave(): void {
    if (this.space.add(ACTIVE_WORKERS, -1) === 0 && this.isRequested) this.wakeMain();
  }

  /** Step 4: may the main realm collect? */
  get isReached(): boolean {
    return this.isRequested && this.space.count(ACTIVE_WORKERS) === 0;
  }

  /** Step 4, after the collection. */
  release(): void {
    this.space.add(COLLECTION, 1);
    this.space.notify(COLLECTION);
  }
}
