/**
 * The main realm: the code outside of handlers. Each of its turns is one transaction that is never rolled back by others; it begins with
 * the first shared access or event, and ends with the next microtask. Handlers pinned here are turns of their own, async ones a turn for
 * each part (contract/parts.ts).
 */
import { Failure } from '../events/failures.js';
import { LOCALS, type Outcome } from '../events/outcomes.js';
import { isThenable } from '../contract/arguments.js';
import { isAsync } from '../events/promises.js';
import { Census } from '../heap/census.js';
import { WeakCache } from '../heap/cache.js';
import type { Code } from '../heap/code.js';
import { noteKeys } from '../heap/weak.js';
import type { TextCodec } from '../heap/strings.js';
import { HEAP_FULL, LAST_REALM, MAIN_ASLEEP, PENDING } from '../protocol/control.js';
import type { TaskHead } from '../protocol/tasks.js';
import { ABORT } from '../stm/errors.js';
import { endedBy, Realm, type RealmData } from './realm.js';
import { textOf } from './results.js';
import { collect, type MainRoots, releaseKeys } from './collecting.js';
import { Collections } from './collections.js';
import { bury, heldBy, skipLostTicket } from './deaths.js';
import { Giving } from './giving.js';
import { Journal } from './journal.js';
import { isOfRunTime } from './own-tasks.js';
import { JOURNAL } from './records.js';
import { Pauses } from '../stats/pauses.js';
import type { Slice } from '../stats/trace.js';
import type { Part } from '../contract/contract.js';
import { noPart } from '../contract/part.js';
import { HandlerPart } from '../contract/parts.js';
import type { MainHost } from './main-host.js';
import { Pins, Scopes } from './roots.js';
import { Safepoint } from './safepoint.js';
import { Spinning } from './spinning.js';
import { MainTimers } from './timers.js';
import { Unit } from '../events/unit.js';

/** How many tasks run, and for how long, before the main realm returns to timers and I/O, and a page to its frames. */
const BATCH = 500;
const BATCH_MS = 4;

export class MainRealm extends Realm {
  private readonly locals = new Map<number, Function>();
  private readonly pins = new Pins();
  private readonly scopes: Scopes;
  /** Tasks that have not ended: they are running, or their promise is pending. */
  private readonly open = new Set<number>();
  readonly timers = new MainTimers(this);
  readonly safepoint: Safepoint;
  private readonly collections: Collections;
  private readonly giving: Giving;
  readonly pauses = new Pauses();
  private hasBuried = false;
  private hasEnded = false;
  /** Why shared objects may be half changed for ever. */
  damage: string | undefined;
  /** What filled the heap at the last collection, if that is more than half of it. */
  private contents = '';
  /** Called at times while there are tasks, and when a turn begins or ends: then with the task, or 0, or nothing. */
  watchdog: { look(): void; turns(task?: number): void } | undefined;
  private isDraining = false;
  /** After a turn that started tasks: until when the queue is checked in each round of the event loop; 0: no longer. */
  private pollUntil = 0;
  private readonly polling = new Spinning();
  /** An async handler is about to start. */
  private isAsyncStarting = false;
  private readonly partOfOthers = noPart(() => this.live());

