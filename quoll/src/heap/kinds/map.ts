/** Shared Maps. */
import { MAP } from '../layout.js';
import { VALUE } from '../table.js';
import { Collections, common, iterate, tableOf } from './collection.js';
import type { Parts } from './kind.js';

export class Maps extends Collections {
  constructor(heap: Parts) {
    super(heap, MAP, Map, view => this.copy(view), sharedMap(heap));
  }

  copy(view: object): Map<unknown, unknown> {
    return this.withProperties(view, new Map(this.entries(view)));
  }
}

/** A prototype for shared Maps, on top of Map's own so that `instanceof Map` holds. */
function sharedMap(heap: Parts): object {
  const { values } = heap;
  const table = tableOf(heap);
  const at = (entry: number) => values.load(entry + VALUE);
  const members = {
    get size(): number {
      return heap.tables.size(table(this));
    },
    get(key: unknown) {
      const entry = heap.tables.find(table(this), values.key(key));
      return entry === 0 ? undefined : at(entry);
    },
    set(key: unknown, value: unknown) {
      heap.properties.setEntry(table(this), values.key(key), value);
      return this;
    },
    keys() {
      return iterate(heap, this, table(this), key => key);
    },
    values() {
      return iterate(heap, this, table(this), (_, value) => value);
    },
    entries() {
      return iterate(heap, this, table(this), (key, value) => [key, value]);
    },
    forEach(visit: (value: unknown, key: unknown, map: unknown) => void, self?: unknown) {
      for (const [key, value] of iterate(heap, this, table(this), (k, v) => [k, v] as const))
        visit.call(self, value, key, this);
    },
    ...common(heap),
  };
  return Object.defineProperty(members, Symbol.iterator, { value: members.entries });
}
