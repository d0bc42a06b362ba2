/** The parts of shared objects, as messages name them. Only for `--stats`; most pages do not load it. */
import { elementAt } from '../heap/elements.js';
import type { Heap } from '../heap/heap.js';
import { HIDDEN } from '../heap/kinds/error.js';
import { FIRST } from '../heap/kinds/frozen.js';
import { FUNCTION_FIELDS } from '../heap/kinds/function.js';
import {
  ARRAY,
  bodyField,
  BUFFER,
  ERROR,
  FROZEN,
  FUNCTION,
  MAP,
  META,
  RECORD,
  SET,
  TYPED,
} from '../heap/layout.js';
import type { Name } from '../heap/shapes.js';
import { entriesAtRest, type Key, keyAt } from '../heap/table.js';

/** A part of an object, as messages name it. */
export type Part =
  | { readonly what: 'property'; readonly name: Name }
  | { readonly what: 'element'; readonly index: number }
  | { readonly what: 'entry'; readonly key: Key }
  | { readonly what: 'capture'; readonly index: number }
  /** The structure that finds the entries. */
  | { readonly what: 'keys' };

/** A part with its field. */
interface PartField {
  readonly part: Part;
  readonly field: number;
}

/** The number of elements that messages name; later ones have no name. */
const MOST_NAMED = 1000;

/** The part of an object to which one of its own fields belongs. */
export function partAt(heap: Heap, address: number, field: number): Part | undefined {
  const { properties, tables } = heap;
  const kind = properties.kind(address);
  if (kind === ARRAY) {
    const index = elementAt(heap.space, address, field);
    if (index === undefined) return undefined;
    return index < 0 ? { what: 'property', name: 'length' } : { what: 'element', index };
  }
  if (kind === MAP || kind === SET) {
    const key = keyAt(tables, properties.tableOf(address), field);
    if (key === null) return { what: 'keys' };
    return key && { what: 'entry', key };
  }
  for (const { part, field: own } of partsOf(heap, address)) if (own === field) return part;
  return undefined;
}

/** The object's own fields that may refer to other objects. */
export function* partsOf(heap: Heap, address: number): Generator<PartField> {
  const { space, properties, tables, values } = heap;
  const meta = space.load(address + META);
  switch (properties.kind(address)) {
    case RECORD:
      return yield* namedParts(address, heap.shapes.at(meta).names);
    case ERROR:
      return yield* namedParts(address, HIDDEN);
    case BUFFER:
    case TYPED:
      return yield* namedParts(address, ['buffer']);
    case ARRAY:
      for (let index = 0; index < MOST_NAMED; index++) {
        const field = properties.elements.existing(address, index);
        if (field === 0) return;
        yield { part: { what: 'element', index }, field };
      }
      return;
    case MAP:
    case SET:
      for (const { key, value } of entriesAtRest(tables, properties.tableOf(address)))
        yield { part: { what: 'entry', key }, field: value };
      return;
    case FUNCTION:
      for (let index = 0; index < meta; index++)
        yield {
          part: { what: 'capture', index },
          field: bodyField(address, FUNCTION_FIELDS.captures + index),
        };
      return;
    case FROZEN:
      for (let i = FIRST; i < FIRST + 2 * meta; i += 2) {
        const name = values.loadFixed(bodyField(address, i)) as Name;
        yield { part: { what: 'property', name }, field: bodyField(address, i + 1) };
      }
  }
}

/** Properties whose fields are the first ones of the body. */
function* namedParts(address: number, names: readonly Name[]): Generator<PartField> {
  for (const [i, name] of names.entries())
    yield { part: { what: 'property', name }, field: bodyField(address, i) };
}
