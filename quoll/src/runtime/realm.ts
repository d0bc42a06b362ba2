/**
 * The common part of the main realm and workers: units of work, the tasks that they start, and running these.
 */
import { Counters } from '../events/counters.js';
import { type Departure, Departures } from '../events/departures.js';
import { type Contributed, Eventual } from '../events/eventual.js';
import { Failure } from '../events/failures.js';
import type { Code } from '../heap/code.js';
import { Heap } from '../heap/heap.js';
import type { ViewCache } from '../heap/cache.js';
import { cannotCross, TooEarlyError } from '../heap/errors.js';
import { PINNED } from '../heap/layout.js';
import { Space } from '../heap/space.js';
import { Stamp } from '../heap/stamp.js';
import type { TextCodec } from '../heap/strings.js';
import { MAIN_QUEUE, PENDING, WORKER_QUEUE } from '../protocol/control.js';
import { type Claims, unnoted } from '../protocol/claims.js';
import { ModuleList } from '../protocol/modules.js';
import { Queue } from '../protocol/queue.js';
import { checkCount, LOCAL, MAIN_ONLY, OF_TIMER, type TaskHead, TaskMemory } from '../protocol/tasks.js';
import { observers } from '../stats/observers.js';
import type { Recorder } from '../stats/recorder.js';
import type { Slice, Tracer } from '../stats/trace.js';
import { ABORT } from '../stm/errors.js';
import { instantiate } from '../stm/module.js';
import { NO_REST, type Rest, type Stm } from '../stm/stm.js';
import type { Part } from '../contract/contract.js';
import { isAsync } from '../events/promises.js';
import { type Call, PassedOn, type Reference } from '../events/call.js';
import type { Realm as RealmOfEvents } from '../events/realm.js';
import { handsOf, NOTES_BYTES } from './records.js';
import {
  COUNT_UP,
  type Effects,
  END,
  Journal,
  JOURNAL_BYTES,
  LEAVE_GROUP,
  LEAVE_SCOPE,
  PUSH,
} from './journal.js';
import type { Stop } from './attempt.js';
import { Results } from './results.js';
import { placed } from '../contract/arguments.js';
import { TaskTracing } from './tracing.js';
import { Waiting } from './waiting.js';
import { Unit } from '../events/unit.js';

/** The parameters of a realm, which can be sent to a worker. */
export interface RealmData {
  memory: WebAssembly.Memory;
  module: WebAssembly.Module;
  /** Bytes of the heap at most. */
  limit: number;
  /** 1 for the main realm, then one more for each worker. */
  id: number;
  /** The time from which `performance.now()` counts in the main realm. */
  origin: number;
  /** Whether the outcomes of handlers are counted. */
  stats: boolean;
  /** Whether each realm keeps a trace; then `stats` is true as well. */
  trace?: boolean;
}

export const endedBy = (task: number): number[] => (task === 0 ? [] : [task]);

/** How many aborts by one side a handler suffers before it takes the token, or becomes a main turn. */
const PATIENCE = 8;

export abstract class Realm implements RealmOfEvents {
  readonly space: Space;
  readonly stm: Stm;
  readonly heap: Heap;
  readonly eventual: Eventual;
  readonly counters: Counters;
  readonly modules: ModuleList;
  readonly workerQueue: Queue;
  readonly mainQueue: Queue;
  private readonly waitingWorkers: Waiting;
  protected readonly tasks: TaskMemory;
  protected readonly departures: Departures;
  /** The notes that another realm needs after this realm's death. */
  protected readonly notes: number;
  protected readonly claims: Claims;
  readonly results = new Results(this);
  readonly tracing: TaskTracing;
  /** Counts runs and aborts of handlers, under `--stats`. */
  readonly recorder: Recorder | undefined;
  /** Collects a trace, if the program asks for one. */
  protected readonly tracer: Tracer | undefined;
  protected current: Unit | undefined = undefined;
  protected stop: Stop | undefined = undefined;
  /** Code that was missing in `loads`. */
  protected missing: { url: string; id: number } | undefined = undefined;