  constructor(
    data: RealmData,
    text: TextCodec,
    code: Code,
    private readonly host: MainHost,
    private readonly cache = new WeakCache(),
  ) {
    super(data, true, cache, text, code);
    this.scopes = new Scopes(host.storage);
    this.safepoint = new Safepoint(this.space, data.id, () => undefined);
    this.collections = new Collections(this.space, this.safepoint, this.pauses, () => this.collect());
    this.giving = new Giving(this, this.safepoint, reportLater);
    this.space.purpose = 'turn';
    this.space.pressure = {
      collect: () => this.requestCollection(),
      exhausted: () => undefined,
    };
    this.workerQueue.initialize();
    this.mainQueue.initialize();
    const report = (what: string, error: unknown) => this.report(what, error);
    this.locals.set(LOCALS.print, (method: string, text: string) => host.print(method, text));
    this.locals.set(LOCALS.setTimer, this.timers.setForWorker.bind(this.timers));
    this.locals.set(LOCALS.clearTimer, this.timers.stop.bind(this.timers));
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
    if (this.damage !== undefined)
      throw new Error(`quoll: shared objects can no longer be used: ${this.damage}`);
    const unit = new Unit(this.counters.openScope(this.scopes.current), false);
    this.began(0);
    this.current = unit;
    queueMicrotask(() => {
      if (this.current === unit) this.endTurn();
    });
    return unit;
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

  protected override turnBegan(): void {
    this.unit();
  }

  /** A turn begins, for a task or 0. */
  private began(task: number): void {
    this.tracer?.begin();
    this.watchdog?.turns(task);
  }

  private ended(isUndone: boolean): void {
    this.watchdog?.turns();
    this.stm.endTurn(isUndone);
    this.heap.kept.endTurn(isUndone);
  }

  /**
   * Ends the current turn, if there is one, and `task` with it. If a deferred action throws, performs the
   * others and rethrows. `mayUndoNext`: code of the program follows whose changes an exception undoes.
   */
  private endTurn(task = 0, mayUndoNext = false): void {
    try {
      this.heap.buffers.storeChanges(mayUndoNext);
      this.current?.finish();
    } finally {
      const unit = this.current;
      this.current = undefined;
      this.ended(false);
      if (unit && this.tracer) {
        this.tracer.end(
          task === 0 ? 'turn' : this.labelOf(task),
          'committed',
          this.counters.request(unit.scope),
        );
      }
      if (unit) this.settle(unit, task);
      else if (task !== 0) this.finish(task);
    }
  }

  private undoTurn(task = 0): void {
    const unit = this.current;
    this.current = undefined;
    const request = unit ? this.counters.request(unit.scope) : 0;
    this.tracer?.end(task === 0 ? 'undone turn' : this.labelOf(task), 'failed', request);
    this.ended(true);
    this.heap.buffers.undoTurn();
    if (unit) this.discard(unit);
  }

  override atomically(body: () => void): void {
    this.endTurnOfOthers();
    this.tracer?.begin();
    this.current = new Unit(0, false);
    try {
      body();
    } catch (error) {
      this.undoTurn();
      throw error;
    }
    this.endTurn();
  }

  /** The program ends, maybe in the middle of a handler: the handler's effects so far count, and its output is printed. */
  leave(): void {
    this.endTurnOfOthers();
  }

  /** Whether a handler runs now, or a part of one. */
  get isInHandler(): boolean {
    return this.current?.isHandler ?? false;
  }

  /** Performs an effect when the current handler or part has committed. */
  effect(effect: () => void): void {
    this.unit().afterCommit.push(effect);
  }

  override part(): Part {
    if (!this.scopes.isHandler) return this.scopes.part(this.partOfOthers);
    const isHandler = this.isAsyncStarting;
    this.isAsyncStarting = false;
    return this.scopes.part(new HandlerPart(this, isHandler));
  }

  beginPart(): boolean {
    if (this.isInHandler) return false;
    this.endTurnOfOthers(true);
    this.began(0);
    this.current = new Unit(this.counters.openScope(this.scopes.current));
    return true;
  }

  endPart(): void {
    try {
      this.current?.finish();
    } catch (error) {
      this.undoTurn();
      throw error;
    }
    this.endTurn();
  }

  undoPart(): void {
    this.undoTurn();
  }

  override get hasTurnsOfPromises(): boolean {
    return this.current?.hasTurnsOfPromises === true;
  }

  /** As in workers, it is a turn of its own, unless an async function gives it. */
  override callbackOf<F>(f: F): F {
    if (!this.hasTurnsOfPromises || typeof f !== 'function') return f;
    const scope = this.scopes.current;
    const called = (self: unknown, args: unknown[]): unknown =>
      this.scopes.run(scope, true, () => this.runCallback(f, self, args, called));
    return function (this: unknown, ...args: unknown[]) {
      return called(this, args);
    } as F;
  }

  private runCallback(
    f: Function,
    self: unknown,
    args: unknown[],
    again: (self: unknown, args: unknown[]) => unknown,
  ): unknown {
    if (!this.beginPart()) return Reflect.apply(f, self, args);
    this.stop = undefined;
    try {
      const result = this.invoke(f, self, args);
      if (this.stop) throw ABORT;
      this.endPart();
      return result;
    } catch (error) {
      if (this.current) this.undoPart();
      const stop = this.stop as Realm['stop'];
      this.stop = undefined;
      if (stop?.kind !== 'code') throw error;
      return this.host.prepare(stop.address).then(() => again(self, args));
    }
  }

  /** A failure at the end of the previous turn is no failure of the code that begins now. */
  private endTurnOfOthers(mayUndoNext = false): void {
    try {
      this.endTurn(0, mayUndoNext);
    } catch (error) {
      reportLater(error);
    }
  }

  override inScope<R>(scope: number, f: () => R): R {
    return this.scopes.run(scope, this.scopes.isHandler, f);
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
  private settle(unit: Unit, task: number): void {
    const { journal } = this;
    this.plan(unit, task, journal);
    journal.write();
    this.flush(unit, endedBy(task), journal);
    if (this.space.count(PENDING) === 0 || this.hasEnded) return;
    this.host.stayAlive(true);
    this.pollUntil = this.polling.begin();
    this.wakeMain();
  }

  /** Handles a worker's request: to run a task, or to collect garbage. */
  awake(): void {
    if (this.hasEnded) return;
    this.collectIfPossible();
    this.checkHeap();
    if (this.isDraining) return;
    this.isDraining = true;
    this.scopes.run(0, false, () => void this.drain());
  }

  /** A worker with this id is about to start. */
  expect(id: number): void {
    if (id > this.space.count(LAST_REALM)) this.space.storePointer(LAST_REALM, id);
  }

  /** Called at times while there are tasks, in case a worker died before it sent its message. */
  lookAgain(): void {
    if (this.hasEnded) return;
    if (this.hasBuried) skipLostTicket(this.space, this.safepoint.workers());
    this.collectIfPossible();
    this.checkHeap();
    this.watchdog?.look();
    this.wakeMain();
  }

  /** Ends the program if the heap is full of objects that the program holds: then no handler that needs memory can run any more. */
  private checkHeap(): void {
    if (this.space.count(HEAP_FULL) === 0) return;
    const { live, limit } = this.space.chunks;
    this.endProgram(
      `the shared heap is full: ${live} of ${limit} MiB are in use: ${this.contents}; ` +
        'share less, drop what is no longer needed, or raise the limit with --heap',
    );
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

  /** Looks into the queue soon. */
  override wakeMain(): void {
    if (this.isDraining || this.hasEnded) return;
    this.isDraining = true;
    this.space.storePointer(MAIN_ASLEEP, 0);
    this.drainLater();
  }

  /** Outside of any scope, because the caller has ended by then. */
  private drainLater(): void {
    this.scopes.run(0, false, () => this.host.later(() => void this.drain()));
  }

  private async drain(): Promise<void> {
    this.collectIfPossible();
    const end = performance.now() + BATCH_MS;
    for (let i = 0; i < BATCH && performance.now() < end; i++) {
      if (this.hasEnded) return;
      const task = this.mainQueue.take();
      if (task === 0) return this.rest();
      this.endPolling(true);
      await this.runTask(task);
    }
    this.drainLater();
  }

  /**
   * The queue was empty. After some more rounds the main realm waits for a message, unless a task has arrived
   * meanwhile.
   */
  private rest(): void {
    if (performance.now() < this.pollUntil) return this.drainLater();
    this.endPolling(false);
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

  private endPolling(hasFound: boolean): void {
    if (this.pollUntil !== 0) this.polling.end(hasFound);
    this.pollUntil = 0;
  }

  /** Runs a task as a turn. */
  private async runTask(task: number): Promise<void> {
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
      } else {
        this.open.delete(task);
        this.endTurn(task);
      }
      return;
    }
  }

  protected override invoke(f: Function, self: unknown, args: readonly unknown[]): unknown {
    this.isAsyncStarting = isAsync(f);
    if (this.current) this.current.hasTurnsOfPromises = !this.isAsyncStarting;
    try {
      return super.invoke(f, self, args);
    } finally {
      this.isAsyncStarting = false;
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
        this.results.fail(head, this.placeOf(task), error);
        this.finishOpen(task);
      },
    );
  }

  private requestCollection(): void {
    if (this.safepoint.isRequested) return;
    this.safepoint.request();
    this.host.later(() => this.collectIfPossible());
  }

  /** Collects garbage if a collection is requested, no worker is active, and no turn is running. */
  collectIfPossible(): void {
    if (!this.current && !this.hasEnded) this.giving.look();
    if (!this.current && !this.hasEnded) this.collections.look();
  }

  private roots(census: Census | undefined): MainRoots {
    const { cache: views, pins, scopes, open: tasks } = this;
    return { views, pins, scopes, tasks, workers: this.safepoint.workers(), census };
  }

  private collect(): void {
    const { isScarce } = this.space.chunks;
    const { buffers } = this.heap;
    if (buffers.isWatching) this.atomically(() => buffers.unwatchAll());
    if (isScarce) this.host.dropViews();
    if (isScarce) releaseKeys(this, this.roots(undefined), () => this.host.dropViews());
    const census = isScarce ? new Census(this.space, shape => this.heap.shapes.at(shape).names) : undefined;
    try {
      const unused = collect(this, this.roots(census));
      this.contents = census?.text(this.space.used, unused) ?? '';
    } catch (error) {
      // The workers wait for the end of the collection, and the heap may be half swept.
      this.endProgram(`a collection of garbage failed: ${this.host.describe(error)}`, true);
    }
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
    this.unreached.add(this.labelOf(guard));
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

/** Throws an error where it fails no other code. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

async function failureOf(promise: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return { error };
  }
}
