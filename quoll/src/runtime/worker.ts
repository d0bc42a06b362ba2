/** A worker: takes tasks and runs each as a transaction, again and again until it commits. */
import { StrongCache } from '../heap/cache.js';
import type { Code } from '../heap/heap.js';
import type { TextCodec } from '../heap/strings.js';
import { isThenable } from '../events/patterns.js';
import { LOCALS } from '../events/outcomes.js';
import { MAIN_ASLEEP, SLEEPERS, WAKE } from '../protocol/control.js';
import type { TaskHead } from '../protocol/tasks.js';
import { RETRY } from '../stm/realm.js';
import { Realm, type RealmData, type Stop } from './realm.js';
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

export class WorkerRealm extends Realm {
  constructor(
    data: RealmData,
    text: TextCodec,
    code: Code,
    private readonly host: WorkerHost,
    private readonly cache = new StrongCache(),
  ) {
    super(data, false, cache, text, code);
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

  override keep(): number {
    throw new Error('a worker keeps no functions');
  }

  protected override wakeMain(): void {
    if (this.space.exchange(MAIN_ASLEEP, 0) === 1) this.host.wakeMain();
  }

  /** Takes and runs tasks for ever. */
  async run(): Promise<never> {
    while (true) {
      const task = this.workerQueue.take() || this.sleep();
      if (task === 0) continue;
      const head = this.tasks.head(task);
      for (let stop = this.runTask(task, head); stop; stop = this.runTask(task, head)) {
        await this.host.prepare(stop.address);
      }
    }
  }

  /** Waits for a task; answers one that came before the wait, or 0. Who enqueues looks for sleepers afterwards. */
  private sleep(): number {
    this.space.add(SLEEPERS, 1);
    const round = this.space.count(WAKE);
    const task = this.workerQueue.take();
    if (task === 0) this.space.wait(WAKE, round);
    this.space.add(SLEEPERS, -1);
    return task;
  }

  /** Runs a task, unless its code must be loaded first. */
  private runTask(task: number, head: TaskHead): { address: { url: string; id: number } } | undefined {
    const end = this.attemptUntilDone(head.scope, () => {
      const result = this.call(task, head);
      if (isThenable(result)) this.stopFor({ kind: 'main', what: 'a promise' });
      this.settle(task, head, result);
    });
    switch (end.kind) {
      case 'committed':
        break;
      case 'failed':
        this.fail(task, head, end.error);
        break;
      case 'stopped':
        if (end.stop.kind === 'code') return { address: end.stop.address };
        return this.giveToMain(task);
      case 'runAsMain':
        return this.giveToMain(task);
    }
    this.finish(task, head);
    return undefined;
  }

  private giveToMain(task: number): undefined {
    this.tasks.setMainOnly(task);
    this.enqueue([task]);
  }

  /** Attempts `body` as one transaction until it commits, or cannot. */
  private attemptUntilDone(scope: number, body: () => void): Attempt {
    this.stm.beginHandler();
    while (true) {
      const unit = new Unit(scope);
      const end = this.attempt(unit, body);
      if (end?.kind === 'committed') {
        this.cache.keep();
        this.flush(unit);
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
      this.stm.begin();
    }
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
    const end = this.attemptUntilDone(0, body);
    if (end.kind === 'failed') throw end.error;
    if (end.kind === 'runAsMain') this.atomically(body);
    if (end.kind === 'stopped') throw new Error(`the run time cannot go on: ${JSON.stringify(end.stop)}`);
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