  constructor(
    readonly data: RealmData,
    readonly isMain: boolean,
    cache: ViewCache,
    text: TextCodec,
    private readonly code: Code,
  ) {
    const { memory, module, limit, id } = data;
    this.space = new Space(memory, limit);
    this.stm = instantiate(module, {
      memory,
      id,
      main: isMain,
      patience: PATIENCE,
      allocate: this.space.allocateImmortal,
      turnBegan: () => this.turnBegan(),
      rest: this.sleeping,
    });
    this.heap = new Heap({ stm: this.stm, space: this.space, text, code, cache });
    this.departures = new Departures(this.space);
    this.eventual = new Eventual(this, this.departures);
    this.heap.values.eventual = this.eventual;
    this.counters = new Counters(this.space);
    this.modules = new ModuleList(this.space, this.heap.values.strings);
    this.tasks = new TaskMemory(this.space);
    this.tracing = new TaskTracing(this.tasks, this.counters);
    this.claims = isMain ? unnoted(this.space) : this.stm;
    this.notes = this.space.allocateImmortal(NOTES_BYTES);
    const { claims } = this;
    const hands = handsOf(id, this.notes);
    this.workerQueue = new Queue(this.space, WORKER_QUEUE, claims, hands);
    this.mainQueue = new Queue(this.space, MAIN_QUEUE, claims, hands);
    this.waitingWorkers = new Waiting(this.space, this.workerQueue);
    if (data.stats) this.recorder = observers()?.recorder(this.heap, this.modules);
    if (data.trace) this.tracer = observers()?.tracer(slices => this.sendTrace(slices));
  }

  /** Gives slices to the main realm. */
  protected abstract sendTrace(slices: readonly Slice[]): void;
  abstract beginRequest(name: string, header: string | undefined): number;
  abstract traceparent(): string | undefined;

  /** The name of a task in messages. */
  labelOf(task: number): string {
    return this.heap.values.strings.text(this.tasks.head(task).label);
  }

  /** The unit that runs now. */
  abstract unit(): Unit;
  protected abstract turnBegan(): void;
  /** Lets garbage be collected while a handler sleeps between two attempts. */
  protected get sleeping(): Rest {
    return NO_REST;
  }
  /** Runs `body`, which must not throw, as a transaction of the run time. */
  abstract atomically(body: () => void): void;
  protected abstract wakeMain(): void;
  /** The run time's own function with this number. */
  protected abstract local(id: number): Function;
  /** In the main realm: the stand-in for one of its functions in other realms. */
  abstract pin(f: Function): object;
  /** The function behind it. */
  protected abstract pinned(address: number): Function;
  /** Accumulates an object's contributions when the missing code is loaded. */
  abstract accumulateLater(object: number): void;
  /** A guard in messages, with the place of its function. */
  protected guardOf(guard: number): string {
    return placed(this.labelOf(guard), this.results.placeOf(this.functionOf(this.tasks.head(guard))));
  }

  /** A guard waits for events that its unit has not emitted. */
  protected neverRuns(guard: number): void {
    this.tasks.release(guard);
  }

  /** Prints a failure that the program does not handle. */
  abstract report(what: string, error: unknown): void;

  /** An async function starts. */
  abstract part(): Part;

  /** Rethrows the signal that stops the current attempt. */
  live(): void {
    if (this.stop || this.stm.isAborted()) throw ABORT;
  }

  /** Ends the attempt for a reason that is no conflict. */
  stopFor(stop: Stop): never {
    this.stop = stop;
    throw ABORT;
  }

  /** Throws at the call that passes the function, if the function cannot run in other realms. */
  checkFunction(f: Function): void {
    if (Stamp.of(f) !== 0 || (this.isMain && isAsync(f))) return;
    const described = this.code.describe(f);
    if ('reason' in described) {
      // It is published at the end of the unit, when its variables may have values.
      if (described.isEarly) return;
      throw cannotCross(f, described);
    }
    this.heap.checkCaptures(f);
  }

  /** Called before an operation that only the main realm can perform: reruns the handler there. */
  needsMain(what: string): void {
    if (!this.isMain) this.stopFor({ kind: 'main', what });
  }

  /** Whether callbacks that are given to promises now are turns of their own. */
  get hasTurnsOfPromises(): boolean {
    return false;
  }

