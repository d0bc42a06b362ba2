/** Iterators over Maps and Sets, shared ones and others that may become so, as the engine's own. */
import { picked, unseen } from '../contract/loops.js';
import { CollectionWalk, Walking } from '../contract/walks.js';
import { Entries } from '../heap/kinds/collection.js';

/** For such an iterator, one of the engine's that gives what it still gives, converted; any other value as it is. */
export function engineIterator(value: unknown, convert = (item: unknown): unknown => item): unknown {
  const rest = restOf(value);
  if (!rest) return value;
  const items = rest.items.map(convert);
  const pairs = items as [unknown, unknown][];
  if (Reflect.get(value as object, Symbol.toStringTag) === 'Map Iterator')
    return rest.isOfEntries ? new Map(pairs).entries() : new Map(items.map((item, i) => [i, item])).values();
  return rest.isOfEntries ? new Set(pairs.map(([item]) => item)).entries() : new Set(items).values();
}

/** What such an iterator still gives; undefined for other values, and iterators over arrays, which Node does not show. */
export function restOf(value: unknown): { items: unknown[]; isOfEntries: boolean } | undefined {
  const source = typeof value === 'object' && value !== null ? Walking.source(value) : undefined;
  if (source instanceof CollectionWalk) {
    const { seen, collection, walk } = source;
    const entries = [...unseen(seen, collection)];
    return { items: entries.map(entry => picked(entry, walk)), isOfEntries: walk === 'entries' };
  }
  if (!(source instanceof Entries)) return undefined;
  const items: unknown[] = [];
  for (let at = source.after(source.cursor.entry); at !== 0; at = source.after(at)) items.push(source.at(at));
  return { items, isOfEntries: Array.isArray(source.pick(0, 0)) };
}
