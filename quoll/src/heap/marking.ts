/**
 * Marks all objects that the program can still reach. Each structure of the heap traces itself with a
 * `Marker`: it marks its own blocks, and passes on the values, objects and texts in them. All realms are
 * stopped meanwhile, so it reads fields without transactions.
 */
import { BIGINT, EVENTUAL, HIDDEN, OBJECT, POINTER, SCOPE, STRING, SYMBOL } from '../stm/tags.js';
import type { Census } from './census.js';
import type { Space } from './space.js';

/** Traces the structures of one kind. */
export type Trace = (address: number, marker: Marker) => void;

/** The tracing functions of the heap and the run time. */
export interface Tracers {
  object: Trace;
  text: Trace;
  /** The record of an eventual field. */
  eventual: Trace;
  /** The target of a pointer in a value. */
  pointer: Trace;
  scope: Trace;
}

/** The upper half of a value is at least this if it is a tag and a payload (stm/box.ts). */
const BOXED_FROM = 0xfff10000;

/** The number of bytes for each bit. */
const GRANULE = 8;

export class Marker {
  /** A bit for each granule of the memory; all those of a marked block are set. */
  readonly bits: Uint32Array;
  tracers!: Tracers;
  /** Counts each object with the bytes that only it keeps alive, in the order of marking. */
  census: Census | undefined;
  /** Called for each reference from one object to another, if something is to know them. */
  referred: ((from: number, to: number) => void) | undefined;
  private tracing = 0;
  private markedBytes = 0;
  private readonly objects: number[] = [];

  constructor(
    readonly space: Space,
    bytes: number,
  ) {
    this.bits = new Uint32Array(bytes / GRANULE / 32);
  }

  /** Marks a block; false if it is marked already. */
  mark(address: number, bytes: number): boolean {
    if (this.isMarked(address)) return false;
    this.markedBytes += bytes;
    const from = address / GRANULE;
    const to = Math.ceil((address + bytes) / GRANULE);
    const [first, last] = [from >>> 5, (to - 1) >>> 5];
    const head = -1 << (from & 31);
    const tail = -1 >>> (31 - ((to - 1) & 31));
    if (first === last) {
      this.bits[first]! |= head & tail;
      return true;
    }
    this.bits[first]! |= head;
    this.bits.fill(0xffffffff, first + 1, last);
    this.bits[last]! |= tail;
    return true;
  }

  isMarked(address: number): boolean {
    const granule = address / GRANULE;
    return (this.bits[granule >>> 5]! & (1 << (granule & 31))) !== 0;
  }

  /** Records a reached object, which `finish` traces; 0 means none. */
  object(address: number): void {
    if (address === 0) return;
    this.referred?.(this.tracing, address);
    if (!this.isMarked(address)) this.objects.push(address);
  }

  /** Records an object to be traced next, to which no object refers. */
  push(address: number): void {
    this.objects.push(address);
  }

  text(id: number): void {
    this.tracers.text(id, this);
  }

  /** The value of a field. */
  field(address: number): void {
    this.word(this.space.load(address + 12), this.space.load(address + 8));
  }

  /** A value in two halves. */
  word(high: number, low: number): void {
    if (high < BOXED_FROM) return;
    switch ((high >>> 16) & 15) {
      case STRING:
      case SYMBOL:
      case BIGINT:
      case HIDDEN:
        return this.text(low);
      case OBJECT:
        return this.object(low);
      case EVENTUAL:
        return this.tracers.eventual(low, this);
      case POINTER:
        return this.tracers.pointer(low, this);
      case SCOPE:
        return this.tracers.scope(low, this);
    }
  }

  /** The target of a field that holds a pointer; 0 if it holds none. */
  target(field: number): number {
    return this.space.load(field + 12) < BOXED_FROM ? 0 : this.space.load(field + 8);
  }

  /** Traces all objects that have been reached. */
  finish(): void {
    for (let at = this.objects.pop(); at !== undefined; at = this.objects.pop()) {
      if (this.isMarked(at)) continue;
      const before = this.markedBytes;
      this.tracing = at;
      this.tracers.object(at, this);
      this.census?.add(at, this.markedBytes - before);
    }
  }
}
