/** A worker: takes tasks and runs each as a transaction until it commits. */
import { endAttempt, undoAttempt } from '../heap/attempts.js';
import { StrongCache } from '../heap/cache.js';
import type { Code } from '../heap/code.js';
import type { TextCodec } from '../heap/strings.js';
import { Local } from '../events/outcomes.js';
import { HEAP_FULL, LANGUAGE_CHANGED, MAIN_ASLEEP } from '../protocol/control.js';
import { Journal, PUSH } from './journal.js';
import { JOURNAL, Phase, RealmRecord } from './records.js';
import type { Rest } from '../stm/stm.js';
import { HeapFullError, textOf } from '../heap/errors.js';
import { ABORT } from '../stm/errors.js';
import { RETRY } from '../stm/realm.js';
import { isMade } from '../contract/messages.js';
import { type Callbacks, callsThen, type Work } from '../events/promises.js';
import type { TaskHead } from '../protocol/tasks.js';
import type { Attempt, End, Retry, Stop } from './attempt.js';
import { shareFor } from './guarding.js';
import { Keeping, type Keeper } from './keeping.js';
import { Moved } from './moved.js';
import { Observed } from './observed.js';
import { Resting } from './resting.js';
import { Settling, type Settler } from './settling.js';
import { endedBy, Realm, type RealmData } from './realm.js';
import { announce } from '../stats/gathering.js';
import type { Slice } from '../stats/trace.js';
import type { Part } from '../contract/contract.js';
import { blame } from '../contract/stack.js';
import type { Safepoint } from './safepoint.js';
import { OwnWeakSet } from '../heap/weak.js';
import { Unreached } from './unreached.js';
import { Waiting } from './waiting.js';
import type { InMain, WorkerHost } from './worker-host.js';
import { Unit } from '../events/unit.js';

/** The number of collections without enough memory after which a handler fails. */
const MOST_COLLECTIONS = 2;

export class WorkerRealm extends Realm {
  /** Whether the running handler may be stopped and run again when there is more memory. */
  private mayCollect = false;
  private readonly moved: Moved;
  /** The last task. */
  private last: TaskHead | undefined;
  private readonly settling: Settling;
  readonly jobs = new OwnWeakSet<object>();
  private readonly record: RealmRecord;
  /** The journal of the unit that ends a task; the main realm reads it if this worker dies. */
  private readonly ownJournal: Journal;
  private readonly keeping: Keeping;
  /** The task that ends with the next unit of the run time, which stores that it has failed. */
  private failing = 0;
  private readonly resting: Resting;
  private readonly observed: Observed;
  private readonly unreached = new Unreached();

  constructor(
    data: RealmData,
    text: TextCodec,
    code: Code,
    private readonly host: WorkerHost,
    private readonly safepoint: Safepoint,
    inMain: InMain = new Map(),
    private readonly cache = new StrongCache(),
  ) {
    super(data, false, cache, text, code);
    this.moved = new Moved(this.heap, inMain);
    this.record = new RealmRecord(this.space, data.id);
    this.record.notes = this.notes;
    this.ownJournal = new Journal(this.space, this.claims, this.notes + JOURNAL);
    this.keeping = new Keeping(this.keeper());
    this.settling = new Settling(this.settler());
    const queue = this.workerQueue;
    const waiting = new Waiting(this.space, {
      get isEmpty() {
        return queue.isEmpty;
      },
      take: () => this.takeTask(),
    });
    const { space, record } = this;
    this.resting = new Resting({
      ...{ id: data.id, space, safepoint, record, waiting },
      wakeMain: () => host.wakeMain(),
      forget: () => this.forget(),
    });
    const { stm, tasks, counters, recorder, tracer } = this;
    this.observed = new Observed({
      ...{ space, stm, tasks, counters, text, recorder, tracer },
      labelOf: task => this.labelOf(task),
    });
    this.space.pressure = {
      collect: () => safepoint.request(),
      exhausted: () => {
        if (this.mayCollect) this.stopFor({ kind: 'memory' });
      },
    };
  }

  private keeper(): Keeper {
    const { space, stm, eventual, tasks, record } = this;
    return {
      ...{ space, stm, eventual, tasks, record },
      contribute: (contributions, ended) =>
        this.contribute(contributions, { tasks: [], groups: [], scopes: [], ended }),
      enqueue: held => this.enqueue(held),
    };
  }

