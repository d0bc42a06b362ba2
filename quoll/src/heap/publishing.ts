/**
 * Publishing: copies a plain object, and all objects that it reaches, into the shared heap, and turns the
 * object itself into a view of the copy, so that all references to it stay valid.
 *
 *   1  Copy: give each object reached an address and copy its fields there. The program's objects stay
 *      unchanged, and a value that cannot be shared stops the publishing here.
 *   2  Turn: remove each object's own fields, give it a view's prototype, and stamp it with its address. Objects that foreign code
 *      holds keep accessors in place of their fields (kept.ts). When all of them are views, loops over Maps and Sets continue there.
 */
import { CannotShareError, cannotCross } from './errors.js';
import type { Buffers } from './buffers.js';
import type { ViewCache } from './cache.js';
import type { Code } from './code.js';
import type { Kept } from './kept.js';
import type { Kind, Moving } from './kinds/kind.js';
import { ASKED, type Kinds } from './kinds/table.js';
import { contentsOf, pathTo, refusal } from './plain.js';
import { get } from './raw.js';
import { isObject, Stamp } from './stamp.js';
import { membersOf } from './members.js';
import type { Values } from './values.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';

export class Publisher {
  private readonly moving = new Map<object, Moving>();
  private readonly queue: Moving[] = [];
  private isBusy = false;
  /** Objects checked since the last publishing, and all checked functions. */
  private checked = new OwnWeakSet<object>();
  private readonly checkedFunctions = new OwnWeakSet<Function>();
  /** The addresses of frozen objects. */
  private unstamped = new OwnWeakMap<object, number>();

  constructor(
    private readonly values: Values,
    private readonly kinds: Kinds,
    private readonly code: Code,
    private readonly cache: ViewCache,
    private readonly buffers: Buffers,
    /** Keeps the own properties of objects that foreign code holds. */
    private readonly keeperOf: (object: object) => Kept | undefined,
    /** Called when an object has become a view. */
    private readonly moved: (object: object) => void,
  ) {}

  /** The address of an object, which is published if it is not shared yet. */
  publish(object: object): number {
    const stamp = Stamp.of(object);
    if (stamp !== 0) return stamp;
    const unstamped = this.unstamped.get(object);
    if (unstamped !== undefined) {
      this.buffers.shares(unstamped);
      return unstamped;
    }
    const address = this.moving.get(object)?.address;
    if (address) return address;
    if (this.isBusy) return this.enter(object).address;
    try {
      const moving = this.enter(object);
      this.moveAll();
      return moving.address;
    } catch (error) {
      this.queue.length = 0;
      this.moving.clear();
      // Adds to the error where in the object the value is that cannot be shared.
      if (error instanceof CannotShareError) this.check(object);
      throw error;
    }
  }

  private enter(object: object): Moving {
    const moving = this.begin(object);
    this.moving.set(object, moving);
    this.queue.push(moving);
    return moving;
  }

  /** The address of a shared object; 0 for another object. */
  private addressOf(object: object): number {
    return Stamp.of(object) || (this.unstamped.get(object) ?? 0);
  }

  isShared(object: object): boolean {
    return this.addressOf(object) !== 0;
  }

  /** Records the address of a frozen object, which has no stamp. */
  note(object: object, address: number): void {
    this.unstamped.set(object, address);
  }

  /** Forgets all addresses: other objects may have them now. */
  forget(): void {
    if (!this.cache.isLasting) this.unstamped = new OwnWeakMap();
  }

  /**
   * Throws if the object, or one that it reaches, cannot be shared. Captured values of functions are checked
   * when the functions are published.
   */
  check(object: object): void {
    const reached = new Set([object]);
    for (const one of reached) {
      if (this.checked.has(one) || this.addressOf(one) !== 0) continue;
      try {
        if (typeof one === 'function') this.checkCaptures(one);
        else this.checkOne(one);
      } catch (error) {
        throw heldBy(error, pathTo(object, one));
      }
      if (typeof one === 'function') continue;
      for (const value of contentsOf(one)) {
        if (typeof value === 'symbol') this.checkSymbol(value, object);
        else if (isObject(value)) reached.add(value);
      }
    }
    for (const one of reached) this.checked.add(one);
  }

