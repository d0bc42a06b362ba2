/** Gives workers the bytes of buffers that the main realm has and does not watch (heap/buffers.ts). */
import { isMade } from '../contract/messages.js';
import { HeapFullError } from '../heap/errors.js';
import { BUFFER_ROUNDS, BUFFERS_WANTED, HEAP_FULL } from '../protocol/control.js';
import type { Realm } from './realm.js';
import type { Safepoint } from './safepoint.js';

export class Giving {
  constructor(
    private readonly realm: Realm,
    private readonly safepoint: Safepoint,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Stores the bytes for which workers wait. No turn may be running. */
  look(): void {
    const { space } = this.realm;
    if (space.exchange(BUFFERS_WANTED, 0) === 0) return;
    for (const { wanted } of this.safepoint.workers()) if (wanted !== 0) this.give(wanted);
    space.add(BUFFER_ROUNDS, 1);
    space.notify(BUFFER_ROUNDS);
  }

  /** Without memory the worker asks again after a collection. */
  private give(buffer: number): void {
    const { realm } = this;
    const { space } = realm;
    try {
      realm.atomically(() => realm.heap.buffers.watch(buffer));
    } catch (error) {
      if (!isMade(error, HeapFullError)) this.report(error);
      else if (space.chunks.isFull) space.storePointer(HEAP_FULL, 1);
      else space.pressure.collect();
    }
  }
}
