/** The address of a shared object, in a private field that no program can see, copy or forge. */

/** A constructor that returns its argument, so that a subclass can add a private field to any object. */
export class Given {
  constructor(object: object) {
    return object;
  }
}

export class Stamp extends Given {
  #address: number;

  private constructor(object: object, address: number) {
    super(object);
    this.#address = address;
  }

  /** Gives an object its address. */
  static put(object: object, address: number): void {
    if (#address in object) (object as Stamp).#address = address;
    else new Stamp(object, address);
  }

  /** The object is no longer shared. */
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
   * As `of`, for what loops over elements ask. The engine remembers, for each place in the code, a few forms of the objects that came by; `of` sees
   * all objects of a program, and takes five times as long.
   */
  static ofIndexed(value: unknown): number {
    return typeof value === 'object' && value !== null && #address in value ? value.#address : 0;
  }

  /** An accessor for the field at `offset` of shared objects. */
  static accessor(offset: number, heap: FieldAccess): { get(): unknown; set(value: unknown): void } {
    return {
      get(this: Stamp) {
        return heap.load(this.#address + offset);
      },
      set(this: Stamp, value: unknown) {
        heap.store(this.#address + offset, value);
      },
    };
  }
}

export interface FieldAccess {
  load(address: number): unknown;
  store(address: number, value: unknown): void;
}
