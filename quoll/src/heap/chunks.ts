/**
 * The chunks of 64 KiB that the heap consists of, and which of them may be filled. Each has a word in a table of the shared memory: its
 * state in the lowest 3 bits, and for a recycled chunk the address of its first free run.
 *
 *   UNUSED ──▶ TAKEN, IMMORTAL, LARGE      the memory grows
 *   FREE, RECYCLED ──▶ TAKEN               a realm claims the chunk, by compare-and-swap
 *   FREE ──▶ LARGE                         as part of an object that needs several
 *   TAKEN, LARGE ──▶ FREE, RECYCLED        the collector only, while all realms stand still
 *
 * A free run is zeroed memory of at least RUN bytes, except for its first two words: the next run of the chunk, and the run's end.
 */
import {
  CHUNK_TABLE,
  CHUNKS_IN_USE,
  COLLECT_AT,
  COLLECTIONS,
  FREE_CURSOR,
  HEAP_TOP,
  LIVE_CHUNKS,
  RECYCLED_CURSOR,
} from '../protocol/control.js';
import type { Words } from '../protocol/memory.js';

export const CHUNK = 65536;

/** Runs that are shorter are not worth a list entry; objects up to this size fit into any run. */
export const RUN = 256;

export const UNUSED = 0;
export const FREE = 1;
export const RECYCLED = 2;
export const TAKEN = 3;
/** The state of chunks whose contents are never collected. */
export const IMMORTAL = 4;
/** The states of the first chunk of a large object and of its other chunks. */
export const LARGE = 5;
export const LARGE_REST = 6;
const STATE = 7;

/** The memory that a program may fill before the first collection. */
const FIRST_COLLECTION = 64 * 2 ** 20;

/**
 * The reserve at which handlers get no more memory. Main turns, which cannot wait for a collection, may use
 * half of it.
 */
const RESERVE = 1 / 16;
const LEAST_RESERVE = 2 * 2 ** 20;

/** The memory, which grows. */
interface GrowingWords extends Words {
  /** Makes the memory `bytes` long at least. */
  ensure(bytes: number): void;
}

/** The minimum number of chunks that justifies waiting for a collection. */
const LEAST_POSTPONED = 16;

/** The purpose of an allocation. */
export type Purpose = 'handler' | 'turn' | 'run time';

export class Chunks {
  /** Chunks that all realms together may use, by purpose. */
  private readonly most: Readonly<Record<Purpose, number>>;

  constructor(
    private readonly space: GrowingWords,
    limit: number,
  ) {
    const most = Math.floor(limit / CHUNK);
    const reserve = Math.ceil(Math.max(limit * RESERVE, LEAST_RESERVE) / CHUNK);
    this.most = { handler: most - reserve, turn: most - Math.floor(reserve / 2), 'run time': most };
    const { first } = this;
    space.ensure(first * CHUNK);
    if (space.setPointer(HEAP_TOP, 0, first) === 0) {
      space.storePointer(CHUNKS_IN_USE, first);
      this.planCollection();
    }
  }

  get top(): number {
    return this.space.count(HEAP_TOP);
  }

  /** The first chunk after the table. */
  get first(): number {
    return 1 + Math.ceil((4 * this.most['run time']) / CHUNK);
  }

  state(chunk: number): number {
    return this.space.count(entryOf(chunk)) & STATE;
  }

  /** Sets the state of a chunk; only the collector calls it. */
  setState(chunk: number, state: number, firstRun = 0): void {
    this.space.storePointer(entryOf(chunk), firstRun | state);
  }

  get inUse(): number {
    return this.space.count(CHUNKS_IN_USE);
  }

  /** Is it time for a collection? */
  get isCollectionDue(): boolean {
    return this.inUse > this.space.count(COLLECT_AT);
  }

  /** Was most of the memory that handlers may use reachable at the last collection? */
  get isFull(): boolean {
    return this.space.count(LIVE_CHUNKS) > this.most.handler / 2;
  }

  /** The reachable memory at the last collection, and the memory that handlers may use, in MiB. */
  get live(): number {
    return Math.round((this.space.count(LIVE_CHUNKS) * CHUNK) / 2 ** 20);
  }

  get limit(): number {
    return Math.round((this.most.handler * CHUNK) / 2 ** 20);
  }

  /** Whether more than half of the permitted chunks are in use. */
  get isScarce(): boolean {
    return this.inUse > this.most.handler / 2;
  }

