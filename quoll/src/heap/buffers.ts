/**
 * Array buffers whose bytes are shared by copying: each realm has its own buffer, which the engine and packages read and write as usual.
 * The run time is not notified of writes. So it compares the bytes before a handler commits; if they differ, the object gets a new
 * block of bytes, like a new value of a property.
 *
 *   - A worker makes the buffer when a handler reaches it; afterwards it forgets it. Buffers that classes capture stay, and so do all
 *     buffers while callbacks of promises are due; before each attempt these are compared with the shared bytes.
 *   - The main realm's program may keep a buffer for any time, and write to it at any moment. So the object says whether the main realm has
 *     it (`HELD`): other realms leave changes to the main realm, whose buffer is then always right. The main realm stores its writes at the
 *     end of each turn if the buffer is watched. A page may hold thousands of buffers that no handler reads any more, so those that it
 *     receives are not watched: a worker that reaches one waits until the main realm has stored its bytes, and watches it. The main realm
 *     holds such a buffer until no shared object refers to it, because nobody else has what was written to it. Before a handler of the main
 *     realm, whose writes an exception undoes, all bytes are stored. A collection of garbage ends all watching.
 */
import type { ViewCache } from './cache.js';
import { FIELD, type Fields } from './fields.js';
import { BODY, bodyField, FROZEN, FUNCTION, kindAt, META, TYPED } from './layout.js';
import type { Space } from './space.js';
import { OBJECT } from '../stm/tags.js';
import type { Stm } from '../stm/stm.js';
import { blame } from '../contract/stack.js';
import { TRANSFERRED } from './transferring.js';
import { OwnWeakRef } from './weak.js';

/** The body of a buffer: the block with its bytes, and how the main realm has it. */
const BYTES = 0;
const HELD = 1;
export const BUFFER_FIELDS = 2;

/** The values of HELD. In the last state the shared bytes may be old. */
const NOT_HELD = 0;
const WATCHED = 1;
const UNWATCHED = 2;

interface Entry {
  buffer: { deref(): ArrayBuffer | undefined };
  /** The block that the buffer's bytes were last copied from or to; 0 if that is unknown. */
  block: number;
}

export class Buffers {
  readonly entries = new Map<number, Entry>();
  /** Objects that refer to other objects directly, not by address: typed arrays, functions and frozen objects. */
  readonly holders = new Set<number>();
  /** In the main realm: the buffers that are compared after each turn. */
  private readonly watched = new Set<number>();
  /** In the main realm: buffers that it does not hold, because no shared object refers to them. */
  private readonly unshared = new Set<number>();
  /** In the main realm: whether all shared bytes are those from the beginning of the current turn. */
  private areStored = false;
  /** Called before a realm changes a buffer that the main realm has; stops a handler of a worker. */
  elsewhere: () => void = () => undefined;
  /** Called when a worker reaches a buffer that is not watched; stops its handler. */
  wanted: (address: number) => void = () => undefined;

  constructor(
    private readonly stm: Stm,
    private readonly fields: Fields,
    private readonly space: Space,
    private readonly cache: ViewCache,
  ) {}

  /** Stores the bytes of a buffer that is being published. */
  publish(address: number, buffer: ArrayBuffer): void {
    const block = this.store(buffer);
    this.fields.putPointer(bodyField(address, BYTES), block);
    this.stm.put(bodyField(address, HELD), this.cache.isLasting ? WATCHED : NOT_HELD);
    this.add(address, buffer, block);
    if (this.cache.isLasting) this.watched.add(address);
  }

  /** This realm's own buffer of an object. */
  make(address: number): ArrayBuffer {
    const block = this.sharedBlock(address);
    const buffer = new ArrayBuffer(this.space.load(address + META));
    this.load(block, buffer);
    this.add(address, buffer, block);
    // What is watched stays so: the turn may be undone.
    if (this.cache.isLasting && this.fields.number(bodyField(address, HELD)) === WATCHED)
      this.watched.add(address);
    else if (this.cache.isLasting) this.unwatch(address);
    return buffer;
  }

  private add(address: number, buffer: ArrayBuffer, block: number): void {
    this.entries.set(address, {
      buffer: this.cache.isLasting ? new OwnWeakRef(buffer) : held(buffer),
      block,
    });
    this.unshared.delete(address);
  }

