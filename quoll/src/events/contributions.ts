/**
 * The queue of contributions to the eventual fields of one object, from handlers to accumulators. No realm
 * waits for an object's lock:
 *
 *   E1  A realm pushes its contribution.
 *   E2  It tries the lock. If another realm holds that, this realm is done, because the holder checks the queue
 *       again (E5).
 *   E3  The holder takes all contributions and accumulates them, the oldest first, each with one store to the field.
 *   E4  It releases the lock.
 *   E5  It checks the queue again, and continues with E2 if there are contributions. Without this step, one that
 *       was pushed between E3 and E4 would be lost.
 *
 * A queue is
 *   0    the contributions, a stack
 *   4    1 while a realm holds the lock
 * and a contribution, of one handler to some fields of the object,
 *   0    next
 *   4    the object
 *   8    what is left to do when all contributions of its handler are accumulated (departures.ts)
 *   12   number of fields, 16 of those that are accumulated
 *   24   per field an entry:
 *        0    the record of the field; 0 if there was none
 *        8    fields: its name, if there was none, the value that the handler saw first, and the one that it left
 */
import type { Marker } from '../heap/marking.js';
import type { Space } from '../heap/space.js';

const NEXT = 0;
const LOCK = 4;
const OBJECT = 4;
const DEPARTURE = 8;
const COUNT = 12;
const DONE = 16;
const ENTRIES = 24;
export const NAME = 8;
export const INITIAL = 24;
export const FINAL = 40;
const ENTRY_BYTES = 56;
const QUEUE_BYTES = 8;

/** A contribution to more fields is made in parts, which fit into the chunks of the heap. */
export const MOST_FIELDS = 256;

/** The access to shared memory that the protocol needs. */
export type Cells = Pick<Space, 'load' | 'store' | 'loadPointer' | 'storePointer' | 'setPointer'>;

/** E1. */
export function push(cells: Cells, queue: number, first: number, last = first): void {
  while (true) {
    const head = cells.loadPointer(queue);
    cells.store(last + NEXT, head);
    if (cells.setPointer(queue, head, first) === head) return;
  }
}

/**
 * Performs E2 to E5. If `accumulate` returns false, this realm cannot accumulate now: the lock is released,
 * the remaining contributions stay in the queue, and the realm must retry later. Returns true if the queue is
 * empty or another realm has taken it over.
 */
export function drain(cells: Cells, queue: number, accumulate: (contribution: number) => boolean): boolean {
  while (cells.loadPointer(queue) !== 0) {
    if (cells.setPointer(queue + LOCK, 0, 1) !== 0) return true;
    const isDone = accumulateAll(cells, queue, accumulate);
    cells.storePointer(queue + LOCK, 0);
    if (!isDone) return false;
  }
  return true;
}

/** E3. */
function accumulateAll(cells: Cells, queue: number, accumulate: (contribution: number) => boolean): boolean {
  const taken = takeAll(cells, queue);
  for (let i = taken.length - 1; i >= 0; i--) {
    if (accumulate(taken[i]!)) continue;
    for (let k = i; k > 0; k--) cells.store(taken[k - 1]! + NEXT, taken[k]!);
    push(cells, queue, taken[0]!, taken[i]!);
    return false;
  }
  return true;
}

/** The newest first. */
function takeAll(cells: Cells, queue: number): number[] {
  let head = cells.loadPointer(queue);
  while (cells.setPointer(queue, head, 0) !== head) head = cells.loadPointer(queue);
  const taken: number[] = [];
  for (; head !== 0; head = cells.load(head + NEXT)) taken.push(head);
  return taken;
}

/** Contributions in the heap. */
export class Contributions {
  constructor(private readonly space: Space) {}

  makeQueue(): number {
    return this.space.allocate(QUEUE_BYTES);
  }

  /** Allocates a contribution to a number of fields; the caller fills its entries. */
  make(object: number, departure: number, count: number): number {
    const { space } = this;
    const made = space.allocateLasting(ENTRIES + ENTRY_BYTES * count);
    space.store(made + OBJECT, object);
    space.store(made + DEPARTURE, departure);
    space.store(made + COUNT, count);
    return made;
  }

  entry(contribution: number, i: number): number {
    return contribution + ENTRIES + ENTRY_BYTES * i;
  }

  record(entry: number): number {
    return this.space.load(entry);
  }

  setRecord(entry: number, record: number): void {
    this.space.store(entry, record);
  }

  departure(contribution: number): number {
    return this.space.load(contribution + DEPARTURE);
  }

  object(contribution: number): number {
    return this.space.load(contribution + OBJECT);
  }

  entriesWithoutRecord(contribution: number): number[] {
    const entries: number[] = [];
    const count = this.space.load(contribution + COUNT);
    for (let i = 0; i < count; i++) {
      const entry = this.entry(contribution, i);
      if (this.record(entry) === 0) entries.push(entry);
    }
    return entries;
  }

  /** Passes each entry to `accumulate` once, until it returns false; returns whether all are done. */
  each(contribution: number, accumulate: (entry: number) => boolean): boolean {
    const { space } = this;
    const count = space.load(contribution + COUNT);
    for (let i = space.load(contribution + DONE); i < count; i++) {
      space.store(contribution + DONE, i);
      if (!accumulate(this.entry(contribution, i))) return false;
    }
    return true;
  }

  /** Marks a queue and its contributions. */
  trace(queue: number, marker: Marker, record: (at: number) => void, departure: (at: number) => void): void {
    if (!marker.mark(queue, QUEUE_BYTES)) return;
    for (let at = this.space.load(queue); at !== 0; at = this.space.load(at + NEXT)) {
      const count = this.space.load(at + COUNT);
      marker.mark(at, ENTRIES + ENTRY_BYTES * count);
      marker.object(this.object(at));
      departure(this.departure(at));
      for (let i = 0; i < count; i++) {
        const entry = this.entry(at, i);
        record(this.record(entry));
        for (const field of [NAME, INITIAL, FINAL]) marker.field(entry + field);
      }
    }
  }
}
