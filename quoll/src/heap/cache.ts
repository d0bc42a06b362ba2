/** Maps an address to a realm's view of it: one at a time, so that `===` works. */

import { originalOf } from './originals.js';
import { Stamp } from './stamp.js';
import { OwnWeakRef, OwnWeakSet } from './weak.js';

/** The position of an iterator in a table. */
export interface Cursor {
  /** The view that it iterates over. */
  readonly owner: object;
  /** The entry, or 0. */
  entry: number;
}

/** An object of the shared heap for the engine's collector: its view, if that is held as a key, and the objects to which it refers. */
export interface Reaching {
  readonly view: object | undefined;
  readonly others: Reaching[];
}

/** An object that is being published; `Moving` in kinds/kind.ts explains its parts. */
interface Published {
  readonly object: object;
  readonly isUnstamped?: boolean;
  hollow?(): void;
}

export interface ViewCache {
  get(address: number): object | undefined;
  add(address: number, view: object): void;
  /** Whether the program may hold views for longer than a handler. */
  readonly isLasting: boolean;
  /**
   * Called before an object becomes a view, if its publishing is undone when its transaction is. `copyOf` makes a plain copy of the view.
   */
  publishes(published: Published, unstamped: WeakMap<object, number>, copyOf: (view: object) => object): void;
  remove(address: number): void;
  /** The addresses of all views. */
  addresses(): Iterable<number>;
  /** Keeps the position of an iterator while the iterator is in use. */
  follow(cursor: Cursor): void;
  /** Removes all views except those of `kept`. */
  clear(kept: ReadonlySet<number>): void;
}

/**
 * The cache of a worker, where only functions and their captures outlive a handler: it holds all views until
 * there are too many after a handler.
 */
export class StrongCache implements ViewCache {
  private views = new Map<number, object>();
  private added: number[] = [];
  /** They make the objects plain again that the attempt has published. */
  private undos: (() => void)[] = [];
  /** They let these objects get back what they hold now, not what they held when they were published. */
  private keeps: (() => void)[] = [];
  readonly isLasting = false;

  private limit: number;

  constructor(private readonly most = 20_000) {
    this.limit = most;
  }

  get(address: number): object | undefined {
    return this.views.get(address);
  }

  add(address: number, view: object): void {
    this.views.set(address, view);
    this.added.push(address);
  }

  publishes(
    { object, hollow, isUnstamped }: Published,
    unstamped: WeakMap<object, number>,
    copyOf: (view: object) => object,
  ): void {
    if (isUnstamped) {
      this.undos.push(() => unstamped.delete(object));
      return;
    }
    let restore = originalOf(object);
    if (typeof object !== 'function')
      this.keeps.push(() => {
        if (Stamp.of(object) !== 0) restore = originalOf(object, copyOf(object));
      });
    this.undos.push(() => {
      Stamp.remove(object);
      restore();
      hollow?.();
    });
  }

  /** The objects that the attempt has published keep what they hold: the exception that ends it may hold them. */
  keepContents(): void {
    for (const keep of this.keeps) keep();
  }

  remove(address: number): void {
    this.views.delete(address);
  }

  /** Does nothing: iterators end with their handlers. */
  follow(): void {}

  clear(kept: ReadonlySet<number>): void {
    const all = this.views;
    this.views = new Map();
    for (const address of kept) {
      const view = all.get(address);
      if (view) this.views.set(address, view);
    }
    this.added.length = this.undos.length = this.keeps.length = 0;
  }

  /**
   * Keeps the views of a committed handler; if there are too many, only those of `lasting`, because a class whose instances
   * this realm knows must never exist twice.
   */
  keep(lasting: () => ReadonlySet<number>): void {
    if (this.added.length > 0) this.added.length = this.undos.length = this.keeps.length = 0;
    if (this.views.size <= this.limit) return;
    this.clear(lasting());
    this.limit = this.most + this.views.size;
  }

