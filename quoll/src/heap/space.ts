/** The bytes of the shared heap: which realm may use which bytes, and 32-bit access to them. */
import { LOOK_AGAIN_MS } from '../protocol/control.js';
import { blame } from '../contract/stack.js';
import { bufferAt } from '../stm/growth.js';
import { CHUNK, Chunks, IMMORTAL, type Purpose, RUN, TAKEN } from './chunks.js';
import { HeapFullError } from './errors.js';

const GRANULE = 8;

/** Larger objects have chunks of their own. */
const LARGEST_IN_CHUNK = CHUNK / 2;

/** The minimum by which the memory grows at a time. */
const GROWTH = 16 * CHUNK;

/** A part of the heap that one realm fills from its start to its end. */
class Area {
  next = 0;
  end = 0;
  /** The next free run of the same chunk, or 0. */
  run = 0;
  /** The address where the transaction's own memory begins. */
  mark = 0;

  use(start: number, end: number, run: number): void {
    this.next = this.mark = start;
    this.end = end;
    this.run = run;
  }
}

/** Blocks that fit into any free run, and others. */
interface Areas {
  readonly small: Area;
  readonly others: Area;
}

/** A realm's reactions to scarce memory. */
export interface Pressure {
  /** Called when a collection is due. */
  collect(): void;
  /**
   * Called when there is no memory left. Throws to stop a handler's attempt, or returns, and the allocation
   * fails.
   */
  exhausted(): void;
}

/**
 * One realm's access to the heap. Memory comes zeroed. A realm fills only chunks that it has claimed, so only
 * claiming needs synchronisation, not allocation.
 */
export class Space {
  readonly chunks: Chunks;
  pressure: Pressure = { collect: () => undefined, exhausted: () => undefined };
  /** The purpose of the present allocations. */
  purpose: Purpose = 'run time';

  private words: Int32Array;
  private readonly lasting: Areas = { small: new Area(), others: new Area() };
  private readonly transient: Areas = { small: new Area(), others: new Area() };
  private readonly immortal = new Area();

  /** `limit` is the number of bytes that all realms together may use. */
  constructor(
    readonly memory: WebAssembly.Memory,
    readonly limit: number,
  ) {
    this.words = new Int32Array(memory.buffer);
    this.chunks = new Chunks(this, limit);
  }

  /** Allocates memory of the current transaction, which `rollBack` frees. */
  allocate(bytes: number): number {
    return this.allocateIn(this.transient, bytes);
  }

  /** Allocates memory that stays if the transaction aborts, until it is unreachable. */
  allocateLasting(bytes: number): number {
    return this.allocateIn(this.lasting, bytes);
  }

  /** Memory that is never collected. */
  allocateImmortal = (bytes: number): number => {
    const size = roundUp(bytes, 64);
    if (size > CHUNK) return this.takeSeveral(size, IMMORTAL);
    if (this.immortal.next + size > this.immortal.end) this.takeChunk(this.immortal, IMMORTAL);
    return this.advance(this.immortal, size);
  };

  private allocateIn(areas: Areas, bytes: number): number {
    const size = roundUp(bytes, GRANULE);
    if (size > LARGEST_IN_CHUNK) return this.takeSeveral(size, undefined);
    const area = size <= RUN ? areas.small : areas.others;
    if (area.next + size > area.end) this.refill(area, size);
    return this.advance(area, size);
  }

  private advance(area: Area, size: number): number {
    const address = area.next;
    area.next += size;
    return address;
  }

  /** The next free run that is long enough: of the same chunk, of a recycled one, or a whole chunk. Shorter ones wait for a collection. */
  private refill(area: Area, size: number): void {
    let run = area.run || this.chunks.takeRecycled();
    while (run !== 0) {
      const [next, end] = [this.load(run), this.load(run + 4)];
      if (run + size <= end) {
        this.store(run, 0);
        this.store(run + 4, 0);
        return area.use(run, end, next);
      }
      run = next || this.chunks.takeRecycled();
    }
    this.takeChunk(area, TAKEN);
  }

  private takeChunk(area: Area, state: number): void {
    const chunk = this.obtain(purpose => this.chunks.takeWhole(state, purpose));
    area.use(chunk * CHUNK, (chunk + 1) * CHUNK, 0);
  }

  /** Takes a block that needs chunks of its own. */
  private takeSeveral(size: number, state: number | undefined): number {
    const count = Math.ceil(size / CHUNK);
    const first = this.obtain(purpose => this.chunks.takeLarge(count, purpose));
    if (state !== undefined) for (let i = 0; i < count; i++) this.chunks.setState(first + i, state);
    return first * CHUNK;
  }

