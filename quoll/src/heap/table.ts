/**
 * A transactional hash table that remembers the order of insertion: the body of a Map or Set, and the fields that an object got after it was
 * published.
 *
 * A table is
 *   0    field: number of entries
 *   16   field: root of the trie; 0 while the table is small
 *   32   sentinel of the ring of entries, in their order
 * and an entry, like the sentinel,
 *   0    hash
 *   4    next entry with the same hash in the trie
 *   8    key: 64 bits as in a field's value
 *   16   field: value; ABSENT in a removed entry
 *   32   field: next in the ring
 *   48   field: previous in the ring
 *
 * Entries are found through a trie on the hash, 4 bits per level: a block has 16 fields that hold 0, an entry, or (with bit 0 set) the
 * block below. A small table has none and is searched along the ring.
 *
 * Entries and blocks stay where they are, so a hit follows pointers without recording them (peek) and depends on the entry's
 * value field only. A miss depends on the trie's field where the entry would be. A value is written through the transaction even
 * in a fresh entry, since a peek may find that entry before its version is valid for the reader.
 *
 * A removed entry keeps its ring pointers for iterators that are at it: they go back to an entry that still exists and continue from it,
 * which visits exactly the entries of a Map's iterator. A key that returns gets a new entry.
 */
import { ABSENT, POINTER } from '../stm/tags.js';
import { FIELD, type Fields } from './fields.js';
import type { Marker } from './marking.js';
import type { Space } from './space.js';

const SIZE = 0;
const ROOT = 16;
const RING = 32;

const HASH = 0;
const CHAIN = 4;
const KEY = 8;
export const VALUE = 16;
const NEXT = 32;
const PREVIOUS = 48;
const ENTRY_BYTES = 64;

/** The size of a table's own part; zeroed memory is not a table yet, see `initialize`. */
export const TABLE_BYTES = RING + ENTRY_BYTES;

const FANOUT = 16;
const BITS = 4;
const BLOCK = 1;

/** A table with more entries has a trie. */
const SMALL = 8;

/** A key as the two halves of its 64 bits. */
export interface Key {
  high: number;
  low: number;
}

export class Tables {
  /** After `find` found nothing: the trie's field where the entry belongs, and that field's level. */
  private slot = 0;
  private level = 0;

  constructor(
    private readonly fields: Fields,
    private readonly space: Space,
  ) {}

  /** Makes fresh, zeroed memory an empty table. */
  initialize(table: number): void {
    const ring = table + RING;
    this.fields.stm.putTagged(ring + NEXT, POINTER, ring);
    this.fields.stm.putTagged(ring + PREVIOUS, POINTER, ring);
  }

  size(table: number): number {
    return this.fields.number(table + SIZE);
  }

  /** Finds the entry of the key, or 0. */
  find(table: number, key: Key): number {
    const root = this.fields.peekPointer(table + ROOT);
    return root === 0 ? this.findInRing(table, key) : this.findInTrie(root, key);
  }

  /** Like `find`, without a dependency on the result. */
  peek(table: number, key: Key): number {
    const { fields } = this;
    const root = fields.peekPointer(table + ROOT);
    if (root === 0) return this.peekInRing(table, key);
    const hash = hashOf(key);
    let block = root;
    for (let level = 0; ; level++) {
      const target = fields.peekPointer(block + FIELD * ((hash >>> (BITS * level)) % FANOUT));
      if ((target & BLOCK) === 0) return this.peekInChain(target, key);
      block = target - BLOCK;
    }
  }

  private peekInRing(table: number, key: Key): number {
    const ring = table + RING;
    for (let entry = this.fields.peekPointer(ring + NEXT); entry !== ring;) {
      if (this.hasKey(entry, key)) return entry;
      entry = this.fields.peekPointer(entry + NEXT);
    }
    return 0;
  }

  private peekInChain(target: number, key: Key): number {
    for (let entry = target; entry !== 0; entry = this.space.load(entry + CHAIN)) {
      if (this.hasKey(entry, key)) return entry;
    }
    return 0;
  }

