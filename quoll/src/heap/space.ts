/** The bytes of the shared heap: who may use which, and 32-bit access to them. */
import { HEAP_START, HEAP_TOP } from '../protocol/control.js';
import { HeapFullError } from './errors.js';

const PAGE = 65536;
const GRANULE = 8;

/** What a realm takes from the common heap at a time. */
const CHUNK = 64 * 1024;

/** A part of the heap that one realm fills from its start to its end. */
class Chunk {
  next = 0;
  end = 0;
}

/**
 * One realm's access to the heap. Memory comes zeroed. Chunks belong to one realm, so allocation needs no synchronisation; only
 * taking a chunk does.
 */
export class Space {
  private words: Int32Array;
  private readonly permanent = new Chunk();
  private readonly transient = new Chunk();
  private mark = 0;

  /** `limit` bytes are the most that all realms together may use. */
  constructor(
    readonly memory: WebAssembly.Memory,
    readonly limit: number,
  ) {
    this.words = new Int32Array(memory.buffer);
    Atomics.compareExchange(this.words, HEAP_TOP / 4, 0, HEAP_START / GRANULE);
  }

  /** Memory that stays, whatever becomes of the transaction under way. */
  allocatePermanent = (bytes: number): number => this.allocateIn(this.permanent, bytes);

  /** Memory of the transaction under way, which `rollBack` takes back. */
  allocate(bytes: number): number {
    return this.allocateIn(this.transient, bytes);
  }

  private allocateIn(chunk: Chunk, bytes: number): number {
    const size = Math.ceil(bytes / GRANULE) * GRANULE;
    if (size > CHUNK / 4) return this.reserve(size);
    if (chunk.next + size > chunk.end) {
      chunk.next = this.reserve(CHUNK);
      chunk.end = chunk.next + CHUNK;
      if (chunk === this.transient) this.mark = chunk.next;
    }
    const address = chunk.next;
    chunk.next += size;
    return address;
  }

  /** Takes `bytes` from the common heap. Addresses are multiples of 64. */
  private reserve(bytes: number): number {
    const size = Math.ceil(bytes / 64) * 64;
    const address = Atomics.add(this.words, HEAP_TOP / 4, size / GRANULE) * GRANULE;
    const end = address + size;
    if (end > this.limit) {
      Atomics.sub(this.words, HEAP_TOP / 4, size / GRANULE);
      throw new HeapFullError(this.limit);
    }
    // Realms that grow the memory at the same time grow it more than needed, never less.
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0)
      this.memory.grow(Math.min(this.growth(missing), (this.limit - this.memory.buffer.byteLength) / PAGE));
    return address;
  }

  private growth(missing: number): number {
    return Math.ceil(Math.max(missing, 16 * CHUNK) / PAGE);
  }

  /** Bytes that all realms together have taken. */
  get used(): number {
    return Atomics.load(this.words, HEAP_TOP / 4) * GRANULE;
  }

  /** Starts a transaction: from here on `rollBack` takes back. */
  begin(): void {
    this.mark = this.transient.next;
  }

  /** Takes back what was allocated since `begin`, or since the last new chunk. Nobody may have seen it. */
  rollBack(): void {
    this.view(this.transient.end - 4).fill(0, this.mark / 4, this.transient.next / 4);
    this.transient.next = this.mark;
  }

  /** A view that covers `address`. Views have a fixed length, which is what makes them fast, and are made again as memory grows. */
  private view(address: number): Int32Array {
    if (address >>> 2 >= this.words.length) this.words = new Int32Array(this.memory.buffer);
    return this.words;
  }

  load(address: number): number {
    return this.view(address)[address >>> 2]! >>> 0;
  }

  store(address: number, value: number): void {
    this.view(address)[address >>> 2] = value;
  }

  /** Reads a pointer that other realms set once. */
  loadPointer(address: number): number {
    return Atomics.load(this.view(address), address >>> 2) >>> 0;
  }

  /** Sets a pointer if it is `expected`; answers what it was. */
  setPointer(address: number, expected: number, value: number): number {
    return Atomics.compareExchange(this.view(address), address >>> 2, expected | 0, value | 0) >>> 0;
  }

  /** Stores and answers what was there. */
  exchange(address: number, value: number): number {
    return Atomics.exchange(this.view(address), address >>> 2, value | 0) >>> 0;
  }

  /** Adds to a counter; answers the sum. */
  add(address: number, n: number): number {
    return Atomics.add(this.view(address), address >>> 2, n) + n;
  }

  /** A counter's value. */
  count(address: number): number {
    return Atomics.load(this.view(address), address >>> 2);
  }

  storePointer(address: number, value: number): void {
    Atomics.store(this.view(address), address >>> 2, value | 0);
  }

  /** Sleeps until the counter is notified, unless it is not `expected`. Workers only. */
  wait(address: number, expected: number): void {
    Atomics.wait(this.view(address), address >>> 2, expected);
  }

  notify(address: number, most?: number): void {
    Atomics.notify(this.view(address), address >>> 2, most);
  }

  /** Sets bits of a word that other realms may change too. */
  setBits(address: number, bits: number): void {
    Atomics.or(this.view(address), address >>> 2, bits);
  }
}
