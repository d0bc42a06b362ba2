/**
 * The elements of shared arrays. An array's body is
 *
 *   0    field: length; of a sparse array the negative one
 *   16   root of the tree of further elements (4 bytes), with the tree's depth in the lowest 3 bits
 *   24   the first elements, those it was published with; meta is their number
 *
 * Further elements lie in a tree by index, 5 bits per level: inner blocks are pointers, leaves are fields. The tree only grows, by
 * compare-and-swap and outside of transactions, since a block without elements means nothing: a field that no transaction has
 * written holds ABSENT. Elements never move. Those at and beyond the length are ABSENT.
 *
 * A transaction that finds no element depends on a field that has none, for which the tree grows. In a sparse array it depends on the length in
 * place of that, and one that adds an element writes the length, even if it stays the same.
 */
import type { Stm } from '../stm/stm.js';
import { ABSENT } from '../stm/tags.js';
import { FIELD, type Fields } from './fields.js';
import { BODY, META } from './layout.js';
import type { Marker } from './marking.js';
import type { Space } from './space.js';

const LENGTH = BODY;
const ROOT = BODY + 16;
const FIRST = BODY + 24;

/** An array whose length grows by more than this at once becomes sparse. */
const MOST_HOLES = 2 ** 20;

const BITS = 5;
const FANOUT = 1 << BITS;
const DEPTH_MASK = 7;

export class Elements {
  private readonly stm: Stm;

  constructor(
    private readonly fields: Fields,
    private readonly space: Space,
  ) {
    this.stm = fields.stm;
  }

  /** The size of an array with room for `capacity` elements in its body, in bytes. */
  static bytes(capacity: number): number {
    return FIRST + FIELD * capacity;
  }

  /** Makes fresh memory an array of holes. */
  initialize(array: number, capacity: number, length: number): void {
    this.space.store(array + META, capacity);
    this.stm.put(array + LENGTH, length - capacity > MOST_HOLES ? -length : length);
    for (let i = 0; i < capacity; i++) this.stm.putTagged(array + FIRST + FIELD * i, ABSENT, 0);
  }

  length(array: number): number {
    return Math.abs(this.fields.number(array + LENGTH));
  }

  private storeLength(array: number, length: number): void {
    const grown = length - this.fields.number(array + LENGTH);
    this.fields.setNumber(array + LENGTH, Math.min(length, grown) > MOST_HOLES ? -length : length);
  }

  /** Shortens or lengthens the array, in O(elements removed). */
  setLength(array: number, length: number): void {
    const old = this.length(array);
    for (let i = length; i < Math.min(old, this.space.load(array + META)); i++)
      this.empty(array + FIRST + FIELD * i);
    const root = this.space.loadPointer(array + ROOT);
    if (root !== 0 && length < old) this.emptyTree(root - (root & DEPTH_MASK), root & DEPTH_MASK, length);
    if (length !== old) this.storeLength(array, length);
  }

  private empty(field: number): void {
    this.fields.empty(field);
  }

  /** Empties the elements of a tree from index `from` on. */
  private emptyTree(block: number, depth: number, from: number): void {
    for (let i = 0; i < FANOUT; i++) {
      const end = (i + 1) * capacityOf(depth - 1);
      if (end <= from) continue;
      if (depth === 0) {
        this.empty(block + FIELD * i);
        continue;
      }
      const below = this.space.loadPointer(block + 4 * i);
      if (below !== 0) this.emptyTree(below, depth - 1, Math.max(0, from - (end - capacityOf(depth - 1))));
    }
  }

  /** The field of an element, or 0 if it lies beyond the length and has none. Afterwards the transaction depends on it. */
  find(array: number, index: number): number {
    const field = this.existing(array, index);
    if (field !== 0) return field;
    return index < this.fields.number(array + LENGTH) ? this.grow(array, index) : 0;
  }

  /** The field of an element that will be written. */
  make(array: number, index: number): number {
    return this.existing(array, index) || this.grow(array, index);
  }

  /** Called when an element has been added: lengthens the array so that it has it. */
  include(array: number, index: number): void {
    const length = this.fields.number(array + LENGTH);
    if (index >= length) this.storeLength(array, Math.max(index + 1, -length));
  }

  isSparse(array: number): boolean {
    return this.fields.number(array + LENGTH) < 0;
  }

  /** The first index from `index` on that may have an element: the next one, or in a sparse array the next one in the tree, or infinity. */
  next(array: number, index: number): number {
    if (!this.isSparse(array) || index < this.space.load(array + META)) return index;
    const root = this.space.loadPointer(array + ROOT);
    const depth = root & DEPTH_MASK;
    return root === 0 ? Infinity : this.nextInTree(root - depth, depth, index);
  }