  private findInRing(table: number, key: Key): number {
    const ring = table + RING;
    this.slot = 0;
    for (
      let entry = this.fields.pointer(ring + NEXT);
      entry !== ring;
      entry = this.fields.pointer(entry + NEXT)
    ) {
      if (this.hasKey(entry, key)) return entry;
    }
    return 0;
  }

  private findInTrie(root: number, key: Key): number {
    const hash = hashOf(key);
    let block = root;
    this.level = 0;
    while (true) {
      this.slot = block + FIELD * ((hash >>> (BITS * this.level)) % FANOUT);
      let target = this.fields.peekPointer(this.slot);
      const entry = this.findInChain(target, key);
      if (entry !== 0) return entry;
      if ((target & BLOCK) === 0) {
        // A miss: from now on the transaction depends on what this field holds.
        const checked = this.fields.pointer(this.slot);
        if (checked === target) return 0;
        target = checked;
        if ((target & BLOCK) === 0) continue;
      }
      block = target - BLOCK;
      this.level++;
    }
  }

  /** The live entry of the key among those that share a place in the trie. */
  private findInChain(target: number, key: Key): number {
    if ((target & BLOCK) !== 0) return 0;
    for (let entry = target; entry !== 0; entry = this.space.load(entry + CHAIN)) {
      if (this.hasKey(entry, key) && !this.isRemoved(entry)) return entry;
    }
    return 0;
  }

  private hasKey(entry: number, key: Key): boolean {
    return this.space.load(entry + KEY) === key.low && this.space.load(entry + KEY + 4) === key.high;
  }

  isRemoved(entry: number): boolean {
    const value = this.fields.stm.read(entry + VALUE);
    return value !== value && this.fields.checkLive() === ABSENT;
  }

  /** Adds an entry for a key that `find` has just not found; its value field must be written next. */
  add(table: number, key: Key): number {
    const { fields, space } = this;
    const entry = space.allocate(ENTRY_BYTES);
    space.store(entry + HASH, hashOf(key));
    space.store(entry + KEY, key.low);
    space.store(entry + KEY + 4, key.high);
    fields.stm.putTagged(entry + VALUE, ABSENT, 0);

    // Steps that may fail because memory is short come before the entry is linked.
    const size = fields.number(table + SIZE) + 1;
    if (this.slot !== 0) this.enter(this.slot, this.level, entry);
    else if (size > SMALL) this.makeTrie(table, entry);
    const ring = table + RING;
    const last = fields.pointer(ring + PREVIOUS);
    // Not logged: a commit may store the pointer to the entry first, and a look-up without a dependency continues from there.
    fields.putPointer(entry + NEXT, ring);
    fields.putPointer(entry + PREVIOUS, last);
    fields.setPointer(last + NEXT, entry);
    fields.setPointer(ring + PREVIOUS, entry);
    fields.setNumber(table + SIZE, size);
    return entry;
  }

  /**
   * Adds an entry, or finds that of the same key, in a table that no other realm can reach yet; its value field must be put next. Nothing
   * is logged, so a table of any size can be filled at once.
   */
  addFresh(table: number, key: Key): number {
    const known = this.peek(table, key);
    if (known !== 0) return known;
    const { fields, space } = this;
    const entry = space.allocate(ENTRY_BYTES);
    space.store(entry + HASH, hashOf(key));
    space.store(entry + KEY, key.low);
    space.store(entry + KEY + 4, key.high);
    const ring = table + RING;
    const last = fields.peekPointer(ring + PREVIOUS);
    fields.putPointer(entry + NEXT, ring);
    fields.putPointer(entry + PREVIOUS, last);
    fields.putPointer(last + NEXT, entry);
    fields.putPointer(ring + PREVIOUS, entry);
    const size = fields.stm.peek(table + SIZE) + 1;
    fields.stm.put(table + SIZE, size);
    const root = fields.peekPointer(table + ROOT);
    if (root !== 0) this.enterFresh(root, 0, entry);
    else if (size > SMALL) this.makeFreshTrie(table);
    return entry;
  }

