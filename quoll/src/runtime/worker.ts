/** A worker: takes tasks and runs each as a transaction, again and again until it commits. */
import { StrongCache } from '../heap/cache.js';
import type { Code } from '../heap/heap.js';
import type { TextCodec } from '../heap/strings.js';
import { isThenable } from '../events/patterns.js';
import { LOCALS } from '../events/outcomes.js';
import { HELD_TASKS, MAIN_ASLEEP, SLEEPERS, WAKE } from '../protocol/control.js';
import type { TaskHead } from '../protocol/tasks.js';
import { RETRY } from '../stm/realm.js';
import { Realm, type RealmData, type Stop } from './realm.js';
import { announce, isRequested, leaveReport } from '../stats/gathering.js';
import type { Recorder } from '../stats/recorder.js';
import type { Safepoint } from './safepoint.js';
import { Unit } from './unit.js';

/** What a worker needs of its host. */
export interface WorkerHost {
  /** Makes the main realm look into its queue. */
  wakeMain(): void;
  /** Loads what the function at `address` imports. */
  prepare(address: { url: string; id: number }): Promise<void>;
  describe(error: unknown): string;
}

/** How an attempt has ended. */
type Attempt =
  | { kind: 'committed' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped'; stop: Stop }
  | { kind: 'runAsMain' };

/** Why a task must be run again. */
type Retry = Exclude<Stop, { kind: 'main' }>;

/** A handler that does not get the memory that it needs after so many collections fails. */
const MOST_COLLECTIONS = 2;

export class WorkerRealm extends Realm {
  /** May the handler that runs now be stopped, and run again when there is more memory? */
  private mayCollect = false;
  private hasReported = false;

  constructor(
    data: RealmData,
    private readonly text: TextCodec,
    code: Code,
    private readonly host: WorkerHost,
    private readonly safepoint: Safepoint,
    private readonly cache = new StrongCache(),
  ) {
    super(data, false, cache, text, code);
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
      if (this.safepoint.isRequested) this.rest(() => undefined);
      if (this.recorder) this.reportIfAsked(this.recorder);
      const task = this.workerQueue.take() || this.sleep();
      if (task === 0) continue;
      const head = this.tasks.head(task);
      let collections = 0;
      for (let stop = this.runTask(task, head, true); stop;) {
        if (stop.kind === 'code') await this.host.prepare(stop.address);
        else this.awaitMemory(task);
        if (stop.kind === 'memory') collections++;
        stop = this.runTask(task, head, collections < MOST_COLLECTIONS);
      }
    }
  }

  private reportIfAsked({ report }: Recorder): void {
    if (this.hasReported || !isRequested(this.space)) return;
    this.hasReported = true;
    leaveReport(this.space, this.text, report);
  }

  /** Waits for a task; answers one that came before the wait, or 0. The realm that enqueues looks for sleepers afterwards. */
  private sleep(): number {
    this.space.add(SLEEPERS, 1);
    const round = this.space.count(WAKE);
    const task = this.workerQueue.take();
    if (task === 0) this.rest(() => this.space.wait(WAKE, round));
    this.space.add(SLEEPERS, -1);
    return task;
  }

  /** Does `meanwhile` while garbage may be collected. */
  private rest(meanwhile: () => void): void {
    this.safepoint.leave();
    meanwhile();
    if (this.safepoint.enter()) this.forget();
  }

  /** Waits for a collection with a task in its hands. */
  private awaitMemory(task: number): void {
    const held = HELD_TASKS + 4 * this.data.id;
    this.space.storePointer(held, task);
    this.safepoint.request();
    this.rest(() => undefined);
    this.space.storePointer(held, 0);
  }

  /** Runs a task. Answers why it must be run again: code must be loaded, or memory collected if `mayCollect`. */
  private runTask(task: number, head: TaskHead, mayCollect: boolean): Retry | undefined {
    this.space.purpose = 'handler';
    const end = this.attemptUntilDone(task, head.scope, mayCollect, () => {
      const result = this.call(task, head);
      if (isThenable(result)) this.stopFor({ kind: 'main', what: 'a promise' });
      this.settle(task, head, result);
    });
    switch (end.kind) {
      case 'committed':
        return undefined;
      case 'failed':
        this.recorder?.failed(head);
        this.fail(task, head, end.error);
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

  private giveToMain(task: number): undefined {
    this.tasks.setMainOnly(task);
    this.enqueue([task]);
  }

  /** Attempts `body` as one transaction until it commits, or cannot. `task` ends with it. */
  private attemptUntilDone(task: number, scope: number, mayCollect: boolean, body: () => void): Attempt {
    this.stm.beginHandler();
    let hadToken = false;
    while (true) {
      const unit = new Unit(scope);
      this.mayCollect = mayCollect;
      const end = this.attempt(unit, body);
      this.mayCollect = false;
      if (task !== 0 && this.recorder) this.record(this.recorder, task, end, hadToken);
      if (end) this.space.purpose = 'run time';
      if (end?.kind === 'committed') {
        this.cache.keep();
        this.flush(unit, task);
        return end;
      }
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

  private record(recorder: Recorder, task: number, end: Attempt | undefined, hadToken: boolean): void {
    const head = this.tasks.head(task);
    const arg = (_: unknown, i: number) => this.tasks.argument(task, i);
    if (end?.kind === 'committed') recorder.committed(head, hadToken);
    else if (!end) recorder.aborted(head, Array.from({ length: this.tasks.argumentCount(task) }, arg));
  }

  /** Undefined: another transaction was in the way. */
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
