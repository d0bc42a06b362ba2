/** Runs the main realm's tasks in batches; between two of them timers and I/O run, and a page draws its frames. */
import { MAIN_ASLEEP, PENDING } from '../protocol/control.js';
import type { Queue } from '../protocol/queue.js';
import type { Space } from '../heap/space.js';
import type { MainHost } from './main-host.js';
import { Spinning } from './spinning.js';

/** How many tasks run, and for how long, before the main realm returns to timers and I/O, and a page to its frames. */
const BATCH = 500;
const BATCH_MS = 4;

/** The parts of the main realm that draining needs. */
export interface Drained {
  readonly space: Space;
  readonly mainQueue: Queue;
  readonly hasEnded: boolean;
  readonly garbage: { look(): void };
  runTask(task: number): Promise<void>;
  /** Runs `f` outside of any scope. */
  outside(f: () => void): void;
}

export class Draining {
  private isUnderWay = false;
  /** After a turn that started tasks: until when the queue is checked in each round of the event loop; 0: no longer. */
  private pollUntil = 0;
  private readonly polling = new Spinning();

  constructor(
    private readonly realm: Drained,
    private readonly host: MainHost,
  ) {
    realm.space.storePointer(MAIN_ASLEEP, 1);
  }

  /** Looks into the queue now. */
  now(): void {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    this.realm.outside(() => void this.drain());
  }

  /** Looks into the queue soon. */
  soon(): void {
    if (this.isUnderWay || this.realm.hasEnded) return;
    this.isUnderWay = true;
    this.realm.space.storePointer(MAIN_ASLEEP, 0);
    this.again();
  }

  /** A turn has ended: while there are tasks, the program stays alive, and results may come soon. */
  turnEnded(): void {
    const { realm, host } = this;
    if (realm.space.count(PENDING) === 0 || realm.hasEnded) return;
    host.stayAlive(true);
    this.pollUntil = this.polling.begin();
    this.soon();
  }

  /** Outside of any scope, because the caller has ended by then. */
  private again(): void {
    this.realm.outside(() => this.host.later(() => void this.drain()));
  }

  private async drain(): Promise<void> {
    const { realm } = this;
    realm.garbage.look();
    const end = performance.now() + BATCH_MS;
    for (let i = 0; i < BATCH && performance.now() < end; i++) {
      if (realm.hasEnded) return;
      const task = realm.mainQueue.take();
      if (task === 0) return this.rest();
      this.endPolling(true);
      await realm.runTask(task);
    }
    this.again();
  }

  /**
   * The queue was empty. After some more rounds the main realm waits for a message, unless a task has arrived
   * meanwhile.
   */
  private rest(): void {
    const { space, mainQueue } = this.realm;
    if (performance.now() < this.pollUntil) return this.again();
    this.endPolling(false);
    this.isUnderWay = false;
    space.storePointer(MAIN_ASLEEP, 1);
    const task = mainQueue.take();
    if (task !== 0) {
      mainQueue.push([task]);
      this.soon();
    } else if (space.count(PENDING) === 0) {
      this.host.stayAlive(false);
    }
  }

  private endPolling(hasFound: boolean): void {
    if (this.pollUntil !== 0) this.polling.end(hasFound);
    this.pollUntil = 0;
  }
}
