/**
 * The actions that follow when a handler or turn has committed and its contributions to eventual fields have
 * been accumulated: its events are enqueued, and its guards and `finish` scopes are counted down. The realm
 * that accumulates the last contribution performs them, so their record lies in shared memory:
 *
 *   0    contributions that are not in yet, and one for the handler's own realm
 *   4    the handler's task, or 0
 *   8    number of tasks, 12 of groups, 16 of scopes
 *   20   their addresses
 */
import type { Marker } from '../heap/marking.js';
import type { Space } from '../heap/space.js';

export interface Departure {
  /** To enqueue. */
  readonly tasks: readonly number[];
  /** Of emissions, to leave. */
  readonly groups: readonly number[];
  /** To leave. */
  readonly scopes: readonly number[];
  /** The task that has ended; 0 if it was a turn. */
  readonly task: number;
}

const TASK = 4;
const COUNTS = 8;
const LISTS = 20;

export class Departures {
  constructor(private readonly space: Space) {}

  /** A departure that waits for `count` calls of `leave`. */
  make({ tasks, groups, scopes, task }: Departure, count: number): number {
    const { space } = this;
    const all = [...tasks, ...groups, ...scopes];
    const made = space.allocateLasting(LISTS + 4 * all.length);
    space.store(made + TASK, task);
    [tasks, groups, scopes].forEach((list, i) => space.store(made + COUNTS + 4 * i, list.length));
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
    return { tasks: list(0), groups: list(1), scopes: list(2), task: space.load(departure + TASK) };
  }

  trace(departure: number, marker: Marker, visit: (departure: Departure) => void): void {
    const departing = this.read(departure);
    const count = departing.tasks.length + departing.groups.length + departing.scopes.length;
    if (marker.mark(departure, LISTS + 4 * count)) visit(departing);
  }
}
