/** Blocks of memory that hold an object. */
import { type KindNumber, META, bodyField } from '../layout.js';
import type { Marker } from '../marking.js';
import type { Properties } from '../properties.js';
import type { Name } from '../shapes.js';
import { ordinary, Stamp } from '../stamp.js';
import type { Space } from '../space.js';
import { VALUE, type Tables } from '../table.js';
import type { Values } from '../values.js';

/** Memory for an object. */
export function allocate(space: Space, kind: KindNumber, meta: number, bytes: number): number {
  const address = space.allocate(bytes);
  space.store(address, kind);
  space.store(address + META, meta);
  return address;
}

/** Adds an entry to a table that no other realm can reach yet. */
export function putEntry(
  { values, tables }: { readonly values: Values; readonly tables: Tables },
  table: number,
  key: unknown,
  value: unknown,
): void {
  values.put(tables.addFresh(table, values.key(key)) + VALUE, value);
}

/** Gives an object that no other realm can reach yet a table with these of its properties. */
export function copyToTable(
  heap: { readonly values: Values; readonly tables: Tables; readonly properties: Properties },
  address: number,
  names: readonly Name[],
  plain: Record<Name, unknown>,
): void {
  const table = heap.properties.makeFreshExtras(address);
  for (const name of names) putEntry(heap, table, name, plain[name]);
}

/** Marks an object whose body is this many fields. */
export function traceBody(address: number, fields: number, marker: Marker): void {
  marker.mark(address, bodyField(0, fields));
  for (let i = 0; i < fields; i++) marker.field(bodyField(address, i));
}

/** Copies the properties of a view to a plain object. */
export function copyProperties<C extends object>(properties: Properties, view: object, copy: C): C {
  const address = Stamp.of(view);
  for (const name of properties.keys(address)) {
    const value = properties.get(address, name);
    Object.defineProperty(copy, name, ordinary(value));
  }
  return copy;
}