  /** The block with the bytes of a buffer. */
  private sharedBlock(address: number): number {
    if (!this.cache.isLasting && this.fields.number(bodyField(address, HELD)) === UNWATCHED)
      this.wanted(address);
    return this.fields.pointer(bodyField(address, BYTES));
  }

  /** The main realm holds a buffer from now on, and stores its bytes when a worker wants them. */
  private unwatch(address: number): void {
    if (!this.hold(address)) return;
    this.watched.delete(address);
    this.fields.setNumber(bodyField(address, HELD), UNWATCHED);
  }

  /** False if the program has dropped the buffer. */
  private hold(address: number): boolean {
    const entry = this.entries.get(address);
    const buffer = entry?.buffer.deref();
    if (buffer) entry!.buffer = held(buffer);
    return buffer !== undefined;
  }

  /** The main realm, in a turn: stores the bytes of a buffer that a worker wants, and watches it. Throws if there is no memory. */
  watch(address: number): void {
    const entry = this.entries.get(address);
    if (!entry || this.watched.has(address)) return;
    this.storeChangesOf(address, entry);
    const buffer = entry.buffer.deref();
    if (!buffer) return;
    entry.buffer = new OwnWeakRef(buffer);
    this.watched.add(address);
    this.fields.setNumber(bodyField(address, HELD), WATCHED);
  }

  /** Whether the main realm watches buffers. */
  get isWatching(): boolean {
    return this.watched.size > 0;
  }

  /** The main realm, in a turn before a collection of garbage: watches no buffer any more. */
  unwatchAll(): void {
    for (const address of [...this.watched]) this.unwatch(address);
  }

  /**
   * During a collection of garbage: does not hold those buffers any more to which no shared object refers. Their shared bytes are garbage,
   * too: nobody reads them before the main realm stores its own again. Otherwise the time to the next collection would double with them.
   */
  releaseUnshared(isMarked: (address: number) => boolean): void {
    for (const [address, entry] of this.entries) {
      const buffer = entry.buffer.deref();
      if (!buffer) this.entries.delete(address);
      else if (!isMarked(address)) {
        entry.buffer = new OwnWeakRef(buffer);
        this.unshared.add(address);
        if (this.stm.peek(bodyField(address, HELD)) === UNWATCHED) {
          entry.block = 0;
          this.fields.putPointer(bodyField(address, BYTES), 0);
        }
      }
    }
    for (const address of this.unshared) if (!this.entries.has(address)) this.unshared.delete(address);
  }

  /** The program shares an object without a stamp: if it is a buffer that no shared object refers to, or shows one, that is held again. */
  shares(address: number): void {
    if (this.unshared.size === 0) return;
    for (const at of [address, ...this.heldBy(address)]) if (this.unshared.delete(at)) this.hold(at);
  }

  /** Records that a new object in this realm's cache may be or hold a buffer, or a holder of one. */
  noteHolder(address: number): void {
    if (!this.cache.isLasting) this.holders.add(address);
  }

  /** Starts an attempt of a worker: copies the shared bytes into the buffers that have stayed. */
  begin(): void {
    for (const [address, entry] of this.entries) {
      const block = this.sharedBlock(address);
      if (block !== entry.block) this.load(block, entry.buffer.deref()!);
      entry.block = block;
    }
  }

  /**
   * Stores the buffers that have changed; called before a commit or the end of a turn. `all`: those that are not watched, too, because a
   * turn may follow that is undone.
   */
  storeChanges(all = false): void {
    const { isLasting } = this.cache;
    for (const address of isLasting && !all ? this.watched : this.entries.keys())
      this.storeChangesOf(address, this.entries.get(address)!);
    this.areStored = all;
  }

  private storeChangesOf(address: number, entry: Entry): void {
    const buffer = entry.buffer.deref();
    if (!buffer) return this.dropped(address);
    if (buffer.byteLength !== this.space.load(address + META)) {
      this.entries.delete(address);
      this.watched.delete(address);
      if (this.cache.isLasting) this.fields.setNumber(bodyField(address, HELD), WATCHED);
      throw blame(() => new TypeError(TRANSFERRED));
    }
    if (this.isSame(entry.block, buffer)) return;
    if (!this.cache.isLasting && this.fields.number(bodyField(address, HELD)) !== NOT_HELD) this.elsewhere();
    entry.block = this.store(buffer);
    this.fields.setPointer(bodyField(address, BYTES), entry.block);
  }

