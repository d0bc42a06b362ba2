/**
 * A queue of tasks for any number of producers and consumers: a bounded ring, and behind it a stack for what does not fit. No
 * order of tasks is promised, so the stack may reverse theirs.
 *
 *   0      tail: where the next task is put
 *   128    head: where the next task is taken
 *   256    the stack
 *   384    the ring: per place its turn, and a task
 *
 * A place p may be filled in round r when its turn is r·PLACES + p, and emptied when it is one more; emptying adds PLACES − 1
 * (Vyukov's bounded queue). A realm that pauses between claiming a place and setting its turn delays others
 * only at this place; meanwhile they see a full or an empty ring.
 */
import { NEXT, pushChain, returnChain } from './tasks.js';
import type { Words } from './memory.js';

const TAIL = 0;
const HEAD = 128;
const STACK = 256;
const RING = 384;
const PLACE = 8;
const PLACES = 1024;

export class Queue {
  constructor(
    private readonly space: Words,
    private readonly address: number,
  ) {}

  /** Makes zeroed memory an empty queue; called once, before any other realm exists. */
  initialize(): void {
    for (let i = 0; i < PLACES; i++) this.space.store(this.address + RING + PLACE * i, i);
  }

  push(tasks: readonly number[]): void {
    for (let i = 0; i < tasks.length; i++) {
      if (this.pushToRing(tasks[i]!)) continue;
      pushChain(this.space, this.address + STACK, tasks.slice(i));
      return;
    }
  }

  private pushToRing(task: number): boolean {
    const { space } = this;
    while (true) {
      const tail = space.count(this.address + TAIL);
      const place = this.place(tail);
      const lead = (space.count(place) - tail) | 0;
      if (lead < 0) return false;
      if (lead === 0 && space.setPointer(this.address + TAIL, tail, tail + 1) === tail >>> 0) {
        space.store(place + 4, task);
        space.storePointer(place, tail + 1);
        return true;
      }
    }
  }

  /** Whether the queue is empty. Writes nothing, so a realm may call it often. */
  get isEmpty(): boolean {
    const head = this.space.count(this.address + HEAD);
    return (
      ((this.space.count(this.place(head)) - (head + 1)) | 0) < 0 &&
      this.space.count(this.address + STACK) === 0
    );
  }

  /** A task, or 0 if there is none. */
  take(): number {
    const task = this.takeFromRing();
    if (task !== 0) return task;
    const first = this.space.exchange(this.address + STACK, 0);
    if (first === 0) return this.takeFromRing();
    // The ring gets what it has room for; the rest goes back.
    let rest = this.space.load(first + NEXT);
    while (rest !== 0) {
      const next = this.space.load(rest + NEXT);
      if (!this.pushToRing(rest)) break;
      rest = next;
    }
    if (rest !== 0) returnChain(this.space, this.address + STACK, rest);
    return first;
  }

  private takeFromRing(): number {
    const { space } = this;
    while (true) {
      const head = space.count(this.address + HEAD);
      const place = this.place(head);
      const lead = (space.count(place) - (head + 1)) | 0;
      if (lead < 0) return 0;
      if (lead === 0 && space.setPointer(this.address + HEAD, head, head + 1) === head >>> 0) {
        const task = space.load(place + 4);
        space.storePointer(place, head + PLACES);
        return task;
      }
    }
  }

  /** All tasks in the queue, while no realm changes it. */
  *all(): Generator<number> {
    const { space } = this;
    for (
      let at = space.count(this.address + HEAD);
      at !== space.count(this.address + TAIL);
      at = (at + 1) | 0
    ) {
      yield space.load(this.place(at) + 4);
    }
    for (let task = space.load(this.address + STACK); task !== 0; task = space.load(task + NEXT)) yield task;
  }

  private place(position: number): number {
    return this.address + RING + PLACE * (position & (PLACES - 1));
  }
}