  private makeFreshTrie(table: number): void {
    const root = this.space.allocate(FANOUT * FIELD);
    const ring = table + RING;
    for (let entry = ring; (entry = this.fields.peekPointer(entry + NEXT)) !== ring;)
      this.enterFresh(root, 0, entry);
    this.fields.putPointer(table + ROOT, root);
  }

  /** Puts the entry into the trie's field at `level`, which holds no block. */
  private enter(slot: number, level: number, entry: number): void {
    const { fields, space } = this;
    const other = fields.pointer(slot);
    if (other === 0) {
      fields.setPointer(slot, entry);
    } else if (space.load(other + HASH) === space.load(entry + HASH)) {
      // Iterators may still be at the removed entry of this key; look-ups no longer need it.
      const isReplaced = this.hasSameKey(other, entry);
      space.store(entry + CHAIN, isReplaced ? space.load(other + CHAIN) : other);
      fields.setPointer(slot, entry);
    } else {
      const block = space.allocate(FANOUT * FIELD);
      this.enterFresh(block, level + 1, other);
      this.enterFresh(block, level + 1, entry);
      fields.setPointer(slot, block + BLOCK);
    }
  }

  private hasSameKey(a: number, b: number): boolean {
    return this.hasKey(a, { low: this.space.load(b + KEY), high: this.space.load(b + KEY + 4) });
  }

  /** Like `enter`, below a block that no other realm can reach yet. */
  private enterFresh(block: number, level: number, entry: number): void {
    const { fields, space } = this;
    const slot = block + FIELD * ((space.load(entry + HASH) >>> (BITS * level)) % FANOUT);
    const other = fields.peekPointer(slot);
    if (other === 0) {
      fields.stm.putTagged(slot, POINTER, entry);
    } else if ((other & BLOCK) !== 0) {
      this.enterFresh(other - BLOCK, level + 1, entry);
    } else if (space.load(other + HASH) === space.load(entry + HASH)) {
      space.store(entry + CHAIN, other);
      fields.stm.putTagged(slot, POINTER, entry);
    } else {
      const below = space.allocate(FANOUT * FIELD);
      this.enterFresh(below, level + 1, other);
      this.enterFresh(below, level + 1, entry);
      fields.stm.putTagged(slot, POINTER, below + BLOCK);
    }
  }

  /** Makes a trie of the entries in the ring and one more. */
  private makeTrie(table: number, added: number): void {
    const root = this.space.allocate(FANOUT * FIELD);
    const ring = table + RING;
    for (
      let entry = this.fields.pointer(ring + NEXT);
      entry !== ring;
      entry = this.fields.pointer(entry + NEXT)
    ) {
      this.enterFresh(root, 0, entry);
    }
    this.enterFresh(root, 0, added);
    this.fields.setPointer(table + ROOT, root);
  }

  remove(table: number, entry: number): void {
    const { fields } = this;
    fields.empty(entry + VALUE);
    const next = fields.pointer(entry + NEXT);
    const previous = fields.pointer(entry + PREVIOUS);
    fields.setPointer(previous + NEXT, next);
    fields.setPointer(next + PREVIOUS, previous);
    fields.setNumber(table + SIZE, fields.number(table + SIZE) - 1);
  }

  clear(table: number): void {
    for (let entry = this.next(table, 0); entry !== 0; entry = this.next(table, entry)) {
      this.remove(table, entry);
    }
  }

  /** The entry after `entry`, or the first one if that is 0; 0 at the end. */
  next(table: number, entry: number): number {
    const ring = table + RING;
    let at = entry === 0 ? ring : entry;
    while (at !== ring && this.isRemoved(at)) at = this.fields.pointer(at + PREVIOUS);
    const next = this.fields.pointer(at + NEXT);
    return next === ring ? 0 : next;
  }

  /** The target of a pointer as it is in memory, outside transactions. */
  targetOf(field: number): number {
    return this.space.load(field + 12) < 0xfff10000 ? 0 : this.space.load(field + 8);
  }

