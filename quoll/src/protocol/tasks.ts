/**
 * A task is a function to run as a handler, with its arguments, which one realm hands to another:
 *
 *   0    next task of a list
 *   4    number of arguments (8 bits), flags (4), and the lower bits of EVENTUAL_ROUNDS when it was made (20)
 *   8    the function: its address; for a LOCAL task its number among the run time's own
 *   12   `this`: an object's address, or 0
 *   16   the emissions that a guard waits for (events/guards.ts), or 0
 *   20   the `finish` that waits for it (events/scopes.ts), or 0
 *   24   the outcome that takes its result (events/outcomes.ts), or 0
 *   28   the task's name in messages: the id of a text
 *   32   the arguments: fields that do not change
 *
 * Freed tasks go from the realms that run them back to those that emit, through stacks that are pushed one chain at a time and
 * taken whole, so that no address can return during a compare-and-swap.
 */
import { EVENTUAL_ROUNDS, FREE_TASKS } from './control.js';
import { blame } from '../contract/stack.js';
import type { Blocks, Marking, Words } from './memory.js';

export const NEXT = 0;
export const FLAGS = 4;
const FUNCTION = 8;
const SELF = 12;
const GROUP = 16;
const SCOPE = 20;
const OUTCOME = 24;
const LABEL = 28;
const ARGUMENTS = 32;
const FIELD = 16;

/** Runs in the main realm. */
export const MAIN_ONLY = 0x100;
/** The function is one of the run time's own, in the main realm. */
export const LOCAL = 0x200;
/** A worker died while it ran this task. */
export const DIED = 0x400;
/** A turn of a timer, which is the first argument: the function gets the others, and is not called if the timer has been cleared. */
export const OF_TIMER = 0x800;
const COUNT_MASK = 0xff;
const FLAG_MASK = 0xf00;
const ROUND_SHIFT = 12;

/** A turn of a timer has one more. */
const MOST_ARGUMENTS = COUNT_MASK - 1;

/** Throws if a task cannot have so many arguments. */
export function checkCount(what: string, { length }: readonly unknown[]): void {
  if (length > MOST_ARGUMENTS)
    throw blame(
      () => new RangeError(`${what} takes at most ${MOST_ARGUMENTS} arguments, not ${length}: pass an array`),
    );
}

/** The most arguments of each size of task. */
const SIZES = [2, 6];
const CHAIN = 64;

export interface TaskHead {
  flags: number;
  function: number;
  self: number;
  group: number;
  scope: number;
  outcome: number;
  label: number;
}

export class TaskMemory {
  private readonly free: number[][] = SIZES.map(() => []);

  constructor(private readonly space: Blocks) {}

  /** Makes a task; its arguments' fields are written next. */
  make(head: TaskHead, argumentCount: number): number {
    const task = this.take(argumentCount);
    const { space } = this;
    const rounds = space.count(EVENTUAL_ROUNDS) << ROUND_SHIFT;
    space.store(task + FLAGS, head.flags | argumentCount | rounds);
    space.store(task + FUNCTION, head.function);
    space.store(task + SELF, head.self);
    space.store(task + GROUP, head.group);
    space.store(task + SCOPE, head.scope);
    space.store(task + OUTCOME, head.outcome);
    space.store(task + LABEL, head.label);
    return task;
  }

  private take(argumentCount: number): number {
    const size = SIZES.findIndex(most => argumentCount <= most);
    if (size < 0) return this.space.allocateLasting(ARGUMENTS + FIELD * argumentCount);
    const free = this.free[size]!;
    if (free.length === 0) this.takeChains(size, free);
    return free.pop() ?? this.space.allocateLasting(ARGUMENTS + FIELD * SIZES[size]!);
  }

  private takeChains(size: number, free: number[]): void {
    for (let task = this.space.exchange(FREE_TASKS + 4 * size, 0); task !== 0; task = this.space.load(task)) {
      free.push(task);
    }
  }

