/** Shared Maps. */
import { apply } from '../raw.js';
import { MAP } from '../layout.js';
import { VALUE } from '../table.js';
import { Collections, common, ENTRY, ITEM, iteration, KEY, tableOf } from './collection.js';
import type { Parts } from './kind.js';
import { OwnWeakSet } from '../weak.js';

/** The language's own, which refuses what is no function. */
const { forEach: native } = Map.prototype;

export class Maps extends Collections {
  constructor(heap: Parts) {
    super(heap, MAP, Map, view => this.copy(view), sharedMap(heap));
  }

  copy(view: object): Map<unknown, unknown> {
    return this.withProperties(view, new Map(this.entries(view)));
  }
}

const iterate = iteration(new Map().entries());

/** Map's own `get`: the engine inlines a call of a member, but not of a captured function. */
const FIND = Symbol('find');

type View = Map<unknown, unknown> & { [FIND](key: unknown): unknown };

/** A prototype for shared Maps, on top of Map's own so that `instanceof Map` holds. */
function sharedMap(heap: Parts): object {
  const { values } = heap;
  const table = tableOf(heap, MAP);
  // The view's own map is empty at first and caches entries that an attempt has found, except missing keys and values that the
  // attempt has changed.
  const own = Map.prototype;
  const { set: remember, delete: forget, clear } = own;
  const remembering = new OwnWeakSet<object>();
  const keep = (view: Map<unknown, unknown>, key: unknown, value: unknown): void => {
    if (!remembering.has(view)) {
      const isOn = heap.fields.memo.remembers(() => {
        clear.call(view);
        remembering.delete(view);
      });
      if (!isOn) return;
      remembering.add(view);
    }
    remember.call(view, key, value);
  };
  const both = common(heap, MAP);
  const members = {
    get size(): number {
      return heap.tables.size(table(this));
    },
    [FIND]: own.get,
    get(this: View, key: unknown) {
      const known = this[FIND](key);
      if (known !== undefined) return known;
      const at = table(this);
      const shared = values.knownKey(key);
      const entry = shared ? heap.tables.find(at, shared) : 0;
      if (entry === 0) return undefined;
      const value = values.load(entry + VALUE);
      if (value !== undefined) keep(this, key, value);
      return value;
    },
    set(this: Map<unknown, unknown>, key: unknown, value: unknown) {
      forget.call(this, key);
      heap.properties.setEntry(table(this), values.key(key), value);
      return this;
    },
    keys() {
      return iterate(heap, this, table(this), KEY);
    },
    values() {
      return iterate(heap, this, table(this), ITEM);
    },
    entries() {
      return iterate(heap, this, table(this), ENTRY);
    },
    forEach(visit: (value: unknown, key: unknown, map: unknown) => void, self?: unknown) {
      if (typeof visit !== 'function') return void apply(native, this, [visit]);
      for (const [key, value] of iterate(heap, this, table(this), ENTRY) as Iterable<[unknown, unknown]>)
        visit.call(self, value, key, this);
    },
    ...both,
    delete(this: Map<unknown, unknown>, key: unknown) {
      forget.call(this, key);
      return both.delete.call(this, key);
    },
    clear(this: Map<unknown, unknown>) {
      clear.call(this);
      both.clear.call(this);
    },
  };
  return Object.defineProperty(members, Symbol.iterator, { value: members.entries });
}