  /** The first run of a chunk with free ones, or 0. */
  takeRecycled(): number {
    const chunk = this.search(RECYCLED_CURSOR, RECYCLED);
    if (chunk === 0) return 0;
    return (this.space.count(entryOf(chunk)) & ~STATE) >>> 0;
  }

  /** Called at the end of a collection; `inUse` chunks are not empty. */
  restart(inUse: number): void {
    this.space.storePointer(CHUNKS_IN_USE, inUse);
    this.space.storePointer(LIVE_CHUNKS, inUse);
    this.space.add(COLLECTIONS, 1);
    this.space.storePointer(RECYCLED_CURSOR, 0);
    this.space.storePointer(FREE_CURSOR, 0);
    this.planCollection();
  }

  /** The next collection is due when the memory in use has doubled, or half of the free memory is used. */
  private planCollection(): void {
    const { inUse } = this;
    const more = Math.max(inUse, FIRST_COLLECTION / CHUNK);
    const half = Math.max(1, Math.floor((this.most.handler - inUse) / 2));
    this.space.storePointer(COLLECT_AT, inUse + Math.min(more, half));
  }

  /**
   * Lets handlers use a quarter of the free memory before the next collection is due; returns false if that is too little to continue.
   */
  postponeCollection(): boolean {
    const more = Math.floor((this.most.handler - this.inUse) / 4);
    if (more < LEAST_POSTPONED) return false;
    this.space.storePointer(COLLECT_AT, this.inUse + more);
    return true;
  }

  /** Finds the next chunk in a state and marks it as taken; a recycled one keeps its run's address in the table. */
  private search(cursor: number, state: number): number {
    const { space } = this;
    while (space.count(cursor) < this.top) {
      const chunk = space.add(cursor, 1) - 1;
      const word = space.count(entryOf(chunk)) >>> 0;
      if ((word & STATE) !== state) continue;
      const taken = ((word & ~STATE) | TAKEN) >>> 0;
      if (space.setPointer(entryOf(chunk), word, taken) === word) return chunk;
    }
    return 0;
  }

  /** A whole zeroed chunk, or 0 if there may be no more. */
  takeWhole(state: number, purpose: Purpose): number {
    if (!this.count(1, purpose)) return 0;
    const free = this.search(FREE_CURSOR, FREE);
    const chunk = free === 0 ? this.grow(1) : free;
    if (chunk === 0) this.space.add(CHUNKS_IN_USE, -1);
    else this.setState(chunk, state);
    return chunk;
  }

  /** The first of several zeroed chunks in a row, or 0. */
  takeLarge(count: number, purpose: Purpose): number {
    if (!this.count(count, purpose)) return 0;
    const first = this.findFree(count) || this.grow(count);
    if (first === 0) this.space.add(CHUNKS_IN_USE, -count);
    else for (let i = 0; i < count; i++) this.setState(first + i, i === 0 ? LARGE : LARGE_REST);
    return first;
  }

  /** Counts chunks as used if the limit allows them. */
  private count(chunks: number, purpose: Purpose): boolean {
    if (this.space.add(CHUNKS_IN_USE, chunks) <= this.most[purpose]) return true;
    this.space.add(CHUNKS_IN_USE, -chunks);
    return false;
  }

  /**
   * Claims `count` free chunks in a row; if another realm claims one of them first, the search continues
   * after it.
   */
  private findFree(count: number): number {
    const { top } = this;
    let first = this.first;
    for (let chunk = first; chunk < top; chunk++) {
      if (this.space.setPointer(entryOf(chunk), FREE, LARGE_REST) !== FREE) {
        this.giveBack(first, chunk);
        first = chunk + 1;
      } else if (chunk - first + 1 === count) {
        return first;
      }
    }
    this.giveBack(first, top);
    return 0;
  }

  private giveBack(from: number, to: number): void {
    for (let chunk = from; chunk < to; chunk++) this.setState(chunk, FREE);
  }

  private grow(count: number): number {
    const top = this.space.add(HEAP_TOP, count);
    if (top > this.most['run time']) {
      this.space.add(HEAP_TOP, -count);
      return 0;
    }
    this.space.ensure(top * CHUNK);
    return top - count;
  }
}

function entryOf(chunk: number): number {
  return CHUNK_TABLE + 4 * chunk;
}