  /** The callback that the current unit gives to a promise. */
  callbackOf<F>(f: F): F {
    return f;
  }

  /** Runs `f`; false if code is missing in this realm. */
  loads(f: () => void): boolean {
    try {
      f();
      return true;
    } catch (error) {
      if (error !== ABORT || this.stop?.kind !== 'code') throw error;
      this.missing = this.stop.address;
      this.stop = undefined;
      return false;
    }
  }

  /** The enclosing `finish`, which gets the failures of tasks that start now. */
  completion(): object | undefined {
    const { scope, completions } = this.unit();
    if (scope === 0) return undefined;
    return completions?.get(scope) ?? this.completionOf(scope);
  }

  /** Performs `action` at the end of the unit, as a part of it. */
  defer(action: () => void): void {
    this.unit().deferred.push(action);
  }

  /** Starts a task when the unit commits. */
  start(call: Call): void {
    checkCount(call.label, call.args);
    const scope = call.scope ?? this.unit().scope;
    const outcome = call.outcome;
    this.defer(() => {
      const reference = this.reference(call.function, call.isMainOnly);
      const self = call.self ? this.heap.publish(call.self) : 0;
      const taker = outcome ? this.heap.publish(outcome) : 0;
      const name = this.heap.values.strings.intern(call.label);
      const [args, flags] = call.timer ? [[call.timer, ...call.args], OF_TIMER] : [call.args, 0];
      this.unit().tasks.push(this.makeTask(reference, self, args, name, scope, taker, flags));
    });
  }

  /** Makes a task that is not enqueued yet. `name` is the id of its name in messages. */
  makeTask(
    { function: f, isLocal, isMainOnly }: Reference,
    self: number,
    args: readonly unknown[],
    name: number,
    scope: number,
    outcome = 0,
    flags = 0,
  ): number {
    const head: TaskHead = {
      flags: flags | (isMainOnly ? MAIN_ONLY : 0) | (isLocal ? LOCAL : 0),
      function: f,
      self,
      group: 0,
      scope,
      outcome,
      label: name,
    };
    const task = this.tasks.make(head, args.length);
    for (let i = 0; i < args.length; i++) this.heap.values.put(this.tasks.argument(task, i), args[i]);
    return task;
  }

  /**
   * The form of a function in a task. A function made in the main realm, which runs there, need not be
   * shareable, and one that captures a variable without a value runs there: it fails, unless the variable has got its value.
   */
  reference(f: Function | object | number, isMainOnly: boolean): Reference {
    if (typeof f === 'number') return { function: f, isLocal: true, isMainOnly: true };
    if (f instanceof PassedOn) return { function: f.address, isLocal: false, isMainOnly };
    const runsInMain = isMainOnly || isAsync(f);
    const target = this.isMain && runsInMain && typeof f === 'function' ? this.pin(f) : f;
    try {
      return { function: this.heap.publish(target), isLocal: false, isMainOnly: runsInMain };
    } catch (error) {
      if (this.isMain && error instanceof TooEarlyError) return this.reference(f, true);
      throw error;
    }
  }

  /** Collects the steps that follow the commit of a unit. `task` ends with it. */
  protected plan(unit: Unit, task: number, journal: Journal): void {
    journal.clear();
    for (const group of unit.groups) journal.add(COUNT_UP, group);
    const groups = [...this.planStarts(unit, journal), ...unit.groups];
    if (unit.eventual) unit.groupsLeft = groups;
    else this.planDeparture({ tasks: unit.tasks, groups, scopes: unit.left, ended: endedBy(task) }, journal);
  }

  /**
   * Completes a unit that has committed, with the steps of its plan: the tasks that it has started count from now on, and are enqueued
   * when its contributions have been accumulated. `ended`: the tasks that end with it.
   */
  protected flush(unit: Unit, ended: readonly number[], journal: Journal): void {
    for (const effect of unit.afterCommit) effect();
    this.perform(journal);
    if (!unit.eventual) for (const task of ended) this.tasks.release(task);
    if (!unit.eventual) return;
    const departing = { tasks: unit.tasks, groups: unit.groupsLeft!, scopes: unit.left, ended };
    this.contribute(this.eventual.take(unit.eventual), departing);
  }

