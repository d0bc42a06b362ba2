/** Counts the objects that fill the heap while a collection marks them. */
import {
  ARRAY,
  BUFFER,
  DATE,
  ERROR,
  FROZEN,
  FUNCTION,
  kindAt,
  MAP,
  META,
  RECORD,
  REGEXP,
  SET,
  TYPED,
} from './layout.js';

interface Count {
  objects: number;
  bytes: number;
}

const NAMES: Readonly<Record<number, string>> = {
  [ARRAY]: 'arrays',
  [MAP]: 'Maps',
  [SET]: 'Sets',
  [FUNCTION]: 'functions',
  [DATE]: 'Dates',
  [ERROR]: 'errors',
  [FROZEN]: 'frozen objects',
  [REGEXP]: 'regular expressions',
  [BUFFER]: 'ArrayBuffers',
  [TYPED]: 'typed arrays',
};
const MOST_PARTS = 4;
const MOST_NAMES = 6;
const KINDS = 16;

export class Census {
  /** The counts by shape and kind. */
  private readonly counts = new Map<number, Count>();

  constructor(
    private readonly space: { load(address: number): number },
    /** Returns the names of a shape. */
    private readonly namesOf: (shape: number) => readonly unknown[],
  ) {}

  add(object: number, bytes: number): void {
    const kind = kindAt(this.space, object);
    const key = kind === RECORD ? kind + KINDS * this.space.load(object + META) : kind;
    const count = this.counts.get(key);
    if (count) {
      count.objects++;
      count.bytes += bytes;
    } else {
      this.counts.set(key, { objects: 1, bytes });
    }
  }

  /**
   * What takes most memory, as one line of text. Of all bytes in use, `unused` are free, but in chunks that also hold objects: a thread fills
   * chunks of its own. The rest are tasks, texts, and what the threads keep for themselves.
   */
  text(used: number, unused: number): string {
    const parts = [...this.counts].map(([key, { objects, bytes }]): [number, string] => [
      bytes,
      `in ${objects} ${this.nameOf(key)}`,
    ]);
    const rest = parts.reduce((left, [bytes]) => left - bytes, used - unused);
    parts.push([unused, 'free between objects'], [rest, 'of the run time']);
    return parts
      .sort(([a], [b]) => b - a)
      .slice(0, MOST_PARTS)
      .map(([bytes, what]) => `${(bytes / 2 ** 20).toFixed(1)} MiB ${what}`)
      .join(', ');
  }

  private nameOf(key: number): string {
    if (key % KINDS !== RECORD) return NAMES[key] ?? 'objects';
    const names = this.namesOf(Math.floor(key / KINDS)).map(String);
    return `objects { ${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''} }`;
  }
}