  /**
   * Removes the views of an aborted attempt's new objects, because other objects may get their addresses. Objects that the
   * attempt has published are plain again. Classes from before the attempt stay, with their captured values, because shapes
   * refer to them.
   */
  drop(isLasting: (address: number) => boolean): void {
    for (const undo of this.undos) undo();
    for (const address of this.added) {
      const view = this.views.get(address);
      if (isLasting(address) && (typeof view !== 'function' || Stamp.of(view) === address)) continue;
      this.views.delete(address);
    }
    this.added.length = this.undos.length = this.keeps.length = 0;
  }

  addresses(): Iterable<number> {
    return this.views.keys();
  }
}

/**
 * The cache of the main realm, where the program may hold a view for any time. A view that it holds is a root
 * of the heap.
 */
export class WeakCache implements ViewCache {
  private readonly views = new Map<number, WeakRef<object>>();
  private cursors = new Set<WeakRef<Cursor>>();
  /**
   * The sizes at which unused entries are removed; a FinalizationRegistry would cost more than the rest of
   * publishing.
   */
  private sweepAt = 10_000;
  readonly isLasting = true;
  /** Publishing is not undone with its turn, which keeps its memory. The objects that the current turn has published, if an exception may undo it. */
  published: object[] | undefined;
  private sweepCursorsAt = 1000;
  /** Objects that the program has used as keys of weak collections (weak.ts); once they are shared, their views are held. */
  private readonly keys = new OwnWeakSet<object>();
  private hasKeys = false;
  private readonly held = new Map<number, object>();

  publishes({ object, isUnstamped }: Published): void {
    if (!isUnstamped && typeof object !== 'function') this.published?.push(object);
  }

  /** Notes an object that becomes a key of a weak collection. */
  noteKey(object: object): void {
    this.hasKeys = true;
    this.keys.add(object);
    const address = Stamp.of(object);
    if (address !== 0) this.held.set(address, object);
  }

  get(address: number): object | undefined {
    return this.views.get(address)?.deref();
  }

  add(address: number, view: object): void {
    this.views.set(address, new OwnWeakRef(view));
    if (this.hasKeys && this.keys.has(view)) this.held.set(address, view);
    if (this.views.size >= this.sweepAt) this.sweep();
  }

  remove(address: number): void {
    this.views.delete(address);
    this.held.delete(address);
  }

  follow(cursor: Cursor): void {
    this.cursors.add(new OwnWeakRef(cursor));
    if (this.cursors.size >= this.sweepCursorsAt) this.sweepCursors();
  }

  addresses(): Iterable<number> {
    return this.views.keys();
  }

  /** The addresses of the views in use. */
  *used(): Generator<number> {
    this.sweep();
    yield* this.views.keys();
  }

  /** The addresses of the views in use that are not held as keys, and those of the others. */
  *usedBesidesKeys(): Generator<number> {
    for (const [address, view] of this.views)
      if (!this.held.has(address) && view.deref() !== undefined) yield address;
  }

  get heldKeys(): ReadonlyMap<number, object> {
    return this.held;
  }

  /**
   * Lets go of held views that the shared heap does not reach, except those that the program itself can reach: `drop` collects the engine's
   * garbage. `reaching` says what each of them reaches, by its view.
   */
  release(reaching: WeakMap<object, Reaching>, addresses: readonly number[], drop: () => void): void {
    for (const address of addresses) this.held.delete(address);
    drop();
    for (const address of addresses) {
      const view = this.views.get(address)?.deref();
      // The engine must not drop the map before.
      if (view && reaching.has(view)) this.held.set(address, view);
    }
  }

  /** The entries at which iterators in use are. */
  *entries(): Generator<number> {
    for (const cursor of this.cursors) {
      const entry = cursor.deref()?.entry ?? 0;
      if (entry !== 0) yield entry;
    }
  }

  /** Does nothing: views in use keep their addresses. */
  clear(): void {}

  private sweep(): void {
    for (const [address, view] of this.views) {
      if (view.deref() === undefined) this.views.delete(address);
    }
    this.sweepAt = 2 * this.views.size + 10_000;
  }

  private sweepCursors(): void {
    this.cursors = new Set([...this.cursors].filter(cursor => cursor.deref()));
    this.sweepCursorsAt = 2 * this.cursors.size + 1000;
  }
}
