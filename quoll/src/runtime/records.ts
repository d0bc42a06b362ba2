/**
 * The present state of each realm, in shared memory. From it the main realm can report what a stuck program waits for, and clean up after
 * a worker that died. Only the realm itself writes its record, and after its death the main realm. A record is
 *
 *   0    the phase
 *   4    the task that it runs, or 0; a root of the heap
 *   8    1 while it may touch the heap (runtime/safepoint.ts)
 *   12   whether it waits for the serial token or has it, and 16 its ticket
 *   20   the address of its log, and 24 how many fields its commit writes
 *   28   the reason why its transaction sleeps (`Sleep`)
 *   32   the version of a commit that has passed its checks and stores its values; 0 without one
 *   40   how many tasks it has taken
 *   44   where its notes lie: the task that it is taking (protocol/queue.ts), and the steps that remain when its task has committed
 *        (journal.ts)
 *   48   1 if no other steps remain
 *   52   the chain of the tasks whose contributions to eventual fields are not yet handed over (keeping.ts)
 *   56   1 while they are being handed over
 *   60   the buffer for whose bytes it waits (heap/buffers.ts), or 0
 */
import { REALM_RECORDS, RECORD_BYTES } from '../protocol/control.js';
import { COUNT, LOG, SLEEP, TICKET, TICKET_STATE, VERSION } from '../stm/record.js';
import type { Words } from '../protocol/memory.js';
import type { Hands } from '../protocol/queue.js';

/** The phase of a realm. */
export const enum Phase {
  /** It has no task. */
  Idle,
  /** It takes a task from the queue. */
  Taking,
  /** The worker attempts its task: no other realm sees its changes before the commit has passed its checks. */
  Attempting,
  /** Its task needs memory, and waits for a collection. */
  Starving,
  /** Its task's commit took effect, or its failure is being reported: counters and queues are being changed. */
  Finishing,
}

export const PHASE = 0;
export const TASK = 4;
const ACTIVE = 8;
export const TAKEN = 40;
export const NOTES = 44;
const COMPLETE = 48;
const HELD = 52;
export const HANDING = 56;
export const WANTED = 60;

/** Parts of a realm's notes. */
const PLACE = 0;
const CHAIN = 8;
const PUSHED = 12;
const PUSHED_TO = 20;
export const JOURNAL = 32;
export const NOTES_BYTES = 64;

/** Where the realm `id` notes what it does with the queues. */
export function handsOf(id: number, notes: number): Hands {
  return {
    place: notes + PLACE,
    task: REALM_RECORDS + RECORD_BYTES * id + TASK,
    chain: notes + CHAIN,
    pushed: notes + PUSHED,
    pushedTo: notes + PUSHED_TO,
  };
}

export class RealmRecord {
  private readonly at: number;

  constructor(
    private readonly space: Words,
    readonly id: number,
  ) {
    this.at = REALM_RECORDS + RECORD_BYTES * id;
  }

  get phase(): Phase {
    return this.space.count(this.at + PHASE);
  }

  set phase(phase: Phase) {
    this.space.storePointer(this.at + PHASE, phase);
  }

  get task(): number {
    return this.space.loadPointer(this.at + TASK);
  }

  set task(task: number) {
    this.space.storePointer(this.at + TASK, task);
  }

  /** The realm is about to take a task; its hands are empty. */
  reach(): void {
    const { notes } = this;
    this.space.storePointer(notes + PLACE, 0);
    this.space.storePointer(notes + CHAIN, 0);
    this.phase = Phase.Taking;
  }

  /** The realm has taken a task. */
  take(task: number): void {
    this.task = task;
    // The commit of the task before.
    this.space.storePointer(this.at + VERSION, 0);
    this.space.storePointer(this.at + VERSION + 4, 0);
    this.space.storePointer(this.at + TAKEN, this.taken + 1);
    this.isPlanComplete = false;
    this.phase = Phase.Attempting;
  }

  get notes(): number {
    return this.space.loadPointer(this.at + NOTES);
  }

  set notes(notes: number) {
    this.space.storePointer(this.at + NOTES, notes);
  }

  /** Whether the journal lists all remaining steps after the task's commit. */
  get isPlanComplete(): boolean {
    return this.space.count(this.at + COMPLETE) === 1;
  }

  set isPlanComplete(isComplete: boolean) {
    this.space.storePointer(this.at + COMPLETE, isComplete ? 1 : 0);
  }

  /** The first of the tasks whose contributions are not handed over. */
  get held(): number {
    return this.space.loadPointer(this.at + HELD);
  }

  set held(task: number) {
    this.space.storePointer(this.at + HELD, task);
  }

  get isHanding(): boolean {
    return this.space.count(this.at + HANDING) === 1;
  }

  set isHanding(isHanding: boolean) {
    this.space.storePointer(this.at + HANDING, isHanding ? 1 : 0);
  }

  /** The buffer for whose bytes it waits. */
  get wanted(): number {
    return this.space.loadPointer(this.at + WANTED);
  }

  set wanted(buffer: number) {
    this.space.storePointer(this.at + WANTED, buffer);
  }

  /** The realm has no task any more. */
  end(): void {
    this.phase = Phase.Idle;
    this.task = 0;
  }

  /** How many tasks it has taken. */
  get taken(): number {
    return this.space.count(this.at + TAKEN);
  }

  /** The reason why its transaction sleeps. */
  get sleep(): number {
    return this.space.count(this.at + SLEEP);
  }

  get ticketState(): number {
    return this.space.count(this.at + TICKET_STATE);
  }

  get ticket(): number {
    return this.space.count(this.at + TICKET);
  }

  /** Its commit: where the log lies, how many fields it writes, and the halves of its version, 0 before it has passed its checks. */
  commit(): { log: number; count: number; low: number; high: number } {
    const at = (entry: number) => this.space.count(this.at + entry) >>> 0;
    return { log: at(LOG), count: at(COUNT), low: at(VERSION), high: at(VERSION + 4) };
  }

  /** The record of a realm that has not started. */
  clear(): void {
    for (let entry = 0; entry < RECORD_BYTES; entry += 4) this.space.storePointer(this.at + entry, 0);
  }

  get isActive(): boolean {
    return this.space.count(this.at + ACTIVE) !== 0;
  }

  set isActive(isActive: boolean) {
    this.space.storePointer(this.at + ACTIVE, isActive ? 1 : 0);
  }
}
