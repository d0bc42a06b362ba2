/** The main realm's part in collections of garbage: requests and does them, and ends the program if what it shares fills the heap. */
import { Census } from '../heap/census.js';
import { HEAP_FULL } from '../protocol/control.js';
import { Pauses } from '../stats/pauses.js';
import { collect, type MainRoots, releaseKeys } from './collecting.js';
import { Collections } from './collections.js';
import { Giving } from './giving.js';
import type { MainHost } from './main-host.js';
import type { Realm } from './realm.js';
import { Safepoint } from './safepoint.js';

/** The functions of the main realm that collections need. */
interface Collected extends Realm {
  /** Whether a turn runs, or the program has ended. */
  readonly isBusy: boolean;
  roots(census: Census | undefined): MainRoots;
  endProgram(why: string, isDamaged?: boolean): void;
}

export class Garbage {
  readonly safepoint: Safepoint;
  readonly pauses = new Pauses();
  readonly collections: Collections;
  readonly giving: Giving;
  /** What filled the heap at the last collection, if that is more than half of it. */
  private contents = '';
  /** Whether a turn has found no memory since the last collection. */
  private wasShort = false;

  constructor(
    private readonly realm: Collected,
    private readonly host: MainHost,
    report: (error: unknown) => void,
  ) {
    const { space, data } = realm;
    this.safepoint = new Safepoint(space, data.id, () => undefined);
    this.collections = new Collections(space, this.safepoint, this.pauses, () => this.collect());
    this.giving = new Giving(realm, this.safepoint, report);
    space.purpose = 'turn';
    space.pressure = {
      collect: () => this.request(),
      exhausted: () => {
        this.wasShort = true;
      },
    };
  }

  private request(): void {
    if (this.safepoint.isRequested) return;
    this.safepoint.request();
    this.host.later(() => this.look());
  }

  /** Collects garbage if a collection is requested, no worker is active, and no turn is running. */
  look(): void {
    const { realm } = this;
    if (realm.isBusy) return;
    this.giving.look();
    this.collections.look();
    // No handler that needs memory can run any more.
    if (realm.space.count(HEAP_FULL) !== 0) realm.endProgram(this.fullness());
  }

  /** Why no further handler can run, if that is so. */
  fullness(): string {
    const { live, limit } = this.realm.space.chunks;
    return (
      `the shared heap is full: ${live} of ${limit} MiB are in use: ${this.contents}; ` +
      'share less, drop what is no longer needed, or raise the limit with --heap'
    );
  }

  private collect(): void {
    const { realm, host } = this;
    const { space, heap } = realm;
    const { isScarce } = space.chunks;
    if (heap.buffers.isWatching) realm.atomically(() => heap.buffers.unwatchAll());
    if (isScarce) host.dropViews();
    if (isScarce) releaseKeys(realm, realm.roots(undefined), () => host.dropViews());
    const census = isScarce ? new Census(space, shape => heap.shapes.at(shape).names) : undefined;
    try {
      const unused = collect(realm, realm.roots(census));
      this.contents = census?.text(space.used, unused) ?? '';
      if (this.wasShort && space.chunks.isFull) space.storePointer(HEAP_FULL, 1);
      this.wasShort = false;
    } catch (error) {
      // The workers wait for the end of the collection, and the heap may be half swept.
      realm.endProgram(`a collection of garbage failed: ${host.describe(error)}`, true);
    }
  }
}
