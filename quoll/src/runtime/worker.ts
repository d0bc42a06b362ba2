/** A worker: takes tasks and runs each as a transaction, again and again until it commits. */
import { StrongCache } from '../heap/cache.js';
import type { Code } from '../heap/code.js';
import type { TextCodec } from '../heap/strings.js';
import { LOCALS } from '../events/outcomes.js';
import {
  COLLECTIONS,
  EVENTUAL_READERS,
  EVENTUAL_ROUNDS,
  HEAP_FULL,
  LOOK_AGAIN_MS,
  MAIN_ASLEEP,
  PENDING,
} from '../protocol/control.js';
import { Journal, PUSH } from './journal.js';
import { JOURNAL, Phase, RealmRecord } from './records.js';
import type { TaskHead } from '../protocol/tasks.js';
import type { Rest } from '../stm/stm.js';
import { HeapFullError } from '../heap/errors.js';
import { RETRY } from '../stm/realm.js';
import { isThenable } from '../contract/arguments.js';
import type { OwnValues } from '../events/own-values.js';
import { Callbacks, PromiseWork } from '../events/promises.js';
import { endedBy, Realm, type RealmData, type Stop } from './realm.js';
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
  | { kind: 'runAsMain' }
  /** It must run again, without what the worker kept. */
  | { kind: 'tooEarly' };

type End = Exclude<Attempt, { kind: 'tooEarly' }>;

/** The reasons why a task must be run again. */
type Retry = Exclude<Stop, { kind: 'main' }>;

/** A handler that has committed, while its promises have not been settled. */
interface Settling {
  readonly head: TaskHead;
  readonly place: unknown;
  /** What the handler has returned. */
  readonly returned: Promise<unknown> | undefined;
}

/** After how many collections without enough memory a handler fails. */
const MOST_COLLECTIONS = 2;

/** Handlers that have contributed to eventual fields and done nothing else, and when this is handed over at the latest. */
interface Holding {
  /** Of all of their tasks. */
  readonly label: number;
  readonly until: number;
  /** EVENTUAL_READERS when the first one committed, and EVENTUAL_ROUNDS when it began. */
  readonly readers: number;
  readonly rounds: number;
  readonly own: OwnValues;
  readonly tasks: number[];
}

/** How long contributions are kept, at least, and in relation to the time that it takes to hand them over. */
const HOLD_MS = 20;
const HOLD_FACTOR = 10;

/** How long a worker without a task spins. */
const SPIN_MS = 0.02;

export class WorkerRealm extends Realm {
  /** May the handler that runs now be stopped, and run again when there is more memory? */
  private mayCollect = false;
  private hasReported = false;
  private readonly promises = new PromiseWork();
  private settling: Settling | undefined;
  private readonly record: RealmRecord;
  /** Of the unit that ends a task; the main realm reads it if this worker dies. */
  private readonly ownJournal: Journal;
  /** The handlers whose contributions are not handed over, if there are any. */
  private holding: Holding | undefined;
  private holdMs = HOLD_MS;
  /** EVENTUAL_ROUNDS when the handler that runs began. */
  private rounds = 0;
  /** Labels of handlers that were aborted, or have thrown, after others of this label were kept. */
  private readonly restless = new Set<number>();
  /** The task that ends with the next unit of the run time, which stores that it has failed. */
  private failing = 0;
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
    this.record.notes = this.notes;
    this.ownJournal = new Journal(this.space, this.claims, this.notes + JOURNAL);
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
      if (this.safepoint.isRequested) {
        if (this.holding) this.handOver();
        this.restDuring(() => undefined);
      }
      if (this.recorder && this.isReportDue) this.giveReport(this.recorder);
      let task = this.takeTask();
      if (task === 0) {
        if (this.holding) this.handOver();
        task = this.spin() || this.sleep();
      }
      if (task === 0) continue;
      const head = this.tasks.head(task);
      if (this.holding && this.isHandOverDue(this.holding, task, head)) this.handOver();
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