  /** The main realm's program has dropped a buffer. */
  private dropped(address: number): void {
    const wasWatched = this.watched.delete(address);
    this.entries.delete(address);
    // Of the others only this realm knew.
    if (wasWatched) this.fields.setNumber(bodyField(address, HELD), NOT_HELD);
  }

  /** Undoes the effects of the main realm's turn on buffers. */
  undoTurn(): void {
    for (const [address, entry] of this.entries) {
      const buffer = entry.buffer.deref();
      if (!buffer) continue;
      if (this.fields.stm.peek(bodyField(address, HELD)) === NOT_HELD) this.forgetOne(address);
      else if (this.areStored || this.watched.has(address)) {
        entry.block = this.fields.peekPointer(bodyField(address, BYTES));
        if (entry.block !== 0) this.load(entry.block, buffer);
      }
    }
  }

  /** Forgets a buffer that an undone turn has made: other realms do not know that the main realm has it. */
  private forgetOne(address: number): void {
    this.entries.delete(address);
    this.cache.remove(address);
    const buffer = new Set([address]);
    for (const at of this.cache.addresses())
      if (kindAt(this.space, at) === TYPED && this.holds(at, buffer)) this.cache.remove(at);
  }

  /** Whether the object at an address refers to one of some others. */
  holds(address: number, some: ReadonlySet<number>): boolean {
    for (const held of this.heldBy(address)) if (some.has(held)) return true;
    return false;
  }

  /** The objects in the fields of a holder's body, which do not change. */
  *heldBy(address: number, fields = fieldsOf(this.space, address)): Generator<number> {
    for (let field = address + BODY; field < address + BODY + FIELD * fields; field += FIELD) {
      const number = this.stm.peek(field);
      if (number !== number && this.stm.tag() === OBJECT) yield this.stm.payload();
    }
  }

  /** Forgets the blocks' addresses after a collection: other blocks may have them now. */
  forget(): void {
    if (this.cache.isLasting) return;
    for (const address of this.holders) if (!this.cache.get(address)) this.holders.delete(address);
    for (const entry of this.entries.values()) entry.block = 0;
  }

  private store(buffer: ArrayBuffer): number {
    const { byteLength } = buffer;
    const block = this.space.allocate(sizeOf(byteLength));
    if (byteLength > 0) this.space.bytes(block, byteLength).set(new Uint8Array(buffer));
    return block;
  }

  private load(block: number, buffer: ArrayBuffer): void {
    const { byteLength } = buffer;
    if (byteLength > 0) new Uint8Array(buffer).set(this.space.bytes(block, byteLength));
  }

  private isSame(block: number, buffer: ArrayBuffer): boolean {
    const { byteLength } = buffer;
    if (block === 0 || byteLength === 0) return byteLength === 0;
    return bytes.areSame(this.space.bytes(block, byteLength), new Uint8Array(buffer));
  }
}

/** How bytes that begin at multiples of 8 are compared; a host may know a faster way. The main realm compares all its buffers in each turn. */
export const bytes: { areSame(a: Uint8Array, b: Uint8Array): boolean } = { areSame: areSameWords };

function areSameWords(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  const words = length >>> 3;
  const [ofA, ofB] = [
    new BigInt64Array(a.buffer, a.byteOffset, words),
    new BigInt64Array(b.buffer, b.byteOffset, words),
  ];
  for (let i = 0; i < words; i++) if (ofA[i] !== ofB[i]) return false;
  for (let i = 8 * words; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function held(buffer: ArrayBuffer): Entry['buffer'] {
  return { deref: () => buffer };
}

/** The size of the block for the contents of a buffer. */
export function sizeOf(byteLength: number): number {
  return Math.max(8, byteLength);
}

/** The number of fields in a holder's body that may refer to objects that it holds. */
function fieldsOf(space: Space, address: number): number {
  switch (kindAt(space, address)) {
    case TYPED:
      return TYPED_FIELDS;
    case FUNCTION:
      return FUNCTION_PARTS + space.load(address + META);
    case FROZEN:
      return FROZEN_PARTS + 2 * space.load(address + META);
    default:
      return 0;
  }
}

/** The fields of typed arrays: the buffer, the offset in it, and the length. */
export const TYPED_FIELDS = 3;
/** The fields before captured values, and before names and values. */
const FUNCTION_PARTS = 4;
const FROZEN_PARTS = 2;
