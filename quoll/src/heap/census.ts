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
const MOST_LINES = 4;
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

  /** The kinds of objects that take most memory, as one line of text. */
  text(): string {
    const largest = [...this.counts].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, MOST_LINES);
    return largest
      .map(([key, { objects, bytes }]) => `${mebibytes(bytes)} MiB in ${objects} ${this.nameOf(key)}`)
      .join(', ');
  }

  private nameOf(key: number): string {
    if (key % KINDS !== RECORD) return NAMES[key] ?? 'objects';
    const names = this.namesOf(Math.floor(key / KINDS)).map(String);
    return `objects { ${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''} }`;
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