  private obtain(take: (purpose: Purpose) => number): number {
    const chunk = take(this.purpose);
    if (this.chunks.isCollectionDue) this.pressure.collect();
    if (chunk !== 0) return chunk;
    this.pressure.exhausted();
    throw blame(() => new HeapFullError(this.limit));
  }

  /** The bytes of the chunks in use. */
  get used(): number {
    return this.chunks.inUse * CHUNK;
  }

  /** Makes the memory at least `bytes` long. Realms that grow it at the same time grow it more than needed, never less. */
  ensure(bytes: number): void {
    while (true) {
      const { byteLength } = bufferAt(this.memory, bytes - 1);
      if (byteLength >= bytes) return;
      const more = Math.min(Math.max(bytes - byteLength, GROWTH), this.limit - byteLength);
      try {
        this.memory.grow(more / CHUNK);
      } catch (error) {
        // Close to the limit, the memory that another realm has just added may leave no room for this much.
        if (bufferAt(this.memory, byteLength).byteLength === byteLength) throw error;
      }
    }
  }

  /** Starts a transaction: `rollBack` frees the memory allocated from now on. */
  begin(): void {
    this.transient.small.mark = this.transient.small.next;
    this.transient.others.mark = this.transient.others.next;
  }

  /**
   * Frees the memory allocated since `begin`, or since the area's last refill. No other realm may have seen
   * it.
   */
  rollBack(): void {
    for (const area of [this.transient.small, this.transient.others]) {
      if (area.next === area.mark) continue;
      this.clear(area.mark, area.next);
      area.next = area.mark;
    }
  }

  /** Zeroes memory. */
  clear(from: number, to: number): void {
    this.view(to - 4).fill(0, from >>> 2, to / 4);
  }

  /** Called after a collection: the rest of each area has been swept. */
  leaveAreas(): void {
    for (const { small, others } of [this.lasting, this.transient]) {
      small.use(0, 0, 0);
      others.use(0, 0, 0);
    }
  }

  /** A view that covers `address`. Views have a fixed length, which is what makes them fast, and are made again as memory grows. */
  private view(address: number): Int32Array {
    if (address >>> 2 >= this.words.length) this.words = new Int32Array(bufferAt(this.memory, address));
    return this.words;
  }

  load(address: number): number {
    return this.view(address)[address >>> 2]! >>> 0;
  }

  store(address: number, value: number): void {
    this.view(address)[address >>> 2] = value;
  }

  /** The bytes from an address on. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(bufferAt(this.memory, address + length - 1), address, length);
  }

  /** Reads a pointer that other realms set once. */
  loadPointer(address: number): number {
    return Atomics.load(this.view(address), address >>> 2) >>> 0;
  }

  /** Sets a pointer if it is `expected`; returns the old value. */
  setPointer(address: number, expected: number, value: number): number {
    return Atomics.compareExchange(this.view(address), address >>> 2, expected | 0, value | 0) >>> 0;
  }

  /** Stores a value and returns the old one. */
  exchange(address: number, value: number): number {
    return Atomics.exchange(this.view(address), address >>> 2, value | 0) >>> 0;
  }

  /** Adds to a counter; returns the sum. */
  add(address: number, n: number): number {
    return Atomics.add(this.view(address), address >>> 2, n) + n;
  }

  /** The value of a counter. */
  count(address: number): number {
    return Atomics.load(this.view(address), address >>> 2);
  }

  storePointer(address: number, value: number): void {
    Atomics.store(this.view(address), address >>> 2, value | 0);
  }

  /**
   * Sleeps until the counter is notified, or for `ms`, unless it is not `expected`; so the caller checks again. Workers only, or when
   * the program ends.
   */
  wait(address: number, expected: number, ms: number = LOOK_AGAIN_MS): void {
    Atomics.wait(this.view(address), address >>> 2, expected, ms);
  }

  notify(address: number, most?: number): void {
    Atomics.notify(this.view(address), address >>> 2, most);
  }

  /** Sets bits of a word that other realms may change too. */
  setBits(address: number, bits: number): void {
    Atomics.or(this.view(address), address >>> 2, bits);
  }

  /** Clears them likewise. */
  clearBits(address: number, bits: number): void {
    Atomics.and(this.view(address), address >>> 2, ~bits);
  }
}

function roundUp(bytes: number, unit: number): number {
  return Math.ceil(bytes / unit) * unit;
}
