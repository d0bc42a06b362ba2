/**
 * The steps after the commit of a unit of work, as a list in shared memory that is complete before the commit, so that the main realm can
 * do the remaining steps if the worker dies. Steps are done in order; each changes one shared word, and the cursor with it
 * (protocol/claims.ts), so that none is lost or done twice. A journal is, in words of a realm's notes,
 *
 *   0    the cursor: twice the number of steps that are done; one more if the last of them is certainly complete
 *   4    the sum, or the position in a queue, that the last step has found
 *   8    how many steps there are
 *   12   the number of the last step whose consequences are a part of the list, from 1; the next word is free
 *   20   where the steps are: a kind, an address and an amount each
 */
import type { Space } from '../heap/space.js';
import type { Claims } from '../protocol/claims.js';

const CURSOR = 0;
const FOUND = 4;
const COUNT = 8;
const FOLLOWED = 12;
export const STEPS = 20;
export const JOURNAL_BYTES = 24;
export const STEP = 12;

/** The kinds of steps: adds to a counter; */
export const COUNT_UP = 0;
/** puts a task into its queue; */
export const PUSH = 1;
/** counts down a group, whose guards are enqueued at 0, or a scope, which completes at 0; */
export const LEAVE_GROUP = 2;
export const LEAVE_SCOPE = 3;
/** counts tasks as ended, when all steps that follow from them are done (the program may end then); a list has at most one; */
export const END = 4;
/** calls the object of a scope all of whose activities have ended, as a transaction of its own. */
export const COMPLETE = 5;

/** What the realm does in steps. */
export interface Effects {
  /** The tasks of a group's guards, and the object of a scope. */
  guardsOf(group: number): readonly number[];
  completes(scope: number): number;
  /** Puts a task into its queue, and notes that. */
  pushNoting(task: number, note: number, inRing: number, onStack: number): void;
  /** Completes a push that was noted. */
  completePush(task: number, position: number): void;
  /** Tasks were put into queues. */
  wake(tasks: readonly number[]): void;
  /** No task is left. */
  atRest(): void;
  complete(object: number): void;
}

export class Journal {
  /** The steps, while they are collected. */
  private readonly collected: number[] = [];
  private capacity = 0;

  /** `at`: zeroed memory. */
  constructor(
    private readonly space: Space,
    private readonly claims: Claims,
    private readonly at: number,
  ) {}

  /** Drops the steps collected for an attempt that has thrown. */
  clear(): void {
    this.collected.length = 0;
  }

  add(kind: number, address: number, amount = 1): void {
    this.collected.push(kind, address, amount);
  }

  /** Writes the collected steps as the list. */
  write(): void {
    const { space, at, collected } = this;
    const count = collected.length / 3;
    if (count + SPARE > this.capacity) this.allocate(2 * count + SPARE);
    const steps = space.loadPointer(at + STEPS);
    for (let i = 0; i < collected.length; i++) space.store(steps + 4 * i, collected[i]!);
    space.storePointer(at + CURSOR, 0);
    space.storePointer(at + FOLLOWED, 0);
    space.storePointer(at + COUNT, count);
    collected.length = 0;
  }

  private allocate(capacity: number): void {
    this.capacity = capacity;
    this.space.storePointer(this.at + STEPS, this.space.allocateImmortal(STEP * capacity));
  }

  /** Whether a list has steps that are not done. */
  get isOpen(): boolean {
    return this.space.count(this.at + CURSOR) >> 1 < this.space.count(this.at + COUNT);
  }

  /** Whether the realm has died in the transaction of a COMPLETE: then no realm can know whether that has committed. */
  get isUncertain(): boolean {
    const cursor = this.space.count(this.at + CURSOR);
    return cursor > 1 && (cursor & 1) === 0 && this.kind((cursor >> 1) - 1) === COMPLETE;
  }

  private kind(i: number): number {
    return this.space.load(this.space.loadPointer(this.at + STEPS) + STEP * i);
  }

