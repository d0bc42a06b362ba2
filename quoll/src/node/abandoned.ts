/**
 * Finds out that handlers wait for promises that nothing in the workers settles. Then only the event loop of the main thread can, and Node knows whether it
 * has anything left to do.
 */
import { Phase, type RealmRecord } from '../runtime/records.js';

/** What it sees of the main realm. */
interface Watched {
  readonly mainQueue: { readonly isEmpty: boolean };
  readonly workerQueue: { readonly isEmpty: boolean };
  readonly garbage: { readonly safepoint: { workers(): readonly RealmRecord[] } };
  /** The tasks of this realm that have begun and not ended. */
  readonly open: ReadonlySet<number>;
}

export class Abandoned {
  /** How many tasks the workers had taken when none of them had one, or NONE. */
  private taken = NONE;

  constructor(private readonly realm: Watched) {}

  /**
   * Called at intervals, between two turns: whether no worker has had a task since the last call. A worker that takes one changes its phase before the
   * queue, and its number afterwards, so two looks cannot both miss it.
   */
  look(): boolean {
    const { mainQueue, workerQueue, garbage, open } = this.realm;
    const workers = garbage.safepoint.workers();
    const isQuiet =
      open.size > 0 &&
      mainQueue.isEmpty &&
      workerQueue.isEmpty &&
      workers.every(({ phase }) => phase === Phase.Idle);
    const taken = isQuiet ? workers.reduce((sum, worker) => sum + worker.taken, 0) : NONE;
    const isSame = isQuiet && taken === this.taken;
    this.taken = taken;
    return isSame;
  }
}

const NONE = -1;