  /** Contributes to eventual fields; the departure follows when all contributions are accumulated. */
  protected contribute(contributions: readonly Contributed[], departing: Departure): void {
    if (contributions.length === 0) return this.depart(departing);
    const departure = this.departures.make(departing, contributions.length + 1);
    this.eventual.contribute(contributions, departure);
    this.leaveDeparture(departure);
  }

  leaveDeparture(departure: number): void {
    const departing = this.departures.leave(departure);
    if (departing) this.depart(departing);
  }

  private depart(departing: Departure): void {
    this.do(journal => this.planDeparture(departing, journal));
    for (const task of departing.ended) this.tasks.release(task);
  }

  private planDeparture({ tasks, groups, scopes, ended }: Departure, journal: Journal): void {
    for (const each of tasks) journal.add(PUSH, each);
    for (const group of groups) journal.add(LEAVE_GROUP, group, -1);
    for (const scope of scopes) this.planLeaving(scope, journal);
    if (ended.length > 0)
      this.planEnd(
        ended.map(task => this.tasks.head(task)),
        journal,
      );
  }

  private planEnd(ended: readonly { group: number; scope: number }[], journal: Journal): void {
    for (const { group, scope } of ended) {
      if (group !== 0) journal.add(LEAVE_GROUP, group, -1);
      this.planLeaving(scope, journal);
    }
    journal.add(END, PENDING, -ended.length);
  }

  private planLeaving(scope: number, journal: Journal): void {
    for (const each of this.counters.around(scope)) journal.add(LEAVE_SCOPE, each, -1);
  }

  private planEntering(scope: number, count: number, journal: Journal): void {
    for (const each of this.counters.around(scope)) journal.add(COUNT_UP, each, count);
  }

  /**
   * Plans to count the tasks that a unit has started, in the groups and scopes that wait for them; returns the groups
   * that count the unit itself.
   */
  private planStarts(unit: Unit, journal: Journal): number[] {
    const { tasks } = unit;
    const groups: number[] = [];
    const entered = new Map<number, number>();
    const enter = (scope: number) => {
      if (scope !== 0) entered.set(scope, (entered.get(scope) ?? 0) + 1);
    };
    let guards = 0;
    for (const emissions of unit.guarded()) {
      if (!emissions.isEmitted) {
        for (const guard of emissions.guards) this.neverRuns(guard);
        continue;
      }
      const group = this.counters.makeGroup(emissions.tasks.length + 1, emissions.guards);
      for (const task of emissions.tasks) this.tasks.setGroup(task, group);
      for (const guard of emissions.guards) enter(this.tasks.scope(guard));
      guards += emissions.guards.length;
      groups.push(group);
    }
    if (tasks.length + guards > 0) journal.add(COUNT_UP, PENDING, tasks.length + guards);
    for (const task of tasks) enter(this.tasks.scope(task));
    for (const scope of unit.entered) enter(scope);
    for (const [scope, count] of entered) this.planEntering(scope, count, journal);
    return groups;
  }

  /** Lists of steps by depth: a step may run a unit of its own. */
  private readonly journals: Journal[] = [];
  private depth = 0;

  /** The list for a unit at this depth. */
  protected get journal(): Journal {
    return (this.journals[this.depth] ??= new Journal(
      this.space,
      this.claims,
      this.space.allocateImmortal(JOURNAL_BYTES),
    ));
  }

  /** Does steps at once. */
  private do(plan: (journal: Journal) => void): void {
    const { journal } = this;
    journal.clear();
    plan(journal);
    journal.write();
    this.perform(journal);
  }

  /** Does the steps of a list that was written. */
  protected perform(journal: Journal): void {
    this.depth++;
    try {
      journal.run(this.effects);
    } finally {
      this.depth--;
    }
  }

  protected readonly effects: Effects = {
    guardsOf: group => this.counters.guardsOf(group),
    completes: scope => this.counters.completes(scope),
    pushNoting: (task, note, inRing, onStack) => this.queueOf(task).pushNoting(task, note, inRing, onStack),
    completePush: (task, position) => this.queueOf(task).complete(task, position),
    wake: tasks => this.wakeFor(tasks),
    atRest: () => this.wakeMain(),
    complete: object => this.complete(object),
  };

