/** The address of a shared object, in a private field that no program can see, copy or forge. */

import { Given } from '../contract/given.js';
import { blame } from '../contract/stack.js';
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from './raw.js';

export { Given };

export class Stamp extends Given {
  /** Whether this realm has had any shared object. */
  static isUsed = false;
  #address: number;

  private constructor(object: object, address: number) {
    super(object);
    this.#address = address;
    Stamp.isUsed = true;
  }

  /** Gives an object its address. */
  static put(object: object, address: number): void {
    if (#address in object) (object as Stamp).#address = address;
    else new Stamp(object, address);
  }

  /** Removes the stamp: the object is no longer shared. */
  static remove(object: object): void {
    Stamp.put(object, 0);
  }

  /** The address of a shared object; 0 for any other value. */
  static of(value: unknown): number {
    return typeof value === 'object' || typeof value === 'function'
      ? value !== null && #address in value
        ? value.#address
        : 0
      : 0;
  }

  /**
   * Like `of`, for code that loops over elements. The engine caches, for each place in the code, a few forms of objects; `of` sees all
   * objects of a program, and takes five times as long.
   */
  static ofIndexed(value: unknown): number {
    return typeof value === 'object' && value !== null && #address in value ? value.#address : 0;
  }

  /** The address of a shared object, or of the nearest shared one that an object inherits from; 0 if there is none. */
  static behind(object: unknown): number {
    for (let at = object; typeof at === 'object' && at !== null; at = getPrototypeOf(at)) {
      const address = Stamp.of(at);
      if (address !== 0) return address;
    }
    return 0;
  }

  /**
   * An accessor for the field `name`, at `offset`, of shared objects. An object that inherits from one does not have the private field, so reading
   * it throws; catching this costs nothing if no exception is thrown.
   */
  static accessor(
    offset: number,
    name: PropertyKey,
    heap: FieldAccess,
  ): { get(): unknown; set(value: unknown): void } {
    return {
      get(this: Stamp) {
        let address: number;
        try {
          address = this.#address;
        } catch {
          address = Stamp.behind(this);
          if (address === 0) throw tooOld(name);
        }
        return heap.load(address + offset);
      },
      set(this: Stamp, value: unknown) {
        let address: number;
        try {
          address = this.#address;
        } catch {
          return void defineProperty(this, name, ordinary(value));
        }
        heap.store(address + offset, value);
      },
    };
  }
}

export function isView(value: unknown): boolean {
  return typeof value === 'object' && Stamp.of(value) !== 0;
}

/** Short enough for the engine to inline, because most values are no objects. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' ? value !== null : typeof value === 'function';
}

/** Whether an assignment to an object that lacks the property does not just add it: a prototype has an accessor, or a read-only one. */
export function decidesAssignment(prototype: object | null, name: PropertyKey): boolean {
  for (let at = prototype; at !== null; at = getPrototypeOf(at) as object | null) {
    const descriptor = getOwnPropertyDescriptor(at, name);
    if (descriptor) return descriptor.writable !== true;
  }
  return false;
}

/** A property with the flags that an assignment gives it. */
export function ordinary(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

/** The error for a Proxy without a trap for reads, if its object was shared after the Proxy was made. */
function tooOld(name: PropertyKey): TypeError {
  return blame(
    () =>
      new TypeError(
        `a Proxy cannot read ${String(name)} of an object that was shared later: make the Proxy afterwards`,
      ),
  );
}

export interface FieldAccess {
  load(address: number): unknown;
  store(address: number, value: unknown): void;
}
