/** Which view a realm has for an address: one at a time, so that `===` works. */

export interface ViewCache {
  get(address: number): object | undefined;
  add(address: number, view: object): void;
  remove(address: number): void;
}

/**
 * For workers, where nothing but functions and their captures outlives a handler: holds all views, until there are many and
 * `trim` is called between two handlers.
 */
export class StrongCache implements ViewCache {
  private readonly views = new Map<number, object>();
  private added: number[] = [];

  constructor(private readonly most = 20_000) {}

  get(address: number): object | undefined {
    return this.views.get(address);
  }

  add(address: number, view: object): void {
    this.views.set(address, view);
    this.added.push(address);
  }

  remove(address: number): void {
    this.views.delete(address);
  }

  /** The handler has committed: its views may stay. */
  keep(): void {
    this.added.length = 0;
    if (this.views.size > this.most) this.views.clear();
  }

  /** The attempt was aborted: its own objects are gone, and others may get their addresses. */
  drop(): void {
    for (const address of this.added) this.views.delete(address);
    this.added.length = 0;
  }
}

/** For the main realm, where the program may hold a view as long as it likes. Functions stay: a class made twice would be two. */
export class WeakCache implements ViewCache {
  private readonly functions = new Map<number, object>();
  private readonly views = new Map<number, WeakRef<object>>();
  /** The size at which entries without a view are removed; a FinalizationRegistry would cost more than the rest of publishing. */
  private sweepAt = 10_000;

  get(address: number): object | undefined {
    return this.views.get(address)?.deref() ?? this.functions.get(address);
  }

  add(address: number, view: object): void {
    if (typeof view === 'function') {
      this.functions.set(address, view);
    } else {
      this.views.set(address, new WeakRef(view));
      if (this.views.size >= this.sweepAt) this.sweep();
    }
  }

  remove(address: number): void {
    this.views.delete(address);
    this.functions.delete(address);
  }

  private sweep(): void {
    for (const [address, view] of this.views) {
      if (view.deref() === undefined) this.views.delete(address);
    }
    this.sweepAt = 2 * this.views.size + 10_000;
  }
}