  private settler(): Settler {
    const { space, counters, results, host } = this;
    return {
      ...{ space, counters, results },
      origin: task => ({ head: this.tasks.head(task), place: this.placeOf(task) }),
      attempt: (scope, body) => this.attemptUntilDone(0, scope, false, body),
      tries: action => this.tries(action),
      share: (f, value) => shareFor(this.heap, f, value),
      unit: () => this.unit(),
      needsMain: what => this.needsMain(what),
      startInMain: (f, value) =>
        this.start({ function: f, isMainOnly: true, args: [value], label: 'the callback of a promise' }),
      release: (group, scope) => this.release(group, scope),
      endBuffers: () => void this.endBuffers(),
      prepare: address => host.prepare(address),
      runDue: isLong => host.runDue(isLong),
      isWaiting: () => host.isWaiting(),
      waits: () => host.waits?.(),
    };
  }

  override unit(): Unit {
    return this.current ?? afterEnd();
  }

  /** After an attempt the engine would give the signal to a promise, as its reason. */
  override stopFor(stop: Stop): never {
    return this.current || stop.kind !== 'main' ? super.stopFor(stop) : afterEnd();
  }

  /** A package does what a worker cannot undo: the task runs in the main realm, and so do all later ones with the same code. */
  staysInMain(what: string): never {
    this.moved.add(this.last, what);
    return super.stopFor({ kind: 'main', what });
  }

