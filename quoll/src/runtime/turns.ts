/**
 * The turns of the main realm. The code outside of handlers is in turns that begin with the first shared access or event, and end with the next
 * microtask. Each handler is one, or each part of an async one (contract/parts.ts), and so is each callback that a handler gives to a promise.
 */
import { isAsync } from '../events/promises.js';
import { Unit } from '../events/unit.js';
import type { Part } from '../contract/contract.js';
import { callbackIn, noPart } from '../contract/part.js';
import { HandlerPart } from '../contract/parts.js';
import type { Code } from '../heap/code.js';
import type { WeakCache } from '../heap/cache.js';
import type { TextCodec } from '../heap/strings.js';
import { ABORT } from '../stm/errors.js';
import type { MainHost } from './main-host.js';
import { Realm, type RealmData } from './realm.js';
import { Scopes } from './roots.js';

export abstract class MainTurns extends Realm {
  protected readonly scopes: Scopes;
  /** Why shared objects may be half changed for ever. */
  damage: string | undefined;
  /** Called at times while there are tasks, and when a turn begins or ends: then with the task, or 0, or nothing. */
  watchdog: { look(): void; turns(task?: number): void } | undefined;
  /** An async handler is about to start. */
  private isAsyncStarting = false;
  /** Whether a handler has given a promise a callback: what waits for a task waits, too, until the engine has run the jobs that are due then. */
  protected hasCallbacks = false;
  private readonly partOfOthers = noPart(() => this.live());

  constructor(
    data: RealmData,
    text: TextCodec,
    code: Code,
    protected readonly host: MainHost,
    protected readonly cache: WeakCache,
  ) {
    super(data, true, cache, text, code);
    this.scopes = new Scopes(host.storage);
  }

  /** What follows the end of a turn, and of `task` with it. */
  protected abstract settle(unit: Unit, task: number): void;

  override unit(): Unit {
    if (this.current) return this.current;
    if (this.damage !== undefined)
      throw new Error(`quoll: shared objects can no longer be used: ${this.damage}`);
    const unit = new Unit(this.counters.openScope(this.scopes.current), false);
    this.began(0);
    this.cache.published = undefined;
    this.current = unit;
    queueMicrotask(() => {
      if (this.current === unit) this.endTurn();
    });
    return unit;
  }

  protected override turnBegan(): void {
    this.unit();
  }

  /** A turn begins, for a task or 0. */
  protected began(task: number): void {
    this.tracer?.begin();
    this.watchdog?.turns(task);
    this.cache.published = [];
  }

  private ended(isUndone: boolean): void {
    this.cache.published = undefined;
    this.watchdog?.turns();
    this.stm.endTurn(isUndone);
    this.heap.kept.endTurn(isUndone);
  }

  /**
   * Ends the current turn, if there is one, and `task` with it. If a deferred action throws, performs the
   * others and rethrows. `mayUndoNext`: code of the program follows whose changes an exception undoes.
   */
  protected endTurn(task = 0, mayUndoNext = false): void {
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

  protected undoTurn(task = 0): void {
    const unit = this.current;
    const { published = [] } = this.cache;
    // What a turn has first shared keeps its contents, because the exception may hold it.
    const copies = this.stop ? [] : published.map(view => this.heap.full.copy(view));
    this.current = undefined;
    const request = unit ? this.counters.request(unit.scope) : 0;
    this.tracer?.end(task === 0 ? 'undone turn' : this.labelOf(task), 'failed', request);
    this.ended(true);
    this.heap.buffers.undoTurn();
    if (!unit) return;
    unit.isUndone = true;
    this.discard(unit);
    if (copies.length > 0)
      this.atomically(() => copies.forEach((copy, i) => this.heap.refill(published[i]!, copy)));
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
    this.hasCallbacks = true;
    return callbackIn(this.current!, this.turnOf(f)) as F;
  }

  /** The function that runs `f` as a turn of its own, unless a handler calls it. */
  turnOf(f: Function): (...args: unknown[]) => unknown {
    const scope = this.scopes.current;
    const called = (self: unknown, args: unknown[]): unknown =>
      this.scopes.run(scope, true, () => this.runCallback(f, self, args, called));
    return function (this: unknown, ...args: unknown[]) {
      return called(this, args);
    };
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
  protected endTurnOfOthers(mayUndoNext = false): void {
    try {
      this.endTurn(0, mayUndoNext);
    } catch (error) {
      reportLater(error);
    }
  }

  override inScope<R>(scope: number, f: () => R): R {
    return this.scopes.run(scope, this.scopes.isHandler, f);
  }

  override holdScope(scope: number): void {
    this.scopes.hold(scope);
  }

  override releaseScope(scope: number): void {
    this.scopes.release(scope);
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
}

/** Throws an error where it fails no other code. */
export function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