  /**
   * After the commit of a handler that has contributed to eventual fields and done nothing else: keeps what it contributed, and its task, which counts
   * as not ended. The next handler goes on with its values, and both contribute once. Nobody can see a difference but the time:
   *
   *   - The guards and the `finish` that wait for the handler wait for its task. Whatever starts other tasks, writes or fails is not kept.
   *   - Only accumulators are kept for which two changes in a row count as one (`EventualKind.joins`).
   *   - A handler sees the contributions of others that were in when the first one began. It must see those, too, that were in when it was emitted
   *     (`isMadeAfter`), and those that were in before a value was written that it has read (`hasReadSince`).
   *   - If an attempt fails, the handlers before it have not happened either: they run again, and those of this label are kept no more. So a worker
   *     keeps nothing while it rests, and if it dies its handlers run again.
   */
  private hold(unit: Unit, task: number): boolean {
    const { record } = this;
    if (!unit.eventual?.joins || !unit.isPure || this.stm.hasWritten()) return false;
    const { label } = this.tasks.head(task);
    if (this.restless.has(label)) return false;
    this.holding ??= this.newHolding(label, unit.eventual);
    this.tasks.setNext(task, record.held);
    record.held = task;
    this.holding.tasks.push(task);
    return true;
  }

  private newHolding(label: number, own: OwnValues): Holding {
    this.eventual.kept = own;
    this.stm.noteTime();
    return {
      label,
      until: performance.now() + this.holdMs,
      readers: this.space.count(EVENTUAL_READERS),
      rounds: this.rounds,
      own,
      tasks: [],
    };
  }

  /** Whether somebody may wait for the contributions that are kept, or look at them, or the next handler must not see what it would. */
  private isHandOverDue({ label, until, readers, rounds }: Holding, task: number, next: TaskHead): boolean {
    return (
      next.label !== label ||
      this.tasks.isMadeAfter(task, rounds) ||
      performance.now() > until ||
      this.space.count(EVENTUAL_READERS) !== readers
    );
  }

  /** The handlers that were kept, and are no more. */
  private releaseHeld(): Holding {
    const holding = this.holding!;
    this.holding = undefined;
    this.eventual.kept = undefined;
    this.record.held = 0;
    return holding;
  }

  /** Contributes what was kept; then the tasks have ended. */
  private handOver(): void {
    const began = performance.now();
    this.record.isHanding = true;
    const { own, tasks } = this.releaseHeld();
    this.contribute(this.eventual.take(own), { tasks: [], groups: [], scopes: [], ended: tasks });
    this.record.isHanding = false;
    this.holdMs = Math.min(Math.max(HOLD_MS, HOLD_FACTOR * (performance.now() - began)), LOOK_AGAIN_MS);
  }

  /** Drops what was kept: its handlers run again. */
  private dropHeld(): void {
    this.record.isHanding = true;
    const { label, own, tasks } = this.releaseHeld();
    own.drop();
    this.restless.add(label);
    this.enqueue(tasks);
    this.record.isHanding = false;
  }

  private takeTask(): number {
    if (this.workerQueue.isEmpty) return 0;
    this.record.reach();
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
    this.endBuffers();
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
        // The transaction that stores the failure ends the task.
        this.failing = task;
        this.results.fail(head, this.placeOf(task), end.error);
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
    this.ownJournal.clear();
    this.ownJournal.add(PUSH, task);
    this.ownJournal.write();
    this.record.isPlanComplete = true;
    this.record.phase = Phase.Finishing;
    this.perform(this.ownJournal);
  }

