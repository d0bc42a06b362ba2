/**
 * A queue of tasks for any number of producers and consumers: a bounded ring, and behind it a stack for tasks that do not fit. No
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
 *
 * A realm that dies leaves in its record the tasks and places that it was moving (`Hands`): the place that it has claimed to take a task,
 * the task, the rest of the stack that it moves to the ring, and the task that it pushes with the place that it has claimed for it.
 * `Queue.recover` completes or undoes these steps.
 */
import type { Claims } from './claims.js';
import { NEXT, pushChain } from './tasks.js';
import type { Words } from './memory.js';

/** The addresses of a realm's own words in which it records its steps on a queue. */
export interface Hands {
  /** The place that it takes a task from: 1, and in the next word the position; 0 without one. */
  readonly place: number;
  /** The task that it has taken. */
  readonly task: number;
  /** The rest of the stack. If it begins with `task` or `pushed`, the rest begins after that task. */
  readonly chain: number;
  /** The task that it moves from the stack to the ring; the next word is free. */
  readonly pushed: number;
  /** The place that it has claimed for that, as `place`. */
  readonly pushedTo: number;
}

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
    private readonly claims: Claims,
    private readonly hands: Hands,
  ) {}

  /** Makes zeroed memory an empty queue; called once, before any other realm exists. */
  initialize(): void {
    for (let i = 0; i < PLACES; i++) this.space.store(this.address + RING + PLACE * i, i);
  }

  push(tasks: readonly number[]): void {
    for (let i = 0; i < tasks.length; i++) {
      if (this.pushToRing(tasks[i]!, this.hands.pushedTo, 1)) continue;
      pushChain(this.space, this.address + STACK, tasks.slice(i));
      return;
    }
  }

  /**
   * Pushes a task. When it counts as pushed, `note` gets `inRing`, and the word after it the position, or `onStack`.
   */
  pushNoting(task: number, note: number, inRing: number, onStack: number): void {
    if (!this.pushToRing(task, note, inRing)) this.pushToStack(task, note, onStack);
  }

  /** Completes a push to the ring whose realm has died after it was noted. */
  complete(task: number, position: number): void {
    const place = this.place(position);
    if (this.space.count(place) !== position) return;
    this.space.store(place + 4, task);
    this.space.storePointer(place, position + 1);
  }

  private pushToRing(task: number, note: number, noted: number): boolean {
    const { space } = this;
    while (true) {
      const tail = space.count(this.address + TAIL);
      const place = this.place(tail);
      const lead = (space.count(place) - tail) | 0;
      if (lead < 0) return false;
      if (lead !== 0) continue;
      if (this.claims.setNoting(this.address + TAIL, tail, tail + 1, note, noted) !== tail >>> 0) continue;
      space.store(place + 4, task);
      space.storePointer(place, tail + 1);
      return true;
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

  /** A task, or 0 if there is none. The hands must be empty. */
  take(): number {
    return this.takeFromRing() || this.takeFromStack();
  }

  private takeFromRing(): number {
    const { space, hands } = this;
    while (true) {
      const head = space.count(this.address + HEAD);
      const place = this.place(head);
      const lead = (space.count(place) - (head + 1)) | 0;
      if (lead < 0) return 0;
      if (lead !== 0) continue;
      if (this.claims.setNoting(this.address + HEAD, head, head + 1, hands.place, 1) !== head >>> 0) continue;
      const task = space.load(place + 4);
      space.storePointer(hands.task, task);
      space.storePointer(place, head + PLACES);
      return task;
    }
  }

  /** Takes the whole stack. Tasks go to the ring while it has room; the rest goes back. */
  private takeFromStack(): number {
    const { space, hands, claims } = this;
    if (space.count(this.address + STACK) === 0) return 0;
    const first = claims.takeNoting(this.address + STACK, hands.chain);
    if (first === 0) return this.takeFromRing();
    space.storePointer(hands.task, first);
    let rest = space.load(first + NEXT);
    space.storePointer(hands.chain, rest);
    while (rest !== 0) {
      rest = this.hold(rest);
      if (this.pushToRing(space.load(hands.pushed), hands.pushedTo, 1)) continue;
      this.pushToStack(space.load(hands.pushed), hands.pushed, 0);
      while (rest !== 0) {
        rest = this.hold(rest);
        this.pushToStack(space.load(hands.pushed), hands.pushed, 0);
      }
    }
    space.storePointer(hands.pushed, 0);
    return first;
  }

  /** Takes the first task of the rest of the stack into the hand for pushing; returns the rest after it. */
  private hold(first: number): number {
    const { space, hands } = this;
    const next = space.load(first + NEXT);
    space.storePointer(hands.pushed, 0);
    space.storePointer(hands.pushedTo, 0);
    space.storePointer(hands.pushed, first);
    space.storePointer(hands.chain, next);
    return next;
  }

  private pushToStack(task: number, note: number, noted: number): void {
    const { space, claims } = this;
    while (true) {
      const head = space.loadPointer(this.address + STACK);
      space.store(task + NEXT, head);
      if (claims.setNoting(this.address + STACK, head, task, note, noted) === head) return;
    }
  }

  /** The tasks that a realm was moving when it died; completes its steps on the ring. */
  recover(hands: Hands): number[] {
    const { space } = this;
    const at = (entry: number) => space.count(entry) >>> 0;
    const tasks: number[] = [];
    const [task, pushed] = [at(hands.task), at(hands.pushed)];
    const taken = this.claimed(hands.place, 1);
    if (taken !== undefined) {
      if (task === 0) tasks.push(space.load(taken + 4));
      space.storePointer(taken, space.count(taken) - 1 + PLACES);
    }
    if (task !== 0) tasks.push(task);
    let chain = at(hands.chain);
    if (pushed !== 0 && pushed !== chain && at(hands.pushedTo) === 0) tasks.push(pushed);
    const filled = pushed === 0 ? undefined : this.claimed(hands.pushedTo, 0);
    if (filled !== undefined) {
      space.store(filled + 4, pushed);
      space.storePointer(filled, space.count(filled) + 1);
    }
    if (chain !== 0 && chain === task) chain = space.load(chain + NEXT);
    for (; chain !== 0; chain = space.load(chain + NEXT)) tasks.push(chain);
    return tasks;
  }

  /** The place that a note says was claimed, if its turn is still `more` than its position. */
  private claimed(note: number, more: number): number | undefined {
    if (this.space.count(note) === 0) return undefined;
    const position = this.space.count(note + 4);
    const place = this.place(position);
    return this.space.count(place) === ((position + more) | 0) ? place : undefined;
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