  private queueOf(task: number): Queue {
    return this.tasks.isMainOnly(task) ? this.mainQueue : this.workerQueue;
  }

  /** Frees the tasks of a unit that did not commit. */
  protected discard(unit: Unit): void {
    for (const task of unit.tasks) this.tasks.release(task);
    for (const { guards } of unit.guarded()) for (const guard of guards) this.tasks.release(guard);
  }

  /** Enqueues tasks, which are counted already, for the realms that run them. */
  protected enqueue(tasks: readonly number[]): void {
    this.do(journal => {
      for (const task of tasks) journal.add(PUSH, task);
    });
  }

  /** Wakes realms for tasks that are in their queues. */
  private wakeFor(tasks: readonly number[]): void {
    let forWorkers = 0;
    for (const task of tasks) if (!this.tasks.isMainOnly(task)) forWorkers++;
    if (forWorkers > 0) this.wakeWorkers(forWorkers);
    if (forWorkers < tasks.length) this.wakeMain();
  }

  /** Wakes workers for tasks that are in the queue. One that spins will find one of them, and wakes another worker if there are more. */
  protected wakeWorkers(tasks: number): void {
    this.waitingWorkers.wake(tasks);
  }

  /** Calls a task's function. */
  protected call(task: number, head: TaskHead): unknown {
    const { heap, tasks } = this;
    const f = this.functionOf(head);
    const args: unknown[] = [];
    const count = tasks.argumentCount(task);
    for (let i = 0; i < count; i++) args.push(Failure.unwrap(heap.values.loadFixed(tasks.argument(task, i))));
    if (head.flags & OF_TIMER && (args.shift() as { isCleared: boolean }).isCleared) return undefined;
    return this.invoke(f, head.self === 0 ? undefined : heap.view(head.self), args);
  }

  protected invoke(f: Function, self: unknown, args: readonly unknown[]): unknown {
    return Reflect.apply(f, self, args);
  }

  private functionOf({ flags, function: address }: TaskHead): Function {
    if (flags & LOCAL) return this.local(address);
    return this.heap.properties.kind(address) === PINNED
      ? this.pinned(address)
      : (this.heap.view(address) as Function);
  }

  /** The last argument of a task, if it is a number: that of this task among those of one outcome. No view is made of another one. */
  protected placeOf(task: number): number | undefined {
    const last = this.tasks.argumentCount(task) - 1;
    const number = last >= 0 ? this.stm.peek(this.tasks.argument(task, last)) : NaN;
    return number === number ? number : undefined;
  }

  /** The task has committed, or failed and is not retried. */
  protected finish(task: number): void {
    const { group, scope } = this.tasks.head(task);
    this.release(group, scope);
    this.tasks.release(task);
  }

  /** Counts an ended activity in the group and scope that wait for it. */
  protected release(group: number, scope: number): void {
    this.do(journal => this.planEnd([{ group, scope }], journal));
  }

  /** Runs `f` inside `scope`, which also encloses the rest of an async function after an await. */
  inScope<R>(_scope: number, f: () => R): R {
    return f();
  }

  /** Keeps the scope open until a promise of this realm has settled. */
  abstract holdScope(scope: number): void;
  abstract releaseScope(scope: number): void;

  /** Called by the collector: empties the stacks of freed tasks, which are garbage. */
  dropFreedTasks(): void {
    this.tasks.dropFreed();
  }

  /** Called after a collection: other objects may have the old addresses now. */
  forget(): void {
    this.heap.forget();
    this.tasks.forget();
    this.eventual.forget();
    this.recorder?.forget();
  }

  /** The object that gets the failures of a scope's tasks. */
  completionOf(scope: number): object {
    return this.heap.view(this.counters.completes(scope));
  }

  leaveScope(scope: number): void {
    this.do(journal => this.planLeaving(scope, journal));
  }

  /** Calls the object of a scope that is done; 0 if the heap was full when it was to be made. */
  private complete(object: number): void {
    if (object === 0) return;
    this.atomically(() => (this.heap.view(object) as { completed(realm: Realm): void }).completed(this));
  }
}
