/**
 * The promises of a handler that a worker has committed: its callbacks run, each as a transaction of its own, before the worker takes another task.
 * The steps P1 to P4 are described in `events/promises.ts`.
 */
import type { Counters } from '../events/counters.js';
import { Callbacks, callsThen, type Made, notHere, PromiseWork } from '../events/promises.js';
import type { Unit } from '../events/unit.js';
import type { Space } from '../heap/space.js';
import { PENDING } from '../protocol/control.js';
import { ABORT } from '../stm/errors.js';
import type { TaskHead } from '../protocol/tasks.js';
import type { End, Stop } from './attempt.js';
import type { Results } from './results.js';

/** The parts of a worker that settling needs. */
export interface Settler {
  readonly space: Space;
  readonly counters: Counters;
  readonly results: Results;
  /** The head of a task, and where its result belongs. */
  origin(task: number): { head: TaskHead; place: unknown };
  /** Attempts `body` as one transaction within the scope until it commits, or cannot. */
  attempt(scope: number, body: () => void): End;
  /** Does `action`, which runs transactions of the run time; returns why one of them was stopped. */
  tries(action: () => void): Stop | undefined;
  /** Shares what the callback of a promise may change, so that it is undone with an attempt. */
  share(f: Function, value: unknown): void;
  unit(): Unit;
  /** Ends the attempt, because only the main realm can do this. */
  needsMain(what: string): void;
  /** Starts a task of the main realm that calls `f`. */
  startInMain(f: Function, value: unknown): void;
  /** Counts a group and a scope down. */
  release(group: number, scope: number): void;
  endBuffers(): void;
  /** Loads what the function at `address` imports. */
  prepare(address: { url: string; id: number }): Promise<void>;
  /** Lets the engine run the jobs that are due. `isLong`: it has done so many times, and sleeps for a moment. */
  runDue(isLong: boolean): Promise<void>;
  /** Whether an operation is pending in this thread that may settle a promise. */
  isWaiting(): boolean | Promise<boolean>;
  /** Called when the wait for the promises of a handler begins. */
  waits(): void;
}

/** How often a worker lets the jobs run that are due before it sleeps between them. */
const EAGER_ROUNDS = 1000;

/** The error of a promise that a package has rejected because it began its work for an attempt that was dropped. */
const DROPPED =
  "a package did the work for this handler's promise together with that of an attempt that was undone: pass { realm: 'main' }";

/** A handler that has committed, while its promises have not been settled. */
interface Waiting {
  readonly head: TaskHead;
  readonly place: unknown;
  /** What the handler has returned. */
  readonly returned: Promise<unknown> | undefined;
}

export class Settling {
  private readonly promises = new PromiseWork();
  private waiting: Waiting | undefined;
  /** Callbacks that wait until the code of a module is loaded. */
  private preparing = 0;

  constructor(private readonly worker: Settler) {}

  /** Whether a handler that has committed waits for its promises. */
  get isWaiting(): boolean {
    return this.waiting !== undefined;
  }

  /** The callbacks of a unit. */
  callbacksOf(unit: Unit): Callbacks {
    return (unit.callbacks ??= new Callbacks(this.promises, (f, value, made) =>
      this.runCallback(f, value, made),
    ));
  }

  /** P2, before the unit's task ends. */
  begin(task: number, { callbacks, returned }: Unit): void {
    if (callbacks) this.promises.commit(callbacks);
    if (task === 0 || (!returned && !callbacks)) return;
    const { counters, space } = this.worker;
    const { head, place } = this.worker.origin(task);
    this.waiting = { head, place, returned };
    this.worker.waits();
    if (returned) counters.enterGroup(head.group);
    counters.enterScope(head.scope);
    space.add(PENDING, 1);
  }

  /** P3 and P4, if there is anything to wait for. */
  async end(): Promise<void> {
    if (!this.waiting) return;
    const { head, place, returned } = this.waiting;
    const { worker } = this;
    let settle: (() => void) | undefined;
    void returned?.then(
      result => {
        settle = () => worker.results.settleOrFail(head, place, result);
      },
      (error: unknown) => {
        settle = () => worker.results.fail(head, place, error === ABORT ? new Error(DROPPED) : error);
      },
    );
    let rounds = 0;
    do await worker.runDue(rounds++ > EAGER_ROUNDS);
    while (
      this.preparing > 0 ||
      ((this.promises.pending > 0 || (returned && !settle)) && (await worker.isWaiting()))
    );
    this.promises.end();
    this.waiting = undefined;
    worker.endBuffers();
    if (settle) await this.surely(settle, error => worker.results.fail(head, place, error));
    else if (returned)
      worker.results.fail(head, place, new Error('the promise that it returned can no longer be settled'));
    worker.release(returned ? head.group : 0, head.scope);
  }

  /** Gives an exception to a function of the main realm, when the code that this needs is loaded; if it cannot be loaded, the reason. */
  give(local: number, error: unknown): void {
    const given = (what: unknown) => this.worker.results.give(local, what);
    this.wait(() => given(error), given);
  }

  /** As `surely`, before the wait for the promises ends. */
  private wait(action: () => void, fail: (error: unknown) => void): void {
    this.preparing++;
    void this.surely(action, fail).finally(() => this.preparing--);
  }

  /** Does `action`, which cannot run in another thread, when the code that it needs is loaded; else `fail` gets the reason. */
  private async surely(action: () => void, fail: (error: unknown) => void): Promise<void> {
    const { worker } = this;
    for (let stop = worker.tries(action); stop; stop = worker.tries(action)) {
      try {
        if (stop.kind !== 'code') throw new Error(notHere());
        await worker.prepare(stop.address);
      } catch (error) {
        return fail(error);
      }
    }
  }

  /** Runs a promise's callback as a transaction of its own; returns the value for the promise that `then` has made. */
  private runCallback(f: Function, value: unknown, made: Made): unknown {
    const { worker } = this;
    const { head, returned } = this.waiting!;
    let result: unknown;
    const end = worker.attempt(head.scope, () => {
      worker.share(f, value);
      result = f(value);
      if (callsThen(result)) worker.needsMain('a future');
      const unit = worker.unit();
      unit.entered.push(head.scope);
      unit.left.push(head.scope);
      if (returned) unit.groups.push(head.group);
    });
    if (end.kind === 'committed') return result;
    if (end.kind === 'failed') throw end.error;
    if (end.kind === 'stopped' && end.stop.kind === 'code') {
      this.preparing++;
      return worker
        .prepare(end.stop.address)
        .finally(() => this.preparing--)
        .then(() => this.runCallback(f, value, made));
    }
    return this.callInMain(f, value, head.scope, made);
  }

  /** A promise's callback needs the main realm. Its result stays there: a promise belongs to one thread. */
  private callInMain(f: Function, value: unknown, scope: number, made: Made): unknown {
    if (made.isFollowed) throw new Error(notHere(this.worker.results.placeOf(f)));
    made.leave();
    const end = this.worker.attempt(scope, () => this.worker.startInMain(f, value));
    if (end.kind === 'failed') throw end.error;
    return new Promise(() => undefined);
  }
}