  /** Like check, for a single object and its class. */
  private checkOne(object: object): void {
    const kind = this.kindFor(object);
    kind.check(object);
    const constructor = kind.constructorOf?.(object);
    if (constructor) this.checkCaptures(constructor);
  }

  private checkSymbol(symbol: symbol, object: object): void {
    try {
      this.values.key(symbol);
    } catch (error) {
      throw heldBy(error, pathTo(object, symbol));
    }
  }

  /** Like check, for all values that a function captures, and the functions among them. */
  checkCaptures(f: Function): void {
    if (this.checkedFunctions.has(f) || Stamp.of(f) !== 0) return;
    // Functions may capture one another.
    this.checkedFunctions.add(f);
    const described = this.code.describe(f);
    if ('reason' in described) {
      this.checkedFunctions.delete(f);
      if (described.isEarly) return;
      throw cannotCross(f, described);
    }
    const { captures, record, url } = described;
    try {
      if (!described.isLasting) membersOf(f, described);
    } catch (error) {
      this.checkedFunctions.delete(f);
      throw record ? heldBy(error, `which stands at ${url}:${record.line}`) : error;
    }
    for (const [i, value] of captures.entries()) {
      try {
        if (typeof value === 'function') this.checkCaptures(value);
        else this.checkValue(value);
      } catch (error) {
        this.checkedFunctions.delete(f);
        throw record
          ? heldBy(error, `'${record.captures[i]}', which the function at ${url}:${record.line} captures`)
          : error;
      }
    }
  }

  /** Like check, for any value. */
  checkValue(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.check(value);
    else if (typeof value === 'symbol') this.values.key(value);
  }

  private moveAll(): void {
    this.isBusy = true;
    this.checked = new OwnWeakSet();
    try {
      // The queue grows while objects are copied; a long list does not recurse.
      for (let i = 0; i < this.queue.length; i++) this.queue[i]!.copy();
      for (const moving of this.queue) {
        const { object, address, isUnstamped } = moving;
        if (!moving.stays) this.cache.publishes(moving, this.unstamped, view => this.kindOf(view).copy(view));
        const keeper = typeof object === 'function' || isUnstamped ? undefined : this.keeperOf(object);
        const kind = keeper && this.kindOf(object);
        const names =
          keeper &&
          Reflect.ownKeys(object).filter(
            name => !kind?.isHidden?.(name, address) || isObject(get(object, name)),
          );
        moving.turn();
        if (isUnstamped) this.note(object, address);
        else Stamp.put(object, address);
        this.cache.add(address, object);
        if (isUnstamped || typeof object === 'function') this.buffers.noteHolder(address);
        if (keeper?.mustKeep(object, kind!, names!)) keeper.keep(object, address, names!);
      }
      for (const moving of this.queue) {
        moving.turned?.();
        this.moved(moving.object);
      }
    } finally {
      this.isBusy = false;
      this.queue.length = 0;
      this.moving.clear();
    }
  }

  private begin(object: object): Moving {
    const kind = this.kindFor(object);
    kind.check(object);
    return kind.publish(object);
  }

  /** The kind that an object will have; throws for a Proxy. */
  private kindFor(object: object): Kind {
    if (typeof object !== 'function' && this.code.isProxy?.(object))
      throw refusal(object, 'share what the Proxy stands for');
    return this.kindOf(object);
  }

  private kindOf(object: object): Kind {
    return this.kinds[ASKED.find(kind => this.kinds[kind].takes(object))!];
  }
}

/** Adds to an error the name of the object that holds the value that cannot be shared. */
function heldBy(error: unknown, what: string): unknown {
  return error instanceof CannotShareError ? error.heldBy(what) : error;
}
