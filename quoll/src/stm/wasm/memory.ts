/**
 * The platform of the algorithm in realm.ts, in AssemblyScript: atomic instructions, and a log in a region of
 * the memory that one realm uses alone. ../memory.ts is the same for JavaScript.
 *
 * Classes have no fields here, because objects would lie in memory that all realms share; what a realm keeps to
 * itself is in globals of its instance.
 */

import { ENTRY, ORDER, VALUE } from './entries.js';
import { LOOK_AGAIN_MS, YIELD } from '../protocol/control.js';

/** 64 bits that are handled as one: a field's word, its value, or a version. */
export type Word = u64;

// @ts-ignore: decorator
@inline
export function word(n: i32): Word {
  return <u64>(<u32>n);
}

// @ts-ignore: decorator
@inline
export function low32(w: Word): u32 {
  return <u32>w;
}

/** Requests a larger region from the host; returns its address. */
// @ts-ignore: decorator
@external('realm', 'growLog')
declare function growLog(bytes: u32): u32;

/** Throws in the host when a commit has held a field for too long. `round` counts the calls of one wait. */
// @ts-ignore: decorator
@external('realm', 'spinning')
declare function spinning(round: u32): void;

/**
 * Sleeps in the host: until another realm notifies, or for `ms` at most, unless the cell is not `expected`. Not `memory.atomic.wait32`:
 * the baseline compiler of V8 (Node 20) stores that instruction's address, 8 bytes, into a place of 4 on its stack, so it sets the
 * variable beside it to 0. A handler that waited for its ticket then waited for ticket 0 (docs/decisions/0026).
 */
// @ts-ignore: decorator
@external('realm', 'sleep')
declare function sleep(address: u32, expected: i32, ms: f64): void;

/** Notifies the host that a main turn has begun. */
// @ts-ignore: decorator
@external('realm', 'turnBegan')
declare function turnBegan(): void;

/** While a handler sleeps and holds nothing: see Rest in stm.ts. */
// @ts-ignore: decorator
@external('realm', 'leave')
declare function leave(): void;

// @ts-ignore: decorator
@external('realm', 'tryEnter')
declare function tryEnter(): i32;

// @ts-ignore: decorator
@external('realm', 'enter')
declare function enter(): void;

const SPINS: i32 = 100;
const BACK_OFF_MS: f64 = 0.05;

// @ts-ignore: decorator
@unmanaged
export class Memory {
  load(address: u32): Word {
    return atomic.load<u64>(address);
  }

  store(address: u32, w: Word): void {
    atomic.store<u64>(address, w);
  }

  compareExchange(address: u32, expected: Word, next: Word): Word {
    return atomic.cmpxchg<u64>(address, expected, next);
  }

  increment(address: u32): Word {
    return atomic.add<u64>(address, 1) + 1;
  }

  load32(address: u32): i32 {
    return atomic.load<i32>(address);
  }

  add32(address: u32, n: i32): i32 {
    return atomic.add<i32>(address, n);
  }

  wait32(address: u32, expected: i32): void {
    sleep(address, expected, LOOK_AGAIN_MS);
  }

  notify32(address: u32): void {
    atomic.notify(address, -1);
  }

  leave(): void {
    leave();
  }

  tryEnter(): bool {
    return tryEnter() != 0;
  }

  enter(): void {
    enter();
  }

  /** A plain access, because each first read of a field calls this: a later read sees the change. */
  isYieldAsked(): bool {
    return load<i32>(YIELD) != 0;
  }

  /** Writes a word that others read only after this realm's death. */
  note(address: u32, n: i32): void {
    store<i32>(address, n);
  }

  noteWord(address: u32, w: Word): void {
    store<u64>(address, w);
  }

  turnBegan(): void {
    turnBegan();
  }

  backOff(address: u32, w: Word): void {
    for (let i = 0; i < SPINS; i++) {
      if (this.load(address) != w) return;
    }
    // No realm notifies a field; the time limit ends the sleep.
    sleep(address, <i32>w, BACK_OFF_MS);
  }

