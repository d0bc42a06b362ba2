/**
 * The actions that follow when a handler or turn has committed and its contributions to eventual fields have
 * been accumulated: its events are enqueued, and its guards and `finish` scopes are counted down. The realm
 * that accumulates the last contribution performs them, so their record lies in shared memory:
 *
 *   0    contributions that are not in yet, and one for the handler's own realm
 *   4    number of tasks, 8 of groups, 12 of scopes, 16 of tasks that end
 *   20   their addresses
 */
import type { Marker } from '../heap/marking.js';
import type { Space } from '../heap/space.js';

export interface Departure {
  /** To enqueue. */
  readonly tasks: readonly number[];
  /** Groups of emissions to count down. */
  readonly groups: readonly number[];
  /** To leave. */
  readonly scopes: readonly number[];
  /** Tasks that have ended. */
  readonly ended: readonly number[];
}

const COUNTS = 4;
const LISTS = 20;

export class Departures {
  constructor(private readonly space: Space) {}

  /** A departure that waits for `count` calls of `leave`. */
  make({ tasks, groups, scopes, ended }: Departure, count: number): number {
    const { space } = this;
    const lists = [tasks, groups, scopes, ended];
    const all = lists.flat();
    const made = space.allocateLasting(LISTS + 4 * all.length);
    lists.forEach((list, i) => space.store(made + COUNTS + 4 * i, list.length));
    all.forEach((address, i) => space.store(made + LISTS + 4 * i, address));
    space.storePointer(made, count);
    return made;
  }

  /** Counts one contribution down; returns the departure if it was the last. */
  leave(departure: number): Departure | undefined {
    return this.space.add(departure, -1) === 0 ? this.read(departure) : undefined;
  }

  private read(departure: number): Departure {
    const { space } = this;
    let at = departure + LISTS;
    const list = (i: number) =>
      Array.from({ length: space.load(departure + COUNTS + 4 * i) }, () => {
        const address = space.load(at);
        at += 4;
        return address;
      });
    return { tasks: list(0), groups: list(1), scopes: list(2), ended: list(3) };
  }

  trace(departure: number, marker: Marker, visit: (departure: Departure) => void): void {
    const departing = this.read(departure);
    const { tasks, groups, scopes, ended } = departing;
    const count = tasks.length + groups.length + scopes.length + ended.length;
    if (marker.mark(departure, LISTS + 4 * count)) visit(departing);
  }
}
