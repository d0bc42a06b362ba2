/** The main realm: runs the tasks that are pinned to it, collects garbage, and takes care of workers. Its turns: turns.ts. */
import { Failure } from '../events/failures.js';
import { Local, type Outcome } from '../events/outcomes.js';
import { isThenable } from '../contract/arguments.js';
import type { Census } from '../heap/census.js';
import { WeakCache } from '../heap/cache.js';
import type { Code } from '../heap/code.js';
import { noteKeys } from '../heap/weak.js';
import type { TextCodec } from '../heap/strings.js';
import { LAST_REALM, PENDING } from '../protocol/control.js';
import { OF_TIMER, type TaskHead } from '../protocol/tasks.js';
import { ABORT } from '../stm/errors.js';
import { endedBy, type Realm, type RealmData } from './realm.js';
import { textOf } from '../heap/errors.js';
import type { MainRoots } from './collecting.js';
import { bury, heldBy, skipLostTicket } from './deaths.js';
import { Draining } from './draining.js';
import { Garbage } from './garbage.js';
import { Journal } from './journal.js';
import { isOfRunTime } from './own-tasks.js';
import { JOURNAL } from './records.js';
import type { Slice } from '../stats/trace.js';
import type { MainHost } from './main-host.js';
import { Pins } from './roots.js';
import { MainTimers } from './timers.js';
import { MainTurns, reportLater } from './turns.js';
import { Unit } from '../events/unit.js';

export class MainRealm extends MainTurns {
  private readonly locals = new Map<number, Function>();
  private readonly pins = new Pins();
  /** Tasks that have not ended: they are running, or their promise is pending. */
  readonly open = new Set<number>();
  readonly timers = new MainTimers(this);
  readonly garbage: Garbage;
  private readonly draining: Draining;
  private hasBuried = false;
  hasEnded = false;

  constructor(data: RealmData, text: TextCodec, code: Code, host: MainHost, cache = new WeakCache()) {
    super(data, text, code, host, cache);
    this.garbage = new Garbage(this, host, reportLater);
    this.workerQueue.initialize();
    this.mainQueue.initialize();
    const report = (what: string, error: unknown) => this.report(what, error);
    this.locals.set(Local.Print, (method: string, text: string) => host.print(method, text));
    this.locals.set(Local.SetTimer, this.timers.setForWorker.bind(this.timers));
    this.locals.set(Local.ClearTimer, this.timers.stop.bind(this.timers));
    const accumulate = (object: object) => this.eventual.accumulateFor(object);
    this.locals.set(Local.Accumulate, function (this: object) {
      accumulate(this);
    });
    this.locals.set(Local.Report, function (this: Outcome) {
      if (!this.isTaken) report(this.what, Failure.unwrap(this.result));
    });
    this.locals.set(Local.Raise, reportLater);
    this.locals.set(Local.Reject, (error: unknown) => void Promise.reject(error));
    this.draining = new Draining(this, host);
  }

  /** From now on the views that the program uses as keys of weak collections are held. */
  holdKeys(): void {
    const { membrane, natives } = this.heap;
    const note = (key: unknown): void => {
      const own = membrane.own(key);
      if ((typeof own === 'object' && own !== null) || typeof own === 'function') this.cache.noteKey(own);
    };
    noteKeys(note, (made, native) => natives.noteStandIn(made, native));
  }

  override pin(f: Function): object {
    return this.heap.view(this.pins.of(f, () => this.heap.pin()));
  }

  protected override pinned(address: number): Function {
    return this.pins.at(address);
  }

  override accumulateLater(object: number): void {
    const view = this.heap.view(object);
    const address = this.missing!;
    void failureOf(this.host.prepare(address)).then(missing => {
      if (!missing) return this.eventual.accumulateFor(view);
      // What waits for these contributions would wait for ever.
      this.endProgram(`the code of an accumulator cannot be loaded: ${this.host.describe(missing.error)}`);
    });
  }

  protected override local(number: number): Function {
    return this.locals.get(number)!;
  }

  protected override wakeWorkers(tasks: number): void {
    this.host.startWorkers(tasks);
    super.wakeWorkers(tasks);
  }

  /** What follows the end of a turn. */
  protected override settle(unit: Unit, task: number): void {
    const { journal } = this;
    this.plan(unit, task, journal);
    journal.write();
    this.flush(unit, endedBy(task), journal);
    this.draining.turnEnded();
  }

  /** Handles a worker's request: to run a task, or to collect garbage. */
  awake(): void {
    if (this.hasEnded) return;
    this.garbage.look();
    this.draining.now();
  }

  /** A worker with this id is about to start. */
  expect(id: number): void {
    if (id > this.space.count(LAST_REALM)) this.space.storePointer(LAST_REALM, id);
  }

  /** Called at times while there are tasks, in case a worker died before it sent its message. */
  lookAgain(): void {
    if (this.hasEnded) return;
    if (this.hasBuried) skipLostTicket(this.space, this.garbage.safepoint.workers());
    this.garbage.look();
    this.watchdog?.look();
    this.wakeMain();
  }