  spin(address: u32, w: Word): void {
    for (let round: u32 = 0; ; round++) {
      for (let i = 0; i < SPINS; i++) {
        if (this.load(address) != w) return;
      }
      spinning(round);
    }
  }
}

const FLAGS: u32 = 4;
const WORD: u32 = 16;

/** An index slot: the generation that filled it, and the entry. There are two per entry. */
const SLOT: u32 = 8;

/** Bytes of a region for `capacity` entries, a power of two. */
export function logBytes(capacity: u32): u32 {
  return capacity * (ENTRY + 2 * SLOT);
}

let entries: u32 = 0;
let slots: u32 = 0;
let capacity: u32 = 0;
let shift: u32 = 0;
let size: i32 = 0;
/** Slots of earlier generations are empty, so that clearing costs nothing. */
let generation: u32 = 0;
/** The field that was found or added last, and its entry; most accesses are of the same field as the one before. */
let lastAddress: u32 = 0;
let lastEntry: i32 = -1;

// @ts-ignore: decorator
@unmanaged
export class Log {
  /** Takes a zeroed region of `logBytes(n)` bytes for `n` entries. */
  useRegion(address: u32, n: u32): void {
    entries = address;
    slots = address + n * ENTRY;
    capacity = n;
    shift = 32 - (31 - clz(n)) - 1;
    generation = 1;
    memory.fill(slots, 0, 2 * n * SLOT);
  }

  get length(): i32 {
    return size;
  }

  /** Where the entries lie. */
  region(): u32 {
    return entries;
  }

  clear(): void {
    size = 0;
    lastAddress = 0;
    generation++;
    if (generation == 0) this.useRegion(entries, capacity);
  }

  find(address: u32): i32 {
    if (address == lastAddress) return lastEntry;
    const slot = this.slot(address);
    if (load<u32>(slot) != generation) return -1;
    lastAddress = address;
    return (lastEntry = load<i32>(slot, 4));
  }

  /** The slot of the field, or the empty one where it belongs. Linear probing; at most half of the slots are in use. */
  private slot(address: u32): u32 {
    const mask = 2 * capacity - 1;
    let k = ((address >> 4) * 0x9e3779b1) >> shift;
    while (true) {
      const slot = slots + k * SLOT;
      if (load<u32>(slot) != generation) return slot;
      if (this.address(load<i32>(slot, 4)) == address) return slot;
      k = (k + 1) & mask;
    }
  }

  add(address: u32): i32 {
    if (<u32>size == capacity) this.grow();
    const i = size++;
    const entry = this.entry(i);
    store<u32>(entry, address);
    store<u32>(entry, 0, FLAGS);
    this.enter(i);
    lastAddress = address;
    return (lastEntry = i);
  }

  private enter(i: i32): void {
    const slot = this.slot(this.address(i));
    store<u32>(slot, generation);
    store<i32>(slot, i, 4);
  }

  private grow(): void {
    const old = entries;
    const region = growLog(logBytes(2 * capacity));
    memory.copy(region, old, size * ENTRY);
    this.useRegion(region, 2 * capacity);
    for (let i = 0; i < size; i++) this.enter(i);
  }

  private entry(i: i32): u32 {
    return entries + <u32>i * ENTRY;
  }

  address(i: i32): u32 {
    return load<u32>(this.entry(i));
  }

  has(i: i32, flag: i32): bool {
    return (load<i32>(this.entry(i), FLAGS) & flag) != 0;
  }

  set(i: i32, flag: i32): void {
    const entry = this.entry(i);
    store<i32>(entry, load<i32>(entry, FLAGS) | flag, FLAGS);
  }

  value(i: i32): Word {
    return load<u64>(this.entry(i), VALUE);
  }

  setValue(i: i32, value: Word): void {
    store<u64>(this.entry(i), value, VALUE);
  }

  word(i: i32): Word {
    return load<u64>(this.entry(i), WORD);
  }

  setWord(i: i32, w: Word): void {
    store<u64>(this.entry(i), w, WORD);
  }

  ordered(k: i32): i32 {
    return load<i32>(this.entry(k), ORDER);
  }

  setOrdered(k: i32, i: i32): void {
    store<i32>(this.entry(k), i, ORDER);
  }
}