  /** Whether a unit runs now. */
  get isRunning(): boolean {
    return this.current !== undefined;
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
        function: Local.Accumulate,
        isMainOnly: true,
        self: this.heap.view(object),
        args: [],
        label: 'an accumulator',
      });
    });
  }

  protected override neverRuns(guard: number): void {
    this.unreached.add(this.guardOf(guard));
    super.neverRuns(guard);
  }

  protected override wakeMain(): void {
    if (this.space.exchange(MAIN_ASLEEP, 0) === 1) this.host.wakeMain();
  }

  /** Takes and runs tasks for ever. */
  async run(): Promise<never> {
    if (this.recorder) announce(this.space);
    const report = () => this.observed.reportIfDue();
    while (true) {
      if (this.safepoint.isRequested) {
        this.keeping.handOver();
        this.resting.during(() => undefined);
      }
      report();
      let task = this.takeTask();
      if (task === 0) {
        this.keeping.handOver();
        this.tracer?.flush();
        task = this.resting.spin() || this.resting.sleep(() => this.observed.isReportDue);
      }
      if (task === 0) continue;
      const head = this.tasks.head(task);
      if (this.keeping.isDue(task, head)) this.keeping.handOver();
      let collections = 0;
      for (let stop = this.runTask(task, head, true); stop;) {
        const missing =
          stop.kind === 'code' ? await this.prepareCode(stop.address) : this.resting.awaitMemory(report);
        if (stop.kind === 'memory') collections++;
        const most = this.space.chunks.isFull ? 1 : MOST_COLLECTIONS;
        stop = missing
          ? this.failTask(task, head, missing.error)
          : this.runTask(task, head, collections < most);
      }
      this.record.task = 0;
      await this.settling.end();
      this.record.end();
      this.unreached.report(text => this.atomically(() => this.print('error', text)));
      if (this.moved.isSpoiled && this.host.leave) await this.leave(this.host);
    }
  }

  private async leave(host: WorkerHost): Promise<void> {
    this.keeping.handOver();
    this.observed.report();
    this.tracer?.flush();
    this.safepoint.leave();
    await host.leave!(this.moved.all);
  }

  private takeTask(): number {
    if (this.workerQueue.isEmpty) return 0;
    this.record.reach();
    const task = this.workerQueue.take();
    if (task === 0) this.record.end();
    else this.record.take(task);
    return task;
  }

  /** Asked for before this realm is complete. */
  protected override get sleeping(): Rest {
    return {
      leave: () => this.resting.leave(),
      tryEnter: () => this.resting.tryEnter(),
      enter: () => this.resting.enter(),
    };
  }

  /** The callbacks of the current unit. */
  callbacks(): Callbacks | undefined {
    return this.current && this.settling.callbacksOf(this.current);
  }

  /** What the promises of this thread need; `current` as `callbacks`. */
  promises(current: () => Callbacks | undefined): Work {
    return {
      current,
      isOwn: f => this.heap.membrane.origins.isOwn(f),
      needsMain: what => this.needsMain(what),
    };
  }

  /** Returns the error if the code cannot be loaded. */
  private async prepareCode(address: { url: string; id: number }): Promise<{ error: unknown } | undefined> {
    try {
      await this.host.prepare(address);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  /** Runs a task. Returns why it must be run again: code must be loaded or, if `mayCollect`, memory collected. */
  private runTask(task: number, head: TaskHead, mayCollect: boolean): Retry | undefined {
    this.space.purpose = 'handler';
    this.last = head;
    const end = this.attemptUntilDone(task, head.scope, mayCollect, () => {
      const what = this.space.count(LANGUAGE_CHANGED) ? 'a change of the language' : this.moved.why(head);
      if (what !== undefined) this.stopFor({ kind: 'main', what });
      const result = this.call(task, head);
      if (callsThen(result)) this.needsMain('a future');
      if (result instanceof Promise) this.unit().returned = result;
      else this.results.settle(head, this.placeOf(task), result);
      // After the commit a callback in which a package acts could no longer move there.
      const { callbacks, returned } = this.unit();
      if ((callbacks || returned) && this.host.hasPackages?.())
        this.stopFor({ kind: 'main', what: 'a promise, in a program with packages' });
    });
    switch (end.kind) {
      case 'committed':
        return undefined;
      case 'failed':
        if (isMade(end.error, HeapFullError) && this.space.chunks.isFull) this.reportFull();
        return this.failTask(task, head, end.error);
      case 'stopped':
        return this.stopped(task, head, end.stop);
      case 'runAsMain':
        this.recorder?.movesToMain(head, 'conflicts with main turns');
        return this.giveToMain(task);
    }
  }

  /** Stores the failure of a task. The task runs again if the code of the program that describes its exception cannot run yet, or not here. */
  private failTask(task: number, head: TaskHead, error: unknown): Retry | undefined {
    // The transaction that stores the failure ends the task.
    this.failing = task;
    const stop = this.tries(() => this.results.fail(head, this.placeOf(task), error));
    this.failing = 0;
    if (stop) return this.stopped(task, head, stop);
    this.recorder?.failed(head);
    return undefined;
  }

  private stopped(task: number, head: TaskHead, stop: Stop): Retry | undefined {
    if (stop.kind === 'code' || stop.kind === 'memory') return stop;
    if (stop.kind === 'main') this.recorder?.movesToMain(head, stop.what);
    return this.giveToMain(task);
  }

  /** Does `action`, which runs transactions of the run time; returns why one of them was stopped. */
  private tries(action: () => void): Stop | undefined {
    try {
      action();
      return undefined;
    } catch (error) {
      if (error !== ABORT) throw error;
      return this.stop;
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

  /** Attempts `body` as one transaction until it commits, or cannot. `task` ends with it. `isFailure`: `body` only stores the failure of `task`. */
  private attemptUntilDone(
    task: number,
    scope: number,
    mayCollect: boolean,
    body: () => void,
    isFailure = false,
  ): End {
    this.stm.beginHandler(task !== 0);
    let hadToken = false;
    const unreached = this.unreached.count;
    while (true) {
      const unit = new Unit(scope);
      if (task !== 0) unit.eventual = this.keeping.begin();
      this.mayCollect = mayCollect;
      const journal = task === 0 ? this.journal : this.ownJournal;
      this.tracer?.begin();
      const end = this.attempt(unit, body, () => this.prepare(unit, task, journal));
      this.mayCollect = false;
      unit.isFinal = end?.kind === 'committed' || end?.kind === 'failed';
      if (task !== 0) this.observed.attempted(task, end, isFailure, hadToken);
      if (end && end.kind !== 'tooEarly' && end.kind !== 'wants') this.space.purpose = 'run time';
      if (end?.kind === 'committed') this.heap.kept.endTurn(false);
      if (end?.kind === 'committed' && task !== 0 && this.keeping.hold(unit, task)) {
        this.cache.keep(this.heap.lasting);
        this.endBuffers();
        return end;
      }
      if (end?.kind === 'committed') {
        if (task !== 0) this.record.phase = Phase.Finishing;
        this.cache.keep(this.heap.lasting);
        this.settling.begin(task, unit);
        this.endBuffers();
        this.flush(unit, [...endedBy(task), ...this.keeping.endingWith(unit)], journal);
        return end;
      }
      this.unreached.drop(unreached);
      unit.callbacks?.end();
      unit.eventual?.drop();
      this.keeping.drop();
      this.discard(unit);
      this.space.rollBack();
      this.heap.kept.endTurn(true);
      const kept = this.endBuffers();
      let lasting: ReadonlySet<number> | undefined;
      this.cache.drop(address => kept.has(address) || (lasting ??= this.heap.lasting()).has(address));
      undoAttempt(this.heap.buffers, this.cache);
      if (end?.kind === 'tooEarly') {
        this.stm.begin();
        continue;
      }
      if (end?.kind === 'wants') {
        this.stm.abandon();
        this.resting.awaitBuffer(end.buffer, task !== 0);
        hadToken = false;
        this.stm.beginHandler(task !== 0);
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

  /** Forgets buffers whose contents are shared; returns those that stay. */
  private endBuffers(): ReadonlySet<number> {
    return endAttempt(this.heap.buffers, this.cache, this.heap.classes.used, this.settling.isWaiting);
  }

  override beginRequest(): number {
    if (this.tracer) this.needsMain('a request of the trace');
    return 0;
  }

  override traceparent(): string | undefined {
    if (this.tracer) this.needsMain('the traceparent of the trace');
    return undefined;
  }

  protected override sendTrace(slices: readonly Slice[]): void {
    this.host.traced?.(slices);
  }

  /** Undefined: a conflict with another transaction. */
  private attempt(unit: Unit, body: () => void, prepare: () => void): Attempt | undefined {
    this.space.begin();
    this.heap.memo.begin();
    this.stop = undefined;
    this.current = unit;
    try {
      this.heap.buffers.begin();
      if (this.host.during) this.host.during(unit, body);
      else body();
      this.heap.buffers.storeChanges();
      unit.finish();
      prepare();
    } catch (error) {
      // The signal counts even if the program's code has thrown something else over it.
      if (!this.stop && !this.stm.isAborted() && this.host.left?.() === undefined && this.keepsContents())
        return { kind: 'failed', error };
    } finally {
      this.heap.memo.end();
      this.current = undefined;
    }
    this.stopIfLeft();
    const stop = this.stop as Stop | undefined;
    if (stop?.kind === 'buffer') return { kind: 'wants', buffer: stop.address };
    if (stop) return { kind: 'stopped', stop };
    if (this.keeping.sawTooLittle(unit)) return { kind: 'tooEarly' };
    this.tracer?.beginCommit();
    return this.stm.commit() ? { kind: 'committed' } : undefined;
  }

  /** What the attempt has shared stays with its exception as it is now. False if that met a conflict. */
  private keepsContents(): boolean {
    try {
      this.cache.keepContents();
      return true;
    } catch (signal) {
      if (signal !== ABORT) throw signal;
      return false;
    }
  }

  /** What a package has left behind may do its work only once, so it must not be left by an attempt, whatever has ended that. */
  private stopIfLeft(): void {
    const left = this.host.left?.();
    if (left === undefined) return;
    try {
      this.staysInMain(`${left} of a package`);
    } catch {
      // The reason is noted.
    }
  }

  /** Before the commit: writes down the steps that remain after it. */
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
    if (end.kind === 'stopped') super.stopFor(end.stop);
  }

  override report(what: string, error: unknown): void {
    this.atomically(() => this.print('error', `quoll: ${what} failed: ${textOf(error, this.host.describe)}`));
  }

  /** A promise was rejected, and no code handles that: if it is a job's, the job has thrown. */
  reject(error: unknown, promise: object): void {
    this.settling.give(this.jobs.has(promise) ? Local.Raise : Local.Reject, error);
  }

  /** Prints a line in the main realm, when the unit has committed. */
  print(method: string, text: string): void {
    this.start({
      function: Local.Print,
      isMainOnly: true,
      args: [method, text],
      label: `console.${method}`,
    });
  }
}

function afterEnd(): never {
  throw blame(
    () =>
      new Error(
        "shared objects are used in a worker after the handler has ended: pass copies to the package, or { realm: 'main' } to on",
      ),
  );
}
