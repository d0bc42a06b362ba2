/** How a worker waits: for a task, for a collection of garbage, or for bytes that the main realm has. Garbage is collected only meanwhile. */
import type { Space } from '../heap/space.js';
import { BUFFER_ROUNDS, BUFFERS_WANTED, COLLECTIONS } from '../protocol/control.js';
import type { Rest } from '../stm/stm.js';
import { Phase, type RealmRecord } from './records.js';
import type { Safepoint } from './safepoint.js';
import { Spinning } from './spinning.js';
import type { Waiting } from './waiting.js';

/** The parts of a worker that waiting needs. */
export interface Rester {
  readonly id: number;
  readonly space: Space;
  readonly safepoint: Safepoint;
  readonly record: RealmRecord;
  readonly waiting: Waiting;
  /** Makes the main realm look into its queue. */
  wakeMain(): void;
  /** Forgets what a collection may have freed. */
  forget(): void;
}

export class Resting implements Rest {
  private readonly spinning = new Spinning();

  constructor(private readonly worker: Rester) {}

  leave(): void {
    this.worker.safepoint.leave();
  }

  tryEnter(): boolean {
    const isNew = this.worker.safepoint.tryEnter();
    if (isNew) this.worker.forget();
    return isNew !== undefined;
  }

  enter(): void {
    if (this.worker.safepoint.enter()) this.worker.forget();
  }

  /** Does `meanwhile` while garbage may be collected. */
  during(meanwhile: () => void): void {
    this.leave();
    meanwhile();
    this.enter();
  }

  /** A task, or 0 if none comes soon. */
  spin(): number {
    const end = this.spinning.begin();
    if (end === 0) return 0;
    const { safepoint, waiting, id } = this.worker;
    const task = waiting.spin(id, () => safepoint.isRequested || performance.now() >= end);
    this.spinning.end(task !== 0);
    return task;
  }

  /** The main realm asks for a report before it changes WAKE, so a worker that has missed this sees the request before it sleeps. */
  sleep(isReportDue: () => boolean): number {
    return this.worker.waiting.sleep(isReportDue, meanwhile => this.during(meanwhile));
  }

  /** Waits for a collection; the task in the record is one of its roots. When the program ends, there is none, and `report` has to be called. */
  awaitMemory(report: () => void): undefined {
    const { record, space, safepoint } = this.worker;
    record.phase = Phase.Starving;
    const before = space.count(COLLECTIONS);
    while (space.count(COLLECTIONS) === before) {
      safepoint.request();
      this.during(() => undefined);
      report();
    }
    record.phase = Phase.Attempting;
  }

  /** Waits until the main realm has stored the bytes of a buffer. `mayRest`: this realm holds no objects. */
  awaitBuffer(address: number, mayRest: boolean): void {
    const { record, space } = this.worker;
    const round = space.count(BUFFER_ROUNDS);
    const wait = () => space.wait(BUFFER_ROUNDS, round);
    record.wanted = address;
    space.storePointer(BUFFERS_WANTED, 1);
    this.worker.wakeMain();
    while (space.count(BUFFER_ROUNDS) === round) {
      if (mayRest) this.during(wait);
      else wait();
    }
    record.wanted = 0;
  }
}