  private nextInTree(block: number, depth: number, index: number): number {
    if (depth === 0) return index;
    const size = capacityOf(depth - 1);
    for (let i = Math.floor(index / size), from = index % size; i < FANOUT; i++, from = 0) {
      const below = this.space.loadPointer(block + 4 * i);
      const found = below === 0 ? Infinity : this.nextInTree(below, depth - 1, from);
      if (found < size) return i * size + found;
    }
    return Infinity;
  }

  /** The field of an element, or 0 if it has none yet. */
  existing(array: number, index: number): number {
    return this.inBody(array, index) || this.inTree(array, index);
  }

  /** The field of one of the first elements; 0 for any other index, or number. */
  inBody(array: number, index: number): number {
    const isOne = index >>> 0 === index && index < this.space.load(array + META);
    return isOne ? array + FIRST + FIELD * index : 0;
  }

  private inTree(array: number, index: number): number {
    const root = this.space.loadPointer(array + ROOT);
    let level = root & DEPTH_MASK;
    if (root === 0 || index >= capacityOf(level)) return 0;
    let block = root - level;
    for (; level > 0; level--) {
      block = this.space.loadPointer(block + 4 * digit(index, level));
      if (block === 0) return 0;
    }
    return block + FIELD * digit(index, 0);
  }

  private grow(array: number, index: number): number {
    while (true) {
      const root = this.space.loadPointer(array + ROOT);
      const depth = root & DEPTH_MASK;
      if (root === 0) {
        this.space.setPointer(array + ROOT, 0, this.newLeaf());
      } else if (index >= capacityOf(depth)) {
        const above = this.space.allocateLasting(4 * FANOUT);
        this.space.store(above, root - depth);
        this.space.setPointer(array + ROOT, root, above + depth + 1);
      } else {
        return this.descend(root - depth, depth, index);
      }
    }
  }

  private descend(root: number, depth: number, index: number): number {
    let block = root;
    for (let level = depth; level > 0; level--) {
      const slot = block + 4 * digit(index, level);
      let below = this.space.loadPointer(slot);
      if (below === 0) {
        const made = level === 1 ? this.newLeaf() : this.space.allocateLasting(4 * FANOUT);
        below = this.space.setPointer(slot, 0, made) || made;
      }
      block = below;
    }
    return block + FIELD * digit(index, 0);
  }

  private newLeaf(): number {
    const leaf = this.space.allocateLasting(FIELD * FANOUT);
    for (let i = 0; i < FANOUT; i++) this.stm.putTagged(leaf + FIELD * i, ABSENT, 0);
    return leaf;
  }

  trace(array: number, marker: Marker): void {
    const capacity = this.space.load(array + META);
    for (let i = 0; i < capacity; i++) marker.field(array + FIRST + FIELD * i);
    const root = this.space.load(array + ROOT);
    if (root !== 0) this.traceTree(root - (root & DEPTH_MASK), root & DEPTH_MASK, marker);
  }

  private traceTree(block: number, depth: number, marker: Marker): void {
    if (!marker.mark(block, depth === 0 ? FIELD * FANOUT : 4 * FANOUT)) return;
    for (let i = 0; i < FANOUT; i++) {
      if (depth === 0) marker.field(block + FIELD * i);
      else if (this.space.load(block + 4 * i) !== 0)
        this.traceTree(this.space.load(block + 4 * i), depth - 1, marker);
    }
  }
}

/** The number of elements that fit into a tree of this depth. */
function capacityOf(depth: number): number {
  return FANOUT ** (depth + 1);
}

function digit(index: number, level: number): number {
  return Math.floor(index / FANOUT ** level) % FANOUT;
}

/**
 * The index of a field's element; -1 for the length, undefined if the field is not of this array. For messages, and outside of the class, so that
 * pages without a trace do not load it; reads fields outside of transactions.
 */
export function elementAt(space: Space, array: number, field: number): number | undefined {
  if (field === array + LENGTH) return -1;
  const place = (field - array - FIRST) / FIELD;
  if (place >= 0 && place < space.load(array + META)) return place;
  const root = space.load(array + ROOT);
  return root === 0 ? undefined : elementIn(space, root - (root & DEPTH_MASK), root & DEPTH_MASK, field);
}

function elementIn(space: Space, block: number, depth: number, field: number): number | undefined {
  if (depth === 0) {
    const place = (field - block) / FIELD;
    return place >= 0 && place < FANOUT ? place : undefined;
  }
  for (let i = 0; i < FANOUT; i++) {
    const below = space.load(block + 4 * i);
    const found = below === 0 ? undefined : elementIn(space, below, depth - 1, field);
    if (found !== undefined) return i * FANOUT ** depth + found;
  }
  return undefined;
}
