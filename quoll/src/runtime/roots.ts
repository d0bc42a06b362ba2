/** The main realm's roots of the heap besides views. */
import type { Part } from '../contract/contract.js';
import type { Marker } from '../heap/marking.js';
import { OwnWeakRef } from '../heap/weak.js';

/**
 * Functions that only the main realm has. Their stand-ins are shared; a function is kept while its stand-in
 * is reachable.
 */
export class Pins {
  private readonly functions = new Map<number, Function>();
  private readonly addresses = new Map<Function, number>();

  /** The address of a function's stand-in. */
  of(f: Function, make: () => number): number {
    const known = this.addresses.get(f);
    if (known !== undefined) return known;
    const address = make();
    this.addresses.set(f, address);
    this.functions.set(address, f);
    return address;
  }

  /** The function behind the stand-in at an address. */
  at(address: number): Function {
    return this.functions.get(address)!;
  }

  /** Drops unreachable functions. */
  prune(marker: Marker): void {
    for (const [address, f] of this.functions) {
      if (marker.isMarked(address)) continue;
      this.functions.delete(address);
      this.addresses.delete(f);
    }
  }
}

/** The context of async functions: their scope, and whether a handler called them. */
export interface Carried {
  readonly scope: number;
  readonly isHandler: boolean;
}

/** The host's storage for context across awaits, as Node's `AsyncLocalStorage`. */
export interface Storage<T> {
  getStore(): T | undefined;
  run<R>(store: T, f: () => R): R;
  /** If the storage does not follow awaits: a part that takes its context along. */
  carry?(part: Part): Part;
}

/** The `finish` scopes that the main realm's promises and async functions are in. */
export class Scopes {
  /** Contexts by scope; those of handlers by the negative of the scope. */
  private readonly carried = new Map<number, WeakRef<Carried>>();
  private readonly held = new Set<number>();

  constructor(private readonly storage: Storage<Carried>) {}

  /** The scope around the code that runs now, or 0. */
  get current(): number {
    return this.storage.getStore()?.scope ?? 0;
  }

  /** Does a handler run now, or an async function that one called? */
  get isHandler(): boolean {
    return this.storage.getStore()?.isHandler ?? false;
  }

  run<R>(scope: number, isHandler: boolean, f: () => R): R {
    return this.storage.run(this.carry(scope, isHandler), f);
  }

  /** The part of an async function that starts now. */
  part(part: Part): Part {
    return this.storage.carry?.(part) ?? part;
  }

  private carry(scope: number, isHandler: boolean): Carried {
    if (scope === 0) return isHandler ? HANDLER_WITHOUT_SCOPE : NO_SCOPE;
    const key = isHandler ? -scope : scope;
    const known = this.carried.get(key)?.deref();
    if (known) return known;
    const made = { scope, isHandler };
    this.carried.set(key, new OwnWeakRef(made));
    return made;
  }

  /** A promise is to leave the scope. */
  hold(scope: number): void {
    this.held.add(scope);
  }

  release(scope: number): void {
    this.held.delete(scope);
  }

  /** The scopes in use. */
  *used(): Generator<number> {
    yield* this.held;
    for (const [key, carried] of this.carried) {
      if (carried.deref()) yield Math.abs(key);
      else this.carried.delete(key);
    }
  }
}

const NO_SCOPE: Carried = { scope: 0, isHandler: false };
const HANDLER_WITHOUT_SCOPE: Carried = { scope: 0, isHandler: true };
