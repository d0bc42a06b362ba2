/**
 * The main realm: the code outside of handlers. Each of its turns is one transaction that is never rolled back by others; it begins with
 * the first shared access or event, and ends with the next microtask. Handlers pinned here are turns of their own.
 */
import { Failure } from '../events/failures.js';
import { LOCALS, type Outcome } from '../events/outcomes.js';
import { isThenable } from '../events/patterns.js';
import { WeakCache } from '../heap/cache.js';
import type { Code } from '../heap/heap.js';
import type { TextCodec } from '../heap/strings.js';
import { MAIN_ASLEEP, PENDING } from '../protocol/control.js';
import type { TaskHead } from '../protocol/tasks.js';
import { Realm, type RealmData } from './realm.js';
import { collect } from './collecting.js';
import { Pins, Scopes } from './roots.js';
import { Safepoint } from './safepoint.js';
import { RunningTimers } from './timers.js';
import { Unit } from './unit.js';

/** What the main realm needs of its host. */
export interface MainHost {
  /** Starts workers, unless as many as there may be run. */
  startWorkers(tasks: number): void;
  /** Keeps the program alive, or lets it end. */
  stayAlive(isNeeded: boolean): void;
  /** Calls `f` after what the engine has queued. */
  later(f: () => void): void;
  prepare(address: { url: string; id: number }): Promise<void>;
  print(method: string, text: string): void;
  describe(error: unknown): string;
  /** Makes the engine drop the views that the program does not use. */
  dropViews(): void;
}

/** How many tasks run before timers and I/O get a chance. */
const BATCH = 500;

export class MainRealm extends Realm {
  private readonly locals = new Map<number, Function>();
  private readonly pins = new Pins();
  private readonly scopes = new Scopes();
  /** Tasks that have not ended: they are being run, or a promise of theirs is pending. */
  private readonly open = new Set<number>();
  private readonly safepoint: Safepoint;
  private isDraining = false;

  constructor(
    data: RealmData,
    text: TextCodec,
    code: Code,
    private readonly host: MainHost,
    private readonly cache = new WeakCache(),
  ) {
    super(data, true, cache, text, code);
    this.safepoint = new Safepoint(this.space, () => undefined);
    this.space.purpose = 'turn';
    this.space.pressure = {
      collect: () => this.requestCollection(),
      exhausted: () => undefined,
    };
    this.workerQueue.initialize();
    this.mainQueue.initialize();
    const report = (what: string, error: unknown) => this.report(what, error);
    this.locals.set(LOCALS.print, (method: string, text: string) => host.print(method, text));
    const timers = new RunningTimers(this);
    this.locals.set(LOCALS.setTimer, timers.set.bind(timers));
    this.locals.set(LOCALS.clearTimer, timers.clear.bind(timers));
    const accumulate = (object: object) => this.eventual.accumulateFor(object);
    this.locals.set(LOCALS.accumulate, function (this: object) {
      accumulate(this);
    });
    this.locals.set(LOCALS.report, function (this: Outcome) {
      if (!this.isTaken) report(this.what, Failure.unwrap(this.result));
    });
    this.space.storePointer(MAIN_ASLEEP, 1);
  }

  override unit(): Unit {
    if (this.current) return this.current;
    const unit = new Unit(this.scopes.current);
    this.current = unit;
    queueMicrotask(() => {
      if (this.current === unit) this.endTurn();
    });
    return unit;
  }

  protected override turnBegan(): void {
    this.unit();
  }

  /** Ends the turn under way, if there is one, and `task` with it. Throws what its deferred actions throw; the others are done all the same. */
  private endTurn(task = 0): void {
    const unit = this.current;
    try {
      unit?.finish();
    } finally {
      this.current = undefined;
      this.stm.endTurn(false);
      if (unit) this.flush(unit, task);
      else if (task !== 0) this.finish(task);
    }
  }

  private undoTurn(): void {
    const unit = this.current;
    this.current = undefined;
    this.stm.endTurn(true);
    if (unit) this.discard(unit);
  }

  override atomically(body: () => void): void {
    this.endTurn();
    body();
    this.endTurn();
  }