  /** Attempts `body` as one transaction until it commits, or cannot. `task` ends with it; `isFailure`: it only stores that this has failed. */
  private attemptUntilDone(
    task: number,
    scope: number,
    mayCollect: boolean,
    body: () => void,
    isFailure = false,
  ): End {
    this.stm.beginHandler(task !== 0);
    let hadToken = false;
    while (true) {
      const unit = new Unit(scope);
      // Its own values are on the views already, so that nobody is asked for them.
      if (task !== 0 && this.holding) unit.eventual = this.holding.own;
      else if (task !== 0) this.rounds = this.space.count(EVENTUAL_ROUNDS);
      this.mayCollect = mayCollect;
      const journal = task === 0 ? this.journal : this.ownJournal;
      const end = this.attempt(unit, body, () => this.prepare(unit, task, journal));
      this.mayCollect = false;
      if (task !== 0 && !isFailure && this.recorder) this.countAttempt(this.recorder, task, end, hadToken);
      if (end && end.kind !== 'tooEarly') this.space.purpose = 'run time';
      if (end?.kind === 'committed') this.heap.kept.endTurn(false);
      if (end?.kind === 'committed' && task !== 0 && this.hold(unit, task)) {
        this.cache.keep(this.heap.classes.used);
        this.endBuffers();
        return end;
      }
      if (end?.kind === 'committed') {
        if (task !== 0) this.record.phase = Phase.Finishing;
        this.cache.keep(this.heap.classes.used);
        this.keepWaiting(task, unit);
        this.endBuffers();
        this.flush(unit, this.endedWith(unit, task), journal);
        return end;
      }
      unit.callbacks?.end();
      unit.eventual?.drop();
      if (this.holding) this.dropHeld();
      this.discard(unit);
      this.space.rollBack();
      this.heap.kept.endTurn(true);
      const kept = this.endBuffers();
      const { used } = this.heap.classes;
      this.cache.drop(address => used.has(address) || kept.has(address));
      this.heap.buffers.undoAttempt();
      if (end?.kind === 'tooEarly') {
        this.stm.begin();
        continue;
      }
      if (end) {
        this.stm.abandon();
        return end;
      }
      if (this.stm.afterAbort() !== RETRY) return { kind: 'runAsMain' };
      hadToken = this.stm.hasToken();
      this.stm.begin();
    }
  }

  /** Forgets buffers whose contents are shared; answers what stays. */
  private endBuffers(): ReadonlySet<number> {
    return this.heap.buffers.endAttempt(this.heap.classes.used, this.settling !== undefined);
  }

  /** The tasks that end with a unit: its own, and those that were kept, if it goes on with their values. */
  private endedWith(unit: Unit, task: number): number[] {
    const own = endedBy(task);
    return this.holding && unit.eventual === this.holding.own ? [...own, ...this.releaseHeld().tasks] : own;
  }

  private countAttempt(recorder: Recorder, task: number, end: Attempt | undefined, hadToken: boolean): void {
    const head = this.tasks.head(task);
    const arg = (_: unknown, i: number) => this.tasks.argument(task, i);
    if (end?.kind === 'committed') recorder.committed(head, hadToken);
    else if (!end && !this.stm.isAbortedToRest())
      recorder.aborted(head, Array.from({ length: this.tasks.argumentCount(task) }, arg));
  }

  /** Undefined: a conflict with another transaction. */
  private attempt(unit: Unit, body: () => void, prepare: () => void): Attempt | undefined {
    this.space.begin();
    this.heap.memo.begin();
    this.stop = undefined;
    this.current = unit;
    try {
      this.heap.buffers.begin();
      body();
      this.heap.buffers.storeChanges();
      unit.finish();
      prepare();
    } catch (error) {
      // The signal counts even if the program's code has thrown something else over it.
      if (!this.stop && !this.stm.isAborted()) return { kind: 'failed', error };
    } finally {
      this.heap.memo.end();
      this.current = undefined;
    }
    if (this.stop) return { kind: 'stopped', stop: this.stop };
    if (this.sawTooLittle(unit)) return { kind: 'tooEarly' };
    return this.stm.commit() ? { kind: 'committed' } : undefined;
  }

  /** Whether the attempt went on with values from before something that it has read. */
  private sawTooLittle({ eventual }: Unit): boolean {
    const { holding } = this;
    return (
      holding !== undefined &&
      eventual === holding.own &&
      this.space.count(EVENTUAL_ROUNDS) !== holding.rounds &&
      this.stm.hasReadSince()
    );
  }

  /** Before the commit: writes down what is left to do afterwards. */
  private prepare(unit: Unit, task: number, journal: Journal): void {
    this.plan(unit, task, journal);
    journal.write();
    if (task === 0) return;
    this.record.isPlanComplete =
      !unit.eventual && !unit.callbacks && !unit.returned && unit.afterCommit.length === 0;
  }

  override atomically(body: () => void): void {
    const { failing } = this;
    this.failing = 0;
    const end = this.attemptUntilDone(failing, 0, false, body, failing !== 0);
    if (end.kind !== 'committed') this.failing = failing;
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