  /**
   * Runs no further handler. A page goes on without them; `isDamaged`: its turns would find shared objects half changed, so using them
   * throws.
   */
  endProgram(why: string, isDamaged = false): void {
    if (isDamaged) this.damage ??= why;
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.host.stayAlive(false);
    this.host.endProgram(why);
  }

  override wakeMain(): void {
    this.draining.soon();
  }

  /** Runs `f` outside of any scope. */
  outside(f: () => void): void {
    this.scopes.run(0, false, f);
  }

  /** Runs a task as a turn. */
  async runTask(task: number): Promise<void> {
    const head = this.tasks.head(task);
    this.open.add(task);
    while (true) {
      this.endTurnOfOthers(!isOfRunTime(this.heap, this.tasks, this.pins, task, head));
      this.stop = undefined;
      this.began(task);
      this.current = new Unit(head.scope);
      let result: unknown;
      try {
        result = this.scopes.run(head.scope, true, () => this.call(task, head));
        // A promise keeps an exception; the signal that stopped an async handler has undone its first part.
        if (this.stop) throw ABORT;
        if (!isThenable(result)) this.results.settle(head, this.placeOf(task), result);
        this.current?.finish();
      } catch (error) {
        this.undoTurn(task);
        // Assigned while the function ran.
        const stop = this.stop as Realm['stop'];
        let failure = error;
        if (stop?.kind === 'code') {
          if (isThenable(result)) result.then(undefined, () => undefined);
          const failed = await failureOf(this.host.prepare(stop.address));
          if (!failed) continue;
          failure = failed.error;
        }
        this.stop = undefined;
        this.recorder?.failed(head);
        this.results.fail(head, this.placeOf(task), failure);
        return this.finishOpen(task);
      }
      this.recorder?.ranInMain(head);
      if (isThenable(result)) {
        this.endTurn();
        this.await(result, task, head);
      } else if (this.hasCallbacks) {
        // The task may have settled the promise of such a callback.
        this.endTurn();
        this.host.later(() => this.finishOpen(task));
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
        this.results.settleOrFail(head, this.placeOf(task), value);
        this.finishOpen(task);
      },
      (error: unknown) => {
        // Nobody handles the promise of a timer's function.
        if (head.flags & OF_TIMER) void Promise.reject(error as Error);
        else this.results.fail(head, this.placeOf(task), error);
        this.finishOpen(task);
      },
    );
  }

  /** Whether a turn runs, or the program has ended. */
  get isBusy(): boolean {
    return this.current !== undefined || this.hasEnded;
  }

  roots(census: Census | undefined): MainRoots {
    const { cache: views, pins, scopes, open: tasks } = this;
    return { views, pins, scopes, tasks, workers: this.garbage.safepoint.workers(), census };
  }

  /**
   * A worker has died: its task runs again, or fails if another worker died of it. Throws if the begun effects of the task can be
   * neither undone nor completed.
   */
  bury(id: number, why: string): void {
    if (this.damage !== undefined) return;
    this.hasBuried = true;
    const held = heldBy(this.space, this.tasks, id);
    const remains = bury(this.space, this.workerQueue, id);
    const lost = (during: string, task: number) => {
      throw new Error(`${why} while it ${during}${task === 0 ? '' : `: ${this.labelOf(task)}`}`);
    };
    if (remains.kind === 'lost') lost(remains.during, remains.task);
    if (remains.kind === 'committed') {
      const left = new Journal(this.space, this.claims, remains.notes + JOURNAL);
      if (left.isUncertain) lost('called what waits for a finish', remains.task);
      this.perform(left);
    }
    this.enqueue(held);
    if (remains.kind === 'taken') this.enqueue(remains.tasks);
    if (remains.kind === 'again') this.runAgain(remains.task, why);
    if (this.space.count(PENDING) > 0) this.host.startWorkers(1);
    this.lookAgain();
  }

  private runAgain(task: number, why: string): void {
    if (this.tasks.noteDeath(task)) return this.enqueue([task]);
    const head = this.tasks.head(task);
    this.results.fail(
      head,
      this.placeOf(task),
      new Error(`two workers died while they ran it; the second time, ${why}`),
    );
    this.finish(task);
  }

  /** Guards that never run, by their names. */
  readonly unreached = new Set<string>();

  protected override neverRuns(guard: number): void {
    this.unreached.add(this.guardOf(guard));
    super.neverRuns(guard);
  }

  protected override sendTrace(slices: readonly Slice[]): void {
    this.host.traced?.(slices);
  }

  override beginRequest(name: string, header: string | undefined): number {
    const { tracer, host } = this;
    if (!tracer || !host.requests) return 0;
    this.unit();
    const request = host.requests.begin(name, header, tracer.began);
    tracer.beginRequest(request);
    return request;
  }

  override traceparent(): string | undefined {
    if (!this.tracer) return undefined;
    return this.host.requests?.header(this.counters.request(this.unit().scope));
  }

  /** Gives all slices of this realm to the host. */
  flushTrace(): void {
    this.tracer?.flush();
  }

  override report(what: string, error: unknown): void {
    this.host.print('error', `quoll: ${what} failed: ${textOf(error, this.host.describe)}`);
  }
}

async function failureOf(promise: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return { error };
  }
}
