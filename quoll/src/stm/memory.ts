/**
 * The platform of the algorithm in realm.ts, in JavaScript. wasm/memory.ts is the same for WebAssembly.
 *
 * Every access to shared memory is sequentially consistent: the proof of each step in realm.ts assumes it.
 */
import { LOOK_AGAIN_MS, YIELD } from '../protocol/control.js';
import { SpinTime } from './spin-time.js';
import { bufferAt, type GrowingMemory } from './growth.js';
import { NO_REST, type Rest } from './stm.js';

/** 64 bits that are handled as one: a field's word, its value, or a version. */
export type Word = bigint;

export function word(n: number): Word {
  return BigInt(n);
}

/** The lower half, unsigned. */
export function low32(w: Word): number {
  return Number(w & 0xffffffffn);
}

/** The shared memory of all realms. */
export class Memory {
  private words: BigUint64Array = new BigUint64Array(0);
  private cells: Int32Array = new Int32Array(0);

  constructor(
    private readonly source: GrowingMemory,
    readonly turnBegan: () => void = () => undefined,
    private readonly rest: Rest = NO_REST,
  ) {}

  leave(): void {
    this.rest.leave();
  }

  tryEnter(): bool {
    return this.rest.tryEnter();
  }

  enter(): void {
    this.rest.enter();
  }

  isYieldAsked(): bool {
    return this.load32(YIELD) !== 0;
  }

  /** Writes a word that others read only after this realm's death. */
  note(address: u32, n: i32): void {
    this.cellsAt(address)[address / 4] = n;
  }

  noteWord(address: u32, w: Word): void {
    this.wordsAt(address)[address / 8] = w;
  }

  /** The view of words, which covers the address. */
  private wordsAt(address: u32): BigUint64Array {
    if (address / 8 >= this.words.length) {
      const buffer = bufferAt(this.source, address);
      this.words = new BigUint64Array(buffer);
      this.cells = new Int32Array(buffer);
    }
    return this.words;
  }

  private cellsAt(address: u32): Int32Array {
    this.wordsAt(address);
    return this.cells;
  }

  load(address: u32): Word {
    return Atomics.load(this.wordsAt(address), address / 8);
  }

  store(address: u32, w: Word): void {
    Atomics.store(this.wordsAt(address), address / 8, w);
  }

  /** Stores `next` if the word is `expected`; returns the old word. */
  compareExchange(address: u32, expected: Word, next: Word): Word {
    return Atomics.compareExchange(this.wordsAt(address), address / 8, expected, next);
  }

  /** Adds 1 and returns the sum. */
  increment(address: u32): Word {
    return Atomics.add(this.wordsAt(address), address / 8, 1n) + 1n;
  }

  load32(address: u32): i32 {
    return Atomics.load(this.cellsAt(address), address / 4);
  }

  /** Stores `next` if the cell is `expected`; returns the old cell, unsigned. */
  compareExchange32(address: u32, expected: u32, next: u32): u32 {
    return Atomics.compareExchange(this.cellsAt(address), address / 4, expected | 0, next | 0) >>> 0;
  }

  /** Adds, and returns the old value. */
  add32(address: u32, n: i32): i32 {
    return Atomics.add(this.cellsAt(address), address / 4, n);
  }

  /**
   * Sleeps until another realm notifies, or for LOOK_AGAIN_MS, unless the cell is not `expected`; so the caller checks again.
   * Never called by the main realm.
   */
  wait32(address: u32, expected: i32): void {
    Atomics.wait(this.cellsAt(address), address / 4, expected, LOOK_AGAIN_MS);
  }

  notify32(address: u32): void {
    Atomics.notify(this.cellsAt(address), address / 4);
  }

  /** Returns when the word may differ from `w`: spins for a while, then sleeps for a while. */
  backOff(address: u32, w: Word): void {
    for (let i = 0; i < SPINS; i++) {
      if (this.load(address) !== w) return;
    }
    // No realm notifies a field; the time limit ends the sleep.
    Atomics.wait(this.cellsAt(address), address / 4, low32(w) | 0, BACK_OFF_MS);
  }

  /** As backOff, without sleep. A commit holds a field for microseconds, or a time slice if its thread lost the processor. */
  spin(address: u32, w: Word): void {
    const time = new SpinTime();
    time.begin();
    while (true) {
      for (let i = 0; i < SPINS; i++) {
        if (this.load(address) !== w) return;
      }
      time.check();
    }
  }
}

const SPINS = 100;
const BACK_OFF_MS = 0.05;

/** The fields that one transaction has touched, in the order of first touch, and an index to find them by address. */
export class Log {
  length: i32 = 0;
  private readonly index = new Map<u32, i32>();
  private readonly addresses: u32[] = [];
  private readonly flags: i32[] = [];
  private readonly values: Word[] = [];
  private readonly words: Word[] = [];
  private readonly order: i32[] = [];

  clear(): void {
    this.length = 0;
    this.index.clear();
  }

  /** The address of the entries in shared memory: none. */
  region(): u32 {
    return 0;
  }

  /** The entry of the field, or -1. */
  find(address: u32): i32 {
    return this.index.get(address) ?? -1;
  }

  /** Adds an entry without flags for a field that has none. */
  add(address: u32): i32 {
    const i = this.length++;
    this.index.set(address, i);
    this.addresses[i] = address;
    this.flags[i] = 0;
    return i;
  }

  address(i: i32): u32 {
    return this.addresses[i]!;
  }

  has(i: i32, flag: i32): bool {
    return (this.flags[i]! & flag) !== 0;
  }

  set(i: i32, flag: i32): void {
    this.flags[i]! |= flag;
  }

  value(i: i32): Word {
    return this.values[i]!;
  }

  setValue(i: i32, value: Word): void {
    this.values[i] = value;
  }

  word(i: i32): Word {
    return this.words[i]!;
  }

  setWord(i: i32, w: Word): void {
    this.words[i] = w;
  }

  /** A list of entries in which the algorithm keeps the sorted write set. */
  ordered(k: i32): i32 {
    return this.order[k]!;
  }

  setOrdered(k: i32, i: i32): void {
    this.order[k] = i;
  }
}
