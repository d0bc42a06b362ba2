/**
 * The functions of the shared memory, and of the collector, that the structures in the memory use.
 */

/** 32-bit words of the memory. */
export interface Words {
  load(address: number): number;
  store(address: number, value: number): void;
  /** Reads a pointer that other realms set. */
  loadPointer(address: number): number;
  storePointer(address: number, value: number): void;
  /** Sets a pointer if it is `expected`; returns the old value. */
  setPointer(address: number, expected: number, value: number): number;
  /** Stores a value and returns the old one. */
  exchange(address: number, value: number): number;
  /** Adds to a counter; returns the sum. */
  add(address: number, n: number): number;
  /** A counter's value. */
  count(address: number): number;
  setBits(address: number, bits: number): void;
}

/** Words that a realm may allocate more of, zeroed. */
export interface Blocks extends Words {
  /** A block that is freed when it is unreachable. */
  allocateLasting(bytes: number): number;
  /** A block that is never freed. */
  allocateImmortal(bytes: number): number;
}

/** Marks what is reachable. */
export interface Marking {
  /** Marks a block; false if it is marked already. */
  mark(address: number, bytes: number): boolean;
  object(address: number): void;
  text(id: number): void;
  /** The value of a field. */
  field(address: number): void;
}

/** Texts as ids, and back. */
export interface Texts {
  intern(text: string): number;
  text(id: number): string;
}