  /** Frees a task that no realm will read again. */
  release(task: number): void {
    const size = SIZES.findIndex(most => this.argumentCount(task) <= most);
    if (size < 0) return;
    const free = this.free[size]!;
    free.push(task);
    if (free.length >= 2 * CHAIN) pushChain(this.space, FREE_TASKS + 4 * size, free.splice(0, CHAIN));
  }

  /** The next task of a chain. */
  next(task: number): number {
    return this.space.load(task + NEXT);
  }

  setNext(task: number, next: number): void {
    this.space.store(task + NEXT, next);
  }

  argumentCount(task: number): number {
    return this.space.load(task + FLAGS) & COUNT_MASK;
  }

  argument(task: number, i: number): number {
    return task + ARGUMENTS + FIELD * i;
  }

  head(task: number): TaskHead {
    const { space } = this;
    return {
      flags: space.load(task + FLAGS) & FLAG_MASK,
      function: space.load(task + FUNCTION),
      self: space.load(task + SELF),
      group: space.load(task + GROUP),
      scope: space.load(task + SCOPE),
      outcome: space.load(task + OUTCOME),
      label: space.load(task + LABEL),
    };
  }

  /** Whether contributions were accumulated between `rounds`, not long ago, and the making of the task; maybe true of one made long before. */
  isMadeAfter(task: number, rounds: number): boolean {
    // The difference of 21-bit numbers, with its sign.
    const made = this.space.load(task + FLAGS) >>> ROUND_SHIFT;
    return ((rounds - made) << ROUND_SHIFT) >> ROUND_SHIFT < 0;
  }

  isMainOnly(task: number): boolean {
    return (this.space.load(task + FLAGS) & MAIN_ONLY) !== 0;
  }

  scope(task: number): number {
    return this.space.load(task + SCOPE);
  }

  setMainOnly(task: number): void {
    this.space.setBits(task + FLAGS, MAIN_ONLY);
  }

  /** Notes that a worker died while it ran the task; false if one did before. */
  noteDeath(task: number): boolean {
    if ((this.space.load(task + FLAGS) & DIED) !== 0) return false;
    this.space.setBits(task + FLAGS, DIED);
    return true;
  }

  setGroup(task: number, group: number): void {
    this.space.store(task + GROUP, group);
  }

  /** Marks a task, its function, arguments and outcome; `around` gets its group and scope. */
  trace(task: number, marker: Marking, around: (group: number, scope: number) => void): void {
    const { flags, function: f, self, group, scope, outcome, label } = this.head(task);
    const count = this.argumentCount(task);
    const places = SIZES.find(most => count <= most) ?? count;
    if (!marker.mark(task, ARGUMENTS + FIELD * places)) return;
    if ((flags & LOCAL) === 0) marker.object(f);
    marker.object(self);
    marker.object(outcome);
    marker.text(label);
    for (let i = 0; i < count; i++) marker.field(this.argument(task, i));
    around(group, scope);
  }

  /** Called by the collector: empties the stacks of freed tasks, which are garbage. */
  dropFreed(): void {
    SIZES.forEach((_, size) => this.space.storePointer(FREE_TASKS + 4 * size, 0));
  }

  /** Called after a collection: forgets the freed tasks of this realm. */
  forget(): void {
    for (const free of this.free) free.length = 0;
  }
}

/** Pushes tasks onto a stack whose head is at `stack`. */
export function pushChain(space: Words, stack: number, tasks: number[]): void {
  for (let i = 1; i < tasks.length; i++) space.store(tasks[i - 1]! + NEXT, tasks[i]!);
  const [first, last] = [tasks[0]!, tasks.at(-1)!];
  while (true) {
    const head = space.loadPointer(stack);
    space.store(last + NEXT, head);
    if (space.setPointer(stack, head, first) === head) return;
  }
}
