/**
 * What a worker keeps of handlers that have contributed to eventual fields and done nothing else (decision 28): the contributions, and the tasks, which
 * count as not ended. The next handler continues with the values, and all contribute at once. The only visible difference is the time:
 *
 *   - The guards and the `finish` that wait for the handler wait for its task. Whatever starts other tasks, writes or fails is not kept.
 *   - Only accumulators are kept for which two changes in a row count as one (`EventualKind.joins`).
 *   - A handler sees those contributions of others that had been accumulated when the first handler began. It must also see those that had been
 *     accumulated when it was emitted (`isMadeAfter`), or when a value that it has read was written (`hasReadSince`).
 *   - If an attempt fails, the handlers before it have not happened either: they run again, and handlers of this label are no longer kept. So a
 *     worker keeps nothing while it rests, and if it dies its handlers run again.
 */
import type { Contributed, Eventual } from '../events/eventual.js';
import type { OwnValues } from '../events/own-values.js';
import type { Unit } from '../events/unit.js';
import type { Space } from '../heap/space.js';
import { EVENTUAL_READERS, EVENTUAL_ROUNDS, LOOK_AGAIN_MS } from '../protocol/control.js';
import type { TaskHead, TaskMemory } from '../protocol/tasks.js';
import type { Stm } from '../stm/stm.js';
import type { RealmRecord } from './records.js';

/** The parts of a worker that keeping needs. */
export interface Keeper {
  readonly space: Space;
  readonly stm: Stm;
  readonly eventual: Eventual;
  readonly tasks: TaskMemory;
  readonly record: RealmRecord;
  /** Hands contributions over; the tasks have ended then. */
  contribute(contributions: readonly Contributed[], ended: readonly number[]): void;
  enqueue(tasks: readonly number[]): void;
}

/** What is kept, and when it is handed over at the latest. */
interface Held {
  /** The label of all the tasks. */
  readonly label: number;
  readonly until: number;
  /** EVENTUAL_READERS when the first handler committed, and EVENTUAL_ROUNDS when it began. */
  readonly readers: number;
  readonly rounds: number;
  readonly own: OwnValues;
  readonly tasks: number[];
}

/** How long contributions are kept, at least, and in relation to the time that it takes to hand them over. */
const HOLD_MS = 20;
const HOLD_FACTOR = 10;

export class Keeping {
  private held: Held | undefined;
  private holdMs = HOLD_MS;
  /** EVENTUAL_ROUNDS when the handler that runs began. */
  private rounds = 0;
  /** Labels of handlers that were aborted, or have thrown, after others of this label were kept. */
  private readonly restless = new Set<number>();

  constructor(private readonly worker: Keeper) {}

  /** An attempt of a handler begins. Returns the values of eventual fields that it continues with; the views have them already. */
  begin(): OwnValues | undefined {
    if (!this.held) this.rounds = this.worker.space.count(EVENTUAL_ROUNDS);
    return this.held?.own;
  }

  /** After a commit: keeps the handler's contributions and its task, if that is allowed. */
  hold(unit: Unit, task: number): boolean {
    const { record, stm, tasks } = this.worker;
    if (!unit.eventual?.joins || !isPure(unit) || stm.hasWritten()) return false;
    const { label } = tasks.head(task);
    if (this.restless.has(label)) return false;
    this.held ??= this.newHeld(label, unit.eventual);
    tasks.setNext(task, record.held);
    record.held = task;
    this.held.tasks.push(task);
    return true;
  }

  private newHeld(label: number, own: OwnValues): Held {
    const { eventual, stm, space } = this.worker;
    eventual.kept = own;
    stm.noteTime();
    return {
      label,
      until: performance.now() + this.holdMs,
      readers: space.count(EVENTUAL_READERS),
      rounds: this.rounds,
      own,
      tasks: [],
    };
  }

  /** Whether others may wait for what is kept or read it, or the next handler would not see all that it must see. */
  isDue(task: number, next: TaskHead): boolean {
    if (!this.held) return false;
    const { label, until, readers, rounds } = this.held;
    return (
      next.label !== label ||
      this.worker.tasks.isMadeAfter(task, rounds) ||
      performance.now() > until ||
      this.worker.space.count(EVENTUAL_READERS) !== readers
    );
  }

  /** Contributes what is kept, if anything; then the tasks have ended. */
  handOver(): void {
    if (!this.held) return;
    const { record, eventual } = this.worker;
    const began = performance.now();
    record.isHanding = true;
    const { own, tasks } = this.release();
    this.worker.contribute(eventual.take(own), tasks);
    record.isHanding = false;
    this.holdMs = Math.min(Math.max(HOLD_MS, HOLD_FACTOR * (performance.now() - began)), LOOK_AGAIN_MS);
  }

  /** Drops what is kept, if anything: its handlers run again. */
  drop(): void {
    if (!this.held) return;
    const { record } = this.worker;
    record.isHanding = true;
    const { label, own, tasks } = this.release();
    own.drop();
    this.restless.add(label);
    this.worker.enqueue(tasks);
    record.isHanding = false;
  }

  /** Releases and returns the kept tasks, which end with a unit that continued with their values. */
  endingWith(unit: Unit): readonly number[] {
    return this.goesOn(unit) ? this.release().tasks : [];
  }

  /** Whether an attempt continued with values that are older than something that it has read. */
  sawTooLittle(unit: Unit): boolean {
    const { space, stm } = this.worker;
    return this.goesOn(unit) && space.count(EVENTUAL_ROUNDS) !== this.held!.rounds && stm.hasReadSince();
  }

  private goesOn(unit: Unit): boolean {
    return this.held !== undefined && unit.eventual === this.held.own;
  }

  private release(): Held {
    const held = this.held!;
    this.held = undefined;
    this.worker.eventual.kept = undefined;
    this.worker.record.held = 0;
    return held;
  }
}

/** Whether nothing follows the commit but the end of its task, and contributions. */
function isPure(unit: Unit): boolean {
  const { tasks, entered, left, groups, afterCommit, callbacks, returned } = unit;
  return (
    tasks.length + entered.length + left.length + groups.length + afterCommit.length === 0 &&
    !callbacks &&
    !returned &&
    unit.guarded().length === 0
  );
}
