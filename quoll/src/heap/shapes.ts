/**
 * Shapes: the names that an object had when it was published, and its class. Each is stored once for all realms:
 *
 *   0    next shape of the same bucket
 *   4    hash
 *   8    class: the address of its function; PLAIN, or BARE without a prototype
 *   12   number of names
 *   16   names, as ids of texts; the lowest bit says that it is a symbol's key
 */
import { SHAPE_BUCKETS } from '../protocol/control.js';
import type { Marker } from './marking.js';
import type { Space } from './space.js';
import type { Strings } from './strings.js';

const HASH = 4;
const CLASS = 8;
const COUNT = 12;
const NAMES = 16;

const BUCKETS = 1 << 12;
const IS_SYMBOL = 1;

/** Used in place of a class: for `Object.prototype`, and for no prototype. */
export const PLAIN = 0;
export const BARE = 1;

export type Name = string | symbol;

/** A shape as a realm caches it. */
export interface Shape {
  readonly address: number;
  readonly classAddress: number;
  readonly names: readonly Name[];
  /** The place of each name. */
  readonly places: ReadonlyMap<Name, number>;
}

export class Shapes {
  private readonly known = new Map<number, Shape>();
  /** The shape of the last object; consecutive objects often have the same shape. */
  private latest: Shape | undefined;
  private readonly buckets: number;

  constructor(
    private readonly space: Space,
    private readonly strings: Strings,
  ) {
    this.buckets = space.loadPointer(SHAPE_BUCKETS) || this.makeBuckets();
  }

  private makeBuckets(): number {
    const buckets = this.space.allocateImmortal(4 * BUCKETS);
    return this.space.setPointer(SHAPE_BUCKETS, 0, buckets) || buckets;
  }

  /** The shape with these names, in this order, and this class. */
  of(classAddress: number, names: readonly Name[]): Shape {
    const last = this.latest;
    if (last?.classAddress === classAddress && isSame(last.names, names)) return last;
    return (this.latest = this.findOrAdd(classAddress, names));
  }

  private findOrAdd(classAddress: number, names: readonly Name[]): Shape {
    const ids = names.map(name => this.idOf(name));
    let hash = classAddress;
    for (const id of ids) hash = (Math.imul(hash ^ id, 0x01000193) ^ (hash >>> 13)) >>> 0;
    const bucket = this.buckets + 4 * (hash % BUCKETS);
    let added = 0;
    while (true) {
      const head = this.space.loadPointer(bucket);
      for (let at = head; at !== 0; at = this.space.load(at)) {
        if (this.space.load(at + HASH) === hash && this.is(at, classAddress, ids)) return this.at(at);
      }
      added ||= this.add(hash, classAddress, ids);
      this.space.store(added, head);
      if (this.space.setPointer(bucket, head, added) === head) return this.at(added);
    }
  }

  private idOf(name: Name): number {
    return typeof name === 'string'
      ? this.strings.intern(name)
      : this.strings.intern(Symbol.keyFor(name) ?? '') + IS_SYMBOL;
  }

  private is(at: number, classAddress: number, ids: number[]): boolean {
    return (
      this.space.load(at + CLASS) === classAddress &&
      this.space.load(at + COUNT) === ids.length &&
      ids.every((id, i) => this.space.load(at + NAMES + 4 * i) === id)
    );
  }

  private add(hash: number, classAddress: number, ids: number[]): number {
    const at = this.space.allocateImmortal(NAMES + 4 * ids.length);
    this.space.store(at + HASH, hash);
    this.space.store(at + CLASS, classAddress);
    this.space.store(at + COUNT, ids.length);
    for (const [i, id] of ids.entries()) this.space.store(at + NAMES + 4 * i, id);
    return at;
  }

  /** The shape at an address. */
  at(address: number): Shape {
    const known = this.known.get(address);
    if (known) return known;
    const names = Array.from({ length: this.space.load(address + COUNT) }, (_, i) => {
      const id = this.space.load(address + NAMES + 4 * i);
      const isSymbol = (id & IS_SYMBOL) !== 0;
      return isSymbol ? Symbol.for(this.strings.text(id - IS_SYMBOL)) : this.strings.text(id);
    });
    const places = new Map(names.map((name, i) => [name, i]));
    const shape = { address, classAddress: this.space.load(address + CLASS), names, places };
    this.known.set(address, shape);
    return shape;
  }

  /** Shapes are never collected, and neither are their classes and the texts of their names. */
  trace(marker: Marker): void {
    const { space } = this;
    for (let bucket = this.buckets; bucket < this.buckets + 4 * BUCKETS; bucket += 4) {
      for (let at = space.load(bucket); at !== 0; at = space.load(at)) {
        const classAddress = space.load(at + CLASS);
        if (classAddress !== BARE) marker.object(classAddress);
        const count = space.load(at + COUNT);
        for (let i = 0; i < count; i++) marker.text((space.load(at + NAMES + 4 * i) & ~IS_SYMBOL) >>> 0);
      }
    }
  }

  /** The number of names of the shape at an address. */
  count(address: number): number {
    return this.space.load(address + COUNT);
  }
}

function isSame(a: readonly Name[], b: readonly Name[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
