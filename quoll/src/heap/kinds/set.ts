/** Shared Sets. */
import { apply } from '../raw.js';
import { SET } from '../layout.js';
import { Collections, common, iteration, KEY, tableOf } from './collection.js';
import type { Parts } from './kind.js';

/** The language's own, which refuses what is no function. */
const { forEach: native } = Set.prototype;

export class Sets extends Collections {
  constructor(heap: Parts) {
    super(heap, SET, Set, view => this.copy(view), sharedSet(heap));
  }

  copy(view: object): Set<unknown> {
    return this.withProperties(view, new Set([...this.entries(view)].map(([key]) => key)));
  }
}

const iterate = iteration(new Set().values());
const TWICE = (key: unknown) => [key, key];

/** A prototype for shared Sets. */
function sharedSet(heap: Parts): object {
  const { values } = heap;
  const table = tableOf(heap, SET);
  const members = {
    get size(): number {
      return heap.tables.size(table(this));
    },
    add(value: unknown) {
      heap.properties.setEntry(table(this), values.key(value), value);
      return this;
    },
    keys() {
      return iterate(heap, this, table(this), KEY);
    },
    values() {
      return iterate(heap, this, table(this), KEY);
    },
    entries() {
      return iterate(heap, this, table(this), TWICE);
    },
    forEach(visit: (value: unknown, key: unknown, set: unknown) => void, self?: unknown) {
      if (typeof visit !== 'function') return void apply(native, this, [visit]);
      for (const key of iterate(heap, this, table(this), KEY)) visit.call(self, key, key, this);
    },
    ...common(heap, SET),
  };
  // In the language these two are the same function, too.
  members.keys = members.values;
  return Object.defineProperty(members, Symbol.iterator, { value: members.values });
}