  /**
   * Marks a table's entries, and takes removed ones out of its trie: all realms are stopped, so no realm is
   * searching for them.
   */
  trace(table: number, marker: Marker): void {
    const ring = table + RING;
    for (let entry = marker.target(ring + NEXT); entry !== ring; entry = marker.target(entry + NEXT)) {
      marker.mark(entry, ENTRY_BYTES);
      marker.word(this.space.load(entry + KEY + 4), this.space.load(entry + KEY));
      marker.field(entry + VALUE);
    }
    const root = marker.target(table + ROOT);
    if (root === 0) return;
    marker.mark(root, FANOUT * FIELD);
    this.pruneBlock(root, marker);
  }

  /** Returns whether the block still has entries. */
  private pruneBlock(block: number, marker: Marker): boolean {
    let isUsed = false;
    for (let slot = block; slot < block + FANOUT * FIELD; slot += FIELD) {
      const target = marker.target(slot);
      if (target === 0) continue;
      const kept =
        (target & BLOCK) !== 0 ? this.pruneBelow(target - BLOCK, marker) : this.pruneChain(target, marker);
      if (kept !== target) this.fields.putPointer(slot, kept);
      isUsed ||= kept !== 0;
    }
    return isUsed;
  }

  private pruneBelow(block: number, marker: Marker): number {
    if (!this.pruneBlock(block, marker)) return 0;
    marker.mark(block, FANOUT * FIELD);
    return block + BLOCK;
  }

  /** Returns the first remaining entry. */
  private pruneChain(first: number, marker: Marker): number {
    let kept = 0;
    let last = 0;
    for (let entry = first; entry !== 0; entry = this.space.load(entry + CHAIN)) {
      if (!marker.isMarked(entry)) continue;
      if (kept === 0) kept = entry;
      else this.space.store(last + CHAIN, entry);
      last = entry;
    }
    if (last !== 0) this.space.store(last + CHAIN, 0);
    return kept;
  }

  /** Marks the entry at which an iterator is, and the entries back to one that still exists. */
  traceCursor(entry: number, marker: Marker): void {
    for (let at = entry; at !== 0 && marker.mark(at, ENTRY_BYTES); at = marker.target(at + PREVIOUS)) {
      marker.word(this.space.load(at + KEY + 4), this.space.load(at + KEY));
    }
  }

  /** Stores the key of an entry in `key`. */
  keyOf(entry: number, key: Key): Key {
    key.low = this.space.load(entry + KEY);
    key.high = this.space.load(entry + KEY + 4);
    return key;
  }
}

/** Mixes both halves of the key (the finaliser of MurmurHash3). */
function hashOf({ high, low }: Key): number {
  let hash = Math.imul(high, 0x9e3779b1) ^ low;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

// For messages, and outside of the class, so that pages without a trace do not load them.

/** The keys, and the fields of their values, as they are in memory. */
export function* entriesAtRest(
  tables: Tables,
  table: number,
): Generator<{ key: Key; entry: number; value: number }> {
  const ring = table + RING;
  for (
    let entry = tables.targetOf(ring + NEXT);
    entry !== ring && entry !== 0;
    entry = tables.targetOf(entry + NEXT)
  ) {
    yield { key: tables.keyOf(entry, { high: 0, low: 0 }), entry, value: entry + VALUE };
  }
}

/** The key whose value a field is; null: a field of the table itself; undefined: none of this table. */
export function keyAt(tables: Tables, table: number, field: number): Key | null | undefined {
  if (field >= table && field < table + TABLE_BYTES) return null;
  for (const { key, entry } of entriesAtRest(tables, table)) {
    if (field === entry + VALUE) return key;
    if (field > entry && field < entry + ENTRY_BYTES) return null;
  }
  const root = tables.targetOf(table + ROOT);
  return root !== 0 && isInTrie(tables, root, field) ? null : undefined;
}

function isInTrie(tables: Tables, block: number, field: number): boolean {
  if (field >= block && field < block + FANOUT * FIELD) return true;
  for (let slot = block; slot < block + FANOUT * FIELD; slot += FIELD) {
    const target = tables.targetOf(slot);
    if ((target & BLOCK) !== 0 && isInTrie(tables, target - BLOCK, field)) return true;
  }
  return false;
}
