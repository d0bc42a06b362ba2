/**
 * Text in the shared heap. Each text is stored once for all realms, so that a field holds 32 bits and equal texts have equal ids.
 * An id is the address of
 *
 *   0   next text of the same bucket
 *   4   hash
 *   8   length in UTF-16 units
 *   12  1 if each unit takes one byte, 2 if it takes two
 *   16  the units
 *
 * A text never changes once it is in its bucket, whose head is set by compare-and-swap.
 */
import { STRING_BUCKETS } from '../protocol/control.js';
import type { Marker } from './marking.js';
import type { Space } from './space.js';

const HASH = 4;
const LENGTH = 8;
const WIDTH = 12;
const UNITS = 16;

const BUCKETS = 1 << 16;

/** The texts that a realm caches, in both directions. */
const REMEMBERED = 50_000;

/** Copies text to and from the shared memory; the host has a fast way. */
export interface TextCodec {
  write(memory: WebAssembly.Memory, address: number, text: string, width: 1 | 2): void;
  read(memory: WebAssembly.Memory, address: number, length: number, width: 1 | 2): string;
}

export class Strings {
  private readonly ids = new Map<string, number>();
  private readonly texts = new Map<number, string>();
  private readonly buckets: number;

  constructor(
    private readonly space: Space,
    private readonly codec: TextCodec,
  ) {
    this.buckets = space.loadPointer(STRING_BUCKETS) || this.makeBuckets();
  }

  private makeBuckets(): number {
    const buckets = this.space.allocateImmortal(4 * BUCKETS);
    return this.space.setPointer(STRING_BUCKETS, 0, buckets) || buckets;
  }

  /** The id of a text. */
  intern(text: string): number {
    return this.ids.get(text) ?? this.remember(text, this.findOrAdd(text));
  }

  /** The text of an id. */
  text(id: number): string {
    const known = this.texts.get(id);
    if (known !== undefined) return known;
    const text = this.read(id);
    this.remember(text, id);
    return text;
  }

  private remember(text: string, id: number): number {
    if (this.ids.size >= REMEMBERED) {
      this.ids.clear();
      this.texts.clear();
    }
    this.ids.set(text, id);
    this.texts.set(id, text);
    return id;
  }

  private read(id: number): string {
    const width = this.space.load(id + WIDTH) as 1 | 2;
    return this.codec.read(this.space.memory, id + UNITS, this.space.load(id + LENGTH), width);
  }

  private findOrAdd(text: string): number {
    const hash = hashOf(text);
    const bucket = this.buckets + 4 * (hash & (BUCKETS - 1));
    let added = 0;
    let searched = 0;
    while (true) {
      const head = this.space.loadPointer(bucket);
      const found = this.search(head, searched, text, hash);
      if (found !== 0) return found;
      searched = head;
      added ||= this.add(text, hash);
      this.space.store(added, head);
      if (this.space.setPointer(bucket, head, added) === head) return added;
    }
  }

  /** Searches the bucket from `head` to before `end`. */
  private search(head: number, end: number, text: string, hash: number): number {
    for (let id = head; id !== end; id = this.space.load(id)) {
      if (this.space.load(id + HASH) !== hash || this.space.load(id + LENGTH) !== text.length) continue;
      if (this.read(id) === text) return id;
    }
    return 0;
  }

  private add(text: string, hash: number): number {
    const width = isNarrow(text) ? 1 : 2;
    const id = this.space.allocateLasting(UNITS + width * text.length);
    this.space.store(id + HASH, hash);
    this.space.store(id + LENGTH, text.length);
    this.space.store(id + WIDTH, width);
    this.codec.write(this.space.memory, id + UNITS, text, width);
    return id;
  }

  trace(id: number, marker: Marker): void {
    marker.mark(id, UNITS + this.space.load(id + WIDTH) * this.space.load(id + LENGTH));
  }

  /** Removes texts that are not marked from their buckets. */
  prune(marker: Marker): void {
    const { space } = this;
    for (let bucket = this.buckets; bucket < this.buckets + 4 * BUCKETS; bucket += 4) {
      let last = bucket;
      for (let id = space.load(bucket); id !== 0; id = space.load(id)) {
        if (!marker.isMarked(id)) continue;
        space.store(last, id);
        last = id;
      }
      if (last !== bucket || space.load(bucket) !== 0) space.store(last, 0);
    }
  }

  /** Clears the cache after a collection: ids may mean other texts now. */
  forget(): void {
    this.ids.clear();
    this.texts.clear();
  }
}

function isNarrow(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0xff) return false;
  }
  return true;
}

/** FNV-1a over the length and at most 64 units, evenly spread. */
function hashOf(text: string): number {
  const step = Math.max(1, Math.floor(text.length / 64));
  let hash = 0x811c9dc5 ^ text.length;
  for (let i = 0; i < text.length; i += step) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