  override inScope<R>(scope: number, f: () => R): R {
    return this.scopes.run(scope, f);
  }

  override pin(f: Function): object {
    return this.heap.view(this.pins.of(f, () => this.heap.pin()));
  }

  protected override pinned(address: number): Function {
    return this.pins.at(address);
  }

  override holdScope(scope: number): void {
    this.scopes.hold(scope);
  }

  override releaseScope(scope: number): void {
    this.scopes.release(scope);
  }

  override accumulateLater(object: number): void {
    const view = this.heap.view(object);
    void this.host.prepare(this.missing!).then(() => this.eventual.accumulateFor(view));
  }

  protected override local(number: number): Function {
    return this.locals.get(number)!;
  }

  protected override wakeWorkers(tasks: number): void {
    this.host.startWorkers(tasks);
    super.wakeWorkers(tasks);
  }

  protected override flush(unit: Unit, task = 0): void {
    super.flush(unit, task);
    if (this.space.count(PENDING) > 0) this.host.stayAlive(true);
  }

  /** A worker wants something: that a task is run, or garbage collected. */
  awake(): void {
    this.collectIfPossible();
    this.wakeMain();
  }

  /** Looks into the queue soon. */
  override wakeMain(): void {
    if (this.isDraining) return;
    this.isDraining = true;
    this.host.later(() => void this.drain());
  }

  private async drain(): Promise<void> {
    this.collectIfPossible();
    for (let i = 0; i < BATCH; i++) {
      const task = this.mainQueue.take();
      if (task === 0) return this.rest();
      await this.runTask(task);
    }
    this.host.later(() => void this.drain());
  }

  /** The queue was empty: from now on a message is needed, unless a task has come meanwhile. */
  private rest(): void {
    this.isDraining = false;
    this.space.storePointer(MAIN_ASLEEP, 1);
    const task = this.mainQueue.take();
    if (task !== 0) {
      this.mainQueue.push([task]);
      this.wakeMain();
    } else if (this.space.count(PENDING) === 0) {
      this.host.stayAlive(false);
    }
  }

  /** Runs a task as a turn. */
  private async runTask(task: number): Promise<void> {
    const head = this.tasks.head(task);
    this.open.add(task);
    while (true) {
      this.endTurn();
      this.stop = undefined;
      this.current = new Unit(head.scope);
      let result: unknown;
      try {
        result = this.scopes.run(head.scope, () => this.call(task, head));
        if (!isThenable(result)) this.settle(task, head, result);
        this.current.finish();
      } catch (error) {
        this.undoTurn();
        // Assigned while the function ran.
        const stop = this.stop as Realm['stop'];
        if (stop?.kind === 'code') {
          await this.host.prepare(stop.address);
          continue;
        }
        this.recorder?.failed(head);
        this.fail(task, head, error);
        return this.finishOpen(task);
      }
      this.recorder?.ranInMain(head);
      if (isThenable(result)) {
        this.endTurn();
        this.await(result, task, head);
      } else {
        this.open.delete(task);
        this.endTurn(task);
      }
      return;
    }
  }

  private finishOpen(task: number): void {
    this.open.delete(task);
    this.finish(task);
  }

  private await(result: PromiseLike<unknown>, task: number, head: TaskHead): void {
    result.then(
      value => {
        this.atomically(() => this.settle(task, head, value));
        this.finishOpen(task);
      },
      (error: unknown) => {
        this.fail(task, head, error);
        this.finishOpen(task);
      },
    );
  }

  private requestCollection(): void {
    if (this.safepoint.isRequested) return;
    this.safepoint.request();
    this.host.later(() => this.collectIfPossible());
  }

  /** Collects garbage if that is asked for, no worker is active, and no turn is under way. */
  collectIfPossible(): void {
    if (this.current || !this.safepoint.isReached) return;
    if (this.space.chunks.isScarce) this.host.dropViews();
    collect(this, { views: this.cache, pins: this.pins, scopes: this.scopes, tasks: this.open });
    this.safepoint.release();
  }

  override report(what: string, error: unknown): void {
    this.host.print('error', `quoll: ${what} failed: ${this.host.describe(error)}`);
  }
}
