/** A worker: takes tasks and runs each as a transaction, again and again until it commits. */
import { StrongCache } from '../heap/cache.js';
import type { Code } from '../heap/code.js';
import type { TextCodec } from '../heap/strings.js';
import { LOCALS } from '../events/outcomes.js';
import { COLLECTIONS, HEAP_FULL, MAIN_ASLEEP, PENDING } from '../protocol/control.js';
import { Phase, RealmRecord } from './records.js';
import type { TaskHead } from '../protocol/tasks.js';
import type { Rest } from '../stm/stm.js';
import { HeapFullError } from '../heap/errors.js';
import { RETRY } from '../stm/realm.js';
import { isThenable } from '../contract/arguments.js';
import { Callbacks, PromiseWork } from '../events/promises.js';
import { Realm, type RealmData, type Stop } from './realm.js';
import { announce, isRequested, leaveReport } from '../stats/gathering.js';
import type { Recorder } from '../stats/recorder.js';
import type { Part } from '../contract/contract.js';
import type { Safepoint } from './safepoint.js';
import { Waiting } from './waiting.js';
import { Unit } from '../events/unit.js';

/** The functions of the host that a worker needs. */
export interface WorkerHost {
  /** Makes the main realm look into its queue. */
  wakeMain(): void;
  /** Loads what the function at `address` imports. */
  prepare(address: { url: string; id: number }): Promise<void>;
  describe(error: unknown): string;
  /** Lets the engine run the jobs that are due. */
  runDue(): Promise<void>;
  /** Whether an operation is pending in this thread that may settle a promise. */
  isWaiting(): boolean;
}

