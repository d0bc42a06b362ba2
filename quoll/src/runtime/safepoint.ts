/**
 * Stops all realms for a garbage collection. Only the main realm collects, and it never blocks:
 *
 *   1  A realm that finds a collection due makes the word COLLECTION odd, and wakes workers that sleep for the token in a commit, since
 *      these abort then (stm/realm.ts, H6).
 *   2  A worker marks itself as active before it touches the heap, then looks at COLLECTION; if that is odd, it leaves
 *      (3) and sleeps until it changes. It checks again between two tasks. So while COLLECTION is odd and no worker is active, no
 *      worker touches the heap: one that marks itself later sees the odd word.
 *   3  A worker leaves by removing its mark, then looks at COLLECTION; if that is odd and no worker is active, it wakes the main
 *      realm. A worker that sleeps because it waits for tasks, for the token or for the end of a turn has left, unless it holds objects.
 *   4  The main realm looks for active workers after it made COLLECTION odd, and whenever it is woken: between two of its turns, if
 *      there is none, it collects, makes COLLECTION even and wakes the workers.
 *   5  A worker that finds a different even number discards everything that it cached about addresses.
 *   6  The main realm may also make COLLECTION even without a collection, if a handler runs for long and there is memory left.
 *
 * Each worker that leaves and the main realm write one word and then read the others', so the last one to write sees all. A mark
 * has one writer, so the main realm can remove that of a worker that died.
 */
import type { Space } from '../heap/space.js';
import { COLLECTION, LAST_REALM, REQUESTED_AT, TOKEN_SERVING } from '../protocol/control.js';
import { RealmRecord } from './records.js';

const FIRST_WORKER = 2;

export class Safepoint {
  private seen = 0;
  private readonly own: RealmRecord;
  private readonly others: RealmRecord[] = [];

  constructor(
    private readonly space: Space,
    id: number,
    private readonly wakeMain: () => void,
  ) {
    this.own = new RealmRecord(space, id);
  }

  /** Step 1. */
  request(): void {
    const state = this.space.count(COLLECTION);
    if ((state & 1) !== 0) return;
    this.space.storePointer(REQUESTED_AT, Date.now() & 0x7fffffff);
    this.space.setPointer(COLLECTION, state, state + 1);
    this.space.notify(TOKEN_SERVING);
  }

  get isRequested(): boolean {
    return (this.space.count(COLLECTION) & 1) !== 0;
  }

  /** Step 2. Returns whether garbage has been collected since the last time. */
  enter(): boolean {
    while (true) {
      const entered = this.tryEnter();
      if (entered !== undefined) return entered;
      this.space.wait(COLLECTION, this.space.count(COLLECTION) | 1);
    }
  }

  /** As enter, without sleep: undefined if a collection is requested. */
  tryEnter(): boolean | undefined {
    this.own.isActive = true;
    const state = this.space.count(COLLECTION);
    if ((state & 1) !== 0) {
      this.leave();
      return undefined;
    }
    const isNew = state !== this.seen;
    this.seen = state;
    return isNew;
  }

  /** Step 3. */
  leave(): void {
    this.own.isActive = false;
    if (this.isReached) this.wakeMain();
  }

  /** Step 4: may the main realm collect? */
  get isReached(): boolean {
    return this.isRequested && !this.workers().some(worker => worker.isActive);
  }

  /** The records of all workers that have started. */
  workers(): readonly RealmRecord[] {
    const last = this.space.count(LAST_REALM);
    for (let id = FIRST_WORKER + this.others.length; id <= last; id++) {
      this.others.push(new RealmRecord(this.space, id));
    }
    return this.others;
  }

  /** Step 4, after the collection, and step 6. */
  release(): void {
    this.space.add(COLLECTION, 1);
    this.space.notify(COLLECTION);
  }
}