  private address(i: number): number {
    return this.space.load(this.space.loadPointer(this.at + STEPS) + STEP * i + 4);
  }

  private amount(i: number): number {
    return this.space.load(this.space.loadPointer(this.at + STEPS) + STEP * i + 8) | 0;
  }

  /** Does the steps that are left. */
  run(effects: Effects): void {
    const { space, at } = this;
    const cursor = space.count(at + CURSOR);
    let i = cursor >> 1;
    if (i > 0 && (cursor & 1) === 0) {
      const found = space.count(at + FOUND);
      if (this.kind(i - 1) === PUSH) effects.completePush(this.address(i - 1), found);
      this.follow(i - 1, found, effects);
    }
    const pushed: number[] = [];
    for (; i < space.count(at + COUNT); i++) {
      const kind = this.kind(i);
      if (kind === PUSH) {
        const task = this.address(i);
        effects.pushNoting(task, at + CURSOR, 2 * (i + 1), 2 * (i + 1) + 1);
        pushed.push(task);
        continue;
      }
      if (pushed.length > 0) effects.wake(pushed.splice(0));
      if (kind === COMPLETE) this.complete(i, effects);
      else this.count(i, kind, effects);
    }
    if (pushed.length > 0) effects.wake(pushed);
  }

  private complete(i: number, effects: Effects): void {
    this.space.storePointer(this.at + CURSOR, 2 * (i + 1));
    effects.complete(this.address(i));
    this.space.storePointer(this.at + CURSOR, 2 * (i + 1) + 1);
  }

  private count(i: number, kind: number, effects: Effects): void {
    const { space, at, claims } = this;
    const done = 2 * (i + 1);
    if (kind === END && i + 1 < space.count(at + COUNT)) {
      space.storePointer(at + CURSOR, done);
      this.follow(i, 0, effects);
    } else if (kind === COUNT_UP || kind === END) {
      const sum = claims.addNoting(this.address(i), this.amount(i), at + CURSOR, done + 1);
      if (kind === END && sum === 0) effects.atRest();
    } else {
      this.follow(i, claims.addNoting(this.address(i), this.amount(i), at + CURSOR, done), effects);
    }
  }

  /**
   * Adds to the list, in one step, the steps that follow from step `i`: from a counter that has reached 0, or from an END before others.
   */
  private follow(i: number, sum: number, effects: Effects): void {
    const { space, at } = this;
    const kind = this.kind(i);
    if (kind < LEAVE_GROUP || space.count(at + FOLLOWED) === i + 1) return;
    const [next, following] = this.consequences(kind, this.address(i), sum, effects);
    const count = space.count(at + COUNT);
    if (count + following.length > this.capacity) this.grow(count, count + following.length);
    const steps = space.loadPointer(at + STEPS);
    following.forEach((each, k) => {
      space.store(steps + STEP * (count + k), next);
      space.store(steps + STEP * (count + k) + 4, each);
      space.store(steps + STEP * (count + k) + 8, this.amount(i));
    });
    this.claims.setNoting(at + COUNT, count, count + following.length, at + FOLLOWED, i + 1);
  }

  private consequences(
    kind: number,
    address: number,
    sum: number,
    effects: Effects,
  ): [kind: number, addresses: readonly number[]] {
    if (kind === END) return [END, [address]];
    if (sum !== 0) return [PUSH, NONE];
    return kind === LEAVE_GROUP
      ? [PUSH, effects.guardsOf(address)]
      : [COMPLETE, [effects.completes(address)]];
  }

  private grow(count: number, needed: number): void {
    const { space } = this;
    const old = space.loadPointer(this.at + STEPS);
    const larger = space.allocateImmortal(STEP * 2 * needed);
    for (let word = 0; word < STEP * count; word += 4) space.store(larger + word, space.load(old + word));
    this.capacity = 2 * needed;
    space.storePointer(this.at + STEPS, larger);
  }
}

/** Room for steps that follow from others. */
const SPARE = 32;
const NONE: readonly number[] = [];
