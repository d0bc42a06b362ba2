/** Map and Set over a shared table: what their prototypes do to views. */
import type { Heap } from './heap.js';
import { Stamp } from './stamp.js';
import { VALUE } from './table.js';

type Pick<K, V, R> = (key: K, value: V) => R;

/** A prototype for shared Maps, on top of Map's own so that `instanceof Map` holds. */
export function sharedMap(heap: Heap): object {
  const { values } = heap;
  const table = tableOf(heap);
  const at = (entry: number) => values.load(entry + VALUE);
  return prototype(Map.prototype, {
    get size() {
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
    [Symbol.iterator]() {
      return iterate(heap, this, table(this), (key, value) => [key, value]);
    },
    forEach(visit: (value: unknown, key: unknown, map: unknown) => void, self?: unknown) {
      for (const [key, value] of iterate(heap, this, table(this), (k, v) => [k, v] as const))
        visit.call(self, value, key, this);
    },
    ...common(heap),
  });
}

/** A prototype for shared Sets. */
export function sharedSet(heap: Heap): object {
  const { values } = heap;
  const table = tableOf(heap);
  return prototype(Set.prototype, {
    get size() {
      return heap.tables.size(table(this));
    },
    add(value: unknown) {
      heap.properties.setEntry(table(this), values.key(value), value);
      return this;
    },
    keys() {
      return iterate(heap, this, table(this), key => key);
    },
    values() {
      return iterate(heap, this, table(this), key => key);
    },
    entries() {
      return iterate(heap, this, table(this), key => [key, key]);
    },
    [Symbol.iterator]() {
      return iterate(heap, this, table(this), key => key);
    },
    forEach(visit: (value: unknown, key: unknown, set: unknown) => void, self?: unknown) {
      for (const key of iterate(heap, this, table(this), k => k)) visit.call(self, key, key, this);
    },
    ...common(heap),
  });
}

/** What Map and Set do alike. */
function common(heap: Heap) {
  const table = tableOf(heap);
  return {
    has(this: object, key: unknown) {
      return heap.tables.find(table(this), heap.values.key(key)) !== 0;
    },
    delete(this: object, key: unknown) {
      const entry = heap.tables.find(table(this), heap.values.key(key));
      if (entry !== 0) heap.tables.remove(table(this), entry);
      return entry !== 0;
    },
    clear(this: object) {
      heap.tables.clear(table(this));
    },
  };
}

function tableOf(heap: Heap): (view: object) => number {
  return view => {
    const address = Stamp.of(view);
    if (address === 0) throw new TypeError(`${String(view)} is no shared Map or Set`);
    return heap.properties.tableOf(address);
  };
}

function* iterate<R>(
  heap: Heap,
  owner: object,
  table: number,
  pick: Pick<unknown, unknown, R>,
): Generator<R> {
  const { tables, values } = heap;
  const cursor = { owner, entry: tables.next(table, 0) };
  if (cursor.entry !== 0) heap.cache.follow(cursor);
  for (; cursor.entry !== 0; cursor.entry = tables.next(table, cursor.entry)) {
    yield pick(
      values.ofKey(tables.keyOf(cursor.entry, { high: 0, low: 0 })),
      values.load(cursor.entry + VALUE),
    );
  }
}

/** An object with non-enumerable members in front of a built-in prototype. */
export function prototype(base: object, members: object): object {
  const descriptors = Object.getOwnPropertyDescriptors(members) as Record<Name, PropertyDescriptor>;
  for (const name of Reflect.ownKeys(descriptors)) descriptors[name]!.enumerable = false;
  return Object.create(base, descriptors) as object;
}

type Name = string | symbol;