/** How an attempt has ended. */
type Attempt =
  | { kind: 'committed' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped'; stop: Stop }
  | { kind: 'runAsMain' };

/** The reasons why a task must be run again. */
type Retry = Exclude<Stop, { kind: 'main' }>;

function runsAgain(end: Attempt): boolean {
  return end.kind === 'stopped' && end.stop.kind !== 'main';
}

/** A handler that has committed, while its promises have not been settled. */
interface Settling {
  readonly head: TaskHead;
  readonly place: unknown;
  /** What the handler has returned. */
  readonly returned: Promise<unknown> | undefined;
}

/** After how many collections without enough memory a handler fails. */
const MOST_COLLECTIONS = 2;

/** How long a worker without a task spins. */
const SPIN_MS = 0.02;

export class WorkerRealm extends Realm {
  /** May the handler that runs now be stopped, and run again when there is more memory? */
  private mayCollect = false;
  private hasReported = false;
  private readonly promises = new PromiseWork();
  private settling: Settling | undefined;
  private readonly record: RealmRecord;
  private readonly waiting: Waiting;
  /** Promise callbacks that wait until the code of a module is loaded. */
  private preparing = 0;

  constructor(
    data: RealmData,
    private readonly text: TextCodec,
    code: Code,
    private readonly host: WorkerHost,
    private readonly safepoint: Safepoint,
    private readonly cache = new StrongCache(),
  ) {
    super(data, false, cache, text, code);
    this.record = new RealmRecord(this.space, data.id);
    const queue = this.workerQueue;
    this.waiting = new Waiting(this.space, {
      get isEmpty() {
        return queue.isEmpty;
      },
      take: () => this.takeTask(),
    });
    this.space.pressure = {
      collect: () => safepoint.request(),
      exhausted: () => {
        if (this.mayCollect) this.stopFor({ kind: 'memory' });
      },
    };
  }

  override unit(): Unit {
    if (!this.current) throw new Error('shared objects are used outside of a handler, in a worker');
    return this.current;
  }

  protected override turnBegan(): void {
    throw new Error('a worker has no turns');
  }

  protected override local(): Function {
    throw new Error('a worker has no functions of its own');
  }

  override pin(): object {
    throw new Error('a worker pins no functions');
  }

  protected override pinned(): Function {
    throw new Error("a worker does not run the main realm's functions");
  }

  override part(): Part {
    return this.stopFor({ kind: 'main', what: 'an async function' });
  }

  override holdScope(): void {
    throw new Error('a worker waits for no promise');
  }

  override releaseScope(): void {
    throw new Error('a worker waits for no promise');
  }

  override accumulateLater(object: number): void {
    this.atomically(() => {
      this.start({
        function: LOCALS.accumulate,
        isMainOnly: true,
        self: this.heap.view(object),
        args: [],
        label: 'an accumulator',
      });
    });
  }

  protected override wakeMain(): void {
    if (this.space.exchange(MAIN_ASLEEP, 0) === 1) this.host.wakeMain();
  }

  /** Takes and runs tasks for ever. */
  async run(): Promise<never> {
    if (this.recorder) announce(this.space);
    while (true) {
      if (this.safepoint.isRequested) this.restDuring(() => undefined);
      if (this.recorder && this.isReportDue) this.giveReport(this.recorder);
      const task = this.takeTask() || this.spin() || this.sleep();
      if (task === 0) continue;
      const head = this.tasks.head(task);
      let collections = 0;
      for (let stop = this.runTask(task, head, true); stop;) {
        if (stop.kind === 'code') await this.host.prepare(stop.address);
        else this.awaitMemory();
        if (stop.kind === 'memory') collections++;
        const most = this.space.chunks.isFull ? 1 : MOST_COLLECTIONS;
        stop = this.runTask(task, head, collections < most);
      }
      this.record.task = 0;
      if (this.settling) await this.awaitPromises(this.settling);
      this.record.end();
    }
  }

  private takeTask(): number {
    if (this.workerQueue.isEmpty) return 0;
    this.record.phase = Phase.Taking;
    const task = this.workerQueue.take();
    if (task === 0) this.record.end();
    else this.record.take(task);
    return task;
  }

  protected override get sleeping(): Rest {
    return {
      leave: () => this.safepoint.leave(),
      tryEnter: () => {
        const isNew = this.safepoint.tryEnter();
        if (isNew) this.forget();
        return isNew !== undefined;
      },
      enter: () => {
        if (this.safepoint.enter()) this.forget();
      },
    };
  }

  /** The callbacks of the current unit. */
  callbacks(): Callbacks | undefined {
    const unit = this.current;
    if (!unit) return undefined;
    return (unit.callbacks ??= new Callbacks(this.promises, (f, value) => this.runCallback(f, value)));
  }

  /** P2, before the unit's task ends. */
  private keepWaiting(task: number, { callbacks, returned }: Unit): void {
    if (callbacks) this.promises.commit(callbacks);
    if (task === 0 || (!returned && !callbacks)) return;
    const head = this.tasks.head(task);
    this.settling = { head, place: this.placeOf(task), returned };
    if (returned) this.counters.enterGroup(head.group);
    this.counters.enterScope(head.scope);
    this.space.add(PENDING, 1);
  }

  /** P3 and P4. */
  private async awaitPromises({ head, place, returned }: Settling): Promise<void> {
    let settle: (() => void) | undefined;
    void returned?.then(
      result => {
        settle = () => this.results.settleOrFail(head, place, result);
      },
      (error: unknown) => {
        settle = () => this.results.fail(head, place, error);
      },
    );
    do await this.host.runDue();
    while (
      this.preparing > 0 ||
      ((this.promises.pending > 0 || (returned && !settle)) && this.host.isWaiting())
    );
    this.promises.end();
    this.settling = undefined;
    if (settle) settle();
    else if (returned)
      this.results.fail(head, place, new Error('the promise that it returned can no longer be settled'));
    this.release(returned ? head.group : 0, head.scope);
  }

  /** Runs a promise's callback as a transaction of its own; answers what the promise that it makes is settled with. */
  private runCallback(f: Function, value: unknown): unknown {
    const { head, returned } = this.settling!;
    let result: unknown;
    const end = this.attemptUntilDone(0, head.scope, false, () => {
      result = f(value);
      const unit = this.unit();
      unit.entered.push(head.scope);
      unit.left.push(head.scope);
      if (returned) unit.groups.push(head.group);
    });
    if (end.kind === 'committed') return result;
    if (end.kind === 'failed') throw end.error;
    if (end.kind === 'stopped' && end.stop.kind === 'code') {
      this.preparing++;
      return this.host
        .prepare(end.stop.address)
        .finally(() => this.preparing--)
        .then(() => this.runCallback(f, value));
    }
    return this.callInMain(f, value, head.scope, returned !== undefined);
  }

  /** A promise's callback needs the main realm. Its result stays there: a promise belongs to one thread. */
  private callInMain(f: Function, value: unknown, scope: number, isNeeded: boolean): unknown {
    if (isNeeded) {
      throw new Error(
        'a callback of the promise that this handler returns must run in the main realm: make the handler an async function, which runs there',
      );
    }
    const end = this.attemptUntilDone(0, scope, false, () => {
      this.start({ function: f, isMainOnly: true, args: [value], label: 'the callback of a promise' });
    });
    if (end.kind === 'failed') throw end.error;
    return new Promise(() => undefined);
  }

  private get isReportDue(): boolean {
    return this.recorder !== undefined && !this.hasReported && isRequested(this.space);
  }

  private giveReport({ report }: Recorder): void {
    this.hasReported = true;
    leaveReport(this.space, this.text, report);
  }

  private spin(): number {
    const end = performance.now() + SPIN_MS;
    return this.waiting.spin(this.data.id, () => this.safepoint.isRequested || performance.now() >= end);
  }

  /** The main realm asks for a report before it changes WAKE, so a worker that has missed this sees the request before it sleeps. */
  private sleep(): number {
    return this.waiting.sleep(
      () => this.isReportDue,
      meanwhile => this.restDuring(meanwhile),
    );
  }

  /** Does `meanwhile` while garbage may be collected. */
  private restDuring(meanwhile: () => void): void {
    this.sleeping.leave();
    meanwhile();
    this.sleeping.enter();
  }

  /** Waits for a collection; the task in the record is one of its roots. */
  private awaitMemory(): void {
    this.record.phase = Phase.Starving;
    const before = this.space.count(COLLECTIONS);
    while (this.space.count(COLLECTIONS) === before) {
      this.safepoint.request();
      this.restDuring(() => undefined);
    }
    this.record.phase = Phase.Attempting;
  }

  /** Runs a task. Answers why it must be run again: code must be loaded, or memory collected if `mayCollect`. */
  private runTask(task: number, head: TaskHead, mayCollect: boolean): Retry | undefined {
    this.space.purpose = 'handler';
    const end = this.attemptUntilDone(task, head.scope, mayCollect, () => {
      const result = this.call(task, head);
      if (result instanceof Promise) this.unit().returned = result;
      else if (isThenable(result)) this.stopFor({ kind: 'main', what: 'a future' });
      else this.results.settle(head, this.placeOf(task), result);
    });
    switch (end.kind) {
      case 'committed':
        return undefined;
      case 'failed':
        this.recorder?.failed(head);
        if (end.error instanceof HeapFullError && this.space.chunks.isFull) this.reportFull();
        this.results.fail(head, this.placeOf(task), end.error);
        this.finish(task);
        return undefined;
      case 'stopped':
        if (end.stop.kind !== 'main') return end.stop;
        this.recorder?.movesToMain(head, end.stop.what);
        return this.giveToMain(task);
      case 'runAsMain':
        this.recorder?.movesToMain(head, 'conflicts with main turns');
        return this.giveToMain(task);
    }
  }

  /** The main realm ends the program. */
  private reportFull(): void {
    this.space.storePointer(HEAP_FULL, 1);
    this.host.wakeMain();
  }

  private giveToMain(task: number): undefined {
    this.tasks.setMainOnly(task);
    this.enqueue([task]);
  }

  /** Attempts `body` as one transaction until it commits, or cannot. `task` ends with it. */
  private attemptUntilDone(task: number, scope: number, mayCollect: boolean, body: () => void): Attempt {
    this.stm.beginHandler(task !== 0);
    let hadToken = false;
    while (true) {
      const unit = new Unit(scope);
      this.mayCollect = mayCollect;
      const end = this.attempt(unit, body);
      this.mayCollect = false;
      if (task !== 0 && this.recorder) this.countAttempt(this.recorder, task, end, hadToken);
      if (end) this.space.purpose = 'run time';
      if (end && task !== 0 && !runsAgain(end)) this.record.phase = Phase.Finishing;
      if (end?.kind === 'committed') {
        this.cache.keep();
        this.keepWaiting(task, unit);
        this.flush(unit, task);
        return end;
      }
      unit.callbacks?.end();
      unit.eventual?.drop();
      this.discard(unit);
      this.space.rollBack();
      this.cache.drop();
      if (end) {
        this.stm.abandon();
        return end;
      }
      if (this.stm.afterAbort() !== RETRY) return { kind: 'runAsMain' };
      hadToken = this.stm.hasToken();
      this.stm.begin();
    }
  }

  private countAttempt(recorder: Recorder, task: number, end: Attempt | undefined, hadToken: boolean): void {
    const head = this.tasks.head(task);
    const arg = (_: unknown, i: number) => this.tasks.argument(task, i);
    if (end?.kind === 'committed') recorder.committed(head, hadToken);
    else if (!end && !this.stm.isAbortedToRest())
      recorder.aborted(head, Array.from({ length: this.tasks.argumentCount(task) }, arg));
  }

  /** Undefined: a conflict with another transaction. */
  private attempt(unit: Unit, body: () => void): Attempt | undefined {
    this.space.begin();
    this.stop = undefined;
    this.current = unit;
    try {
      body();
      unit.finish();
    } catch (error) {
      // The signal counts even if the program's code has thrown something else over it.
      if (!this.stop && !this.stm.isAborted()) return { kind: 'failed', error };
    } finally {
      this.current = undefined;
    }
    if (this.stop) return { kind: 'stopped', stop: this.stop };
    return this.stm.commit() ? { kind: 'committed' } : undefined;
  }

  override atomically(body: () => void): void {
    const end = this.attemptUntilDone(0, 0, false, body);
    if (end.kind === 'failed') throw end.error;
    if (end.kind === 'runAsMain') this.atomically(body);
    if (end.kind === 'stopped') this.stopFor(end.stop);
  }

  override report(what: string, error: unknown): void {
    this.atomically(() => this.print('error', `quoll: ${what} failed: ${this.host.describe(error)}`));
  }

  /** Prints a line in the main realm, when the unit has committed. */
  print(method: string, text: string): void {
    this.start({
      function: LOCALS.print,
      isMainOnly: true,
      args: [method, text],
      label: `console.${method}`,
    });
  }
}
